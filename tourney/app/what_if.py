"""What would have happened: a decision of a match, and another move instead, both played on.

Each playout has its own luck: another order of what nobody has drawn yet, other deals later, other
random numbers of the bots. Both moves are played on with the same luck, so that their difference
shows sooner. The hands are the true ones, and each bot is told what its seat knows.
"""

import shlex
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing, redirect_stdout
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engines.api import CHANCE, NotationError, Outcome, Ply, Seat, State
from engines.games import GAMES
from engines.messages import Argument, say
from tourney.agents.loader import load
from tourney.app.play_moves import SHORT, read_move
from tourney.botlab.ladder import beaten
from tourney.domain.errors import DataFault, NotFound, TourneyError, UsageFault, quoted
from tourney.domain.match_values import Fixture, StoredMatch
from tourney.domain.observation import Observation
from tourney.insight.match_analysis import known_moves
from tourney.play.luck import deal_seed, dealer_rng, derived_bot_seed
from tourney.play.referee import MatchSetup, Referee, Texts
from tourney.records.body_lines import script
from tourney.records.model import MatchRecord
from tourney.stats import Interval, Paired, Prior
from tourney.work.chunks import spread
from tourney.work.executors import SpreadOptions, Workers
from tourney.work.worker_process import Job

if TYPE_CHECKING:
    from tourney.store import Database

REDRAW: Final = "redraw"
"""The label of the luck of what nobody has drawn yet."""


@dataclass(frozen=True, slots=True)
class Branching:
    """A decision of a match, the move that was made and another one: all that a worker needs.

    `past` are the moves before it, with those of the dealer; `targets` are the bots by seat.
    """

    game: str
    options: Any
    past: Sequence[tuple[Seat, Any]]
    seat: Seat
    played: Any
    instead: Any
    targets: tuple[str, ...]


class PlayoutPair(NamedTuple):
    """How a match ended after the move that was made, and after the other one, with equal luck."""

    played: Outcome
    instead: Outcome


def branching(
    match: MatchRecord, title: str, names: Sequence[str], ply: int, text: str, bots: Sequence[str]
) -> Branching:
    """The decision at a ply of a record, and the move that a text names.

    `bots` are one target for all seats, or one for each; they are not loaded. UsageFault, NotFound
    or DataFault for what is not possible; it names the match by its `title`.
    """
    game, seats, shown = match.game, len(match.players), quoted(title)
    assert game is not None
    if len(bots) not in (1, seats):
        raise UsageFault(say("app.what-if-bots", seats=seats, count=len(bots)))
    entries, known = script(match).entries, known_moves(match)
    entry = next((one for one in entries if one.number == ply), None)
    if entry is None:
        last = entries[-1].number if entries else 0
        raise NotFound(say("app.what-if-no-ply", match=shown, ply=ply, last=last))
    if entry.ply.seat == CHANCE or entry.ply.move is None:
        later = (one.number for one in entries[entry.index :] if one.ply.move is not None)
        near = next(later, None)
        remedy = say("app.what-if-near", ply=near) if near else say("app.what-if-none-near")
        what = quoted(game.text(entry.ply))
        raise UsageFault(say("app.what-if-no-decision", ply=ply, text=what, remedy=remedy))
    # Answers that nobody writes down, such as silence, have the number of the next entry.
    wanted = ply, entry.ply.seat, entry.ply.move
    made = [(one.ply, one.seat, one.move) for one in known.moves]
    if wanted not in made:
        # What is known ends before an entry, or at one that is no legal move.
        seen = max((one.ply for one in known.moves), default=0)
        before = (one.number for one in entries[: entry.index] if one.number <= seen)
        last = max(before, default=0)
        why = (known.stopped or say("records.next-not-written")).named(names)
        code = "app.what-if-stopped" if last else "app.what-if-unknown"
        raise DataFault(say(code, match=shown, ply=ply, last=last, why=why))
    number = made.index(wanted)
    past = [(one.seat, one.move) for one in known.moves[:number]]
    seat, played = entry.ply.seat, entry.ply.move
    state = position(game.start(match.options, seats), past)[0]
    legal = [game.move_text(move) for move in state.legal_moves(seat)]
    some = ", ".join(legal[:SHORT]) + (", …" if len(legal) > SHORT else "")
    listed: dict[str, Argument] = {"count": len(legal), "legal": some}
    try:
        instead = read_move(Observation(game, state, seat), names, text)
    except NotationError as error:
        why, move = error.message.named(names), quoted(text)
        raise UsageFault(say("app.what-if-unread", move=move, why=why, **listed)) from None
    if not state.is_legal(seat, instead):
        why, move = state.refusal(seat, instead).message.named(names), quoted(text)
        raise UsageFault(say("app.what-if-illegal", move=move, ply=ply, why=why, **listed))
    targets = tuple(bots) * (seats if len(bots) == 1 else 1)
    return Branching(game.name, match.options, past, seat, played, instead, targets)


