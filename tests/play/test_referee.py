"""One match: what agents receive, which answers are legal, and the consequences of a fault."""

import gc
from dataclasses import replace

import pytest

from tests.play.bots import LISTENERS
from tests.play.tables import match, mine, record, table
from tourney.domain.match_values import PlayedMatch, places_with_forfeits
from tourney.play.clock import Clock, Timer
from tourney.play.referee import line_start

ENGINE = table("random", "random").setup.game


def test_a_match_is_the_same_whenever_it_is_played() -> None:
    prepared = table("random", mine("Dice"), "random", seed="5")
    forwards = [match(prepared, number) for number in range(1, 7)]
    backwards = [
        match(table("random", mine("Dice"), "random", seed="5"), n) for n in range(6, 0, -1)
    ]
    assert forwards == backwards[::-1]


def test_the_cards_of_a_deal_do_not_depend_on_how_the_match_goes() -> None:
    played = [match(table(*bots)).entries for bots in (("random",) * 3, (mine("First"),) * 3)]
    deals = [entries[:5] for entries in played]
    assert deals[0] == deals[1]
    assert played[0] != played[1]


def test_bots_are_freed_when_their_match_ends_not_when_garbage_is_looked_for() -> None:
    def bots() -> int:
        return sum(type(thing).__name__ == "Explains" for thing in gc.get_objects())

    assert not gc.isenabled()
    prepared, before = table(mine("Explains"), mine("Explains")), bots()
    match(prepared)
    assert bots() == before


def test_later_rounds_are_the_same_cards_too() -> None:
    def dealt(*bots: str) -> list[tuple[int, str]]:
        entries = match(table(*bots, length="standard")).entries
        begins = [at for at, (_, text) in enumerate(entries) if text.startswith("round ")]
        return [entry for at in begins for entry in entries[at : at + 5]]

    assert dealt("random", "random", "random") == dealt(mine("First"), "random", "random")


def test_rotations_of_a_block_share_the_cards_and_give_everybody_every_seat() -> None:
    prepared = table("random", "random", mine("First"))
    block = [match(prepared, number) for number in (1, 2, 3)]
    assert len({tuple(played.entries[:5]) for played in block}) == 1
    assert sorted(bot for played in block for bot in played.fixture.seats) == [
        0,
        0,
        0,
        1,
        1,
        1,
        2,
        2,
        2,
    ]
    assert match(prepared, 4).entries[:5] != block[0].entries[:5]


def test_identical_bots_play_identical_matches_in_all_rotations() -> None:
    prepared = table("greedy", "greedy", "greedy", seed="9")
    assert len({tuple(match(prepared, number).entries) for number in (4, 5, 6)}) == 1


def test_two_entries_of_one_program_do_not_repeat_each_other() -> None:
    """Nor does the next version of a bot have other luck: only its name counts."""
    prepared = table("random", "random", "random", seed="9")
    played = [tuple(match(prepared, number).entries) for number in (4, 5, 6)]
    assert len(set(played)) == 3
    again = [tuple(match(table(*["random"] * 3, seed="9"), n).entries) for n in (4, 5, 6)]
    assert again == played


def test_a_listener_hears_what_its_seat_may_know_and_nothing_else() -> None:
    LISTENERS.clear()
    played = match(table(mine("Listener"), mine("Listener")))
    for seat, heard in enumerate(bot.heard for bot in LISTENERS):
        assert heard[0] == ("diams", seat, 2, "diams/1")
        events = heard[1:-1]
        assert [event["n"] for event in events] == list(range(1, len(played.entries) + 1))
        for event, (who, text) in zip(events, played.entries, strict=True):
            hidden = text.startswith(("hand", "draw", "vault", "convoy")) and who != seat
            assert event["seat"] == who
            assert ("?" in event["text"]) == (hidden and text not in ("draw -", "draw END -"))
            assert "?" in event["text"] or event["text"] == text
        assert heard[-1]["scores"] == list(played.outcome.scores)
        assert heard[-1]["places"] == list(played.outcome.places)


def test_who_crashes_forfeits_and_a_stand_in_plays_on() -> None:
    played = match(table(mine("CrashesLater"), "random", "random"))
    (fault,) = played.faults
    seat = played.fixture.seats.index(0)
    assert (fault.seat, fault.code) == (seat, "crash")
    assert fault.evidence.startswith("RuntimeError: lost in <object object at 0x> (bots.py:")
    assert played.entries[fault.ply - 1] == (-1, f"forfeit {'ABC'[seat]} crash")
    assert any(who == seat for who, _ in played.entries[fault.ply :])
    assert (played.status, played.outcome.places[seat]) == ("forfeit", 3)


