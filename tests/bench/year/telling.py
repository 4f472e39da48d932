"""From episodes to turns: seconds between utterances, sessions, ids. Times rise strictly."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from tests.bench.year.almanac import zone
from tests.bench.year.episodes import Episode
from tests.bench.year.model import Turn

PAUSE = timedelta(minutes=45)
Placed = list[tuple[Episode, list[str]]]


def told(episodes: list[Episode], rng: random.Random) -> tuple[list[Turn], Placed]:
    """All turns in order, and for each episode the ids of its turns. A pause of 45 minutes begins a session."""
    turns: list[Turn] = []
    placed: Placed = []
    last = datetime.min.replace(tzinfo=episodes[0].start.tzinfo)
    session = ""
    for episode in episodes:
        at = max(episode.start, last + timedelta(seconds=40)) if turns else episode.start
        if at - last > PAUSE or not turns:
            session = f"s{_local(at):%m%d-%H%M}"
        ids = []
        for line in episode.lines:
            ids.append(f"t{len(turns) + 1:05d}")
            turns.append(Turn(ids[-1], session, _local(at).isoformat(), line.role, line.speaker, line.text))
            last = at
            at += timedelta(seconds=rng.randint(8, 75))
        placed.append((episode, ids))
    return turns, placed


def _local(at: datetime) -> datetime:
    """The wall clock where the person is; the zone is that of the day in UTC, which is enough for a traveller."""
    return at.astimezone(zone(at.date()))
