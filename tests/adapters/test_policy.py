"""A trained policy plays as it was trained: the same numbers and actions in `tourney run`."""

import json
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from engines.diams.cards import COPIES, END
from engines.diams.inference.worlds import GAIN, LOSE, observe
from tests.adapters.settings import FEW, SEVERAL, set_up
from tests.conftest import Tourney
from tests.docs.transcripts import ROOT
from tests.engines.contract.playing import Case
from tests.examples import times, usual
from tourney.adapters.coding import flat
from tourney.adapters.episode import CODINGS, Episode, setup
from tourney.adapters.policy import CodedDecision

with suppress(ImportError):  # before the tests, because these imports set variables
    import tourney.adapters.gym
    import tourney.adapters.pettingzoo  # noqa: F401

SAMPLE = ROOT / "data" / "bots" / "python" / "policy.py"
LEARNT = [one for one in FEW if one.game.name in CODINGS]
FIRST = """
from tourney.adapters.policy import PolicyBot

class First(PolicyBot):
    version = "1"

    def act(self, numbers, actions):
        assert all(0 <= number <= 1 for number in numbers)
        return actions[0]
"""


@pytest.mark.parametrize("case", [one for one in SEVERAL if one.game.name in CODINGS], ids=str)
def test_a_decision_of_a_bot_has_the_numbers_and_actions_of_the_environment(case: Case) -> None:
    """Although the bot only gets a world that its seat considers possible."""
    of, rng = set_up(case), Random(3)
    for _ in range(times(4, 1)):
        episode = Episode(of)
        for _ in range(400):  # decisions; a match of Diam's can be longer
            while episode.dealer():
                episode.shuffle(rng)
            seat = episode.seat()
            if seat is None:
                break
            world = of.game.resample(episode.state, seat, rng)
            open_ = CodedDecision(of, world, seat, episode.state.legal_moves(seat))
            while open_.move is None:
                assert open_.numbers == flat(episode.features(seat))
                assert open_.actions == list(episode.branches())
                action = rng.choice(open_.actions)
                open_.choose(action)
                episode.act(action)


@pytest.mark.parametrize("length", ["standard", "quick"])
def test_what_a_seat_remembers_of_hands_is_what_it_has_observed(length: str) -> None:
    """The memory that is kept up to date, against the whole history since the deal."""
    of, rng = setup("diams", (("length", length),), 3), Random(5)
    episode, compared = Episode(of), 0
    while episode.state.pending():
        if episode.dealer():
            episode.shuffle(rng)
            continue
        seat = episode.seat()
        assert seat is not None
        if rng.random() < 0.7:  # also what happened between two looks
            kept = of.coding.memory(episode.state, seat, episode._memories[seat])
            episode._memories[seat] = kept
            rows = {other: [0.0] * END for other in range(3)}
            for step in observe(episode.state, seat).steps:  # type: ignore[arg-type]
                for card in step.cards if step.what in (GAIN, LOSE) else ():
                    part = (1 if step.what == GAIN else -1) / COPIES[card]
                    rows[step.seat][card] = max(0.0, rows[step.seat][card] + part)
            for other, row in rows.items():
                assert kept.seen[other] == pytest.approx(row)
            compared += any(map(any, rows.values()))
        episode.act(rng.choice(list(episode.branches())))
    assert compared > 20


@pytest.mark.parametrize("case", usual(LEARNT[:1], LEARNT), ids=str)
@pytest.mark.full
def test_a_policy_plays_every_game_in_a_run(tourney: Tourney, tmp_path: Path, case: Case) -> None:
    (tmp_path / "first.py").write_text(FIRST)
    options = [word for key, value in case.setting for word in ("-O", f"{key}={value}")]
    bots = [word for n in range(case.seats) for word in ("--bot", f"b{n}=./first.py:First")]
    name = case.game.name
    ran = tourney("run", "-g", name, *options, *bots, "--deals", "1", "--block", "none", "--json")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["faults"] == {}


def test_the_sample_policy_is_trained_and_played(tourney: Tourney, tmp_path: Path) -> None:
    pytest.importorskip("gymnasium", reason="the extra rl is not installed")
    learnt(tourney, tmp_path, 6, deals=2)


