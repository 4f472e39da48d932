"""What the memory knows about itself: its health, part by part with what is behind it, and its figures as pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from avery.events import Event, Trouble
from avery.metamemory import Behind, Figures, Looker, Unmeasured
from avery.telling import counted
from avery.ui.figures import COSTS, PANELS, PARTS, gauge, part_row
from avery.ui.keyrow import KeyRow
from avery.ui.messages import in_chat
from avery.ui.panels import Panels
from avery.ui.plain import one_line
from avery.ui.rows import RowList

if TYPE_CHECKING:
    from weave.analytics.model import Finding, HealthPart
    from weave.model import Memory

_LOOKING = "Looking at everything; that takes a moment …"
_EMPTY = "Nothing is remembered yet; the figures come with the first memories."
_ROOMY = 60
"""Cells from which every key is named."""


class StatsScreen(Screen[None]):
    """Esc goes back from what is behind a part, then closes; so does the key that opened it."""

    CSS_PATH = Path(__file__).parent.parent / "styles" / "stats.tcss"
    AUTO_FOCUS = "#parts"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", show=False, id="stats.back"),
        Binding("f9", "dismiss", "Close", show=False, id="stats.close"),
        Binding("r", "look", "Look again", show=False, id="stats.again"),
        Binding("question_mark,f1", "app.help", "Help", show=False, id="app.help"),
    ]

    def __init__(self, memory: Looker, browse: Callable[[str], None], zone: tzinfo | None) -> None:
        super().__init__()
        self._memory = memory
        self._browse = browse
        self._zone = zone
        self._figures: Figures | None = None
        self._part: HealthPart | None = None
        self._memories: Mapping[str, Memory] = {}

    def compose(self) -> ComposeResult:
        yield Static("", markup=False, id="stats-head")
        yield Static(_LOOKING, markup=False, id="stats-note")
        with Horizontal(id="stats-body"):
            with Vertical(id="left"):
                with Vertical(id="health"):
                    yield Static("", markup=False, id="gauge")
                    yield RowList(id="parts")
                yield Panels(COSTS, self._zone, id="costs")
            yield Panels((*PANELS, *COSTS), self._zone, id="panels")
            with Vertical(id="behind"):
                yield RowList(id="findings")
                yield Static("", markup=False, id="finding")
        yield KeyRow(id="stats-keys")

    def on_mount(self) -> None:
        self.query_one("#health").border_title = "Health"
        self._show_head()
        self._memory.look()
        self._show_keys()

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self._show_gauge)
        self._show_keys()

    # The memory speaks

    def take(self, event: Event) -> None:
        """An event from the memory's thread."""
        match event:
            case Figures():
                self._load(event)
            case Behind(part, memories):
                self._open(part, memories)
            case Unmeasured(reason) | Trouble(reason):
                self._note(in_chat(reason), error=True)
            case _:
                pass

    def _load(self, figures: Figures) -> None:
        self._figures = figures
        self._note("" if figures.stats.census.memories else _EMPTY)
        parts = figures.stats.health.parts
        rows = self.query_one("#parts", RowList)
        rows.show(len(parts), lambda n, width, marked: part_row(parts[n], marked, width), place=rows.place)
        for panels in self.query(Panels):
            panels.show(figures)
        self._show_head()
        self._show_gauge()

    def _open(self, part: HealthPart, memories: Mapping[str, Memory]) -> None:
        self._part, self._memories = part, memories
        self.set_class(True, "-behind")
        findings = part.findings
        rows = self.query_one("#findings", RowList)
        rows.border_title = f"{part.name.value}: {len(part.ids):,} {PARTS[part.name.value]}"
        rows.show(len(findings), lambda n, _, marked: self._finding(findings[n], marked))
        rows.focus()
        self._show_finding()
        self._show_keys()

    # Drawing

    def _show_head(self) -> None:
        head = Content.styled("Figures", "bold $accent")
        if (figures := self._figures) is not None:
            count = counted(figures.stats.census.memories, "memory", "memories")
            cycles = counted(len(figures.history), "cycle", "cycles")
            head += Content.styled(
                f"  {count} · {cycles} kept · looked at in {figures.stats.seconds:.1f} s", "$muted"
            )
        self.query_one("#stats-head", Static).update(head)

    def _show_gauge(self) -> None:
        box = self.query_one("#gauge", Static)
        if self._figures is not None and (width := box.content_size.width):
            box.update(gauge(self._figures.stats.health.value, width))

    def _finding(self, finding: Finding, marked: bool) -> Content:
        memory = self._memories.get(finding.id)
        title = one_line(memory.title or memory.text, 160) if memory is not None else one_line(finding.id, 80)
        return Content.assemble(
            ("▸ " if marked else "  ", "$primary"),
            (title, "$foreground"),
            (f"  {one_line(finding.why, 200)}", "$muted"),
        )

    def _show_finding(self) -> None:
        finding = self._marked
        text = Content("")
        if finding is not None:
            memory = self._memories.get(finding.id)
            words = (
                one_line(memory.text or memory.title, 400) if memory is not None else "It is about no memory."
            )
            text = Content.assemble((words, "$foreground"), (f"\n{one_line(finding.why, 300)}", "$muted"))
        self.query_one("#finding", Static).update(text)

    @property
    def _marked(self) -> Finding | None:
        place = self.query_one("#findings", RowList).place
        findings = self._part.findings if self._part is not None else ()
        return findings[place] if place < len(findings) else None

    def _show_keys(self) -> None:
        if self.has_class("-behind"):
            keys = [("enter", "open the memory"), ("escape", "back")]
        else:
            keys = [("enter", "what is behind"), ("tab", "figures"), ("escape", "closes")]
        if self.size.width >= _ROOMY:
            keys.insert(-1, ("r", "look again"))
        self.query_one(KeyRow).show(keys)

    def _note(self, text: str, *, error: bool = False) -> None:
        note = self.query_one("#stats-note", Static)
        note.display = bool(text)
        note.set_class(error, "-error")
        note.update(Content(one_line(text, 400)))

    # The person

    def on_row_list_marked(self, event: RowList.Marked) -> None:
        if event.rows.id == "findings":
            self._show_finding()

    def on_row_list_chosen(self, event: RowList.Chosen) -> None:
        if event.rows.id == "findings":
            if (finding := self._marked) is not None and finding.id in self._memories:
                self._browse(finding.id)
            else:
                self._note("This is about no memory that could be opened.")
        elif self._figures is not None:
            part = self._figures.stats.health.parts[event.place]
            if part.findings:
                self._memory.behind(part)
            else:
                self._note(_clean(part))

    def action_look(self) -> None:
        self._note(_LOOKING)
        self._memory.look()

    def action_back(self) -> None:
        if self.has_class("-behind"):
            self.set_class(False, "-behind")
            self._note("")
            self.query_one("#parts").focus()
            self._show_keys()
        else:
            self.dismiss()


def _clean(part: HealthPart) -> str:
    if part.unchecked:
        return f"{part.name.value.capitalize()}: not looked at, since {part.unchecked}."
    return f"{part.name.value.capitalize()}: none of the memories {PARTS[part.name.value]}."
