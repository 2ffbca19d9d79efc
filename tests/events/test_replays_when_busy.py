"""A replay gives the same rounds on a machine that is kept busy, and still finds a changed one."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest

from tests.events.simulated import REAL, Organiser, event_of_format
from tourney.domain.errors import DataFault
from tourney.domain.event_log import EventRow, Sizes
from tourney.events.event_plan import EventPlan, StagePlan
from tourney.events.log_replay import replay
from tourney.formats.formats import FORMATS
from tourney.formats.pod_schedule import pod_schedule

NAMES = [name for name in FORMATS if name != "manual"]
HARD = {
    "swiss": (((4,), 16), ((3, 4), 23), ((5,), 20), ((6,), 24)),
    "roundrobin": (((4,), 22), ((5,), 20)),
}
"""Sizes of tables and numbers of entrants for which a search takes long."""


@contextmanager
def busy() -> Iterator[None]:
    """More programs than processors, which count as fast as they can."""
    programs = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"])
        for _ in range((os.cpu_count() or 1) + 1)
    ]
    try:
        yield
    finally:
        for one in programs:
            one.kill()
        for one in programs:
            one.wait()


def searched(seed: int) -> Organiser:
    """An event whose rounds are found by a search with the smallest time limit."""
    luck = Random(seed)
    name = luck.choice(sorted(HARD))
    sizes, count = luck.choice(HARD[name])
    settings = {"time-limit": "1"}
    stage = StagePlan(
        "main", name, ("diamonds",), Sizes(sizes, max(sizes)), rounds=9, settings=settings
    )
    one = Organiser(EventPlan((stage,)), count, str(seed), rules=REAL)
    for number in range(1, 4):
        one.pair()
        for _, _, table in one.state.missing():
            seats = one.state.stage.rounds[-1].tables[table - 1].seats
            one.result(number, table, luck.sample(range(50), len(seats)))
    return one


def require_found(one: Organiser, luck: Random) -> None:
    """If two players of a drawn round change places, the replay names the row."""
    drawn = [row for row in one.rows if row.what == "event pair" and row.details["how"] == "auto"]
    drawn = [row for row in drawn if len(row.details["pods"]) > 1]
    if not drawn:
        return
    row = luck.choice(drawn)
    pods = [list(pod) for pod in row.details["pods"]]
    here, there = luck.sample(range(len(pods)), 2)
    pods[here][0], pods[there][-1] = pods[there][-1], pods[here][0]
    changed = EventRow(row.number, row.what, {**row.details, "pods": pods})
    with pytest.raises(DataFault, match=f"row {row.number} of the log"):
        replay([changed if each is row else each for each in one.rows], REAL)


@pytest.mark.parametrize(
    ("part", "count"), [(0, 0), pytest.param(1, 100, marks=pytest.mark.full)]
    + [pytest.param(part, 1000, marks=pytest.mark.campaign) for part in range(2, 12)]
)  # fmt: skip
def test_no_event_is_called_altered_on_a_busy_machine_and_every_altered_one_is(
    part: int, count: int
) -> None:
    """A Swiss event; with `full` a hundred events, ten thousand in a campaign."""
    luck = Random(part)
    events = [
        event_of_format(luck.choice(NAMES), 1000 * part + number)
        if number % 10
        else searched(1000 * part + number)
        for number in range(count)
    ] or [searched(23)]
    with busy():
        for one in events:
            pod_schedule.cache_clear()
            assert replay(one.rows, REAL).earlier == 0
            require_found(one, luck)
