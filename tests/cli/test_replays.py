"""Frames of a replay, compared with the match as the engine played it."""

import re
from pathlib import Path

import pytest

from engines.api import EVERYTHING, Zone
from tests.examples import usual
from tests.records import blue_border_gaps
from tests.records.diamonds_gaps import gappy
from tests.records.strategies import played
from tests.render.scenery import DIAMS, Played
from tourney.records import engine_record, read
from tourney.records.record_positions import replay_of
from tourney.render.frames import MatchReplay
from tourney.runs.batches import play_match
from tourney.runs.run_plan import Plan, prepare


def film_of(text: str) -> MatchReplay:
    document = read(text)
    assert document.faults() == []
    return replay_of(document.matches[0])


@pytest.mark.parametrize("seats", usual([3], [2, 3, 4, 5]))
def test_every_position_and_text_is_as_it_was_when_played(seats: int) -> None:
    match = Played(seats, seats)
    shown = film_of(match.record())
    counts = [count for count in match.views if count]
    assert [shown.numbers(at)[1] for at in range(len(shown.frames))] == counts
    for at, count in enumerate(counts):
        for who in match.eyes:
            assert shown.scene(at, who) == DIAMS.scene(match.views[count][who])
            told = [shown.text(entry, who).partition(" ")[2] for entry in shown.entries_of(at)]
            start = counts[at - 1] if at else 0
            assert told == [DIAMS.text(ply, who) for ply in match.log[start:count]]


def test_the_record_of_a_seat_is_the_whole_one_with_unknowns() -> None:
    match = Played(3, 8, {"length": "quick"})
    shown = film_of(match.record())
    for who in match.eyes:
        told = [(ply.seat, DIAMS.text(ply, who)) for ply in match.log]
        assert list(shown.record(who)) == list(DIAMS.layout(told))
    assert not any("?" in line for line in shown.record(EVERYTHING))


def test_rounds_begin_with_the_dealer_and_turns_with_a_line() -> None:
    match = Played(4, 4)
    shown = film_of(match.record())
    lines = list(shown.record(EVERYTHING))
    dealt = [line for line in lines if line.startswith("-- round ")]
    assert [shown.text(shown.entries_of(at)[0], EVERYTHING) for at in shown.rounds] == dealt
    begun = [shown.text(shown.entries_of(at)[0], EVERYTHING) for at in shown.turns]
    turns = [line.split(";")[0] for line in lines if line[1] == ":" and " hand " not in line]
    assert [text for text in begun if text not in dealt] == turns


def test_steps_by_turn_and_round_stay_in_the_film() -> None:
    shown = film_of(Played(3, 6).record())
    last = len(shown.frames) - 1
    for stops in (shown.turns, shown.rounds):
        at, seen = 0, [0]
        while at < last:
            at = shown.onward(stops, at)
            seen.append(at)
        assert seen == sorted({*stops, 0, last})
        while at:
            at = shown.back(stops, at)
        assert shown.back(stops, 0) == 0


def test_a_ply_is_found_by_its_number() -> None:
    shown = film_of(Played(3, 6).record())
    for number in range(1, shown.last + 1):
        first, last = shown.numbers(shown.at_ply(number))
        assert first <= number <= last
    assert shown.at_ply(10**6) == len(shown.frames) - 1
    assert shown.at_ply(0) == 0


HEAD = """match: x
game: diams
options: length=quick
seat A: a
seat B: b

-- round 1 first A
-- market 2 5 10
A: hand 5* 7 8
B: hand 4 6 6*
"""


@pytest.mark.parametrize(
    ("line", "known", "words"),
    [
        ("A: draw ?; market 7 = -", 3, "the record does not show what comes next"),
        ("A: draw 3; market 9 = -", 2, "A has no 9 in hand"),
        ("A: draw 3; market 7 = -\nB: draw 4", 4, "the record does not show what comes next"),
    ],
)
def test_positions_end_where_the_record_leaves_the_rules_or_the_known(
    line: str, known: int, words: str
) -> None:
    shown = film_of(f"{HEAD}{line}\n")
    states = [frame.state is not None for frame in shown.frames]
    assert states == [True] * known + [False] * (len(states) - known)
    assert str(shown.stopped) == words


