"""`-- gap`: turns that nobody wrote down, in every game."""

from itertools import count
from random import Random

import pytest

from engines.api import EVERYTHING, RecordTracker
from engines.games import GAMES
from tests.examples import times
from tests.records.strategies import NAMED
from tests.records.test_unknown_cards import alarm, forgotten, places
from tests.records.turn_gaps import TURN, at_table, cut, cuts
from tourney.records import check, read, write
from tourney.records.check_report import summary
from tourney.records.problems import headline
from tourney.records.record_positions import replay_of


def gaps_are_followed(name: str) -> bool:
    """Whether the records of a game may leave out turns; a game need not offer it."""
    game = GAMES[name]
    tracker = game.tracker(game.options({}, game.seats[0]), game.seats[0])
    return tracker is not None and type(tracker).gap is not RecordTracker.gap


every_game = pytest.mark.parametrize("name", tuple(filter(gaps_are_followed, NAMED)))


def found(text: str) -> list[str]:
    """The problems of a record as `line: message`."""
    document = read(text)
    problems = document.faults() or [*check(document.matches[0]).problems]
    return [headline(problem, "").removeprefix(":") for problem in problems]


def said(text: str) -> str:
    """What a check says about a record that passes."""
    (match,) = read(text).matches
    report = check(match)
    assert report.problems == ()
    return summary(report).split("plies  ")[1]


def after(head: str, *lines: str) -> str:
    """A record with these lines after its head, without status."""
    return "\n".join((head.strip("\n"), *lines, ""))


# -- nothing possible is refused


@every_game
def test_turns_may_be_missing_anywhere(name: str) -> None:
    for text in cuts(name, range(times(30, 6))):
        assert alarm(text) == "", text


@pytest.mark.full
@every_game
def test_turns_may_be_missing_anywhere_in_thousands_of_records(name: str) -> None:
    for text in cuts(name, range(2000)):
        assert alarm(text) == "", text


@every_game
def test_turns_and_cards_may_be_missing(name: str) -> None:
    for seed, text in enumerate(cuts(name, range(times(12, 5)))):
        rng, spots = Random(seed), places(name, text) if "\nresult:" in text else []
        counts = [spot for spot in spots if text[: spot.start()].endswith("-- gap ")]
        some = [spot for spot in spots if spot not in counts and rng.random() < 0.3]
        assert alarm(forgotten(text, some)) == "", text


