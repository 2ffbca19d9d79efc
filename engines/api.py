"""The contract every game keeps: states, moves, plies and what a seat may see of them.

Nothing here knows a particular game, a clock, a file or a random generator of its own: whatever
is drawn at random is decided outside and handed in as a move of the dealer, `CHANCE`.

The classes have abstract methods and no ABC above them: compiled by mypyc, all games would share
one memory of who is an instance of what, and be taken for one another.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, Generic, Literal, NamedTuple, Self, TypeAlias, TypeVar

from engines.messages import Message, Sentence

Seat: TypeAlias = int
"""0..n-1 clockwise; `CHANCE` is the dealer."""

Who: TypeAlias = int | None
"""For whom something is shown: a seat, None for a spectator, `EVERYTHING` for all of it."""

CHANCE: Final = -1
EVERYTHING: Final = -2

View: TypeAlias = dict[str, Any]
"""JSON-able; its schema is versioned per game in the keys "game" and "schema"."""

M = TypeVar("M")


class Fact(NamedTuple):
    """Something a ply revealed: `seen` None = to all, () = to nobody, else to these seats."""

    name: str
    values: tuple[int, ...]
    seen: tuple[Seat, ...] | None = None


class Ply(NamedTuple, Generic[M]):
    """One entry of the log: a decision and what it revealed.

    What the dealer lays out and marks such as the end of a round are entries without a move.
    `drawn` are the items that left the hidden deck, in an order that the deck could have had;
    `seen` says who may know the move itself (None = all).
    """

    seat: Seat
    move: M | None
    facts: tuple[Fact, ...] = ()
    drawn: tuple[int, ...] = ()
    seen: tuple[Seat, ...] | None = None


class Refusal(NamedTuple):
    """Why a move is not legal: the rule it breaks, a message, the cards concerned.

    `missing` says that one of these cards is not where the move takes it from, so that the move
    cannot be made even if a table lets it stand.
    """

    rule: str
    message: Message
    cards: tuple[int, ...] = ()
    missing: bool = False


class Outcome(NamedTuple):
    """The end of a match: the game's own score and the place of every seat, shared places equal."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    reason: str = "normal"


class NotationError(ValueError):
    """Text that is no move, action or option; `start` and `end` bound the fault in the text."""

    def __init__(
        self,
        message: Message,
        start: int = 0,
        end: int = 0,
        remedy: Message | None = None,
    ) -> None:
        super().__init__(message, start, end, remedy)
        self.message = message
        self.start = start
        self.end = end
        self.remedy = remedy

    def __str__(self) -> str:
        return str(self.message)


class OptionError(ValueError):
    """An option key, value or number of seats that a game does not have.

    `key` names the option concerned; it is empty where the number of seats is at fault.
    """

    def __init__(self, message: Message, key: str = "") -> None:
        super().__init__(message, key)
        self.message = message
        self.key = key

    def __str__(self) -> str:
        return str(self.message)


class Token(NamedTuple):
    """One card or counter of a drawing; `tone` is a name in the game's palette, `rgb` a colour."""

    text: str
    tone: str = ""
    rgb: tuple[int, int, int] | None = None
    hidden: bool = False


class Zone(NamedTuple):
    """A row of tokens with a label: a hand, a market, a pile; `owner` None = the table's."""

    label: Message
    tokens: tuple[Token, ...]
    owner: Seat | None = None
    note: Message | None = None


class Grid(NamedTuple):
    """A board: rows of cells from the top, None where nothing lies.

    `left` and `top` number the first column and row.
    """

    rows: tuple[tuple[Token | None, ...], ...]
    left: int = 0
    top: int = 0


class Scene(NamedTuple):
    """What a view looks like, neutrally, for the terminal and for pages alike."""

    title: Message
    zones: tuple[Zone, ...]
    active: tuple[Seat, ...] = ()
    notes: tuple[Message, ...] = ()
    grid: Grid | None = None


