"""One session of a match with people, from its stored decisions to its end or until it is left.

Agents are asked through the referee, and every decision is stored. A move that is taken back is
deleted, and the match is repeated up to there.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from engines.api import Game, OptionError, Seat
from tourney.agents.loaded_bot import LoadedBot
from tourney.agents.wrappers import Journal, JournalAgent, ThroughReferee
from tourney.app.choose import find_game
from tourney.domain.errors import NotFound, UsageFault
from tourney.domain.match_values import (
    PLACE_IN_EVENT,
    PRACTICE,
    Fixture,
    OpenMatch,
    PlayedMatch,
    StoredMatch,
)
from tourney.domain.observation import Observation
from tourney.domain.run_spec import BotRules
from tourney.events.decisions import check_results
from tourney.play.agent import Agent
from tourney.play.clock import Clock
from tourney.play.referee import MatchSetup, Referee, Texts
from tourney.records.stored import as_record
from tourney.runs.run_schedule import Schedule
from tourney.store import Database
from tourney.store.matches import NumberRange, run_endings
from tourney.store.open_matches import add_decision, decisions_of, finish_open_match, make_practice
from tourney.store.runs import StoredRun, run_named


def checked_options(game: Game[Any], given: Mapping[str, str], seats: int) -> Any:
    """The options of a game; UsageFault for a wrong one."""
    try:
        return game.options(given, seats)
    except OptionError as error:
        raise UsageFault(error.message) from None


class MatchLeft(Exception):
    """A person leaves the match, which can be continued later."""


class MoveTakenBack(Exception):
    """A decision has been deleted: the match is repeated up to there."""


class PersonAgent(Agent, Protocol):
    """An agent that asks a person."""

    def seated(self, observation: Observation[Any]) -> None:
        """Take the observation of its seat, which shows the match whenever this agent is called."""

    def repeated(self, observation: Observation[Any]) -> None:
        """Take note of a stored decision, which is not asked for again."""


class PlaySession:
    """The match with its agents and its stored decisions."""

    def __init__(
        self, store: Database, match: OpenMatch, bots: Sequence[LoadedBot | None], rules: BotRules
    ) -> None:
        """`rules` say what happens after a fault of a bot, and how long bots may think."""
        self.match = match
        self._store = store
        self._bots = bots
        game, seats = find_game(match.game), len(match.holders)
        self.setup = MatchSetup(
            game=game,
            options=checked_options(game, dict(match.options), seats),
            seats=seats,
            seed=match.seed,
            bot_seed=match.bot_seed,
            on_fault=rules.on_fault,
            texts=Texts(game),
            clock=Clock(match.move_ms),
            people=frozenset(seat for seat, one in enumerate(match.holders) if one.person),
            entries=tuple(one.name for one in match.holders),
        )
        # People have the clock of the match, bots the one that an event or run allows them.
        self._bot_clock = Clock(rules.move_ms, rules.bank_ms)
        self._read_journal()

    @property
    def decisions(self) -> int:
        """The number of stored decisions."""
        return len(self._journal.decisions)

    def has_decided(self, seat: Seat) -> bool:
        """Whether a seat has made a decision that can be taken back."""
        return self._journal.last_of(seat) is not None

    def make_practice(self) -> None:
        """From now on the match is practice, because somebody had help."""
        make_practice(self._store, self.match)
        self.match = replace(self.match, practice=True)

    def take_back(self, seat: Seat) -> None:
        """Delete the last decision of a seat and what followed; the match is practice from now on.

        Whoever plays it has to raise MoveTakenBack.
        """
        make_practice(self._store, self.match, self._journal.last_of(seat))
        self.match = replace(self.match, practice=True)
        self._read_journal()

    def play(self, person: Callable[[], PersonAgent]) -> tuple[PlayedMatch, Sequence[str]]:
        """Play to the end; the match, and complaints about the bots.

        `person` makes the agent of a person, anew whenever a move has been taken back. MatchLeft if
        somebody leaves.
        """
        fixture = Fixture(1, self.match.deal, 0, 0, tuple(range(self.setup.seats)))
        while True:
            agents: list[JournalAgent] = []
            people: list[tuple[Seat, PersonAgent]] = []
            for seat, bot in enumerate(self._bots):
                if bot is None:
                    one = person()
                    people.append((seat, one))
                    agents.append(JournalAgent(one, self._journal, one.repeated))
                else:  # one key for all attempts: no process sees a deal twice
                    agent = bot.sit((self.match.name, self.match.deal))
                    agents.append(JournalAgent(agent, self._journal, clock=self._bot_clock))
            # Each attempt repeats the stored decisions, so that nothing but they must be stored.
            referee = Referee(self.setup, fixture, agents)
            for seat, one in people:
                one.seated(referee.observation(seat))
            try:
                return referee.play(), referee.complaints
            except ThroughReferee as passed:
                # The referee would make a fault of what the agent of a person raises.
                if not isinstance(passed.error, MoveTakenBack):
                    raise passed.error from None

    def finish(self, played: PlayedMatch) -> StoredMatch:
        """Store a match that has ended, as `tourney import` would store its record."""
        match = self.match
        place = dict(match.headers) | dict([PRACTICE] if match.practice else [])
        origin = f" of {match.origin}" if match.origin else ""
        headers = (
            *((key, place[key]) for key in PLACE_IN_EVENT if key in place),
            ("date", match.date),
            ("source", "engine"),
            ("deal", f"seed {match.seed} deal {match.deal}{origin}"),
        )
        record = as_record(
            StoredMatch(
                id=0,
                name=match.name,
                game=match.game,
                rules=match.rules,
                options=match.options,
                headers=headers,
                players=match.names,
                versions=tuple(None if one.person else one.version for one in match.holders),
                scores=played.outcome.scores,
                places=played.outcome.places,
                status=played.status,
                entries=played.entries,
                faults=played.faults,
                infos=played.infos,
            )
        )
        finish_open_match(self._store, match, record, check=check_results)
        return record

    def same_cards(self, run: StoredRun, seat: Seat) -> Iterator[tuple[int, str, int, str]]:
        """Place, player, score and match of those who had the cards of this seat in a run."""
        # Matches of a deal are next to each other in the schedule of a run.
        size, deal = Schedule(run.spec).deal_size, self.match.deal
        for ending in run_endings(self._store, run, NumberRange(deal * size, (deal + 1) * size)):
            if (of := ending.result) is not None:
                match = f"{run.spec.name}/{ending.number}"
                yield of.places[seat], of.players[seat], of.scores[seat], match

    def run_of_deal(self) -> StoredRun | None:
        """The run that the deal is from; None if it has been removed since the match began."""
        try:
            return run_named(self._store, self.match.origin.rpartition("/")[0])
        except NotFound:
            return None

    def _read_journal(self) -> None:
        self._journal = Journal(
            self.setup.game,
            decisions_of(self._store, self.match),
            lambda number, decision: add_decision(self._store, self.match, number, decision),
        )