@every_game
def test_the_end_of_a_match_may_be_missing(name: str) -> None:
    for seed in range(5):
        lines = at_table(name, seed).split("\n")
        body, trailer = lines.index("") + 1, len(lines) - 1 - lines[::-1].index("", 1)
        turns = [at for at in range(body, trailer) if lines[at][1:2] == ":"]
        start = turns[len(turns) * 2 // 3]
        text = "\n".join((*lines[:start], "-- gap", *lines[trailer:]))
        assert alarm(text) == "", text


@every_game
def test_a_record_with_a_gap_is_written_as_it_was_read(name: str) -> None:
    for text in cuts(name, range(5)):
        assert write(read(text)) == text


@every_game
def test_what_was_wrong_before_a_gap_is_still_found(name: str) -> None:
    """A turn that is written twice before the gap is as wrong as without the gap."""
    refused = 0
    for seed in range(6):
        text, rng = at_table(name, seed), Random(seed)
        gap = cut(text, rng, counted=False, most=3)
        lines = text.split("\n")
        if gap is None or lines[gap.start - 1][1:2] != ":" or gap.start < 20:
            continue
        doubled = [*lines[: gap.start], *lines[gap.start - 1 :]]
        twice = gap.text.split("\n")
        twice.insert(gap.start, lines[gap.start - 1])
        if found("\n".join(doubled)):
            (wrong, *_) = found("\n".join(twice))
            assert wrong.startswith(f"{gap.start + 1}:")
            refused += 1
    assert refused or name == "diamond-boxes"


# -- Diam's

DIAMS = """
match: x
game: diams
source: notes
seat A: Aiko
seat B: Ben
seat C: Chie

-- round 1 first A
-- market 2 5 10
A: hand 5* 7 8
B: hand 4 6 6*
C: hand 5 8 10
A: reveal 5 7*; market 5*
B: reveal 1 3 +MG; magic 1
"""


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (("-- gap", "A: draw 5*; pass"), "16:9: error[K-card]: there is only one 5*"),
        (("-- gap", "A: reveal 3 7*; pass"), "16:13: error[K-card]: there is only one 7*"),
        (("-- gap", "B: draw 9; magic 2"), "16:12: error[R-DI-R10]: Ben has no MG in hand"),
        (("-- gap 1", "C: draw 9; market 9 = -"), "16:4: error[R-DI-R7]: it is Aiko's turn"),
        (
            ("-- gap", "A: draw 9; pass", "A: draw 8; pass"),
            "17:4: error[R-DI-R7]: it is Ben's turn",
        ),
        (("-- gap 99",), "15:1: error[K-gap]: at most 39 turns can be missing here"),
        (("C: draw 9", "-- gap"), "16:1: error[K-due]: Chie has to play"),
        (("-- gap", "-- reveal A vault 5x3* hand 5*"), "16:1: error[K-card]: there is only one 5*"),
        (
            ("-- gap", "-- reveal A vault 5x3*", "-- reveal B hand 5 5 5"),
            "17:1: error[K-card]: there are only four 5",
        ),
        (("-- gap", "-- reveal C hand MG"), "16:1: error[K-card]: there is only one MG"),
        (("-- gap", "-- end round 2"), "16:1: error[K-revealed]: this is round 1"),
        (("-- gap", "-- round 4 first A"), "16:1: error[K-over]: the match is over after 3 rounds"),
        (("-- gap", "-- round 2 first A"), "16:10: error[R-DI-Q29]: Ben starts round 2, not Aiko"),
    ],
)
def test_diams_refuses_what_no_missing_turns_explain(lines: tuple[str, ...], problem: str) -> None:
    (first, *_) = found(after(DIAMS, *lines))
    assert first.startswith(problem)


@pytest.mark.parametrize(
    "lines",
    [
        ("-- gap", "A: draw 5; market 9 = -"),  # the market and hands are unknown
        ("-- gap 1", "A: draw END 5; convoy 1x1", "-- gap 2", "-- end round 1"),
        ("-- gap", "-- end round 1", "-- round 2 first B", "-- market 5* 7* 5"),
        ("-- gap", "-- round 2 first B", "-- market 5* 7* 5"),
        ("-- gap", "-- round 3 first C", "-- market 5* 7* 5", "A: hand 1 1 1", "-- gap"),
    ],
)
def test_diams_accepts_what_missing_turns_explain(lines: tuple[str, ...]) -> None:
    assert found(after(DIAMS, *lines)) == []


def test_finished_rounds_of_diams_stay_known_after_a_gap() -> None:
    texts = (at_table("diams", seed) for seed in count())
    text = next(text for text in texts if "-- round 2" in text).split("\n")
    end = text.index("-- end round 1")
    turn = next(at for at in range(end, len(text)) if TURN.match(text[at]))
    told = (*text[: end + 1], "-- check points A999", *text[end + 1 : turn], "-- gap", "")
    (wrong,) = found("\n".join(told))
    assert wrong.startswith(f"{end + 2}:")
    assert "[K-check]: points by the entries so far: A" in wrong


# -- Diamonds

