"""Search plays legal, repeatable moves, uses no hidden cards, and beats random with few tries."""

from random import Random

import pytest

from engines.api import CHANCE
from tests.bots.positions import DIAMS, EVERYWHERE, begin, met
from tourney.bots import BOTS
from tourney.bots.heuristics import HEURISTICS
from tourney.bots.search import SearchBot
from tourney.bots.shares import by_places
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
def test_search_is_legal_and_repeats_itself(name: str, seats: int, variant: int) -> None:
    bot = SearchBot(FEW)
    for observation, rng in some(name, seats, variant):
        luck = rng.getrandbits(32)
        move = bot.choose(observation, Random(luck))
        assert move in observation.legal()
        assert bot.choose(observation, Random(luck)) == move


@pytest.mark.parametrize("seats", DIAMS.seats)
def test_search_chooses_alike_in_worlds_that_were_told_alike(seats: int) -> None:
    bot = SearchBot("20")
    for observation, rng in some("diams", seats, 0):
        twin = Observation(DIAMS, observation.resample(rng), observation.seat)
        assert bot.choose(twin, Random(7)) == bot.choose(observation, Random(7))


@pytest.mark.parametrize("seats", DIAMS.seats)
def test_search_needs_no_guide(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(HEURISTICS, "diams")
    for observation, rng in some("diams", seats, 1, 0.1):
        assert SearchBot(FEW).choose(observation, rng) in observation.legal()


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
