"""What a seed determines, and that a seed chosen by the program cannot be guessed."""

import json
import shlex
from pathlib import Path

import pytest

from tests.agents.tables import command
from tests.conftest import Tourney
from tests.examples import usual
from tourney.play.luck import bot_luck, derived_bot_seed

pytestmark = pytest.mark.slow

SPY = """
import json, sys
for line in sys.stdin:
    said = json.loads(line)
    if said["t"] == "hello":
        print('{"t":"hello","proto":"tmbp/1","version":"1","want":["legal"]}', flush=True)
    elif said["t"] == "match":
        print(line, end="", file=sys.stderr, flush=True)
        print('{"t":"ready"}', flush=True)
    elif said["t"] == "act":
        move = {"t": "move", "id": said["id"], "move": said["legal"][0]}
        print(json.dumps(move), flush=True)
"""
QUICK = ("run", "-g", "diams", "-O", "length=quick", "--bot", "r=random", "--deals", "2")
GUESSED = "warning: a bot that guesses the seed '54321' knows all cards"


@pytest.fixture
def spy(tmp_path: Path) -> tuple[str, str]:
    (tmp_path / "spy.py").write_text(SPY)
    return "--bot", f"spy={command('spy.py')}"


def cracked(tourney: Tourney) -> set[str]:
    """Seeds in a range that give the same random numbers as the bot had in its first match."""
    logged = json.loads(tourney("bot", "logs", "spy", "--json").out)[0]["detail"]
    given = json.loads(logged.splitlines()[0])
    deals = range(2)
    return {
        str(seed)
        for seed in range(54_000, 55_000)
        for deal in deals
        if bot_luck(derived_bot_seed(str(seed)), deal, given["seat"], "spy").digits == given["rng"]
    }


def test_a_small_seed_is_found_by_trying_and_the_program_warns_of_it(
    tourney: Tourney, spy: tuple[str, str]
) -> None:
    told = tourney(*QUICK, *spy, "--seed", "54321")
    assert told.err.startswith(GUESSED)
    assert cracked(tourney) == {"54321"}


def test_a_run_without_a_seed_has_two_that_nobody_finds(
    tourney: Tourney, spy: tuple[str, str]
) -> None:
    told = tourney(*QUICK, *spy)
    assert "warning" not in told.err
    assert cracked(tourney) == set()
    facts = shown(tourney, "diams")
    seeds = facts["seed"], facts["bot seed"]
    assert [len(bytes.fromhex(seed)) for seed in seeds] == [16, 16]
    assert seeds[1] != derived_bot_seed(seeds[0])
    assert f"seed: {seeds[0]}, bot seed: {seeds[1]}\n" in told.err


def shown(tourney: Tourney, run: str) -> dict[str, str]:
    rows = json.loads(tourney("runs", "show", run, "--json").out)
    return {row["key"]: row["value"] for row in rows}


def test_built_in_bots_do_not_guess_so_there_is_no_warning(tourney: Tourney) -> None:
    assert "warning" not in tourney(*QUICK, "--bot", "g=greedy", "--seed", "7").err


def records(tourney: Tourney, run: str) -> str:
    return tourney("export", "tmr", run).out.replace(f"match: {run}/", "match: ")


@pytest.mark.parametrize(
    "seed", usual(["ダイヤ の箱", "--"], ["7", "ダイヤ の箱", "a b c", "--", "x" * 200])
)
def test_any_text_is_a_seed_and_repeats_the_run(tourney: Tourney, seed: str) -> None:
    for name in ("x", "y"):
        done = tourney(*QUICK, "--bot", "g=random", f"--seed={seed}", "--name", name)
        assert done.code == 0, done.err
    assert records(tourney, "x") == records(tourney, "y")


def test_the_seeds_of_a_stored_run_can_be_used_again(tourney: Tourney) -> None:
    tourney(*QUICK, "--bot", "g=random", "--name", "x")
    tourney(*QUICK, "--bot", "g=random", "--name", "y", "--seed", "run:x")
    tourney(*QUICK, "--bot", "g=random", "--name", "z")
    assert records(tourney, "x") == records(tourney, "y") != records(tourney, "z")
    unknown = tourney(*QUICK, "--bot", "g=random", "--seed", "run:none")
    assert (unknown.code, unknown.out) == (5, "")
    both = tourney(*QUICK, "--bot", "g=random", "--seed", "run:x", "--bot-seed", "1")
    assert (both.code, "remove --bot-seed" in both.err) == (2, True)


def test_the_command_that_repeats_a_run_repeats_it(tourney: Tourney) -> None:
    tourney(*QUICK, "--bot", "g=random", "--name", "x")
    before = records(tourney, "x")
    again = shown(tourney, "x")["again"]
    tourney("runs", "rm", "x", "--yes")
    assert tourney(*shlex.split(again)[1:]).code == 0
    assert records(tourney, "x") == before


def test_a_seed_in_a_file_may_be_a_number_or_a_text(tourney: Tourney, tmp_path: Path) -> None:
    text = 'game = "diams"\ndeals = 1\nseed = {}\n[bots]\na = "random"\nb = "random"\n'
    for name, seed in (("x", "7"), ("y", '"7"')):
        (tmp_path / f"{name}.toml").write_text(text.format(seed))
        assert tourney("run", f"{name}.toml").code == 0
    assert records(tourney, "x") == records(tourney, "y")


REPEATED = "{} of the {} matches played repeat another match of their deal move by move"


def test_two_entries_of_one_program_have_luck_of_their_own(tourney: Tourney) -> None:
    """Of deterministic bots in exchanged seats one match of two repeats the other."""
    told = tourney(*QUICK, "--bot", "g=random", "--name", "x").err
    assert "repeat another match" not in told
    twins = ("run", "-g", "diams", "-O", "length=quick", "--bot", "g=greedy", "--bot", "h=greedy")
    assert REPEATED.format(3, 6) in tourney(*twins, "--deals", "3", "--name", "y").err