class State(Generic[M]):
    """One position of a match. Mutable and small; `apply` trusts its caller."""

    __slots__ = ()

    @abstractmethod
    def pending(self) -> tuple[Seat, ...]:
        """Seats that owe a decision now; (CHANCE,) the dealer; () when the match is over."""

    @abstractmethod
    def phase(self) -> str:
        """What is being decided: draw, play, give, discard … ; over."""

    @abstractmethod
    def legal_moves(self, seat: Seat) -> Sequence[M]:
        """Canonical order; empty for a seat that owes nothing and for a deal. Not to be mutated."""

    def is_legal(self, seat: Seat, move: M) -> bool:
        """Whether `seat` may make `move` now; for CHANCE whether it is an order of the pool."""
        return move in self.legal_moves(seat)

    @abstractmethod
    def refusal(self, seat: Seat, move: M) -> Refusal:
        """Why `move`, which is not legal, is refused; checks are made in a fixed order."""

    @abstractmethod
    def sample(self, seat: Seat, rng: Random) -> M:
        """A legal move drawn uniformly, without building a large list."""

    @abstractmethod
    def apply(self, seat: Seat, move: M, log: list[Ply[M]] | None = None) -> None:
        """Make a legal move; append what was decided and revealed to `log`, if one is given."""

    @abstractmethod
    def chance(self) -> str:
        """Label of the dealer's move owed, such as "deal 2"; the same label means the same luck."""

    @abstractmethod
    def pool(self) -> tuple[int, ...]:
        """What the dealer's move orders, in canonical order; repeated items may not differ."""

    @abstractmethod
    def clone(self) -> Self:
        """An independent copy, cheap."""

    @abstractmethod
    def view(self, who: Who) -> View:
        """What `who` may know of the position, built up from what is allowed."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Scores and places, exactly when nobody owes a decision."""

    @abstractmethod
    def key(self) -> tuple[Any, ...]:
        """The full state in canonical form, undrawn cards sorted; never shown to a seat."""

    @abstractmethod
    def default_move(self, seat: Seat) -> M:
        """A fixed legal move for a seat that is absent."""

    @abstractmethod
    def tally(self, name: str) -> Mapping[str, str] | None:
        """What `-- check NAME` states: seat letter (or "" for the table) to value.

        None where there is nothing to compare with yet; KeyError for a name the game lacks.
        """


class Finding(NamedTuple):
    """What a table has to say of an entry it was given.

    *verified*: all of it is known and within the rules; *consistent*: nothing speaks against it;
    *irregular*: it was let stand; *problem*: the record contradicts the rules or itself, and
    nothing after it means anything. Entries are counted from 0 in the order they are given.
    """

    kind: Literal["verified", "consistent", "irregular", "problem"]
    refusal: Refusal | None = None
    """What is against the rules: of every problem, of what was let stand where it is known."""
    code: str = ""
    """The problem's code when it breaks no rule of the game: K-card, K-due, K-revealed, K-over."""
    at: int | None = None
    """The entry that the problem is in; None for the one given."""
    proof: int | None = None
    """The entry that makes it certain, earlier or later than `at`."""
    here: Message | None = None
    """What to say at `at` and at `proof`, such as "discards S2 on a heart lead"."""
    there: Message | None = None
    settled: tuple[int, ...] = ()
    """Earlier entries, consistent so far, that this one verified."""
    remedy: Message | None = None
    """What helps, where it is something else than a correction or a mark `^`."""


class Change(NamedTuple):
    """One part of a ruling: a count of a seat by so much; by None: what now belongs to it."""

    name: str
    seat: Seat
    by: int | None


class RecordTracker(Generic[M]):
    """What is known of a match whose record has gaps: unknown cards, hands nobody wrote down.

    It is given the entries of a record in order and believes them unless they contradict each
    other or the rules; what was let stand is believed all the same. It must never find a problem
    in a record that could become a right one by writing known cards for unknown ones.
    """

    @abstractmethod
    def step(self, ply: Ply[M], waived: Sequence[int] = ()) -> Finding:
        """Take the next entry; after a problem the tracker must not be used further.

        `waived` are the parts of the entry marked as let stand: 0 the decision, 1 … what follows.
        """

    @abstractmethod
    def adjust(self, changes: Sequence[Change]) -> Refusal | None:
        """Take what the table ruled; why it cannot be so, if it cannot."""

    @abstractmethod
    def show(self, text: str) -> Finding | None:
        """Take a directive that is no entry (`reveal A …`); None if it tells the game nothing.

        `at` None in the finding stands for the directive itself.
        """

    def close(self) -> None:
        """Whoever has not answered yet was silent: the match ended, or rows were opened."""
        return

    @abstractmethod
    def tally(self, name: str) -> Mapping[str, str] | None:
        """As `State.tally`, with "?" for what is unknown; None if nothing of it is known."""

    def view(self, who: Who) -> View | None:
        """As `State.view`, "?" for what is unknown; None where nothing can be drawn."""
        return None

    @abstractmethod
    def owed(self) -> Message | None:
        """Who has to do what next; None if unknown, `kit.messages.OVER()` after the match."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Scores and places of a match that is over; None while a score is unknown.

        A place that hangs on unknown cards is 0.
        """


