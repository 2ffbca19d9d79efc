"""Both moves of a decision played on: known ends, equal luck in pairs, and what is refused."""

from contextlib import closing
from pathlib import Path
from random import Random
from statistics import variance

import pytest

from engines.api import CHANCE
from engines.games import GAMES
from tests.bots.positions import EVERYWHERE, played_out
from tests.conftest import Tourney
from tests.examples import times
from tourney.app.what_if import Branching, BranchPlayer, PlayoutPair, changes, position
from tourney.bots import BOTS

GREEDY = BOTS["greedy"]()
RECORDS = Path(__file__).parents[2] / "data" / "records"
SPRING = str(RECORDS / "spring-diams.tmr")
WHAT_IF = ("replay", SPRING, "--what-if")


def decision(name: str, seats: int, variant: int, at: float, seed: int = 1) -> Branching:
    """A decision after a part of a match, with the move that was made and another legal one."""
    game = GAMES[name]
    options = game.options(game.variants[variant], seats)
    moves = played_out(game, options, seats, Random(f"{name} {seed}"), GREEDY, 0.8)
    number = round(at * (len(moves) - 1))
    while moves[number].seat == CHANCE:
        number += 1
    past = [(move.seat, move.move) for move in moves[:number]]
    seat, played, *_ = moves[number]
    legal = position(game.start(options, seats), past)[0].legal_moves(seat)
    other = next((move for move in reversed(legal) if move != played), played)
    return Branching(name, options, past, seat, played, other, ("greedy",) * seats)


def pairs(one: Branching, count: int, shift: int = 0, seed: str = "1") -> list[PlayoutPair]:
    """Playouts, the second move of each with the luck of another one if there is a shift."""
    with closing(BranchPlayer((one, seed))) as player:
        return [player.pair(number, number + shift) for number in range(count)]


@pytest.mark.parametrize(("name", "seats", "variant"), EVERYWHERE)
def test_the_same_move_twice_makes_no_difference_at_all(
    name: str, seats: int, variant: int
) -> None:
    one = decision(name, seats, variant, 0.5)
    same = Branching(name, one.options, one.past, one.seat, one.played, one.played, one.targets)
    found = pairs(same, 3)
    assert all(pair.played == pair.instead for pair in found)
    for seat in changes(found):
        assert seat.difference.mean == 0
        assert seat.result == "even"
        assert seat.shares[0] == seat.shares[1]


@pytest.mark.parametrize("name", GAMES)
def test_the_last_move_of_a_match_leads_to_its_known_end(name: str) -> None:
    game = GAMES[name]
    one = decision(name, 2, 0, 1.0)
    ends = []
    for move in (one.played, one.instead):
        state, _ = position(game.start(one.options, 2), [*one.past, (one.seat, move)])
        ends.append(state.outcome())
    for pair in pairs(one, 4):
        for known, met in zip(ends, pair, strict=True):
            assert known is None or known == met
    assert ends[0] is not None
    found = changes(pairs(one, 4))
    for seat, mine in enumerate(found):
        assert mine.places[0] == ends[0].places[seat]
        assert mine.scores[0] == ends[0].scores[seat]


@pytest.mark.parametrize(("name", "seats", "at"), [("diamonds", 3, 0.3), ("diams", 2, 0.5)])
def test_pairs_share_their_luck_which_takes_variance_out_of_the_difference(
    name: str, seats: int, at: float
) -> None:
    one, count, spread = decision(name, seats, 0, at), times(400, 40), []
    assert one.played != one.instead
    for shift in (0, count):
        found = pairs(one, count, shift)
        assert len({pair.played for pair in found}) > 3
        ends = [(pair.played.places[one.seat], pair.instead.places[one.seat]) for pair in found]
        spread.append(variance(after - before for before, after in ends))
    assert 0 < spread[0] < 0.8 * spread[1]


