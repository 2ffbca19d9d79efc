"""How strong a bot is: duels with other bots, or with itself at half the budget.

In a duel the bot has one seat and its rival all others. A block is one deal, played once with the
bot in each seat, so that both get every hand. The figure is the share of opponents that the bot
beats, where ties count half: 0.5 if it is as strong as its rival, 1 if it beats everybody, with any
number of seats. Its interval is computed from blocks.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from itertools import groupby
from typing import Final, NamedTuple

from engines.api import CHANCE
from engines.games import GAMES
from engines.messages import Message, Sentence, say
from tourney.agents.loader import load
from tourney.botlab.trials import NAME, Trial
from tourney.domain.errors import TourneyError, UsageFault, quoted
from tourney.domain.match_values import Fault
from tourney.play.packed_logs import LOGS
from tourney.render.code_words import listed, word_of
from tourney.runs.batches import Quarantine, batches, matches_of, require_playable
from tourney.runs.run_plan import prepare, stored_options
from tourney.runs.run_snapshot import MoveCost, add_cost
from tourney.stats import BlockMeans, Interval, Prior
from tourney.work.executors import Workers

RUNGS: Final = ("random", "greedy", "guide", "search", "champion")
"""The built-in bots, from the simplest to the slowest."""
EQUAL: Final = 0.5
"""The share of opponents that a bot beats if it is as strong as they are."""
NEAR: Final = 0.1
"""Bots are called equal if the whole interval is so near to that."""
BUDGET: Final = "{}"
"""Stands in a target for the number that is its budget."""
BUDGETS: Final = {
    "guide": "guide:worlds={}",
    "search": "search:iterations={}",
    "champion": "champion:iterations={}",
}
"""Built-in bots that have a budget, with the place of its number."""
VERDICTS: Final = {
    "stronger": Sentence("botlab.beats"),
    "equal": Sentence("botlab.as-strong-as"),
    "open": Sentence("botlab.not-decided"),
    "weaker": Sentence("botlab.loses-to"),
}
"""What each result says of the rungs that have it."""


class Duel(NamedTuple):
    """A bot against a rival: the target of the bot, and what is played."""

    bot: str
    trial: Trial

    @property
    def matches(self) -> int:
        """The number of its matches."""
        return self.trial.deals * self.trial.seats


class FirstFault(NamedTuple):
    """A fault and the number of its match."""

    match: int
    fault: Fault


@dataclass(frozen=True, slots=True)
class Strength:
    """What a duel has shown.

    `share` has no bounds before two deals; `ms` are milliseconds a decision, None if none was
    timed. `faults` counts the matches in which the bot had a fault or killed the process that
    played it, `rival_faults` those in which the rival had one. `complaints` are failures that are
    no faults, with their number.
    """

    duel: Duel
    share: Interval
    ms: float | None
    rival_ms: float | None
    faults: int
    rival_faults: int
    first: FirstFault | None
    complaints: Mapping[str, int]

    @property
    def result(self) -> str:
        """`stronger` or `weaker` if the whole interval is on one side; `equal` if it is narrow.

        Else `open`: the bots may be far from equal, and only more deals can tell. It is `faults` if
        the bot had one in all matches: they say nothing about its strength.
        """
        if self.faults == self.duel.matches:
            return "faults"
        _, low, high, _ = self.share
        if low is None or high is None:
            return "open"
        if low > EQUAL:
            return "stronger"
        if high < EQUAL:
            return "weaker"
        return "equal" if low >= EQUAL - NEAR and high <= EQUAL + NEAR else "open"


@dataclass(frozen=True, slots=True)
class AskedLadder:
    """What to measure; of `games` and `seats` none means all that the bot plays."""

    target: str
    games: Sequence[str] = ()
    seats: Sequence[int] = ()
    options: Mapping[str, str] | None = None
    rungs: Sequence[str] = RUNGS
    budgets: Sequence[int] = ()
    """If there are any, each is played against the one before, and no rungs."""
    deals: int = 20
    seed: str = "1"


def ladders(asked: AskedLadder) -> list[list[Duel]]:
    """The duels of each game and number of seats; UsageFault or NotFound for what cannot be played.

    TourneyError for a bot that does not start.
    """
    pairs = [(asked.target, rung) for rung in asked.rungs]
    if asked.budgets:
        steps = [with_budget(asked.target, budget) for budget in asked.budgets]
        pairs = list(zip(steps[1:], steps, strict=False))
    # All that can be wrong is found before hours of matches.
    played = set(GAMES)
    for target in dict.fromkeys(target for pair in pairs for target in pair):
        with closing(load(target)) as loaded:
            if loaded.absent is not None:
                why = str(loaded.absent)
                raise TourneyError(say("botlab.not-measured", bot=target, why=why))
            played &= set(loaded.games)
            for name in asked.games:
                if name not in loaded.games:
                    known = ", ".join(loaded.games)
                    raise UsageFault(say("runs.not-its-game", bot=target, game=name, known=known))
    if not played:
        raise UsageFault(say("botlab.no-common-game", bot=quoted(asked.target)))
    found, options = [], asked.options or {}
    for name in dict.fromkeys(asked.games or [game for game in GAMES if game in played]):
        game = GAMES[name]
        for seats in sorted(set(asked.seats)) or game.seats:
            if seats not in game.seats:
                low, high = game.seats[0], game.seats[-1]
                raise UsageFault(say("runs.seats", game=name, low=low, high=high, seats=seats))
            stored_options(name, options, seats)
            trial = Trial(name, seats, options, asked.deals, asked.seed)
            found.append([Duel(bot, replace(trial, rival=rival)) for bot, rival in pairs])
    return found


def doublings(text: str) -> list[int]:
    """The budgets of `50..400`: 50, 100, 200 and 400; UsageFault."""
    ends = re.fullmatch(r"([0-9]{1,9})\.\.([0-9]{1,9})", text)
    least, most = (int(ends[1]), int(ends[2])) if ends else (0, 0)
    if not 1 <= least <= most // 2:
        raise UsageFault(say("botlab.bad-budget", budget=quoted(text)))
    found = [least]
    while 2 * found[-1] <= most:
        found.append(2 * found[-1])
    return found


def with_budget(target: str, budget: int) -> str:
    """The target with a number for its budget; UsageFault if it has no place for it."""
    place = BUDGETS.get(target, target)
    if BUDGET not in place:
        raise UsageFault(say("botlab.no-budget", bot=quoted(target), place=BUDGET))
    return place.replace(BUDGET, str(budget))


def beaten(places: Sequence[int], seat: int) -> int:
    """How many opponents a seat beats, in halves: two for each behind it, one for each tie."""
    own = places[seat]
    return sum(2 * (own < other) + (own == other) for other in places) - 1  # it ties with itself


def measured(duel: Duel, workers: Workers, progress: Callable[[int], object]) -> Strength:
    """Play a duel; `progress` is called with the number of matches that were played since.

    Whoever plays them, the same matches are played, if the bots are reproducible.
    """
    seats = duel.trial.seats
    # Values are counted in these parts to one, because sums of integers are faster and exact.
    means = BlockMeans(2 * (seats - 1))
    prior = Prior.of_places([Fraction(place, seats - 1) for place in range(seats)])
    cost, complaints = dict[str, MoveCost](), Counter[str]()
    faults = rival_faults = 0
    first: FirstFault | None = None
    # Nobody reads the logs, so they are not sent from process to process.
    plan = replace(duel.trial.plan(duel.bot), log=LOGS[-1])
    with prepare(plan) as prepared:
        require_playable(prepared, workers)
        total = prepared.schedule.total
        matches = matches_of(prepared, workers, range(1, total + 1), total)
        quarantine = Quarantine(prepared)
        with closing(batches(matches, workers, lambda: True)) as found:
            for batch in found:
                complaints.update(batch.complaints)
                for name, used in batch.cost.items():
                    add_cost(cost, NAME if name == NAME else "", *used)
                for match in map(quarantine.judge, batch.matches):
                    seat = match.fixture.seats.index(0)
                    # A match that killed its workers has a fault of no seat, and no places.
                    own = [fault for fault in match.faults if fault.seat in (seat, CHANCE)]
                    faults += bool(own)
                    rival_faults += len(own) < len(match.faults)
                    if own and first is None:
                        first = FirstFault(match.fixture.number, own[0])
                    if places := match.outcome.places:
                        block = match.fixture.deal, match.fixture.lineup
                        means.add(block, [(NAME, beaten(places, seat))])
                progress(len(batch.matches))
    share = means.interval(NAME, prior=prior)
    ms, rival_ms = (cost[name].mean if name in cost else None for name in (NAME, ""))
    return Strength(duel, share, ms, rival_ms, faults, rival_faults, first, complaints)


def verdicts(found: Sequence[Strength]) -> Iterator[Message]:
    """What each ladder says of the bot in words, its faults, and what made the figures doubtful."""
    for _, group in groupby(found, lambda one: (one.duel.trial.game, one.duel.trial.seats)):
        ladder = list(group)
        (target, trial), bots = ladder[0].duel, {one.duel.bot for one in ladder}
        parts: list[Message | str] = []
        for result, verdict in VERDICTS.items():
            rungs = [one.duel.trial.rival for one in ladder if one.result == result]
            if rungs:
                parts.append(verdict(rungs=listed(rungs)))
        # Of several budgets the table says all; of a bot that only had faults there is no verdict.
        if len(bots) == 1 and parts:
            told = reduce(lambda first, one: say("botlab.also", first=first, one=one), parts)
            where, deals = trial.message(), trial.deals
            yield say("botlab.position", bot=target, trial=where, deals=deals, verdict=told)
        for one in ladder:
            yield from _doubts(one)


def _doubts(one: Strength) -> Iterator[Message]:
    (bot, trial), matches = one.duel, one.duel.matches
    if one.first is not None:
        number, fault = one.first
        yield say(
            "botlab.faults-in-all" if one.result == "faults" else "botlab.faults-of",
            bot=bot,
            count=one.faults,
            matches=matches,
            rival=trial.rival,
            fault=word_of(fault.code),
            evidence=fault.evidence,
            command=trial.again(bot, number),
        )
    if one.rival_faults:
        rival, count = trial.rival, one.rival_faults
        yield say("botlab.rival-faults", bot=bot, rival=rival, count=count, matches=matches)
    for text, count in one.complaints.items():
        yield say("botlab.complaint", text=text, count=count)