DIAMONDS = """
match: x
game: diamonds
options: rounds=2
source: notes
seat A: Aiko
seat B: Ben
seat C: Chie
seat D: Dan
seat E: Emi

-- round 1 dealer A pass 3
E: hand D3 D6 D14 H1 H12 H13 S3 S8 C10 C11
E: pass S8 C10 C11
B: C6 C12 C4 D14 C1 = C
C: H15 S2 H11 H5 H8 = C
"""


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (("-- gap", "A: S5 C12"), "17:7: error[K-card]: C12 is played a second time"),
        (("-- gap", "C: H12"), "17:4: error[R-DM-R6]: Chie does not have H12"),
        (("-- gap 2", "D: C5 C3 C7 C8 H2"), "14:14: error[R-DM-R6]: Emi did not follow suit"),
        (("-- gap 9",), "16:1: error[K-gap]: at most 8 turns can be missing here"),
        (("C: D2 S1", "-- gap"), "17:1: error[K-due]: Emi has to play before"),
        (("-- gap 8", "A: C3"), "17:4: error[K-due]: "),
        (
            ("-- gap", "-- round 2 dealer C pass 3"),
            "17:10: error[R-DM-R9]: Ben deals",
        ),
        (
            ("-- gap", "-- round 3 dealer C pass 3"),
            "17:1: error[K-over]: ",
        ),
    ],
)
def test_diamonds_refuses_what_no_missing_tricks_explain(
    lines: tuple[str, ...], problem: str
) -> None:
    (first, *_) = found(after(DIAMONDS, *lines))
    assert first.startswith(problem)


@pytest.mark.parametrize(
    "lines",
    [
        ("-- gap", "A: S5 C13 S1 S4 S7 = E", "E: D3"),
        ("-- gap 7", "A: S5 C13 S1 S4 S7 = E", "-- round 2 dealer B pass 2", "C: C12"),
        ("-- gap 8", "-- round 2 dealer B pass 2", "C: C12"),
        ("-- gap", "-- round 2 dealer B pass 2", "C: C12"),
    ],
)
def test_diamonds_accepts_what_missing_tricks_explain(lines: tuple[str, ...]) -> None:
    assert found(after(DIAMONDS, *lines)) == []


def test_crystals_are_known_again_once_a_check_states_them() -> None:
    """C takes hearts: a crystal for its showroom; D and E throw spades: one each to the vault."""
    stated = ("-- check showroom A2 B4 C8 D1 E1 thief C", "-- check vault A0 B1 C2 D1 E1")
    later = ("-- check showroom A2 B4 C9 D0 E0 thief C", "-- check vault A0 B1 C2 D2 E2")
    trick = "C: H9 S1 S3 H3 H4 = C"
    assert said(after(DIAMONDS, "-- gap", *stated, trick, *later)).count("'-- check") == 2
    assert said(after(DIAMONDS, "-- gap", stated[0], trick, *later)).count("'-- check") == 3
    (wrong,) = found(after(DIAMONDS, "-- gap", *stated, trick, stated[0]))
    assert wrong.endswith("showroom by the entries so far: C9, D0, E0")


@pytest.mark.parametrize(("gap", "number"), [("-- gap", ""), ("-- gap 2", " (trick 5)")])
def test_a_revoke_after_a_gap_has_the_number_of_its_trick_only_if_that_is_known(
    gap: str, number: str
) -> None:
    """Aiko throws S1 on hearts and has a heart in the next trick."""
    text = after(DIAMONDS, gap, "C: H9 S4 H1 S1 H4 = C", "C: C3 C13 D3 H7 C5 = D")
    assert f"discards S1 on a heart lead{number} ..." in alarm(text)


def test_nothing_leaves_a_vault_in_a_gap() -> None:
    """Dan's S2 and Emi's D14 on other suits put a crystal each into their vaults (DM-R7)."""
    assert found(after(DIAMONDS, "-- gap", "-- check vault D1 E1")) == []
    (wrong,) = found(after(DIAMONDS, "-- gap", "-- check vault D0"))
    assert wrong.startswith("17:1: error[K-check]: Dan had 1 in the vault before the gap")


# -- Diamond Boxes

