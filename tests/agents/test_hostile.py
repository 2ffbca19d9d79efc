"""Bots that misbehave: each causes exactly its own fault and leaves no process behind."""

import os
from dataclasses import replace

import pytest

from tests.agents.tables import PATIENCE, RANDOM, alive, gone, hostile, marker, matches, seated
from tests.examples import usual
from tourney.agents.isolation import Limits
from tourney.agents.wire import WireLimits
from tourney.domain.match_values import PlayedMatch
from tourney.play.clock import Clock

pytestmark = pytest.mark.slow

CLOCK = Clock(move_ms=250)
PATIENT = Clock(move_ms=10_000)
"""Time enough that a slow machine does not turn another fault into a timeout."""
MEMORY = Limits(memory_mb=150)

FAULTS = {
    "crash": ("crash", "exit status 1"),
    "mid_line": ("crash", "exit status 3"),
    "by_signal": ("crash", "ended by SIGSEGV (signal 11)"),
    "killed": ("crash", "ended by SIGKILL (signal 9)"),
    "leave": ("crash", "exit status 0"),
    "fork": ("crash", "exit status 1"),
    "fork_away": ("crash", "exit status 1"),
    "close_all": ("crash", "closed its standard output"),
    "kill_supervisor": ("timeout", "no answer within 250 ms a move"),
    "stop_supervisor": ("timeout", "no answer within 250 ms a move"),
    "stop_and_kill_supervisor": ("protocol", "a line that is not a JSON object: "),
    "hang": ("timeout", "no answer within 250 ms a move"),
    "late": ("timeout", "no answer within 250 ms a move"),
    "drip": ("timeout", "no answer within 250 ms a move"),
    "stubborn": ("timeout", "no answer within 250 ms a move"),
    "moan_for_ever": ("timeout", "no answer within 250 ms a move"),
    "only_wrong_id": ("timeout", "no answer within 250 ms a move"),
    "never_reads": ("timeout", "no answer within 250 ms a move"),
    "flood": ("flood", "a line of more than 65536 bytes"),
    "megabyte": ("flood", "a line of more than 65536 bytes"),
    "chatter": ("flood", "more than 1000 lines that answer no request"),
    "eat": ("oom", "used more memory than allowed"),
    "eat_shared": ("oom", "used more memory than allowed"),
    "without_id": ("protocol", "an answer without its id: '{"),
    "text_as_id": ("protocol", "an answer whose id is not a whole number: '{"),
    "numbered": ("protocol", "an answer without a move: '{"),
    "junk": ("protocol", "a line that is not a JSON object: '\ufffd\ufffd{]\\x00'"),
    "nested": ("protocol", "a line that is not a JSON object: '[[["),
    "unknown": ("protocol", 'a message of unknown kind: \'{"t": "dance"'),
    "illegal": ("illegal", "'no such move' is not a move: "),
    "resign": ("resigned", "resigned"),
    "crash_at_start": ("startup", "exit status 1"),
    "exit_at_start": ("startup", "exit status 0"),
    "junk_at_start": ("startup", "a line that is not a JSON object: "),
    "mute_at_start": ("startup", "no 'hello' within 3 s"),
}
HARMLESS = ("early", "wrong_id", "fork_on")
ALL_HARMLESS = ("nothing", "early", "twice", "wrong_id", "moan", "fork_on")
QUICK = (
    *("crash", "mid_line", "hang", "flood", "moan_for_ever", "fork_away", "stubborn", "eat"),
    *("close_all", "kill_supervisor"),
)
HANDFUL = ("crash", "fork_away", "eat")
ONCE = (
    "junk",
    "megabyte",
    "chatter",
    "leave",
    "never_reads",
    "crash_at_start",
    "unknown",
    "nested",
)


def play(mode: str, on_fault: str) -> tuple[str, list[PlayedMatch]]:
    """Plays two matches of the hostile bot at seat A and a random one at seat B."""
    word, code = marker(), FAULTS.get(mode, ("", ""))[0]
    clock = CLOCK if code == "timeout" else PATIENT
    patience = replace(PATIENCE, start=3.0) if mode == "mute_at_start" else PATIENCE
    with seated(hostile(mode, word), MEMORY, patience) as bot:
        return word, matches([bot, RANDOM], 2, clock=clock, on_fault=on_fault)


def judge(mode: str, on_fault: str) -> None:
    """Checks fault and result of every match by the run's policy; no process may be left."""
    word, played = play(mode, on_fault)
    assert gone(word), alive(word)
    code, evidence = FAULTS[mode]
    for match in played:
        first = match.faults[0]
        assert (first.seat, first.code) == (0, code)
        assert first.evidence.startswith(evidence)
        assert {fault.seat for fault in match.faults} == {0}
        if on_fault == "forfeit":
            assert (match.status, match.outcome.places, len(match.faults)) == ("forfeit", (2, 1), 1)
            assert (-1, f"forfeit A {code}") in match.entries
        elif on_fault == "abort":
            assert (match.status, match.outcome.places, len(match.faults)) == ("abandoned", (), 1)
        else:
            assert (match.status, len(match.outcome.places)) == ("complete", 2)
            assert len(match.faults) == 1 or code in ("timeout", "illegal")


