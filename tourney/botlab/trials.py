"""Matches of one bot against random bots, for tests of compliance and speed.

A trial is a small run that is not stored; a command can play any of its matches again.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from time import perf_counter
from typing import Any, Final

from engines.api import Game, OptionError
from tourney.agents.loaded_bot import LoadedBot
from tourney.domain.match_values import Fault, PlayedMatch
from tourney.domain.observation import Observation
from tourney.domain.run_spec import BotEntry
from tourney.domain.safe_text import shell_line
from tourney.play.agent import Agent, AgentFault
from tourney.runs.plan import Plan
from tourney.runs.spec import Prepared, prepare
from tourney.runs.worker import play_match

SEED: Final = "1"
NAME: Final = "bot"


@dataclass(frozen=True, slots=True)
class Trial:
    """A game with its options and seats, played with the bot once in every seat."""

    game: str
    seats: int
    options: Mapping[str, str] = field(default_factory=dict)
    deals: int = 1
    seed: str = SEED

    def prepared(self, loaded: LoadedBot) -> Prepared:
        """The run of this trial, with `loaded` as the first bot."""
        names = {NAME: "random"} | {f"r{number}": "random" for number in range(1, self.seats)}
        made = prepare(
            Plan(game=self.game, options=self.options, bots=names, deals=self.deals, seed=self.seed)
        )
        entry = BotEntry(NAME, loaded.target, loaded.version)
        spec = replace(made.spec, bots=(entry, *made.spec.bots[1:]))
        return replace(made, spec=spec, loaded_bots=(loaded, *made.loaded_bots[1:]))

    def again(self, target: str, number: int, move_ms: float | None = None) -> str:
        """The command that plays one match of this trial again, with a time limit if given."""
        words = ["tourney", "run", "-g", self.game]
        for key, value in self.options.items():
            words += ["-O", f"{key}={value}"]
        words += ["--bot", f"{NAME}={target}"]
        for other in range(1, self.seats):
            words += ["--bot", f"r{other}=random"]
        words += ["--deals", str(self.deals), "--seed", self.seed]
        words += [] if move_ms is None else ["--time-per-move", f"{move_ms / 1000:g}"]
        return shell_line([*words, "--only", str(number), "--trace", "trace.jsonl"])

    def __str__(self) -> str:
        options = "".join(f" {key}={value}" for key, value in self.options.items())
        return f"{self.game}{options}, {self.seats} seats"


def trials(game: Game[Any], *, quick: bool) -> Iterator[Trial]:
    """Every variant of a game at every number of seats; `quick`: only the default variant."""
    variants: Sequence[Mapping[str, str]] = ({},) if quick else ({}, *game.variants)
    seen: list[tuple[object, int]] = []
    for given in variants:
        for seats in game.seats:
            try:
                options = game.options(given, seats)
            except OptionError:
                continue
            if (options, seats) not in seen:
                seen.append((options, seats))
                yield Trial(game.name, seats, given)


def blamed(prepared: Prepared, played: PlayedMatch) -> Fault | None:
    """The first fault of the bot under test in a match."""
    seats = played.fixture.seats
    return next((f for f in played.faults if f.seat >= 0 and seats[f.seat] == 0), None)


def _never() -> bool:
    return False


@dataclass(slots=True)
class MoveLimit:
    """How many moves of each match the bot is asked for, so that a slow bot's matches end in time.

    After at least one move the time decides (`late`), or with `most` the number of moves in each
    match. `asked` are the moves of each match until now, `cut` tells whether any was limited.
    `tell` is called with the numbers of match and move before each.
    """

    late: Callable[[], bool] = _never
    most: Sequence[int] = ()
    tell: Callable[[int, int], object] = lambda match, move: None
    asked: list[int] = field(default_factory=list)
    cut: bool = False

    def reached(self) -> bool:
        """Whether the bot is not asked for the next move; else this move is counted."""
        match, moves = len(self.asked) - 1, self.asked[-1]
        if moves >= self.most[match] if self.most else moves and self.late():
            self.cut = True
            return True
        self.asked[-1] += 1
        self.tell(match + 1, moves + 1)
        return False


class TrialAgent:
    """An agent whose choices are timed and limited; random legal moves replace the rest.

    With `replacing` a random legal move replaces each choice. The agent then meets positions that
    its own moves would not lead to, as with the fault policy `random-move`.
    """

    def __init__(
        self, agent: Agent, times: list[float], limit: MoveLimit, replacing: Random | None = None
    ) -> None:
        self.version = agent.version
        self.listens = agent.listens
        self.trusted = agent.trusted and replacing is None
        self.keeps_time = agent.keeps_time
        self.info = None
        self.start, self.event = agent.start, agent.event
        self.blamed, self.end = agent.blamed, agent.end
        self._agent = agent
        self._times = times
        self._limit = limit
        self._replacing = replacing
        self._others = Random(SEED)
        limit.asked.append(0)

    def choose(self, observation: Observation[Any]) -> Any:
        """The agent's move, or a random one if its move is legal and moves are replaced."""
        if self._limit.reached():
            return observation.sample(self._others)
        began = perf_counter()
        move = self._agent.choose(observation)
        ms = 1000 * (perf_counter() - began)
        self._times.append(getattr(self._agent, "spent_ms", ms))
        if self._replacing is None:
            return move
        if move not in observation.legal():
            raise AgentFault(
                "illegal", f"'{observation.game.move_text(move)}' is not legal in this position"
            )
        return observation.sample(self._replacing)


def timed(
    loaded: LoadedBot,
    times: list[float],
    limit: MoveLimit | None = None,
    replacing: Random | None = None,
) -> LoadedBot:
    """The same bot with timed choices, which may be limited and replaced by random moves."""
    known = limit or MoveLimit()
    return replace(loaded, sit=lambda deal: TrialAgent(loaded.sit(deal), times, known, replacing))


def limited(loaded: LoadedBot, limit: MoveLimit) -> LoadedBot:
    """The same bot, asked for some of its moves only."""
    return timed(loaded, [], limit)


@dataclass(frozen=True, slots=True)
class TrialMatch:
    """A match of a trial, with the first fault of the bot under test."""

    trial: Trial
    number: int
    match: PlayedMatch
    fault: Fault | None


def play(trial: Trial, loaded: LoadedBot, numbers: Sequence[int] = ()) -> Iterator[TrialMatch]:
    """Play all matches of a trial, or those in `numbers`; does not close the bot."""
    prepared = trial.prepared(loaded)
    for number in numbers or range(1, prepared.schedule.total + 1):
        match, _ = play_match(prepared, number)
        yield TrialMatch(trial, number, match, blamed(prepared, match))