BOXES = """
match: x
game: diamond-boxes
source: notes
seat A: Aiko
seat B: Ben
seat C: Chie

-- start r9@1,0e b7@0,0n
A: hand r5 r8 y7 g9 b2
B: hand r7 y4 g5 b1 p2
C: hand r1 r2 g8 p1 p5
C: p1@1,0e/6
A: y7@0,0n/6
B: b1@1,0e/6
"""


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (("-- gap", "A: y7@5,5n/6"), "16:4: error[R-DJ1-R10]: Aiko has no y7"),
        (("-- gap", "A: p5@5,5n/6"), "16:4: error[R-DJ1-R10]: Aiko has no p5"),
        (("-- gap", "A: r9@5,5n/6"), "16:4: error[R-DJ1-R10]: Aiko has no r9"),
        (("-- gap", "A: r5@5,5n/6", "B: p2@9,9n/4; penalty r5 b3"), "17:23: error[K-card]: r5 "),
        (("-- gap", "A: r5@5,5n/4; penalty g1 g2 g3"), "16:4: error[R-DJ1-R14]: "),
        (("-- gap", "A: r5@5,5n/6", "A: r8@5,5n/6"), "17:4: error[R-DJ1-R9]: it is Ben's turn"),
        (("-- gap 3", "A: r5@5,5n/6"), "16:4: error[R-DJ1-R9]: it is Chie's turn"),
        (("-- gap 46",), "15:1: error[K-gap]: at most 45 turns can be missing here"),
        (("-- gap", "-- check deck 34"), "16:1: error[K-check]: the deck had only 33 cards"),
        (
            ("-- gap", "-- check hand A1 B2 C3", "A: r5@5,5n/6", "B: p2@5,5n/6"),
            "18:4: error[K-over]: the match is over",
        ),
        (
            ("-- gap", "-- check deck 1", "A: r5@5,5n/5; penalty y1", "B: p2@5,5n/6"),
            "18:4: error[K-over]: the match is over",
        ),
        (
            ("-- gap", "-- check hand A4 B2 C3", "A: r5@5,5n/6", "-- check hand A4"),
            "18:15: error[K-check]: hand by the entries so far: A3",
        ),
    ],
)
def test_boxes_refuse_what_no_missing_turns_explain(lines: tuple[str, ...], problem: str) -> None:
    (first, *_) = found(after(BOXES, *lines))
    assert first.startswith(problem)


def test_the_table_of_boxes_is_unknown_after_a_gap() -> None:
    """The cards laid in the gap can lie anywhere, so that any card can match and be anywhere."""
    lines = ("-- gap", "A: r5@-40,17s/6", "B: p2@0,0n/2; penalty g1 g2 g3 g4", "C: p5@3,3n")
    assert found(after(BOXES, *lines)) == []


COLOURS = """
match: x
game: diamond-boxes-2
source: notes
seat A: Aiko
seat B: Ben

-- start r9@1,0e b7@0,0n first A
A: hand r5 r8 y7 g9 b2
B: hand r7 y4 g5 b1 p2
B: colour r
"""


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (("-- gap", "A: colour y", "A: y7@5,5n/4"), "13:4: error[R-DJ2-R6]: y7 would cover yellow"),
        (("-- gap", "A: colour y", "B: colour y"), "13:4: error[R-DJ2-R10]: "),
        (("-- gap", "A: r5@5,5n/3"), "12:4: error[R-DJ2-R6]: "),
        (("-- gap", "A: r5@5,5n/6", "B: pass"), "13:4: error[R-DJ2-R4]: it is Aiko's turn"),
        (("-- gap", "B: r5@5,5n/6"), "12:4: error[R-DJ2-R5]: Ben has no r5"),
        (
            ("-- gap", "A: r5@5,5n/6; draw b3", '-- draw reason "stuck"'),
            "13:1: error[R-DJ2-R12]: ",
        ),
        (("-- gap", "-- check deck A20 B3"), "12:1: error[K-check]: the deck had only 19 cards"),
    ],
)
def test_colours_refuse_what_no_missing_turns_explain(lines: tuple[str, ...], problem: str) -> None:
    (first, *_) = found(after(COLOURS, *lines))
    assert first.startswith(problem)


# -- Blue Border