@pytest.mark.parametrize(
    "mode", [pytest.param(m, marks=[] if m in HANDFUL else [pytest.mark.full]) for m in QUICK]
)
def test_a_bot_that_misbehaves_gets_its_fault_and_leaves_nothing_behind(mode: str) -> None:
    judge(mode, "forfeit")


@pytest.mark.parametrize("on_fault", ["random-move", "abort"])
def test_every_policy_is_kept(on_fault: str) -> None:
    judge("crash", on_fault)


@pytest.mark.full
@pytest.mark.parametrize("on_fault", ["forfeit", "random-move", "abort"])
@pytest.mark.parametrize("mode", FAULTS)
def test_every_misdeed_by_every_policy(mode: str, on_fault: str) -> None:
    judge(mode, on_fault)


@pytest.mark.parametrize("mode", usual(HARMLESS[:1], HARMLESS))
def test_what_disturbs_nobody_costs_nothing(mode: str) -> None:
    innocent(mode)


@pytest.mark.full
@pytest.mark.parametrize("mode", ALL_HARMLESS)
def test_nothing_that_disturbs_nobody_costs_anything(mode: str) -> None:
    innocent(mode)


def innocent(mode: str) -> None:
    word, played = play(mode, "forfeit")
    assert [(match.status, match.faults) for match in played] == [("complete", ())] * 2
    assert gone(word), alive(word)
    assert [m.entries for m in played] == [m.entries for m in play("nothing", "forfeit")[1]]


@pytest.mark.parametrize("on_fault", usual(("forfeit",), ("forfeit", "abort")))
def test_more_processes_than_a_bot_may_have_are_a_crash(on_fault: str) -> None:
    word = marker()
    with seated(hostile("multiply", word)) as bot:
        (match,) = matches([bot, RANDOM], 1, on_fault=on_fault)
        assert gone(word), alive(word)
    (fault,) = match.faults
    assert (fault.code, fault.evidence) == ("crash", "used more processes than allowed")


def test_stderr_goes_with_the_fault() -> None:
    _, played = play("crash", "forfeit")
    assert played[0].faults[0].detail.endswith("\nRuntimeError: lost the thread\n")


def test_of_much_stderr_the_end_is_kept() -> None:
    _, played = play("moan_for_ever", "forfeit")
    detail = played[0].faults[0].detail
    assert set(detail.splitlines()[1:-1]) == {"woe is me"}
    assert len(detail) <= 4000


def test_after_a_late_move_by_random_move_the_same_process_plays_on() -> None:
    _, played = play("late", "random-move")
    (fault,) = played[0].faults
    assert sum(seat == 0 for seat, _ in played[0].entries[fault.ply :]) > 3


@pytest.mark.parametrize(
    ("mode", "evidence"),
    [
        pytest.param("hang_at_end", "no 'ready' within 0.5 s", marks=pytest.mark.full),
        ("crash_at_end", "exit status 1"),
    ],
)
def test_who_fails_between_matches_pays_from_the_second_time_on(mode: str, evidence: str) -> None:
    word = marker()
    with seated(hostile(mode, word), patience=WireLimits(start=0.5)) as bot:
        played = matches([bot, RANDOM], 6)
    assert gone(word), alive(word)
    assert [match.status for match in played] == [
        *("complete", "complete", "forfeit", "complete", "forfeit", "forfeit"),
    ]
    faults = [fault for match in played for fault in match.faults]
    assert {(fault.seat, fault.code) for fault in faults} == {(0, "startup")}
    assert [fault.evidence for fault in faults] == [
        f"between two matches: {evidence}",
        f"between two matches, 3 times: {evidence}",
        f"between two matches, 3 times: {evidence}",
    ]


@pytest.mark.parametrize(
    "mode",
    ["busy_children", "busy_chain", "busy_threads"],
)
@pytest.mark.full
def test_who_keeps_all_cores_busy_is_late_by_its_own_doing(mode: str) -> None:
    """Eight attempts: if other programs use the cores too, some waiting counts as theirs.

    If they use all of them, all of it can count as theirs; then nothing is shown.
    """
    crowded = os.getloadavg()[0] > 2 * (os.cpu_count() or 1)
    word = marker()
    with seated(hostile(mode, word)) as bot:
        played = (matches([bot, RANDOM], 1, clock=CLOCK, first=n)[0] for n in range(1, 9))
        late = next((match.faults[0] for match in played if match.faults), None)
    assert gone(word), alive(word)
    if late is None and crowded:
        pytest.skip("other programs keep all cores busy")
    assert late is not None
    assert (late.code, late.evidence) == ("timeout", "no answer within 250 ms a move")