def test_the_interval_of_few_playouts_has_the_difference_of_many() -> None:
    one = decision("diams", 2, 1, 0.6)
    many = changes(pairs(one, times(2_000, 80)))[one.seat].difference
    few = changes(pairs(one, 20, seed="2"))[one.seat].difference
    assert few.low is not None
    assert few.high is not None
    assert few.low <= float(many.mean) <= few.high
    assert (many.half() or 1) < (few.half() or 0)


def test_a_record_is_played_on_and_told_in_words_and_as_data(tourney: Tourney) -> None:
    shown = tourney(*WHAT_IF, "34", "crack B 6", "--budget", "40")
    assert shown.out == GOLDEN
    assert shown.err == SAID
    assert tourney(*WHAT_IF, "34", " CRACK rho  b 6", "--budget", "40").code == 2
    lax = tourney(*WHAT_IF, "34", "CRACK  greedy 6", "--budget", "40")
    assert lax.out == shown.out
    data = (*WHAT_IF, "34", "crack B 6", "--budget", "3", "--format", "csv")
    rows = tourney(*data, "--columns", "player,bot,result,playouts").out.splitlines()
    assert rows[0] == "player,bot,result,playouts"
    assert rows[1].startswith("rho,greedy,")
    assert tourney(*data, "-j", "2").out == tourney(*data).out
    assert tourney(*data, "--seed", "2").out != tourney(*data).out
    ja = tourney(*WHAT_IF, "34", "crack B 6", "--budget", "4", "--lang", "ja")
    assert "34手目: rhoには" in ja.err
    assert "代わりの手は" in ja.out


def test_each_seat_has_its_bot_and_one_that_fails_ends_it(tourney: Tourney, tmp_path: Path) -> None:
    bots = ("--bots", "greedy", "--bots", "random", "--bots", "guide:worlds=1")
    rows = tourney(*WHAT_IF, "34", "crack B 6", "--budget", "2", *bots, "--format", "csv").out
    assert [row.split(",")[1] for row in rows.splitlines()[1:]] == [
        "greedy",
        "random",
        "guide:worlds=1",
    ]
    (tmp_path / "bad.py").write_text(EARS.replace("legal[0]", "'nonsense'"))
    failed = tourney(*WHAT_IF, "34", "crack B 6", "--bots", "bad.py")
    assert (failed.code, failed.out) == (3, "")
    assert "bot 'bad.py' did not play a playout to its end (illegal: " in failed.err


def test_matches_of_runs_and_events_name_the_targets_of_their_bots(tourney: Tourney) -> None:
    bots = ("--bot", "ada=greedy", "--bot", "bob=search:iterations=2")
    game = ("--game", "diams", "-O", "length=quick", *bots, "--seed", "1")
    tourney("run", *game, "--deals", "1", "--name", "duel", "-q")
    tourney("event", "new", "cup", *game, "--schedule", "roundrobin", "--sizes", "2", "-q")
    tourney("event", "pair", "cup", "-q")
    tourney("event", "play", "cup", "-q")
    for match in ("match:duel/1", "match:cup/r1/t1"):
        asked = ("replay", match, "--what-if", "5", "nonsense")
        options = tourney(*asked).err
        move = options.rpartition("legal: ")[2].split(",")[0]
        played = tourney(*asked[:-1], move, "--budget", "2", "--format", "csv")
        assert {row.split(",")[0] for row in played.out.splitlines()[1:]} == {"ada", "bob"}
        refused = tourney(*asked[:-1], move, "--bots", "bob")
        assert (refused.code, refused.out) == (2, "")
        assert "its target is search:iterations=2: write --bots search:iterations=2" in refused.err
        assert "unknown bot 'eve'" in tourney(*asked[:-1], move, "--bots", "eve").err


def test_a_cluster_plays_on_with_bots_that_are_trusted(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "ears.py").write_text(EARS)
    asked = (*WHAT_IF, "34", "crack B 6", "--bots", "ears.py")
    refused = tourney(*asked, "--executor", "dask:127.0.0.1:9")
    assert (refused.code, "--trust-bots" in refused.err) == (2, True)
    assert "--trust-bots needs --what-if" in tourney("replay", SPRING, "--trust-bots").err


