"""What a crash may have left half-done in what is known, brought in line at the next start. Costs nothing otherwise."""

from __future__ import annotations

import sqlite3

from weave import cascade
from weave.conflicts import settle_alone
from weave.errors import HomeError
from weave.reconsider import announce, due, reconsider
from weave.store import Store


def mend(store: Store) -> None:
    """What was reworded is weighed, what nothing opposes is free, what rests on others follows.

    Raises HomeError.
    """
    try:
        reconsider(store, [], due(store))
        announce(store, ())
        settle_alone(store)
        sources = store.catalogue.sources()
    except sqlite3.Error as error:
        raise HomeError("The catalogue in index/ cannot be read; `weave reindex` rebuilds it.") from error
    # what merely faded, or went into a summary, did not fall: nothing follows from it
    fallen = store.trash.among(store.trash.withdrawn(sources))
    cascade.follow(store, [*store.catalogue.get_many(sources).values(), *fallen.values()])
