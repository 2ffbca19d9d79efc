"""Matches whose people sit at browsers: what each seat sees, what it owes, what it answers.

A match is played in a thread of its own, in which the referee waits for the answer of a seat. Pages
read only what a seat was shown last. All is stored decision by decision, so that a match which
nobody looks at may be put away, and goes on when somebody opens a link of it again.
"""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from random import Random
from threading import Condition, Lock, Thread
from time import monotonic
from typing import Any, Final, NamedTuple

from engines.api import Game, Outcome, Scene, Seat, View
from engines.messages import say
from tourney.agents.wrappers import ThroughReferee
from tourney.app.play_match import stored_match
from tourney.app.play_moves import preview
from tourney.app.play_session import MatchLeft, PlaySession
from tourney.domain.errors import Conflict, TourneyError
from tourney.domain.match_values import OpenMatch
from tourney.domain.observation import Observation
from tourney.play.agent import AgentFault, Seating
from tourney.serve.web_host import WebHost
from tourney.store import open_store

MOST_TABLES: Final = 24
"""Matches that are played at a time; the one that nobody looked at for longest is put away."""
LAST_WORDS: Final = 2.0
"""Seconds for matches to be put away when the server is stopped; a bot may think for longer."""
LOADING: Final = Lock()
"""Held while bots are loaded, which changes where this program prints to."""
BROWSER: Final = "browser"
"""Who plays, in the log of the database."""


class SeatSight(NamedTuple):
    """What a seat was shown last.

    `news` is what happened since its last decision, when its view was `before`. `turn` is the
    number of the decision that it owes, counted from 1, and `moves` are its legal moves by their
    texts.
    """

    view: View
    before: View | None = None
    news: tuple[tuple[Seat, str], ...] = ()
    turn: int | None = None
    phase: str = ""
    moves: Mapping[str, Any] = {}


class BrowserSeat:
    """A person at a seat who plays in a browser: an agent that waits for a form."""

    version = ""
    info = None
    listens = True
    trusted = True
    keeps_time = True

    def __init__(self, table: "PlayedTable") -> None:
        self._table = table
        self._look: Observation[Any]
        self._news: list[tuple[Seat, str]] = []
        self._before: View | None = None
        self._decided = 0
        self.sight: SeatSight | None = None
        self.version_shown = 0
        """Grows whenever the seat is shown something else."""

    def seated(self, observation: Observation[Any]) -> None:
        """Take the observation of the seat."""
        self._look = observation
        self._table.seats[observation.seat] = self

    def start(self, seating: Seating) -> None:
        """Do nothing: nothing has happened yet."""

    def event(self, number: int, seat: Seat, text: str) -> None:
        """Show an entry of the log."""
        self._news.append((seat, text))
        self.show()

    def repeated(self, observation: Observation[Any]) -> None:
        """Forget what happened before a stored decision."""
        self._decision_made()

    def choose(self, observation: Observation[Any]) -> Any:
        """The move that is sent from the browser."""
        moves = {observation.game.move_text(move): move for move in observation.legal()}
        # Sealed decisions are no entries of the log: here the others see that one was made.
        for other in self._table.seats.values():
            other.show()
        self.show(self._decided + 1, observation.phase(), moves)
        try:
            move = self._table.answer(observation.seat)
        except AgentFault:
            raise
        except Exception as error:  # to leave is no fault of an agent
            raise ThroughReferee(error) from error
        self._decision_made()
        self.show()
        return move

    def show(
        self, turn: int | None = None, phase: str = "", moves: Mapping[str, Any] | None = None
    ) -> None:
        """Show the position as it is now; called by the thread of the match."""
        view = self._look.view()
        sight = SeatSight(view, self._before, tuple(self._news), turn, phase, moves or {})
        if sight != self.sight:
            self.sight = sight
            self.version_shown += 1

    def preview(self, text: str) -> tuple[Scene | None, Scene | None]:
        """The board before and after a move, if the move changes it; the seat must owe a move."""
        assert self.sight is not None, "a seat that owes a move was shown it"
        game, move = self._look.game, self.sight.moves[text]
        # Which of the possible worlds is drawn does not matter: the board is the same in all.
        after = preview(self._look, move, say("serve.play-your-move"), Random(0))
        return (game.scene(self.sight.view), after) if after else (None, None)

    def _decision_made(self) -> None:
        self._decided += 1
        self._news.clear()
        self._before = self._look.view()

    def blamed(self, fault: AgentFault, out: bool) -> None:
        """Do nothing: the person knows."""

    def end(self, outcome: Outcome) -> None:
        """Do nothing: the page shows the result."""


