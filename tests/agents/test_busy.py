"""No bot loses on time because of other programs, even with short limits on a busy machine."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count

import pytest

from tests.agents.tables import command, matches, seated
from tests.agents.test_process import PLAIN
from tourney.domain.match_values import Fault
from tourney.play.clock import Clock

MOVES = 10_000


@contextmanager
def busy() -> Iterator[None]:
    """Keeps every core busy with a computing process."""
    with ExitStack() as stack:
        for _ in range(os.cpu_count() or 1):
            child = stack.enter_context(
                subprocess.Popen([sys.executable, "-c", "while True: pass"])
            )
            stack.callback(child.kill)
        yield


@pytest.mark.campaign
def test_ten_thousand_moves_of_10_ms_on_busy_cores_without_a_false_forfeit() -> None:
    late, moves = list[Fault](), 0
    with busy(), seated(command(PLAIN)) as one, seated(command(PLAIN)) as two:
        for number in count(1):
            (match,) = matches([one, two], 1, clock=Clock(move_ms=10), first=number)
            late += match.faults
            moves += sum(seat >= 0 for seat, _ in match.entries)
            if moves >= MOVES:
                break
    print(f"{moves} moves, {len(late)} late")
    assert late == []