@pytest.mark.parametrize(
    ("bot", "code", "words"),
    [
        ("CrashesAtOnce", "crash", "SystemExit: 1 (bots.py:"),
        ("CannotStart", "startup", "OSError: no weights (bots.py:"),
        ("FailsToListen", "crash", "ZeroDivisionError (bots.py:"),
        ("Unspeakable", "crash", "Silence (bots.py:"),
        ("Deaf", "crash", "TypeError: Deaf.choose() takes 1 positional argument but 3 were given"),
        ("Cheat", "illegal", "'magic 10*': DI-R"),
        ("Babbler", "illegal", "'I play\\nthe nine' is not a move: "),
        ("Mute", "illegal", "answered NoneType instead of the text of a move"),
    ],
)
def test_every_kind_of_failure_is_recorded_with_its_evidence(
    bot: str, code: str, words: str
) -> None:
    (fault,) = match(table(mine(bot), "random")).faults
    assert fault.code == code
    assert fault.evidence.startswith(words)
    assert "\n" not in fault.evidence
    assert "inprocess" not in fault.evidence


def test_one_failure_disturbs_nobody_else() -> None:
    prepared = table("random", mine("CannotStart"), mine("FailsToListen"), mine("Babbler"))
    for number in range(1, 9):
        played = match(prepared, number)
        good = played.fixture.seats.index(0)
        assert {fault.seat for fault in played.faults} == set(range(4)) - {good}
        assert played.outcome.places[good] == 1


def test_a_bot_that_fails_after_the_end_loses_nothing() -> None:
    from tourney.runs.batches import play_match

    prepared = table(mine("FailsToEnd"), "random")
    played, complaints = play_match(prepared, 1)
    assert (played.status, played.faults) == ("complete", ())
    assert [words.split(" (")[0] for words in complaints] == [
        "crash after the match: ValueError: too late"
    ]


def test_by_random_move_a_bot_that_fails_is_asked_again() -> None:
    played = match(table(mine("CrashesLater"), mine("Cheat"), on_fault="random-move"))
    assert played.status == "complete"
    assert {fault.seat: fault.code for fault in played.faults}
    assert sum(fault.code == "crash" for fault in played.faults) == 1
    assert sum(fault.code == "illegal" for fault in played.faults) > 1
    for fault in played.faults:
        assert played.entries[fault.ply - 1][0] in (fault.seat, -1)


def test_by_random_move_a_bot_that_crashed_is_played_for_to_the_end() -> None:
    played = match(table(mine("CrashesLater"), "random", on_fault="random-move"))
    (fault,) = played.faults
    after = [text for who, text in played.entries[fault.ply :] if who == fault.seat]
    assert len(after) > 8
    assert (fault.code, played.status) == ("crash", "complete")


def test_a_fault_named_by_the_agent_keeps_its_code_and_all_its_evidence() -> None:
    (fault,) = match(table(mine("GivesUp"), "random")).faults
    assert (fault.code, fault.evidence) == ("resigned", "lost anyway")
    assert fault.detail == "it said so\nin two lines"


def timed(on_fault: str, clock: Clock) -> PlayedMatch:
    """A match with a clock in which seat 0 or 1 needs 100 ms for its third decision."""
    prepared = table(mine("Dawdles"), "random", on_fault=on_fault)
    return match(replace(prepared, setup=replace(prepared.setup, clock=clock)))


def test_a_class_that_takes_too_long_is_late() -> None:
    (fault,) = timed("forfeit", Clock(move_ms=50)).faults
    assert (fault.code, fault.evidence) == (
        "timeout",
        "took longer than the clock allows: 50 ms a move",
    )
    (fault,) = timed("forfeit", Clock(move_ms=50, bank_ms=10)).faults
    assert fault.evidence.endswith(": 50 ms a move and 10 ms a match")
    assert timed("forfeit", Clock(bank_ms=10_000)).faults == ()
    assert timed("forfeit", Clock(move_ms=50, bank_ms=10_000)).faults == ()


def test_by_random_move_who_was_late_plays_on() -> None:
    played = timed("random-move", Clock(move_ms=50))
    (fault,) = played.faults
    assert (fault.code, played.status) == ("timeout", "complete")
    assert sum(who == fault.seat for who, _ in played.entries[fault.ply :]) > 8