@pytest.mark.parametrize("length", ["options: length=quick\n", ""])
def test_positions_go_on_after_an_unknown_card(length: str) -> None:
    text = HEAD.replace("options: length=quick\n", length)
    shown = film_of(f"{text}A: draw ?; market 7 = -\nB: draw 4; market 4 = -\n")
    assert [frame.state is not None for frame in shown.frames] == [True] * len(shown.frames)


def test_hands_nobody_wrote_down_are_not_made_up() -> None:
    shown = film_of(HEAD[: HEAD.index("A: hand")] + "A: reveal 5 7*; market 5*\n")
    scene = shown.scene(1, EVERYTHING)
    assert scene is not None
    hands = [zone.tokens for zone in scene.zones if str(zone.label) == "hand"]
    assert [[token.text for token in hand] for hand in hands] == [["?"] * 3] * len(hands)


def test_a_forfeit_has_a_number_and_a_note_has_none() -> None:
    lines = ["A: draw 3; market 7 = -", '-- note "late"', "-- forfeit B crash", "B: draw 4", ""]
    shown = film_of(HEAD + "\n".join(lines))
    told = [(entry.number, shown.text(entry, None)) for entry in shown.entries[4:]]
    assert told == [
        (5, "A: draw ?"),
        (6, "A: market 7 = -"),
        (0, '-- note "late"'),
        (7, "-- forfeit B crash"),
        (8, "B: draw ?"),
    ]


def test_opened_vaults_and_counts_are_for_those_who_see_everything() -> None:
    lines = "A: draw 3; market 7 = -\n-- check hand A1 B2\n"
    shown = film_of(HEAD + lines)
    assert list(shown.record(None))[-1] == "A: draw ?; market 7 = -"
    assert list(shown.record(EVERYTHING))[-1] == "-- check hand A1 B2"


def matches(game: str, options: str, seats: int, deals: int = 3) -> list[tuple[str, MatchReplay]]:
    """Records of random matches of a game, each with its replay."""
    given = dict(pair.split("=") for pair in options.split())
    bots = {f"r{seat}": "random" for seat in range(seats)}
    prepared = prepare(Plan(game=game, options=given, bots=bots, deals=deals, block="none"))
    found = []
    for number in range(1, deals + 1):
        played, _ = play_match(prepared, number)
        lines = [
            f"match: x\ngame: {game}",
            *([f"options: {options}"] if options else []),
            *(f"seat {letter}: ?" for letter in "ABCDEF"[:seats]),
            *prepared.setup.game.layout(played.entries),
            "status: complete\n",
        ]
        found.append(("\n".join(lines), film_of("\n".join(lines))))
    return found