@pytest.mark.full
def test_the_sample_policy_learns_to_beat_random(tourney: Tourney, tmp_path: Path) -> None:
    pytest.importorskip("gymnasium", reason="the extra rl is not installed")
    assert learnt(tourney, tmp_path, 1500) > 2.8  # random itself has 2


def learnt(tourney: Tourney, tmp_path: Path, matches: int, deals: int = 20) -> float:
    """The points per match of the sample policy against random, after so much training."""
    shutil.copy(SAMPLE, tmp_path)
    names: dict[str, object] = {"__name__": "policy", "__file__": str(tmp_path / "policy.py")}
    exec((tmp_path / "policy.py").read_text("utf-8"), names)
    model = names["train"]("diams", 2, matches, length="quick")  # type: ignore[operator]
    (tmp_path / "policy.json").write_text(json.dumps(model.weights.tolist()))
    bots = ("--bot", "mine=./policy.py", "--bot", "random")
    ran = tourney(
        "run", "-g", "diams", "-O", "length=quick", *bots, "--deals", f"{deals}", "--json"
    )
    assert ran.code == 0, ran.err
    found = json.loads(ran.out)
    assert found["faults"] == {}
    points = {row["player"]: row["points_mean"] for row in found["standings"]}
    return float(points["mine"])


@pytest.mark.parametrize("case", LEARNT, ids=str)
def test_an_environment_for_one_learner_stands_gymnasiums_checks(case: Case) -> None:
    pytest.importorskip("gymnasium", reason="the extra rl is not installed")
    from tourney.adapters.gym import env

    rng = Random(1)
    table = env(case.game.name, case.seats, "greedy", **case.given)
    for match in range(2):
        seen, about = table.reset(seed=match)
        assert table.observation_space.contains(seen)
        over = not seen["action_mask"].any()
        while not over:
            action = rng.choice(seen["action_mask"].nonzero()[0].tolist())
            seen, reward, over, cut, about = table.step(action)
            assert table.observation_space.contains(seen)
            assert not cut
            assert over or reward == 0
        assert abs(reward) <= case.seats - 1
        assert 1 <= about["place"] <= case.seats
    with pytest.raises(ValueError, match="not legal"):
        table.step(0)


def test_several_environments_step_together_and_seeds_repeat_them() -> None:
    pytest.importorskip("gymnasium", reason="the extra rl is not installed")
    from tourney.adapters.gym import vector

    runs = []
    for _ in range(2):
        many = vector("blue-border", 3, seats=2, opponents=["search:iterations=2"])
        seen, _ = many.reset(seed=4)
        rewards = []
        for _ in range(12):
            actions = [int(mask.nonzero()[0][-1]) for mask in seen["action_mask"]]
            seen, reward, *_ = many.step(actions)
            rewards.append((reward.tolist(), seen["observation"].sum().item()))
        many.close()
        runs.append(rewards)
    assert runs[0] == runs[1]
    assert seen["observation"].shape[0] == 3


class Confused:
    """An opponent whose moves no game has."""

    def choose(self, observation: Any, rng: Random) -> Any:
        return "junk"


def test_wrong_arguments_of_an_environment_raise_value_errors_that_name_them() -> None:
    pytest.importorskip("gymnasium", reason="the extra rl is not installed")
    from tourney.adapters.gym import env, vector

    confused = env("diams", seats=5, seat=4, opponents=Confused())
    wrong: list[tuple[Callable[[], object], str]] = [
        (lambda: env("diams", seat=5), "no seat 5; seats are counted from 0 to 1"),
        (lambda: env("diams", seat=-1), "no seat -1"),
        (lambda: env("diams", opponents="gready"), "no built-in bot 'gready'"),
        (lambda: env("diams", opponents="search:foo=1"), "'search:foo=1' has no such settings"),
        (lambda: env("diams", opponents=cast(Any, [1])), "opponent 1 is no bot"),
        (lambda: env("diams", seats=3, opponents=["greedy"]), "1 opponents for 2 seats"),
        (lambda: env("diams").step(0), "call reset first"),
        (lambda: confused.reset(seed=1), "chose 'junk', which is no legal move"),
        (lambda: vector("diams", 0), "one environment or more, not 0"),
    ]
    for make, words in wrong:
        with pytest.raises(ValueError, match=words):
            make()