def test_a_bot_that_listens_is_told_the_past(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "ears.py").write_text(EARS)
    asked = (*WHAT_IF, "34", "crack B 6", "--budget", "2", "--bots", "ears.py", "--format", "csv")
    told = tourney(*asked)
    assert told.code == 0, told
    assert told.out.startswith("player,")
    assert "I print" in told.err
    heard = (tmp_path / "heard.txt").read_text().splitlines()
    assert heard[0].startswith("1 ")
    assert any(line.startswith("34 0 crack B 6 ") or line == "34 0 crack B 6" for line in heard)


EARS = """
class Bot:
    version = "1"
    want = ("legal", "events")

    def event(self, entry):
        with open("heard.txt", "a") as file:
            print(entry["n"], entry["seat"], entry["text"], file=file)

    def choose(self, view, legal):
        print("I print")
        return legal[0]
"""


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("--what-if", "1", "draw"), 2, "ply 1, 'round 1 first A', is no decision of a player"),
        (("--what-if", "1", "draw"), 2, "the next one is ply 6"),
        (("--what-if", "99", "draw"), 5, "has no ply 99; its last one is 42"),
        (("--what-if", "34", "crack B 11"), 2, "'crack B 11' is no move"),
        (("--what-if", "34", "vault 5x3"), 2, "'vault 5x3' is not legal at ply 34: "),
        (("--what-if", "34", "vault 5x3"), 2, "; legal: "),
        (("--what-if", "34", "crack B 6", "--bots", "nope"), 2, "unknown bot 'nope'"),
        (("--what-if", "34", "crack B 6", *["--bots", "greedy"] * 2), 2, "the 3 seats; 2 are"),
        (("--what-if", "34", "crack B 6", "--budget", "1"), 2, "from 2 to 1000000"),
        (("--what-if", "34", "crack B 6", "--plain"), 2, "--plain does not apply to --what-if"),
        (("--what-if", "34", "crack B 6", "--columns", "x"), 2, "'x'"),
        (("--budget", "9"), 2, "--budget needs --what-if"),
        (("-o", "x.csv"), 2, "no format is known for the ending of 'x.csv'"),
    ],
    ids=str,
)
def test_what_is_not_possible_is_refused_with_the_place_and_what_is(
    tourney: Tourney, words: tuple[str, ...], code: int, told: str
) -> None:
    refused = tourney("replay", SPRING, *words)
    assert (refused.code, refused.out) == (code, "")
    assert told in refused.err


def test_a_record_is_played_on_only_from_where_it_can_be_followed(tourney: Tourney) -> None:
    wrong = SPRING.replace(".tmr", "-wrong.tmr")
    refused = tourney("replay", wrong, "--what-if", "41", "draw")
    assert refused.code == 3
    assert "cannot be played on from ply 41, only from plies 1 to 40: no 7 in hand" in refused.err
    unknown = tourney("replay", str(RECORDS / "table-blue-border.tmr"), "--what-if", "3", "pass")
    assert unknown.code == 3
    assert "cannot be played on from any ply: unknown card in line 10" in unknown.err


GOLDEN = """\
player   share played   instead   difference   95 % from      to   instead is           place played   instead   score played   instead
───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
rho             0.938     0.887       -0.050      -0.122   0.027   no difference seen           1.10      1.20           29.1      27.6
greedy          0.188     0.256        0.069      -0.016   0.148   no difference seen           2.60      2.45           17.5      19.0
ucb             0.375     0.356       -0.019      -0.090   0.055   no difference seen           2.23      2.25           19.5      19.5
"""  # noqa: E501
SAID = """\
ply 34: no difference seen for rho between 'crack B 6' and 'crack B 6*': -0.122 to +0.027 of a share (95 %); four times the --budget halves that
40 playouts of each move by greedy, with the true hands and the same luck after both
"""  # noqa: E501