def bots_of(store: "Database", match: StoredMatch) -> dict[str, str]:
    """The targets of the bots in the run or event of a stored match, by their names."""
    from tourney.app.choose import planned_event
    from tourney.events.event_records import ReadEvent
    from tourney.exports.match_tables import run_of
    from tourney.store.runs import run_named

    if (run := run_of(match)) is not None:
        return {bot.name: bot.target for bot in run_named(store, run).spec.bots}
    event = dict(match.headers).get("event", "")
    if not event or (planned := planned_event(store, event)) is None:
        return {}
    read = ReadEvent(store, event, planned)
    entrants = read.state.entrants.items()
    return {read.names[number]: one.bot.target for number, one in entrants if one.bot is not None}


def require_bots(
    decision: Branching, named: Callable[[], Mapping[str, str]], workers: Workers
) -> None:
    """UsageFault, NotFound or TourneyError for bots that these workers cannot play.

    `named` reads the targets of the bots of the match by their names in its run or event: somebody
    may give such a name as a target.
    """
    for target in dict.fromkeys(decision.targets):
        try:
            loaded = load(target)
        except TourneyError:
            if (known := named().get(target)) is None:
                raise
            words = {"bot": quoted(target), "target": shlex.quote(known)}
            raise UsageFault(say("app.what-if-named", **words)) from None
        with closing(loaded) as bot:
            if bot.absent is not None:
                raise TourneyError(say("app.what-if-fault", bot=target, fault=str(bot.absent)))
            if decision.game not in bot.games:
                playable = ", ".join(bot.games)
                others = {"bot": target, "game": decision.game, "known": playable}
                raise UsageFault(say("runs.not-its-game", **others))
            if workers.confines and (bot.inside or bot.outside):
                raise UsageFault(say("app.what-if-free", bot=quoted(target)))


def position(
    state: State[Any], moves: Sequence[tuple[Seat, Any]]
) -> tuple[State[Any], list[Ply[Any]]]:
    """The position after some moves from a start, which is changed, and its log."""
    log: list[Ply[Any]] = []
    for seat, move in moves:
        state.apply(seat, move, log)
    return state, log


