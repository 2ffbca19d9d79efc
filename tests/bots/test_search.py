"""Built-in bots play legal, repeatable moves, use no hidden cards, and win where they can."""

from collections.abc import Iterator
from itertools import count, islice
from random import Random
from typing import Any

import pytest

from engines.api import CHANCE, State
from engines.games import GAMES
from tests.bots.positions import DIAMS, EVERYWHERE, begin, met
from tests.examples import times, tries_all, usual
from tourney.bots import BOTS
from tourney.bots.champion import ChampionBot, Race
from tourney.bots.guide import GuideBot
from tourney.bots.heuristics import HEURISTICS, THOROUGH, by_places
from tourney.bots.search import SearchBot, advice
from tourney.domain.observation import Bot, Observation

FEW = "6"


def some(
    name: str, seats: int, variant: int, share: float = 0.1
) -> list[tuple[Observation, Random]]:
    """A random sample of the decisions of a match in which greedy and random moves alternate."""
    rng = Random(f"{name} {seats} {variant}")
    game, state = begin(name, seats, variant)
    return [
        (Observation(game, observation.resample(rng), observation.seat), rng)
        for observation in met(game, state, rng, BOTS["greedy"]())
        if rng.random() < share
    ]


@pytest.mark.parametrize(("name", "seats", "variant"), EVERYWHERE)
def test_what_they_play_is_legal_and_repeats_itself(name: str, seats: int, variant: int) -> None:
    for bot in (
        *(SearchBot(FEW), SearchBot(FEW, ahead="1"), GuideBot("2")),
        *(ChampionBot(FEW, particles="2"), ChampionBot(FEW, ahead="0")),
    ):
        for observation, rng in some(name, seats, variant, 0.1 if tries_all() else 0.03):
            luck = rng.getrandbits(32)
            move = bot.choose(observation, Random(luck))
            assert move in observation.legal()
            assert bot.choose(observation, Random(luck)) == move


@pytest.mark.parametrize("seats", usual([3], DIAMS.seats))
def test_search_chooses_alike_in_worlds_that_were_told_alike(seats: int) -> None:
    for observation, rng in some("diams", seats, 0)[:: times(1, 2)]:
        twin = Observation(DIAMS, observation.resample(rng), observation.seat)
        for bot in (SearchBot("20"), SearchBot("20", ahead="0")):
            assert bot.choose(twin, Random(7)) == bot.choose(observation, Random(7))


@pytest.mark.parametrize(("name", "seats", "variant"), EVERYWHERE)
def test_guide_and_champion_choose_alike_in_worlds_that_were_told_alike(
    name: str, seats: int, variant: int
) -> None:
    for bot in (GuideBot("3"), ChampionBot("12"), ChampionBot("12", particles="3")):
        for observation, rng in some(name, seats, variant, 0.03):
            twin = Observation(GAMES[name], observation.resample(rng), observation.seat)
            assert bot.choose(twin, Random(7)) == bot.choose(observation, Random(7))


@pytest.mark.parametrize("name", GAMES)
def test_an_advice_is_what_the_bot_would_do_and_how_sure_it_is(name: str) -> None:
    """With so little time the estimates are those of a few iterations."""
    for observation, rng in some(name, GAMES[name].seats[0], 0, 0.02)[:3]:
        found = advice(observation, rng, 0.02)
        assert {one.move for one in found} <= set(observation.legal())
        rewards = [one.reward for one in found]
        assert rewards == sorted(rewards, reverse=True)
        chances = [one.chance for one in found]
        assert abs(sum(chances) - 1) < 1e-9
        assert max(chances[1:], default=0) <= chances[0] + 0.1


@pytest.mark.full
def test_an_advice_names_the_only_move_that_wins_at_once() -> None:
    """In Diamond Boxes a last card that covers six cells wins."""
    for observation, move, rng in islice(only_wins(), 2):
        best = advice(observation, rng, 0.2)[0]
        assert (best.move, best.reward) == (move, 1.0)
        assert best.chance > 0.5


def test_guide_and_champion_make_the_only_move_that_wins_at_once() -> None:
    for observation, move, rng in islice(only_wins(), times(2, 1)):
        assert GuideBot("4").choose(observation, rng) == move
        assert ChampionBot("100").choose(observation, rng) == move