class PlayedTable:
    """A match while it is played; `fault` is why it had to stop."""

    def __init__(self, database: str, match: OpenMatch, game: Game[Any], lang: str) -> None:
        self.match = match
        self.game = game
        self.seats: dict[Seat, BrowserSeat] = {}
        self.owing: Seat | None = None
        """The person who is asked now."""
        self.ended = False
        self.fault: TourneyError | None = None
        self.looked_at = monotonic()
        self._database = database
        self._lang = lang
        self._session: PlaySession | None = None
        self._changed = Condition()
        self._given: Any = None
        self._left = False
        # A bot may think for long: it is no reason to wait when the server is stopped.
        self.thread = Thread(target=self._run, name=f"play {match.name}", daemon=True)
        self.thread.start()

    @property
    def stored(self) -> int:
        """The number of decisions that are stored."""
        return self._session.decisions if self._session else 0

    @property
    def resting(self) -> bool:
        """Whether nothing happens until somebody sends a form."""
        return self.ended or self.owing is not None

    def give(self, seat: Seat, turn: str, text: str) -> int:
        """Take the decision of a seat: a move, or `resign`; the number of decisions before it.

        Conflict if this is not what the seat owes.
        """
        with self._changed:
            sight = self._due(seat, turn)
            if text != "resign" and text not in sight.moves:
                raise Conflict(say("serve.play-no-such-move"))
            self._given = text
            self.owing = None
            before = self.stored
            self._changed.notify_all()
        return before

    def preview(self, seat: Seat, turn: str, text: str) -> tuple[Scene | None, Scene | None]:
        """The board before and after a move of a seat, if it changes the board."""
        with self._changed:  # nobody may move meanwhile
            return self.seats[seat].preview(text) if self._due(seat, turn) else (None, None)

    def _due(self, seat: Seat, turn: str) -> SeatSight:
        sight = self.seats[seat].sight if seat in self.seats else None
        if sight is None or self.owing != seat or str(sight.turn) != turn:
            raise Conflict(say("serve.play-moved-on"))
        return sight

    def answer(self, seat: Seat) -> Any:
        """Wait for the decision of a seat; called by the thread of the match."""
        with self._changed:
            if not self._left:
                self.owing = seat
            self._changed.wait_for(lambda: self.owing is None or self._left)
            self.owing = None
            text, self._given = self._given, None
        if text is None:
            raise MatchLeft
        if text == "resign":
            raise AgentFault("resigned", "")
        sight = self.seats[seat].sight
        assert sight is not None, "it was shown what it owes"
        return sight.moves[text]

    def leave(self) -> None:
        """Put the match away; all that was decided is stored."""
        with self._changed:
            self._left = True
            self._changed.notify_all()

    def _run(self) -> None:
        fault: TourneyError | None = TourneyError(say("serve.broken"))
        try:
            with closing(open_store(self._database)) as database, ExitStack() as loaded:
                database.actor = BROWSER
                host = WebHost(database, self._lang)
                with LOADING:
                    session = loaded.enter_context(stored_match(host, self.match, None))
                self._session = session
                played, _ = session.play(lambda: BrowserSeat(self))
                session.finish(played)
            fault = None
        except MatchLeft:
            fault = None
        except TourneyError as error:
            fault = error
        finally:
            with self._changed:
                self.owing, self.fault, self.ended = None, fault, True


class PlayRoom:
    """The matches that are played now, by name."""

    def __init__(self, database: str, lang: str) -> None:
        self._database = database
        self._lang = lang
        self._tables: dict[str, PlayedTable] = {}
        self._lock = Lock()

    def table(self, match: OpenMatch, game: Game[Any]) -> PlayedTable:
        """The table of a match that has not ended, which goes on if it was put away."""
        with self._lock:
            table = self._tables.get(match.name)
            if table is None or table.ended or table.match.id != match.id:
                while len(self._tables) >= MOST_TABLES:
                    oldest = min(self._tables.values(), key=lambda one: one.looked_at)
                    self._tables.pop(oldest.match.name).leave()
                table = PlayedTable(self._database, match, game, self._lang)
                self._tables[match.name] = table
            table.looked_at = monotonic()
            return table

    def close(self) -> None:
        """Put all matches away."""
        with self._lock:
            tables: Sequence[PlayedTable] = list(self._tables.values())
            self._tables.clear()
        for table in tables:
            table.leave()
        end = monotonic() + LAST_WORDS
        for table in tables:
            table.thread.join(max(0.0, end - monotonic()))