def test_a_bank_is_used_up_over_a_match() -> None:
    timer = Timer(Clock(move_ms=20, bank_ms=100))
    assert timer.spend(15)
    assert timer.bank_ms == 100
    assert timer.spend(80)
    assert timer.bank_ms == 40
    assert timer.spend(60)
    assert timer.bank_ms == 0
    assert timer.spend(29)  # a tolerance that bots do not know
    assert not timer.spend(31)


def test_by_random_move_a_bot_that_cannot_play_at_all_is_blamed_once() -> None:
    played = match(table(mine("CannotStart"), "random", on_fault="random-move"))
    assert [fault.code for fault in played.faults] == ["startup"]


def test_by_abort_the_match_ends_at_the_fault_without_a_result() -> None:
    played = match(table(mine("CrashesLater"), "random", on_fault="abort"))
    (fault,) = played.faults
    assert (played.status, played.outcome.scores, played.outcome.places) == ("abandoned", (), ())
    assert fault.ply == len(played.entries) + 1


def test_a_forfeit_in_the_middle_of_a_turn_stands_before_its_line() -> None:
    prepared = table(mine("CrashesOnDiscard"), "random")
    played = next(p for n in range(1, 99) if (p := match(prepared, n)).faults)
    lines = record(prepared, played)
    letter = "AB"[played.faults[0].seat]
    at = lines.index(f"-- forfeit {letter} crash")
    assert lines[at + 1].startswith(f"{letter}: ")
    assert "; discard " in lines[at + 1]


def test_a_forfeit_while_asked_by_another_stands_before_the_others_line() -> None:
    prepared = table(mine("CrashesOnGive"), mine("Thief"))
    played = next(p for n in range(1, 99) if (p := match(prepared, n)).faults)
    lines = record(prepared, played)
    victim, thief = played.fixture.seats.index(0), played.fixture.seats.index(1)
    at = lines.index(f"-- forfeit {'AB'[victim]} crash")
    assert lines[at + 1].startswith(f"{'AB'[thief]}: ")
    assert f"; crack {'AB'[victim]} " in lines[at + 1]


def test_a_line_begins_where_the_layout_begins_one() -> None:
    entries = [
        (-1, "round 1 first A"),
        (0, "draw 7"),
        (0, "crack B 9"),
        (1, "give 9*"),
        (1, "draw 2"),
    ]
    assert [line_start(ENGINE, entries, at) for at in range(5)] == [0, 1, 1, 1, 4]


@pytest.mark.parametrize(
    ("places", "left", "expected"),
    [
        ((1, 2, 3, 4), {}, (1, 2, 3, 4)),
        ((1, 2, 3, 4), {0: 10}, (4, 1, 2, 3)),
        ((1, 2, 2, 4), {0: 10, 3: 20}, (4, 1, 1, 3)),
        ((1, 2, 3, 4), {0: 10, 1: 10}, (3, 3, 1, 2)),
        ((1, 1, 1), {0: 5, 1: 7, 2: 6}, (3, 1, 2)),
    ],
)
def test_forfeiters_stand_last_the_later_one_higher(
    places: tuple[int, ...], left: dict[int, int], expected: tuple[int, ...]
) -> None:
    assert places_with_forfeits(places, left, range(len(places))) == expected


@pytest.mark.parametrize(
    ("places", "left", "expected"),
    [
        ((1, 2, 1, 2), {}, (1, 2, 1, 2)),
        ((1, 2, 1, 2), {2: 10}, (2, 1, 2, 1)),
        ((1, 1, 1, 1), {1: 10}, (1, 2, 1, 2)),
        ((1, 2, 3, 1, 2, 3), {3: 10}, (3, 1, 2, 3, 1, 2)),
        ((1, 2, 3, 1, 2, 3), {0: 20, 4: 10}, (2, 3, 1, 2, 3, 1)),
        ((1, 2, 3, 1, 2, 3), {0: 20, 4: 30, 1: 10}, (2, 3, 1, 2, 3, 1)),
        ((1, 2, 3, 1, 2, 3), {0: 10, 4: 10}, (2, 2, 1, 2, 2, 1)),
    ],
)
def test_a_team_leaves_with_the_first_partner_who_does(
    places: tuple[int, ...], left: dict[int, int], expected: tuple[int, ...]
) -> None:
    """DM-R15: seats i and i + n/2 are partners; the teams have the places 1, 2 and 3."""
    sides = tuple(range(len(places) // 2)) * 2
    assert places_with_forfeits(places, left, sides) == expected
