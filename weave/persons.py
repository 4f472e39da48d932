"""The names that a batch of new facts and the store know somebody by, gathered into one group for each.

What is read from the store is what shares a word with a new name, never more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from weave.aliases import agree, called, hints, names_agree
from weave.bonds import ALIAS, BONDS, Bond, bond_of
from weave.catalogue import Catalogue
from weave.model import GLOBAL, Fact
from weave.naming import USER, Naming, read
from weave.sameness import key, plain

_MOST, _MANY = 200, 20
"""Known names with a word in common; of so many nobody can tell who is meant."""


def capital(name: str) -> str:
    """A folded name as it would be written, to be read."""
    return " ".join(word[:1].upper() + word[1:] for word in name.split())


@dataclass(slots=True, eq=False)
class Group:
    """All names of one, and what is said under them."""

    name: str
    """The fullest of them."""
    keys: dict[str, str]
    """Each name's key, with its spelling."""
    stored: set[str] = field(default_factory=set)
    """Those under which the store holds facts."""
    known: list[Fact] = field(default_factory=list)
    new: list[Fact] = field(default_factory=list)

    @property
    def naming(self) -> Naming:
        """The name, read."""
        return read(self.name)

    @property
    def facts(self) -> list[Fact]:
        """What is known, then what is new."""
        return [*self.known, *self.new]


class Persons:
    """Groups by name: those of the batch, and those of the store as they are asked for."""

    def __init__(self, catalogue: Catalogue, new: dict[str, list[Fact]], bonds: Sequence[Bond]) -> None:
        """`new` are the batch's facts by the key of their subject, `bonds` what they say of whose what who is."""
        self._catalogue = catalogue
        self._new = new
        self._told = {fact.predicate for facts in new.values() for fact in facts}
        self._bonds = bonds
        self._groups: dict[str, Group] = {}
        self._words: dict[str, set[str]] = {}
        self._stored_bonds: dict[str, list[Bond]] = {}

    @property
    def groups(self) -> list[Group]:
        """Every group once."""
        return list({id(group): group for group in self._groups.values()}.values())

    def find(self, name: str) -> Group | None:
        """The group that goes by just this name, in the batch or in the store; what has no letters is no name."""
        name_key = key(name)
        if not name_key:
            return None
        if name_key in self._groups:
            return self._groups[name_key]
        known = [f for f in self._known(name, name_key) if f.scope == GLOBAL]
        new = self._new.get(name_key, [])
        if not [f for f in known if f.predicate != ALIAS] and not new:
            return None
        return self._add(known[-1].subject if known else new[-1].subject, known, new)

    def _known(self, name: str, name_key: str) -> list[Fact]:
        """What the store holds of a name; of the person, whom most facts are about, only what is told anew."""
        if name_key != USER:
            return self._catalogue.facts(name)
        return self._catalogue.facts_under(USER, sorted(self._told))

    def _add(self, name: str, known: list[Fact], new: list[Fact]) -> Group:
        stored = {key(name)} if any(fact.predicate != ALIAS for fact in known) else set()
        group = Group(name, {key(name): name}, stored, known, new)
        self._groups[key(name)] = group
        self._note(group, name)
        return group

    def _note(self, group: Group, name: str) -> None:
        """So that a later name of the batch finds the group by its words."""
        for word in hints(read(name)) | set(key(name).split()):
            self._words.setdefault(word, set()).add(next(iter(group.keys)))

    def put(self, name: str) -> Group:
        """The group that goes by just this name; a new, empty one if need be."""
        return self.find(name) or self._add(name, [], [])

    def agreeing(self, naming: Naming) -> list[Group] | None:
        """Those who may be meant by a name, by the names alone; None when too many share a word with it."""
        words = hints(naming)
        keys = self._catalogue.named(sorted(words), _MOST)
        if len(keys) >= _MOST:
            return None
        near = {k for word in words for k in self._words.get(word, ())}
        likely = [k for k in sorted({*keys, *near}) if k in self._groups or agree(naming, read(capital(k)))]
        if len(likely) > _MANY:
            return None
        found = [self.find(k) for k in likely]
        groups = {id(g): g for g in found if g is not None and naming.key not in g.keys}
        return [group for group in groups.values() if agree(naming, group.naming)]

    def unite(self, group: Group, other: Group) -> Group:
        """Make one of two; the fuller name is theirs."""
        if group is other:
            return other
        other.name = called(group.naming, other.naming)
        other.keys |= group.keys
        other.stored |= group.stored
        other.known = [*other.known, *group.known]
        other.new = [*other.new, *group.new]
        for name_key in group.keys:
            self._groups[name_key] = other
        self._note(other, other.name)
        return other

    # -- whose what somebody is ---------------------------------------------------------------------------

    def bonds(self, owner: str, *, new: bool = True) -> list[Bond]:
        """Who is what to somebody, as facts say; without the batch's own if not `new`."""
        if owner not in self._stored_bonds:
            facts = self._catalogue.facts_under(owner, BONDS)
            self._stored_bonds[owner] = [bond for fact in facts if (bond := bond_of(fact)) is not None]
        mine = [bond for bond in self._bonds if bond.owner == owner] if new else []
        return [*self._stored_bonds[owner], *mine]

    def roles(self, naming: Naming, owners: Iterable[str]) -> set[tuple[str, str]]:
        """Whose what somebody is, by the name itself, or else by facts that name just so."""
        if naming.bond:
            return {naming.bond}
        return {
            (bond.owner, bond.role)
            for owner in owners
            for bond in self.bonds(owner)
            if read(bond.name).words == naming.words
        }

    def only(self, owner: str, role: str) -> Bond | None:
        """The one that is this to somebody; None when nobody, or more than one, is known to be."""
        found = [bond for bond in self.bonds(owner) if bond.role == role]
        if not found:
            return None
        first = read(found[0].name)
        one = all(names_agree(first, read(bond.name)) for bond in found[1:])
        return max(found, key=lambda bond: len(plain(bond.name))) if one else None