class Game(Generic[M]):
    """A rule set: how a match starts, how luck falls, how moves are written."""

    name: str
    title: Mapping[str, str]  # language -> name
    version: int
    """Changes whenever an old record could replay differently."""
    seats: range
    options_type: type[Any]
    """A frozen dataclass; every option has a default."""
    option_help: Mapping[str, Sentence]
    """Option key -> its values and what they do, in one line."""
    in_seat_order: tuple[str, ...] = ()
    """First words of turn lines that stand in seat order, in whatever order they are typed."""
    option_defaults: Mapping[str, str] = {}
    """Option key -> what holds when nothing is said, as written; unnamed: it depends."""
    variants: Sequence[Mapping[str, str]]
    """Settings that between them use every option: what tests and benchmarks run over."""
    phases: Mapping[str, Sentence]
    """Phase -> what is to be done in it, as after "has to"; all phases but "over"."""
    notation: Sentence
    """One screen on how moves are written."""
    joint: str = "; "
    """What stands between the parts of a turn line."""
    fewer_wins: bool = False
    """Whether the lower score is the better one."""

    @property
    def silent(self) -> M | None:
        """The answer that is not written, in games that have one."""
        return None

    @abstractmethod
    def options(self, given: Mapping[str, str], seats: int) -> Any:
        """Options from their written form; OptionError says what is wrong with which."""

    @abstractmethod
    def options_text(self, options: Any) -> str:
        """`key=value` pairs that differ from the default, sorted by key, one blank between."""

    def sides(self, options: Any, seats: int) -> tuple[int, ...]:
        """The side that each seat plays for: its own, or a team that takes one place together."""
        return tuple(range(seats))

    @abstractmethod
    def start(self, options: Any, seats: int) -> State[M]:
        """The position before the first move of the dealer."""

    @abstractmethod
    def resample(self, state: State[M], seat: Seat, rng: Random) -> State[M]:
        """A full state that `seat` could be in: same view, legal moves and past as observed."""

    @abstractmethod
    def max_plies(self, options: Any, seats: int) -> int:
        """A bound on the entries of a match's log."""

    @abstractmethod
    def shuffle(self, state: State[M], rng: Random) -> M:
        """The dealer's move: one permutation of everything, restricted to the pool."""

    @abstractmethod
    def luck(self, state: State[M], plies: Sequence[Ply[M]]) -> M:
        """The dealer's move that the coming entries of a record show.

        What they do not show follows in canonical order. `plies` starts at the first entry that
        this move would log and may reach beyond what it decides.
        """

    @abstractmethod
    def move_text(self, move: M) -> str:
        """The bare decision: what bots answer and `legal` lists."""

    @abstractmethod
    def parse_move(self, text: str) -> M:
        """Inverse of `move_text`; NotationError for anything else."""

    @abstractmethod
    def text(self, ply: Ply[M], who: Who = EVERYTHING) -> str:
        """The action text of an entry: the decision and what it revealed, as `who` may see it."""

    @abstractmethod
    def layout(self, entries: Iterable[tuple[Seat, str]]) -> Iterator[str]:
        """Record lines of log entries given as (seat, action text)."""

    def split(self, body: str) -> list[tuple[int, int]]:
        """Where the parts of a turn line stand in what follows its seat."""
        spans = []
        start = 0
        for part in body.split(";"):
            spans.append((start, start + len(part)))
            start += len(part) + 1
        return spans

    @abstractmethod
    def canonical(self, seat: Seat, segment: str) -> str:
        """Canonical form of one part of a record line, lax in what it accepts.

        `seat` is CHANCE for a directive, given without its `-- `. NotationError for text that is
        none of this game's.
        """

    @abstractmethod
    def plies(self, seat: Seat, segments: Sequence[str], seats: int) -> list[tuple[int, Ply[M]]]:
        """The log entries of one record line given as canonical segments, at so many seats.

        Each comes with the index of the segment it starts in; a segment may hold none (it belongs
        to the entry before), one or two. Unknown cards stand as the game's own unknown codes.
        """

    def tracker(self, options: Any, seats: int) -> RecordTracker[M] | None:
        """What follows a record with gaps; None if this game can only be replayed."""
        return None

    def is_complete(self, ply: Ply[M]) -> bool:
        """Whether an entry of a record shows all it should where no `?` stands for a card."""
        return True

    @abstractmethod
    def scene(self, view: View) -> Scene:
        """What a view looks like."""


def seat_letter(seat: Seat) -> str:
    """A for seat 0, B for seat 1 and so on."""
    return "ABCDEFGH"[seat]