@pytest.mark.parametrize(("options", "seats"), [("", 3), ("", 2), ("teams=on", 4), ("teams=on", 6)])
def test_passed_cards_are_shown_to_giver_and_receiver(options: str, seats: int) -> None:
    """DM-R4: to the left; DM-R15: to the partner opposite."""
    for text, shown in matches("diamonds", options, seats):
        frame = shown.entries_of(1)
        for entry, giver in zip(frame, range(seats), strict=True):
            told = {who: shown.text(entry, who) for who in (*range(seats), None, EVERYTHING)}
            whole = told.pop(EVERYTHING)
            assert f"\n{whole}\n" in text
            assert whole.startswith(f"{'ABCDEF'[giver]}: pass ")
            receiver = (giver + (seats // 2 if options else 1)) % seats
            assert {who for who, line in told.items() if line == whole} == {giver, receiver}
            assert told[None] == f"{whole[:7]}{' ?' * len(whole[8:].split())}"


def test_while_cards_are_passed_everybody_is_waited_for() -> None:
    for _, shown in matches("diamonds", "", 4):
        scene = shown.scene(0, EVERYTHING)
        assert scene is not None
        assert scene.active == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("game", "options", "seats", "opening"),
    [
        ("diams", "", 3, "-- round "),
        ("diamonds", "rounds=3", 3, "-- round "),
        ("blue-border", "rounds=3 limit=20", 3, "-- start "),
        ("diamond-boxes", "", 2, "-- start "),
        ("diamond-boxes-2", "", 2, "-- start "),
    ],
)
def test_rounds_of_every_game_are_found(game: str, options: str, seats: int, opening: str) -> None:
    for text, shown in matches(game, options, seats):
        begun = [shown.text(shown.entries_of(at)[0], EVERYTHING) for at in shown.rounds]
        assert begun == [line for line in text.split("\n") if line.startswith(opening)]


@pytest.mark.parametrize(
    ("game", "options"), [("blue-border", "limit=40"), ("diamonds", "rounds=1")]
)
def test_the_last_frame_of_a_whole_match_shows_its_end(game: str, options: str) -> None:
    for _, shown in matches(game, options, 3):
        last = shown.frames[-1].state
        assert last is not None
        assert last.outcome() is not None


RECORDS = Path(__file__).parents[2] / "data" / "records"


def cells(shown: MatchReplay, at: int) -> list[str]:
    """The rows of the board in a frame."""
    scene = shown.scene(at, EVERYTHING)
    assert scene is not None
    assert scene.grid is not None
    return [" ".join(token.text if token else ".." for token in row) for row in scene.grid.rows]


def test_boards_of_a_record_with_gaps_go_on_behind_the_first_one() -> None:
    shown = film_of((RECORDS / "notes-diamond-boxes-2.tmr").read_text("utf-8"))
    assert all(frame.state is not None for frame in shown.frames)
    assert cells(shown, shown.at_ply(5)) == [
        ".. .. ?? ??",
        "r● r● ?? ??",
        "r● r○ ?? ??",
        ".. .. b○ b○",
    ]
    last = " ".join(cells(shown, len(shown.frames) - 1))
    assert "??" not in last  # other cards cover them by now


def test_an_unknown_card_hides_its_cells_and_nothing_else() -> None:
    text = (RECORDS / "table-diamond-boxes.tmr").read_text("utf-8")
    whole, gaps = film_of(text), film_of(text.replace("B: b1@1,0e", "B: ?@1,0e"))
    hidden = 0
    for number in range(7, whole.last + 1):
        one, other = cells(whole, whole.at_ply(number)), cells(gaps, gaps.at_ply(number))
        for row, seen in zip(one, other, strict=True):
            for cell, told in zip(row.split(), seen.split(), strict=True):
                assert told in (cell, "??")
                hidden += told == "??"
                assert told == cell or cell[0] == "b"
    assert hidden == 6


def open_to_all(shown: MatchReplay, at: int) -> list[Zone]:
    """The zones of a frame of Diamonds other than hands: tricks, crystals, cards taken."""
    scene = shown.scene(at, EVERYTHING)
    assert scene is not None
    return [zone for zone in scene.zones if str(zone.label) != "hand"]


@pytest.mark.parametrize("seed", [4, 8, 12, 16, 20])
def test_tricks_and_crystals_are_those_of_the_match_where_no_hand_was_kept(seed: int) -> None:
    text = engine_record(played(seed, 1.0, "diamonds")).replace("source: engine\n", "")
    whole = film_of(text)
    gaps = film_of(re.sub(r"^[A-F]: (hand|pass) .*\n", "", text, flags=re.M))
    for back in range(1, sum(" = " in line for line in text.splitlines()) * 2):
        at = len(whole.frames) - back, len(gaps.frames) - back
        assert open_to_all(gaps, at[1]) == open_to_all(whole, at[0])


def test_crystals_that_nobody_can_tell_and_cards_that_nobody_saw_are_question_marks() -> None:
    shown = film_of((RECORDS / "notebook-diamonds.tmr").read_text("utf-8"))
    scene = shown.scene(len(shown.frames) - 1, 4)
    assert scene is not None
    zones = {(str(zone.label), zone.owner): zone for zone in scene.zones}
    assert [token.text for token in zones["hand", 4].tokens] == ["D3", "D6", "S3", "?"]
    assert [token.text for token in zones["showroom", 0].tokens] == ["?"]
    assert str(zones["showroom", 0].note) == "vault ?"
    assert [token.text for token in zones["last trick", None].tokens] == [
        *("A:S11", "B:S10", "C:S13", "D:S6", "E:S14"),
    ]


@pytest.mark.parametrize("seed", usual(range(3), range(8)))
def test_every_position_of_a_record_with_gaps_can_be_looked_at(seed: int) -> None:
    shown = film_of(gappy(seed, 0.3))
    for at in range(len(shown.frames)):
        for who in (EVERYTHING, None, 0, 1):
            assert shown.scene(at, who) is not None


def rows(shown: MatchReplay) -> dict[int, list[list[str]]]:
    """Piles and lines of Blue Border by the number of the last entry shown."""
    found = {}
    for at in range(len(shown.frames)):
        scene = shown.scene(at, EVERYTHING)
        assert scene is not None
        zones = [zone for zone in scene.zones if str(zone.label) not in ("deck", "discards")]
        found[shown.numbers(at)[1]] = [[token.text for token in zone.tokens] for zone in zones]
    return found


@pytest.mark.parametrize("seed", usual((0, 12, 28), range(0, 36, 4)))
def test_lines_and_piles_are_those_of_the_match_where_numbers_are_missing(seed: int) -> None:
    text = blue_border_gaps.played(seed)
    whole, gaps = (rows(film_of(t)) for t in (text, blue_border_gaps.with_gaps(text, seed, 0.5)))
    hidden = 0
    for number in whole.keys() & gaps.keys():  # a skip has no frame of its own
        for row, other in zip(whole[number], gaps[number], strict=True):
            for card, told in zip(row, other, strict=True):
                assert told in (card, "?", f"{card[:2]}?")
                hidden += "?" in told
    assert hidden


def test_numbers_not_opened_yet_are_shown_to_no_seat_though_the_record_tells_them() -> None:
    shown = film_of((RECORDS / "table-blue-border.tmr").read_text("utf-8"))
    line = {}
    for who in (EVERYTHING, 1):
        scene = shown.scene(len(shown.frames) - 1, who)
        assert scene is not None
        assert str(scene.title) == "Blue Border, the match is over"
        line[who] = [token.text for token in scene.zones[6].tokens]
    assert line[EVERYTHING] == ["A:5", "B:14", "C:19", "D:29", "E:23", "F:17", "G:8"]
    assert (line[1][0], line[1][4:6]) == ("A:~5-8", ["E:23", "F:17"])


def test_what_stood_and_cannot_be_followed_is_not_drawn() -> None:
    head = "match: x\ngame: blue-border\nseat A: a\nseat B: b\n\n-- start A\nA: take 1\n"
    shown = film_of(f'{head}-- ruling adjust A points +1 reason "x"\nB: take 2\nA: take 1\n')
    assert shown.frames[1].state is not None
    assert shown.frames[-1].state is None
    assert str(shown.stopped) == "several positions are possible from here on"


def test_a_gap_that_leaves_several_positions_open_is_not_drawn_until_it_is_closed() -> None:
    shown = film_of((RECORDS / "evening-diams.tmr").read_text("utf-8"))
    spans = [(shown.numbers(at)[0], shown.numbers(at)[1]) for at in range(len(shown.frames))]
    assert [span for span in spans if span[1] > span[0]] == [(69, 84)]
    end = shown.scene(len(shown.frames) - 1, EVERYTHING)
    assert end is not None
    vaults = [zone.tokens for zone in end.zones if str(zone.label) == "vault"]
    assert " ".join(token.text for token in vaults[2]) == "3 3 3 5 5 5 8 8 8 9 9 9 9"
    assert "?" not in [token.text for vault in vaults for token in vault]
