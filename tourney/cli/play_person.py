"""A person at a seat: an agent that is asked at the terminal.

Shows only the view of the seat and the entries of the log that it may see.
"""

from random import Random
from typing import Any

from engines.api import Outcome, Seat, View
from tourney.agents.wrappers import ThroughReferee
from tourney.cli.play_table import PlayTable
from tourney.cli.play_turn import PersonTurn
from tourney.domain.observation import Observation
from tourney.play.agent import AgentFault, Seating
from tourney.play.clock import NO_CLOCK


class Person:
    """A person at a seat of a table."""

    version = ""
    info = None
    listens = True
    trusted = True
    keeps_time = True

    def __init__(self, table: PlayTable) -> None:
        self._table = table
        self.news: list[tuple[Seat, str]] = []
        """The entries of the log since the last decision."""
        self._seen: View | None = None
        self._rng = Random()
        self._clock = NO_CLOCK

    def start(self, seating: Seating) -> None:
        """Take the clock of the match."""
        self._clock = seating.clock

    def event(self, number: int, seat: Seat, text: str) -> None:
        """Remember an entry of the log until the next decision."""
        self.news.append((seat, text))

    def repeated(self, observation: Observation[Any]) -> None:
        """Forget what happened before a stored decision."""
        self.news.clear()
        self._seen = observation.view()

    def choose(self, observation: Observation[Any]) -> Any:
        """The move that the person enters."""
        try:
            self._table.hand_over(observation.seat)
            turn = PersonTurn(observation, self._table, self._rng, self._clock)
            turn.show(self.news, self._seen)
            move = turn.ask()
        except AgentFault:
            raise
        except Exception as error:
            raise ThroughReferee(error) from error
        self.news.clear()
        self._seen = observation.view()
        return move

    def blamed(self, fault: AgentFault, out: bool) -> None:
        """Do nothing: the person knows."""

    def end(self, outcome: Outcome) -> None:
        """Do nothing: the result is shown to all."""
