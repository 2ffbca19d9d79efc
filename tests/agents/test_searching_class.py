"""A class of a user looks ahead in possible states, and is handed nothing of the true one."""

from collections import deque
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import GetSetDescriptorType, MemberDescriptorType
from typing import Any

import pytest

from engines.api import Game, Seat, State
from engines.games import GAMES
from tests.engines.contract.playing import Case, every_game, positions
from tourney.agents.inprocess import SearchingClass
from tourney.agents.loader import load
from tourney.bots.particles import BlindObservation
from tourney.contracts.twin_worlds import pairs
from tourney.domain.errors import UsageFault
from tourney.domain.observation import Observation
from tourney.play.agent import AgentFault, Seating
from tourney.play.luck import bot_luck

HOUSE = Path(__file__).parents[2]
SAMPLES = ("rollout", "determinize")
LUCK = bot_luck("7", 1, 0, "1")


class Thief:
    """Keeps what it is handed, and answers with the first legal move."""

    handed: Observation[Any]

    def decide(self, observation: Observation[Any]) -> Any:
        self.handed = observation
        return observation.legal()[0]


def seated(make: Any, case: Case, seat: Seat) -> SearchingClass:
    agent = SearchingClass(make, "1", ())
    options = case.game.options(case.given, case.seats)
    agent.start(Seating(case.game, options, seat, case.seats, LUCK))
    return agent


def handed(case: Case, state: State[Any], seat: Seat) -> Observation[Any]:
    """What a class is handed at a decision."""
    thief = Thief()
    seated(lambda: thief, case, seat).choose(Observation(case.game, state, seat))
    return thief.handed


def reachable(handed: Any) -> Iterator[Any]:
    """All data that can be reached from an object through attributes and containers, in order."""
    seen: dict[int, Any] = {}
    left = deque([handed])
    while left:
        found = left.popleft()
        if isinstance(found, int | str | float | None):
            yield found
        elif isinstance(found, Game | type) or id(found) in seen:
            yield type(found).__name__
        else:
            seen[id(found)] = found
            yield type(found).__name__
            left += _inside(found)


def _inside(found: Any) -> list[Any]:
    """The objects that an object refers to."""
    if isinstance(found, dict):
        return [part for pair in found.items() for part in pair]
    if isinstance(found, list | tuple | set | frozenset | range):
        return list(found)
    # Slots, and the attributes of compiled classes, which have none.
    fields = MemberDescriptorType | GetSetDescriptorType
    slots = [
        name
        for kind in type(found).__mro__
        for name, value in vars(kind).items()
        if isinstance(value, fields) and not name.startswith("__")
    ]
    names = [*slots, *getattr(found, "__dict__", {})]
    return [getattr(found, name, None) for name in names]


def decisions(case: Case, tries: int) -> Iterator[tuple[Seat, State[Any], State[Any]]]:
    """Twin worlds in which the seat that cannot tell them apart owes a decision."""
    for who, one, two in pairs(case, range(2), tries):
        if who is not None and who in one.state.pending():
            yield who, one.state, two.state


@every_game
def test_all_that_a_class_can_reach_is_alike_in_twin_worlds(case: Case) -> None:
    for seat, one, two in decisions(case, 40):
        assert list(reachable(handed(case, one, seat))) == list(reachable(handed(case, two, seat)))


class Guesser:
    """Guesses what the others hold, and answers with the first legal move."""

    def decide(self, observation: Observation[Any]) -> Any:
        assert isinstance(observation, BlindObservation)
        self.guessed = [world.key() for world in observation.particles(4, Random(5))]
        return observation.legal()[0]


@every_game
def test_particles_of_a_class_are_alike_in_twin_worlds(case: Case) -> None:
    for seat, one, two in decisions(case, 40):
        guesses = []
        for state in (one, two):
            guesser = Guesser()
            look = Observation(case.game, state, seat)
            seated(lambda bot=guesser: bot, case, seat).choose(look)
            guesses.append(guesser.guessed)
        assert guesses[0] == guesses[1]


def test_the_observation_of_a_built_in_bot_would_fail_that_test() -> None:
    """The state in it is the true one."""
    case = Case(GAMES["diams"], (), 3)
    looks = [
        [list(reachable(Observation(case.game, state, seat))) for state in (one, two)]
        for seat, one, two in decisions(case, 40)
    ]
    assert sum(one != two for one, two in looks) > 5


@every_game
def test_a_blind_observation_answers_as_the_observation_does(case: Case) -> None:
    for number, at in enumerate(positions(case, 8)):
        for seat in at.state.pending()[:1] if number % 7 == 0 else ():
            if seat < 0:
                continue
            look = Observation(case.game, at.state, seat)
            blind = BlindObservation(look, Random(number))
            assert (blind.view(), blind.phase()) == (look.view(), look.phase())
            assert list(blind.legal()) == list(look.legal())
            worlds = [one.resample(Random(5)).key() for one in (look, blind)]
            assert worlds[0] == worlds[1]


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_sample_chooses_alike_in_twin_worlds(sample: str) -> None:
    case = Case(GAMES["diamonds"], (("rounds", "1"),), 2)
    bot = load(f"{HOUSE}/data/bots/python/{sample}.py")
    options = case.game.options(case.given, 2)
    compared = 0
    for seat, one, two in decisions(case, 12):
        moves = []
        for state in (one, two):
            agent = bot.sit(0)
            agent.start(Seating(case.game, options, seat, 2, LUCK))
            moves.append(agent.choose(Observation(case.game, state, seat)))
        assert moves[0] == moves[1]
        compared += 1
    assert compared >= 3


class Answers:
    """Answers with what it was made with."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def decide(self, observation: Observation[Any]) -> Any:
        return self.answer


def answered(answer: Any) -> Any:
    """The move that an answer to the first decision of a match stands for."""
    case = Case(GAMES["diams"], (), 2)
    state = next(at.state for at in positions(case, 1) if at.state.phase() == "draw")
    seat = state.pending()[0]
    agent = seated(lambda: Answers(answer), case, seat)
    return agent.choose(Observation(case.game, state, seat))


def test_the_text_of_a_move_is_an_answer_as_well() -> None:
    assert answered("draw") == GAMES["diams"].parse_move("draw")


@pytest.mark.parametrize(
    ("answer", "evidence"),
    [
        (None, "answered None, which is no legal move"),
        ((99, 99), "answered (99, 99), which is no legal move"),
        ([], "answered an object of type list, which is no legal move"),
        ("dance", "'dance' is not a move"),
    ],
)
def test_another_answer_is_illegal(answer: Any, evidence: str) -> None:
    with pytest.raises(AgentFault) as caught:
        answered(answer)
    assert caught.value.code == "illegal"
    assert caught.value.evidence.startswith(evidence)


def test_a_class_without_either_method_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "idle.py"
    file.write_text("class Idle:\n    pass\n")
    with pytest.raises(UsageFault, match=r"choose\(view, legal\) or decide\(observation\)"):
        load(f"{file}:Idle")
