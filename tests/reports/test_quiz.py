"""The quiz of a site: problems from analysed matches, and what they must not tell."""

import re
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from engines.api import Ply, Seat
from engines.games import GAMES
from tests.engines.contract.playing import Case
from tests.examples import share, usual
from tests.reports.sites import call, parsed
from tests.reports.test_replay import HIDING, unfinished
from tourney.contracts.twin_worlds import World, pairs
from tourney.domain.match_values import StoredMatch
from tourney.insight.account import Judge, JudgedMove
from tourney.insight.match_analysis import MatchAnalysis, analyse, judge_name, packed
from tourney.records.record_positions import readable
from tourney.reports.page_accounts import costliest
from tourney.reports.paths import OwnLinks
from tourney.reports.quiz_page import QuizPage
from tourney.reports.source import PageSettings, PageSource
from tourney.store import open_store
from tourney.store.analyses import PackedAnalysis, store_analyses
from tourney.store.matches import run_matches
from tourney.store.runs import all_runs

pytestmark = pytest.mark.slow

XHTML = "{http://www.w3.org/1999/xhtml}"


@pytest.fixture(scope="module")
def quiz(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[int, MatchAnalysis]]:
    """A run of two deals in two seatings each, and the analyses of all but its last match."""
    place = tmp_path_factory.mktemp("quiz")
    bots = ("--bot", "one=random", "--bot", "two=greedy")
    words = ("run", "-g", "diams", "-O", "length=quick", *bots, "--deals", "2", "--seed", "3")
    call(place, *words, "--name", "duel", "-q")
    store = open_store(str(place / "tourney.db"))
    found = {
        match.id: analyse(readable(match), Judge(4), "1", match.name)
        for match in islice(run_matches(store, all_runs(store)[0]), 3)
    }
    store_analyses(
        store, [PackedAnalysis(number, one.judge, packed(one)) for number, one in found.items()]
    )
    call(place, "report", "site", "-o", "public", "-q")
    return place, found


@pytest.fixture(scope="module")
def folder(quiz: tuple[Path, dict[int, MatchAnalysis]]) -> Path:
    """The folder of this database and its site."""
    return quiz[0]


def test_each_deal_gives_one_problem_with_the_move_played_and_the_better_one(
    quiz: tuple[Path, dict[int, MatchAnalysis]],
) -> None:
    folder, known = quiz
    text = (folder / "public" / "quiz.html").read_text("utf-8")
    problems = re.findall(r'href="(matches/duel/\d.html)#p(\d+)".*?</section>', text, re.DOTALL)
    assert len(problems) == 2
    losses, tried = [], 0
    for page, ply in problems:
        worst = costliest(known[int(re.findall(r"\d+", page)[0])])
        assert worst is not None
        assert int(ply) == worst.ply
        losses.append(worst.loss)
        tried += len(worst.tried)
        assert f"{worst.loss:.2f} ± " in text
        assert worst.best in text
    assert losses == sorted(losses, reverse=True)
    answers = list(parsed(text).iter(f"{XHTML}details"))
    assert len(answers) == tried > 4
    assert 'href="quiz.html"' in (folder / "public" / "index.html").read_text("utf-8")
    assert len(text.encode()) < 13_000 + 8_000 * len(problems)


def test_what_all_hands_would_tell_gives_no_problem(folder: Path) -> None:
    store = open_store(str(folder / "tourney.db"))
    (run,) = all_runs(store)
    match = next(iter(run_matches(store, run)))
    found = analyse(readable(match), Judge(4, fair=False), "1", match.name)
    assert any(one.mark for one in found.account.decisions)
    for seed in ("1", "x, fair", "x, seed=2, fair, ahead=0"):
        # A seed may be any text, and is a part of the name of the judge.
        judge = judge_name(GAMES["diams"], Judge(4, fair=False), seed)
        assert costliest(replace(found, judge=judge)) is None


def test_a_sealed_site_has_no_quiz(folder: Path) -> None:
    call(folder, "report", "site", "-o", "sealed", "--views", "spectator", "-q")
    assert not (folder / "sealed" / "quiz.html").exists()
    assert "quiz.html" not in (folder / "sealed" / "index.html").read_text("utf-8")


def decided(case: Case, world: World, seat: Seat, move: Any) -> tuple[StoredMatch, JudgedMove]:
    """The match up to a move of a seat, and that move as a judge might see it."""
    log: list[Ply[Any]] = []
    world.state.clone().apply(seat, move, log)
    match = unfinished(case, World(world.state, [*world.log, *log], world.dealt))
    text = case.game.move_text(move)
    moves = world.state.legal_moves(seat)
    best = next(one for one in map(case.game.move_text, moves) if one != text)
    effect = [0.1 if other != seat else -0.1 * (case.seats - 1) for other in range(case.seats)]
    loss = -effect[seat]
    return replace(match, headers=()), JudgedMove(
        len(world.log) + 1, seat, text, best, loss, 0.01, effect, True, 0.0
    )


@pytest.mark.parametrize("name", usual(("diams",), HIDING))
def test_a_problem_is_the_same_in_twin_worlds(name: str, folder: Path) -> None:
    """What the seat cannot know changes neither the position nor what is said of the moves."""
    source = PageSource(open_store(str(folder / "tourney.db")), PageSettings("en"))
    case, found = Case(GAMES[name], (), 3), 0
    for who, one, two in pairs(case, range(2 if share[0] > 1 else 8), 12):
        if who is None or who not in one.state.pending():
            continue
        moves = one.state.legal_moves(who)
        if len(moves) < 2:
            continue
        shown = []
        for world in (one, two):
            match, decision = decided(case, world, who, moves[0])
            problem = QuizPage(source, OwnLinks()).problem(match, decision, {}, {})
            shown.append(problem and problem.markup)
        # A sealed answer is in the record only once all have answered.
        if None not in shown:
            found += 1
            assert shown[0] == shown[1]
    assert found