@pytest.mark.parametrize("name", GAMES)
def test_moves_are_dropped_until_the_budget_is_spent_and_one_is_left(name: str) -> None:
    for observation, rng in some(name, GAMES[name].seats[0], 0, 0.1)[: times(5, 2)]:
        race = Race(observation, rng, 0)
        begun, sizes = len(race.left), []
        for part in (0.25, 0.5, 0.75, 1.0):
            race.lap()
            race.drop(part)
            sizes.append(len(race.left))
        # An even fall: half of the budget leaves at most the square root.
        assert sizes == sorted(sizes, reverse=True)
        assert sizes[1] <= begun**0.5 + 0.5
        assert sizes[-1] == 1


@pytest.mark.parametrize("seats", usual([2], DIAMS.seats))
def test_the_champion_draws_in_diams_without_a_search_and_plays_on_for_longer(seats: int) -> None:
    usual_one, thorough = HEURISTICS["diams"], THOROUGH["diams"]
    longer = 0
    for observation, rng in some("diams", seats, 1, 0.5):
        start = observation.resample(rng)
        if observation.view()["phase"] == "draw":
            assert Race(observation, rng, 0).moves == [usual_one.move(start, observation.seat)]
        played = []
        for heuristic in (usual_one, thorough):
            state = start.clone()
            heuristic.playout(state, start, Random(1))
            played.append(deck_of(state))
        assert played[1] <= played[0], "the same moves, and some more"
        longer += played[1] < played[0]
    assert longer


def deck_of(state: State[Any]) -> int:
    """The cards of Diam's that are left to draw; 0 after the round, as nobody draws any more."""
    deck: int = state.view(0)["deck"]
    return deck if state.pending() else 0


def only_wins() -> Iterator[tuple[Observation, Any, Random]]:
    """Decisions of Diamond Boxes in which exactly one move ends the match with a win."""
    for seed in count():
        rng = Random(seed)
        game, state = begin("diamond-boxes", 2, 0)
        for observation in met(game, state, rng, BOTS["greedy"]()):
            if observation.view()["players"][observation.seat]["hand_count"] == 1:
                world = observation.resample(rng)
                winning = [move for move in observation.legal() if wins(world.clone(), move)]
                if len(winning) == 1:
                    yield Observation(game, world, observation.seat), winning[0], rng


def wins(state: State[Any], move: Any) -> bool:
    (seat,) = state.pending()
    state.apply(seat, move)
    outcome = state.outcome()
    return outcome is not None and outcome.places[seat] == 1


@pytest.mark.parametrize("seats", usual([4], DIAMS.seats))
def test_search_and_champion_need_no_heuristic(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tourney.bots.search.HEURISTICS", {})
    monkeypatch.setattr("tourney.bots.champion.HEURISTICS", {})
    monkeypatch.setattr("tourney.bots.champion.THOROUGH", {})
    for observation, rng in some("diams", seats, 1, 0.1):
        for bot in (SearchBot(FEW), ChampionBot(FEW)):
            assert bot.choose(observation, rng) in observation.legal()


def test_search_beats_chance_with_a_small_budget() -> None:
    bots: list[Bot] = [SearchBot("10"), BOTS["random"]()]
    won = 0
    for deal in range(6):
        rng = Random(deal)
        game, state = begin("diams", 2, 1)
        while owing := state.pending():
            seat = owing[0]
            if seat == CHANCE:
                state.apply(seat, game.shuffle(state, rng))
            else:
                bot = bots[(seat + deal) % 2]
                state.apply(seat, bot.choose(Observation(game, state, seat), rng))
        outcome = state.outcome()
        assert outcome is not None
        won += outcome.places[deal % 2] == 1
    assert won >= 5


@pytest.mark.parametrize(
    "settings",
    [
        *({"iterations": text} for text in ("0", "many", "2.5", "9" * 30, "٣")),
        *({"ms": text} for text in ("-5", "inf", "nan", "1_0", "3600001")),
        {"iterations": "5", "ms": "5"},
    ],
    ids=str,
)
def test_a_budget_that_makes_no_sense_is_refused(settings: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"not both|must be a whole number from 1 to"):
        SearchBot(**settings)


def test_only_a_budget_of_time_does_not_repeat() -> None:
    assert SearchBot("50").reproducible
    assert not SearchBot(ms="5").reproducible


@pytest.mark.parametrize(
    ("places", "shares"),
    [((1, 2), [1, 0]), ((1, 1), [0.5, 0.5]), ((2, 1, 2), [0.25, 1, 0.25]), ((1,), [0])],
)
def test_a_reward_is_the_share_of_the_others_left_behind(
    places: tuple[int, ...], shares: list[float]
) -> None:
    assert by_places(places) == shares