BORDER = """
match: x
game: blue-border
options: rounds=2
source: notes
seat A: Aiko
seat B: Ben
seat C: Chie
seat D: Dan

-- start A
A: take 3 = 5
B: pass -> 2
"""


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (("-- gap", "D: take 1", "C: take 1"), "15:4: error[R-BB-R8]: it is Aiko's turn"),
        (("-- gap", "D: take 1", "-- skip B"), "15:1: error[R-BB-R8]: it is Aiko's turn"),
        (("-- gap", "D: take 1", "B: call C miss; lose"), "15:4: error[R-BB-R11]: the new card"),
        (("-- gap", "D: pass -> 1", "B: call D miss; lose"), "15:4: error[R-BB-R11]: "),
        (("-- gap", "D: call D hit; reward none"), "14:4: error[R-BB-R11]: Dan cannot call their"),
        (("-- gap", "B: call D hit"), ""),
        (("-- gap", "B: call D = 25,9 miss; lose"), "14:4: error[R-BB-R6]: "),
        (("-- gap", "-- check points A8"), "14:1: error[K-check]: "),
        (
            ("-- gap", "-- check points A7 B1 C0 D2", "B: take 1", "-- check points B3"),
            "16:17: error[K-check]: points by the entries so far: B2",
        ),
        (("-- gap", "-- reveal A 4 9 4"), "14:1: error[K-check]: 4 is the number of another card"),
        (("-- gap", "-- reveal A 4", "-- reveal B 4"), "15:1: error[K-check]: 4 is the number of"),
        (("-- gap 9999",), "13:1: error[K-gap]: at most 498 turns can be missing here"),
        (
            ("-- gap", "-- start B", "-- gap", "-- start C"),
            "16:1: error[K-over]: the match is over",
        ),
    ],
)
def test_blue_border_refuses_what_no_missing_turns_explain(
    lines: tuple[str, ...], problem: str
) -> None:
    (first, *_) = [*found(after(BORDER, *lines)), ""]
    assert first.startswith(problem)
    assert bool(first) == bool(problem)


def test_the_next_round_of_blue_border_is_followed_again() -> None:
    (wrong,) = found(after(BORDER, "-- gap", "-- start C", "C: take 2 = 5", "D: take 3 = 5"))
    assert wrong.startswith("16:13: error[K-card]: 5 is the number of another card")


# -- what a gap says


def test_the_result_of_a_match_with_a_gap_is_claimed() -> None:
    trailer = ("", "result: A 12, B 3, C 7", "rank: A > C > B", "status: complete")
    lines = ("-- gap 1", "A: draw 9; market 9 = -", "-- gap", "-- end round 1")
    quick = DIAMS.replace("source", "options: length=quick\nsource")
    assert said(after(quick, *lines, *trailer)) == (
        "verified 4 of 6, 2 consistent; 2 gaps; "
        "not verified: result and rank: turns are missing at line 16"
    )
    assert found(after(quick, *lines, *trailer).replace("A > C > B", "B > C > A")) != []


def test_only_people_leave_out_turns_and_only_between_turns() -> None:
    engine = after(DIAMS, "-- gap").replace("source: notes", "source: engine")
    (problem,) = read(engine).faults()
    assert (problem.code, problem.line) == ("T-gap", 15)
    assert problem.remedy is not None
    (problem,) = check(read(after(DIAMS, "C: draw 9", "-- gap")).matches[0]).problems
    assert problem.remedy is not None
    assert "complete the line before it" in problem.remedy.text("en")


@pytest.mark.parametrize("typed", ["0", "x", "1 2", "-1", "10000", '"3"'])
def test_the_number_of_missing_turns_is_read_strictly(typed: str) -> None:
    (problem,) = read(after(DIAMS, f"-- gap {typed}")).faults()
    assert (problem.code, problem.line) == ("T-directive", 15)


@pytest.mark.parametrize("typed", ["--gap", "-- GAP", "－－　ｇａｐ", "-- gap  # tea"])
def test_a_gap_is_read_as_typed(typed: str) -> None:
    assert found(after(DIAMS, typed)) == []


def test_chips_of_a_match_are_unknown_after_a_round_that_nobody_saw_end() -> None:
    hands = ("A: hand 1 3 4", "B: hand 2 3 4", "C: hand 6 7 8")
    lines = ("-- gap", "-- round 2 first B", "-- market 5* 7* 5", *hands, "B: draw 9; market 2 = -")
    (match,) = read(after(DIAMS, *lines)).matches
    replay = replay_of(match)
    shown = [GAMES["diams"].scene(frame.state.view(EVERYTHING)).scores for frame in replay.frames]
    assert shown[-1] == (None, None, None)