class BranchPlayer:
    """Plays both moves of a decision on, by the number of the playout."""

    def __init__(self, given: tuple[Branching, str]) -> None:
        """Load the bots; what is given are the decision and the seed of the luck."""
        self._decision, seed = given
        one, game = self._decision, GAMES[self._decision.game]
        seats = len(one.targets)
        self._seed = f"what if {seed}"
        self._game = game
        self._state, self._log = position(game.start(one.options, seats), one.past)
        # What a user's bot prints must not get among the data, from a worker either.
        with redirect_stdout(sys.stderr):
            self._bots = {target: load(target) for target in one.targets}
        self._setup = MatchSetup(
            game=game,
            options=one.options,
            seats=seats,
            seed=self._seed,
            bot_seed=derived_bot_seed(self._seed),
            # A playout that a bot gave up says nothing about the moves.
            on_fault="abort",
            texts=Texts(game),
            entries=one.targets,
        )

    def work(self, items: Sequence[int]) -> list[PlayoutPair]:
        """The playouts with these numbers; DataFault if a bot has a fault in one of them."""
        with redirect_stdout(sys.stderr):
            return [self.pair(number, number) for number in items]

    def pair(self, first: int, second: int) -> PlayoutPair:
        """The move that was made with the luck of one number, the other with that of another."""
        one = self._decision
        return PlayoutPair(self._ended(one.played, first), self._ended(one.instead, second))

    def close(self) -> None:
        """End the processes of the bots."""
        for bot in self._bots.values():
            bot.close()

    def _ended(self, move: Any, number: int) -> Outcome:
        one, seats = self._decision, range(len(self._decision.targets))
        # The same luck whichever move it is.
        state = self._game.redraw(self._state, dealer_rng(deal_seed(self._seed, number), REDRAW))
        log = [*self._log]
        state.apply(one.seat, move, log)
        # The same hands every time: no process may know them from another playout.
        agents = [self._bots[target].sit(one.seat) for target in one.targets]
        fixture = Fixture(number + 1, number, 0, 0, tuple(seats))
        played = Referee(self._setup, fixture, agents, begun=(state, log)).play()
        for fault in played.faults:
            bot = one.targets[fault.seat] if fault.seat != CHANCE else ""
            words = f"{fault.code}: {fault.evidence}"
            raise DataFault(say("app.what-if-fault", bot=bot, fault=words))
        return played.outcome


def playouts(
    decision: Branching, count: int, seed: str, workers: Workers
) -> Generator[list[PlayoutPair]]:
    """Play a decision on so many times; some pairs at a time, in order."""
    given = (decision, seed)
    if workers.here:
        with closing(BranchPlayer(given)) as player:
            for number in range(count):
                yield player.work([number])
        return
    job: Job[int, list[PlayoutPair]] = Job(BranchPlayer, given)

    def lost(number: int) -> list[PlayoutPair]:
        raise TourneyError(say("app.what-if-lost", number=number + 1))

    yield from spread(job, range(count), SpreadOptions(workers, lost, lambda: True, total=count))


class SeatChange(NamedTuple):
    """What a seat got after each move, in the mean; shares are counted from 0 for last to 1.

    `result` is `better`, `worse` or `even`, by the interval of the difference.
    """

    difference: Interval
    shares: tuple[float, float]
    places: tuple[float, float]
    scores: tuple[float, float]

    @property
    def result(self) -> str:
        """Whether the other move was better or worse; `even` if no difference is seen."""
        _, low, high, _ = self.difference
        if low is None or high is None:
            return "even"
        return "better" if low > 0 else "worse" if high < 0 else "even"


def changes(pairs: Sequence[PlayoutPair]) -> list[SeatChange]:
    """What each seat got in some playouts."""
    found, seats = [], len(pairs[0].played.places)
    prior = Prior.of_places([Fraction(place, seats - 1) for place in range(seats)])
    for seat in range(seats):
        paired = Paired(prior and prior.difference())
        for pair in pairs:
            before, after = (Fraction(beaten(one.places, seat), 2 * (seats - 1)) for one in pair)
            paired.add(before, after)
        found.append(
            SeatChange(
                paired.difference(),
                (float(paired.before()), float(paired.after())),
                _means([[one.places[seat] for one in pair] for pair in pairs]),
                _means([[one.scores[seat] for one in pair] for pair in pairs]),
            )
        )
    return found


def _means(values: Sequence[Sequence[int]]) -> tuple[float, float]:
    played, instead = zip(*values, strict=True)
    return sum(played) / len(played), sum(instead) / len(instead)
