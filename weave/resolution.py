"""Who is meant: the subjects of new facts under the names by which they are known, as part of consolidation.

Linear in what is new: a name is looked up by its words, and the few known names that share one are weighed. Two
are one only if nothing speaks against it and no third may be meant; what is in doubt stays apart, and so does what
is known under a name of its own. A fuller name that comes later takes over what the shorter one had. The texts
keep their own words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from weave.aliases import differ, is_person, names_agree
from weave.bonds import ALIAS, OWN_NAMES, Bond, alias_of, bond_of, own_name, told_apart
from weave.markdown import cleaned
from weave.model import GLOBAL, Fact, Memory, MemoryType
from weave.naming import USER, Naming, read
from weave.persons import Group, Persons, capital
from weave.renaming import by_holders, by_subject, renamed, with_aliases
from weave.roles import SEVERAL
from weave.sameness import key
from weave.store import Store

Load = Callable[..., Iterable[Memory]]
"""The known memories about a subject (and a predicate of it)."""
_OF = "'s "


@dataclass(frozen=True, slots=True)
class Merge:
    """A name that turned out to be another name of somebody."""

    name: str
    into: str


@dataclass(frozen=True, slots=True)
class Resolved:
    """New memories with the subjects of their facts as they are known, and what that changed."""

    memories: tuple[Memory, ...]
    merged: tuple[Merge, ...] = ()
    revised: tuple[Memory, ...] = ()
    """Known memories whose facts go under a fuller name from now on; to be rewritten."""

    def through(self, load: Load) -> Load:
        """`load`, with the revised memories as they are now, under their new names."""
        now = {memory.id: memory for memory in self.revised}

        def loaded(subject: str, *predicate: str) -> Iterable[Memory]:
            found = {memory.id: now.get(memory.id, memory) for memory in load(subject, *predicate)}
            name = key(subject)
            moved = [m for m in self.revised if any(key(fact.subject) == name for fact in m.facts)]
            return [*found.values(), *(memory for memory in moved if memory.id not in found)]

        return loaded

    def also(self, revised: Iterable[Memory]) -> tuple[Memory, ...]:
        """All known memories to be rewritten; what was judged later counts."""
        return tuple({memory.id: memory for memory in (*self.revised, *revised)}.values())


def resolve(store: Store, memories: Sequence[Memory]) -> Resolved:
    """The memories of the global scope that are about to be written, by who is meant. Nothing is written."""
    memories = [cleaned(memory) for memory in memories]  # no store is asked for half a letter
    if not any(memory.facts or memory.type is not MemoryType.PROCEDURAL for memory in memories):
        return Resolved(tuple(memories))
    return _Resolution(store, memories).run()


class _Resolution:
    """One pass over a batch."""

    def __init__(self, store: Store, memories: Sequence[Memory]) -> None:
        self._store = store
        self._given = memories
        told = [by_holders(memory) for memory in memories]
        self._memories = with_aliases(sorted(told, key=lambda m: (m.created, m.id)))
        bonds = [b for m in self._memories for fact in m.facts if (b := bond_of(fact)) is not None]
        self._owners = {USER, *(bond.owner for bond in bonds)}
        self._bonds = bonds
        self._people = Persons(store.catalogue, by_subject(self._memories), bonds)
        for fact in self._facts():
            self._people.find(fact.subject)
        settled = self._settled()
        self._memories = [m if m.id in settled else self._specified(m) for m in self._memories]
        self._people = Persons(store.catalogue, by_subject(self._memories), bonds)
        self._own = self._own_names()

    def run(self) -> Resolved:
        """Every subject, then what facts say of names themselves."""
        for fact in [*self._facts(), *self._facts()]:  # again, since whom the first may mean can come last
            self._meet(fact.subject)
        for bond in self._bonds:
            self._bind(bond)
        for fact in self._facts(aliases=True):
            if (pair := alias_of(fact)) is not None:
                self._called(*pair)
        return self._applied()

    def _settled(self) -> set[str]:
        """Those that are in the global scope already, and stay as they were understood there."""
        known = self._store.catalogue.get_many([memory.id for memory in self._memories])
        return {memory.id for memory in known.values() if memory.scope == GLOBAL}

    def _facts(self, *, aliases: bool = False) -> Iterator[Fact]:
        for memory in self._memories:
            for fact in memory.facts:
                if aliases or fact.predicate != ALIAS:
                    yield fact

    # -- one subject --------------------------------------------------------------------------------------

    def _meet(self, subject: str) -> None:
        name = key(subject)
        if not name or name == USER:
            return
        group = self._people.find(subject)
        naming = read(subject)
        if group is None or group.stored or len(group.keys) > 1 or naming.thing:
            return
        target = self._alias(group) or self._meant(group, naming)
        if target is not None:
            self._people.unite(group, target)

    def _alias(self, group: Group) -> Group | None:
        """Who is called so, as was said outright some time."""
        said = [pair[0] for fact in group.known if (pair := alias_of(fact)) is not None]
        if len({key(name) for name in said}) != 1:
            return None
        target = self._people.put(said[0])
        return None if differ(group.new, target.known) else target

    def _meant(self, group: Group, naming: Naming) -> Group | None:
        """The one whom a name may mean; None when there is none, or more than one."""
        if naming.bond and naming.owner != USER and self._speaks_of_own(naming):
            mine = f"{USER}'s {naming.whose.split(_OF)[-1]}"
            return self._people.put(" ".join([mine, *naming.address, *naming.spelt]))
        found = self._people.agreeing(naming)
        if found is None:
            return None
        if not naming.bond and self._is_own(naming):
            somebody = found or self._people.roles(naming, self._owners)
            return None if somebody else self._person(group)
        if not naming.words:
            return self._nameless(group, naming, found)
        return found[0] if len(found) == 1 and self._one(group, found[0]) else None

    def _nameless(self, group: Group, naming: Naming, found: list[Group]) -> Group | None:
        """ "My sister": the one sister there is."""
        bond = self._people.only(naming.owner, naming.role) if naming.role not in SEVERAL else None
        if bond is None:
            lone = not any(b.role == naming.role for b in self._people.bonds(naming.owner))
            return found[0] if lone and len(found) == 1 and self._one(group, found[0]) else None
        named = read(bond.name)
        found = [g for g in found if not g.naming.words or names_agree(g.naming, named)]
        if len(found) == 1:
            return found[0] if self._one(group, found[0]) else None
        bare = self._people.find(bond.name)
        if found or (bare is not None and not self._one(group, bare)):
            return None
        return bare or self._people.put(f"{naming.whose} {bond.name}")

    def _one(self, group: Group, other: Group) -> bool:
        """Whether nothing that is known speaks against two names being one's."""
        mine, theirs = (self._people.roles(g.naming, self._owners) for g in (group, other))
        if mine and theirs and mine != theirs:
            return False
        if not is_person(group.naming, group.facts) or not is_person(other.naming, other.facts):
            return False
        if told_apart(group.name, other.name, [*group.facts, *other.facts]):
            return False
        return not differ(group.facts, other.facts)

    # -- the person ---------------------------------------------------------------------------------------

    def _own_names(self) -> set[str]:
        facts = [*self._store.catalogue.facts_under(USER, OWN_NAMES), *self._facts()]
        return {key(name) for fact in facts if (name := own_name(fact)) is not None}

    def _is_own(self, naming: Naming) -> bool:
        return any(names_agree(naming, read(capital(name))) for name in self._own)

    def _speaks_of_own(self, naming: Naming) -> bool:
        """Whether "Caroline's sister" is the person's, and no other Caroline's."""
        owner = read(capital(naming.owner))
        return self._is_own(owner) and self._people.agreeing(owner) == []

    def _person(self, group: Group) -> Group | None:
        """The person themself, unless what is said contradicts what is known of them."""
        asked = [fact.predicate for fact in group.new]
        if differ(group.new, self._store.catalogue.facts_under(USER, asked)):
            return None
        return self._people.put(USER)

    # -- what is said of names ----------------------------------------------------------------------------

    def _bind(self, bond: Bond) -> None:
        """ "Maribel is my sister": what was known of the sister and of Maribel is of one, if it was not so before."""
        if any(self._same(bond, old) for old in self._people.bonds(bond.owner, new=False)):
            return
        whole = f"{bond.whose} {bond.name}"
        nameless = self._nameless_group(bond)
        named = [g for g in (self._people.find(whole), self._people.find(bond.name)) if g is not None]
        if nameless is not None and not named:
            nameless.name = whole
            return
        together = [*([nameless] if nameless else []), *dict.fromkeys(named)]
        for other in together[1:]:
            if self._one(together[0], other):
                self._people.unite(other, together[0])

    def _nameless_group(self, bond: Bond) -> Group | None:
        if bond.role in SEVERAL or self._people.only(bond.owner, bond.role) is None:
            return None
        found = self._people.find(bond.whose)
        return found if found is not None and not found.naming.words else None

    @staticmethod
    def _same(one: Bond, other: Bond) -> bool:
        return one.role == other.role and key(one.name) == key(other.name)

    def _called(self, name: str, other: str) -> None:
        """Two names were said to be one's."""
        one, two = self._people.find(name), self._people.find(other)
        if one is None or two is None or one is two or {name, other} & {USER}:
            return
        apart = told_apart(name, other, [*one.facts, *two.facts])
        if not apart and not differ(two.facts, one.facts) and not differ(one.facts, two.facts):
            self._people.unite(two, one)

    # -- the same name, said of two -----------------------------------------------------------------------

    def _specified(self, memory: Memory) -> Memory:
        """Where two bear one name, the facts of a memory that says which is meant go under "user's boss Ana"."""
        facts = list(memory.facts)
        for bond in [b for fact in facts if (b := bond_of(fact)) is not None]:
            naming = read(bond.name)
            mine = (bond.owner, bond.role)
            others = {b for b in self._people.roles(naming, self._owners) if b != mine}
            if others or self._other_bearer(naming, mine):
                whole = f"{bond.whose} {bond.name}"
                facts = [replace(f, subject=whole) if key(f.subject) == naming.key else f for f in facts]
        return memory if facts == list(memory.facts) else replace(memory, facts=tuple(facts))

    def _other_bearer(self, naming: Naming, mine: tuple[str, str]) -> bool:
        return any(group.naming.bond not in (None, mine) for group in self._people.agreeing(naming) or ())

    # -- the outcome --------------------------------------------------------------------------------------

    def _applied(self) -> Resolved:
        into: dict[str, str] = {}
        merges: list[Merge] = []
        moved: list[str] = []
        for group in self._people.groups:
            for name, spelt in group.keys.items():
                if name != key(group.name):
                    into[name] = group.name
                    if name in group.stored or any(key(fact.subject) == name for fact in group.new):
                        merges.append(Merge(spelt, group.name))
                    moved += [name] if name in group.stored else []
        done = {memory.id: renamed(memory, into) for memory in self._memories}
        memories = tuple(done[memory.id] for memory in self._given)
        return Resolved(memories, tuple(merges), self._rewritten(moved, into, set(done)))

    def _rewritten(self, moved: Sequence[str], into: dict[str, str], new: set[str]) -> tuple[Memory, ...]:
        ids_ = [m for name in moved for fact in self._store.catalogue.facts(name) for m in fact.memories]
        known = self._store.catalogue.get_many([i for i in dict.fromkeys(ids_) if i not in new])
        return tuple(renamed(memory, into) for memory in known.values() if memory.scope == GLOBAL)
