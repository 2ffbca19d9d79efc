"""The contract of every game: states, moves, plies, and what each seat may see of them.

Does not depend on a particular game, a clock or a file. There is no random generator in here:
everything random is decided by the caller and applied as a move of the dealer, `CHANCE`.

The classes have abstract methods but do not derive from `ABC`: compiled by mypyc, all games would
share one cache of `isinstance` results, and one game would pass for another.
"""

from abc import abstractmethod
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final, Generic, Literal, NamedTuple, Self, TypeAlias, TypeVar

from mypy_extensions import mypyc_attr

from engines.messages import Message, Player, Sentence, say

Seat: TypeAlias = int
"""A seat number, 0..n-1 clockwise; `CHANCE` for the dealer."""

Who: TypeAlias = int | None
"""Who sees something: a seat, None for a spectator, `EVERYTHING` to see all hidden cards."""

CHANCE: Final = -1
EVERYTHING: Final = -2

View: TypeAlias = dict[str, Any]
"""A JSON object; the keys "game" and "schema" give the game and the version of its schema."""

M = TypeVar("M")


class Fact(NamedTuple):
    """Something that a ply revealed; `seen`: None = to all, () = to nobody, else to these seats."""

    name: str
    values: tuple[int, ...]
    seen: tuple[Seat, ...] | None = None


class Ply(NamedTuple, Generic[M]):
    """One entry of the log: a decision and what it revealed.

    Cards laid out by the dealer and marks such as the end of a round are entries without a move.
    `drawn` are the items that left the hidden deck, in an order that the deck could have had;
    `seen` are the seats that may know the move itself (None = all).
    """

    seat: Seat
    move: M | None
    facts: tuple[Fact, ...] = ()
    drawn: tuple[int, ...] = ()
    seen: tuple[Seat, ...] | None = None


class Refusal(NamedTuple):
    """Why a move is not legal: the rule it breaks, a message, the cards concerned.

    `missing` is true if one of these cards is not where the move takes it from. Such a move cannot
    be applied even if the players waived the rule.
    """

    rule: str
    message: Message
    cards: tuple[int, ...] = ()
    missing: bool = False


class Outcome(NamedTuple):
    """The result of a match: score and place of every seat; tied seats have the same place."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    reason: str = "normal"


def places(keys: Sequence[Any], fewer: bool = False) -> tuple[int, ...]:
    """The place of each: 1 for the highest key, or the lowest if `fewer`; equal keys share one."""
    order = sorted(keys)
    if not fewer:
        order.reverse()
    return tuple([1 + order.index(own) for own in keys])


class NotationError(ValueError):
    """Text that is not valid notation; the fault is at `text[start:end]`."""

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
    """An option key, option value or number of seats that a game does not accept.

    `key` is the option concerned; "" if the number of seats is wrong.
    """

    def __init__(self, message: Message, key: str = "") -> None:
        super().__init__(message, key)
        self.message = message
        self.key = key

    def __str__(self) -> str:
        return str(self.message)


class Face(NamedTuple):
    """How a token looks where there is room for more than its text.

    `shape` says what it is: a card with a suit; a gem, with a star for special purity; a special
    card with a picture; a tile of six cells in two rows; a swatch of plain colour; a count of
    something; a cell of a grid.
    """

    shape: Literal["card", "gem", "special", "tile", "swatch", "count", "cell"] = "card"
    label: str = ""
    sign: str = ""
    """The suit (diamonds, hearts, spades, clubs, crystal), a star, a picture (cart, safe, wand),
    `B` or `W` for the diamond of each cell, or the depth of a swatch in percent."""
    caption: str = ""
    """A short text about the token, such as the seat that played it."""
    edges: str = ""
    """Of a cell: the sides where its card ends, some of `n`, `e`, `s`, `w`."""


class Token(NamedTuple):
    """A card or counter in a drawing; `tone` names a colour of the game's palette, `rgb` is it.

    `text` says all that the token shows. Without a face it is drawn as a card with that text.
    """

    text: str
    tone: str = ""
    rgb: tuple[int, int, int] | None = None
    hidden: bool = False
    face: Face | None = None


class Zone(NamedTuple):
    """A row of tokens with a label: a hand, a market, a pile; `owner` None = common to all."""

    label: Message
    tokens: tuple[Token, ...]
    owner: Seat | None = None
    note: Message | None = None


class Grid(NamedTuple):
    """A board: rows of cells from top to bottom, None for an empty cell.

    `left` and `top` are the coordinates of the first column and row.
    """

    rows: tuple[tuple[Token | None, ...], ...]
    left: int = 0
    top: int = 0


class Scene(NamedTuple):
    """The drawing of a view, independent of the output: terminal or web page.

    `scores` are the scores of the seats if the match were counted now, as far as the view shows
    what counts; else as last counted, None if unknown.
    """

    title: Message
    zones: tuple[Zone, ...]
    active: tuple[Seat, ...] = ()
    notes: tuple[Message, ...] = ()
    grid: Grid | None = None
    scores: tuple[int | None, ...] = ()


# A game of somebody else stays in Python where these classes are compiled.
@mypyc_attr(allow_interpreted_subclasses=True)
class Copyable:
    """Is copied and pickled with all attributes, whether its class is compiled or not."""

    __slots__ = ()

    # What mypyc would write knows only attributes of compiled classes: a game that stays in Python
    # would lose its own.
    def __getstate__(self) -> tuple[Mapping[str, Any] | None, Mapping[str, Any]]:
        state: Any = object.__getstate__(self)
        own, slots = state if isinstance(state, tuple) else (state, {})
        names = getattr(type(self), "__mypyc_attrs__", ())
        return own, {**slots, **{one: getattr(self, one) for one in names if hasattr(self, one)}}

    def __setstate__(self, state: Sequence[Mapping[str, Any] | None]) -> None:
        for part in state:
            for name, value in (part or {}).items():
                setattr(self, name, value)


@mypyc_attr(allow_interpreted_subclasses=True)
class State(Copyable, Generic[M]):
    """One position of a match. Mutable; `apply` does not check that the move is legal."""

    __slots__ = ()

    @abstractmethod
    def pending(self) -> tuple[Seat, ...]:
        """Seats that must decide now; (CHANCE,) for the dealer; () when the match is over."""

    @abstractmethod
    def phase(self) -> str:
        """The kind of decision expected, such as "draw", "play", "discard"; "over" at the end."""

    @abstractmethod
    def legal_moves(self, seat: Seat) -> Sequence[M]:
        """Legal moves in canonical order; empty if the seat has nothing to decide, and for CHANCE.

        The caller must not change the list.
        """

    def is_legal(self, seat: Seat, move: M) -> bool:
        """Whether `seat` may make `move` now; for CHANCE: whether it is an order of the pool."""
        return move in self.legal_moves(seat)

    @abstractmethod
    def refusal(self, seat: Seat, move: M) -> Refusal:
        """Why an illegal move is refused: the first fault in a fixed order of checks."""

    @abstractmethod
    def sample(self, seat: Seat, rng: Random) -> M:
        """A uniformly random legal move, drawn without building a large list."""

    def play_on(self, rng: Random) -> None:
        """Make random moves of the seats until the dealer must move or the match is over.

        A game may override it for speed; with the same seed it must make the same moves.
        """
        while (owing := self.pending()) and owing[0] != CHANCE:
            self.apply(owing[0], self.sample(owing[0], rng))

    @abstractmethod
    def apply(self, seat: Seat, move: M, log: list[Ply[M]] | None = None) -> None:
        """Make a legal move; append the decision and what it revealed to `log`, if given."""

    @abstractmethod
    def chance(self) -> str:
        """Label of the dealer's next move, such as "deal 2"; part of the seed for that move."""

    @abstractmethod
    def pool(self) -> tuple[int, ...]:
        """The items that the dealer's move puts in order, sorted; equal items are identical."""

    @abstractmethod
    def clone(self) -> Self:
        """A cheap independent copy."""

    @abstractmethod
    def view(self, who: Who) -> View:
        """The position as `who` may see it; made of what is visible, not by deleting the rest."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Scores and places once the match is over (`pending()` is empty), else None."""

    @abstractmethod
    def key(self) -> tuple[Any, ...]:
        """The full state in canonical form, with undrawn cards sorted; never shown to a seat."""

    @abstractmethod
    def default_move(self, seat: Seat) -> M:
        """A fixed legal move for an absent player."""

    @abstractmethod
    def tally(self, name: str) -> Mapping[str, str] | None:
        """The true values for `-- check NAME`, by seat letter ("" for a value of the whole table).

        None if the value does not exist yet; KeyError if the game has no check of this name.
        """


@mypyc_attr(allow_interpreted_subclasses=True)
class Lister(Generic[M]):
    """Lists the legal moves of one seat in one match, where there are hundreds.

    That is faster than to list them and to make the text of each.
    """

    @abstractmethod
    def count(self, state: State[M]) -> int:
        """The number of legal moves."""

    @abstractmethod
    def moves(self) -> str:
        """The texts of the moves counted last as JSON: in quotes, with commas between them."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Teller(Generic[M]):
    """Tells one seat of a match what it may know, whenever it owes a move.

    The same as its views, but a teller keeps what it told: only what has changed since is made
    anew.
    """

    def __init__(self, seat: Seat, lister: Lister[M] | None = None) -> None:
        self.seat = seat
        self.lister = lister

    def view(self, state: State[M]) -> View:
        """The view of the seat, whose last field is `players`.

        The teller may return the same object again, with the same objects of `players`; it changes
        nothing else that it returned before. Nobody else may change them.
        """
        return state.view(self.seat)


class Finding(NamedTuple):
    """What a `RecordTracker` found out about an entry.

    *verified*: everything about it is known and legal; *consistent*: nothing contradicts it;
    *irregular*: the players waived a rule; *problem*: the record contradicts the rules or itself,
    and checking stops here. Entries are numbered from 0 in the order of the record.
    """

    kind: Literal["verified", "consistent", "irregular", "problem"]
    refusal: Refusal | None = None
    """What is wrong: set for every problem, and for a waived entry if the broken rule is known."""
    code: str = ""
    """Code of a problem that breaks no rule of the game: K-card, K-due, K-revealed, K-over …"""
    at: int | None = None
    """The entry with the problem; None for the entry just taken."""
    proof: int | None = None
    """The entry that proves the problem, earlier or later than `at`."""
    here: Message | None = None
    """Note shown at the entry `at`, such as "discards S2 on a heart lead"."""
    there: Message | None = None
    """Note shown at the entry `proof`."""
    settled: tuple[int, ...] = ()
    """Earlier entries that were consistent and are verified by this one."""
    remedy: Message | None = None
    """How to correct the record, if not by changing the entry or marking it with `^`."""


class Ties(NamedTuple):
    """How places follow from final scores, and the rule that says so.

    Different scores have different places. Equal scores share a place ("share"), may share it
    because something else decides ("may share"), or never do ("never share"). If `draw`, the match
    may have been drawn: then all seats share the first place whatever their scores are.
    """

    rule: str = ""
    equal: Literal["share", "may share", "never share"] = "may share"
    draw: bool = False


class ScoreLimits(NamedTuple):
    """The lowest and highest final score of a seat, in which kind of match, and by which rule."""

    low: int
    high: int
    match: Message
    """The kind of match, such as "a Diamonds match of 4 rounds with 4 players"."""
    rule: str


class Change(NamedTuple):
    """One part of a ruling: adds `by` to a count of a seat; None: gives it the item `name`."""

    name: str
    seat: Seat
    by: int | None


class Blank(NamedTuple):
    """A value to fill in when a round starts: the words before it and the value proposed."""

    before: str
    label: Message
    proposed: str = ""
    seat: bool = False
    """Whether the value is a seat."""
    needed: bool = True
    """Whether the value may not be left out."""


class Opening(NamedTuple):
    """A decision that need not be typed, because the table did not see what it revealed.

    The first of `texts` is entered by itself before the decisions that begin with a word of
    `before`. Of the others the part that the table saw is enough: `draw END` for `draw END ?`.
    """

    texts: tuple[str, ...]
    before: Container[str]
    known: bool = False
    """Whether all cards of this player are known so far, so that somebody may have seen it."""


class Due(NamedTuple):
    """What a record needs next, as far as its entries show it."""

    what: Message | None = None
    """Who must do what; `kit.over` after the match, None if unknown."""
    seats: tuple[Seat, ...] = ()
    """The seats that may act next, the likeliest first; (CHANCE,) if a directive comes."""
    choices: tuple[str, ...] = ()
    """The decisions that are possible, if they are known and few."""
    blanks: tuple[Blank, ...] = ()
    """The values of the directive that comes next, in the order of the notation.

    With `seats`, these may act before it."""
    marks: tuple[str, ...] = ()
    """Directives that follow from the rules, without a decision."""
    ends: bool = False
    """Whether the match is over if nothing more is written."""
    inside: bool = False
    """Whether the last line must be completed before another turn."""
    opening: Opening | None = None
    turn_first: bool = False
    """Whether it is the turn of the first of several `seats`, and the others may only call."""


class SheetColumn(NamedTuple):
    """A number of each side that a score sheet has for every round, and its bounds."""

    name: str
    """The name of the value in `-- check NAME`."""
    label: Message
    low: int
    high: int
    cards: Message | None = None
    """What each player is asked for if the numbers are computed; None if they never are."""


SheetRow: TypeAlias = Mapping[str, Sequence[int]]
"""The numbers of one round: column -> numbers by side."""


SheetCards: TypeAlias = Mapping[str, Sequence[int]]
"""The cards of one player at the end of a round: zone -> cards."""


class SheetResult(NamedTuple):
    """What follows from the rounds of a score sheet so far."""

    fault: Message | None = None
    """Why the last round is impossible."""
    over: bool = False
    outcome: Outcome | None = None
    """Scores and places once the match is over; a place is 0 if something else decides it."""
    more: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """Further values of the last round, as in `-- check NAME`."""


@mypyc_attr(allow_interpreted_subclasses=True)
class RecordTracker(Copyable, Generic[M]):
    """Follows a match whose record has gaps: unknown cards, hands that were not written down.

    It takes the entries of a record in order and accepts each one unless it contradicts the rules
    or another entry; a waived entry is accepted even if it breaks a rule. It must not find a
    problem in a record that some choice of cards for the unknown ones would make correct.
    """

    @abstractmethod
    def step(self, ply: Ply[M], waived: Sequence[int] = ()) -> Finding:
        """Take the next entry; after a problem the tracker must not be used any more.

        `waived` are the parts of the entry marked with `^`: 0 the decision, 1 … what it revealed.
        """

    @abstractmethod
    def adjust(self, changes: Sequence[Change]) -> Refusal | None:
        """Apply a ruling; the reason if it is impossible."""

    @abstractmethod
    def show(self, text: str) -> Finding | None:
        """Take a directive that is not an entry (`reveal A …`); None if the game does not use it.

        In the finding, `at` None is the directive itself. After a problem with the code K-check the
        tracker is as it was before.
        """

    def close(self) -> None:
        """Count seats without an answer as silent: the match ended or hands were opened."""
        return

    def gap(self, turns: int | None) -> Finding | None:
        """Forget what turns that nobody wrote down can have changed; a problem if none can be here.

        `turns` is their number, None if nobody counted them. After a gap no entry is a problem that
        some legal turns in it would allow.
        """
        return Finding("problem", Refusal("", say("engines.no-gaps")), "K-gap")

    def learn(self, name: str, values: Mapping[str, str]) -> Message | None:
        """Take values stated by `-- check NAME` for those that are unknown since a gap.

        The reason if no legal turns in the gap can have led to them.
        """
        return None

    @abstractmethod
    def tally(self, name: str) -> Mapping[str, str] | None:
        """As `State.tally`, with "?" for an unknown value; None if no value is known."""

    def view(self, who: Who) -> View | None:
        """As `State.view`, with "?" for unknown cards; None if the position cannot be shown."""
        return None

    @abstractmethod
    def owed(self) -> Message | None:
        """Who must do what next; None if unknown, `kit.over` after the match."""

    def due(self) -> Due:
        """What somebody who writes the record enters next."""
        return Due(self.owed())

    def offers(self) -> tuple[str, ...]:
        """The decisions that are possible for the next seat, if its cards are known: often many."""
        return self.due().choices

    def completed(self, ply: Ply[M]) -> Ply[M]:
        """The next entry with the facts that follow from it by the rules, as far as known."""
        return ply

    def meant(self, ply: Ply[M]) -> Ply[M]:
        """The next entry as a short form of it must be meant, if it can be meant in one way only.

        The entry itself if it is possible as it stands, or if nothing is.
        """
        return ply

    def followed(self) -> tuple[Message, ...]:
        """What followed from the last entry, apart from the counts of `tally`."""
        return ()

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Scores and places of a finished match; None if it is not over or a score is unknown.

        A place that depends on unknown cards is 0.
        """


class WrittenMatch(NamedTuple, Generic[M]):
    """What a record with gaps says about a match.

    The first `end` entries were played by the rules and nothing is missing between them. Later ones
    still tell which cards there were. `opened` are the cards shown at the end of a round, as in
    `reveal A …`, each with the number of entries before it. If it is `closed`, nobody answered to
    the last entry. Unknown cards have the game's own codes.
    """

    entries: Sequence[Ply[M]]
    end: int
    opened: Sequence[tuple[int, str]] = ()
    closed: bool = False


class PlayedMove(NamedTuple, Generic[M]):
    """A move of a match, and the entry of the record to which it leads, counted from 0.

    `log` is what it logged, each with its entry in the record, None if the record does not have it.
    """

    seat: Seat
    move: M
    entry: int
    log: Sequence[tuple[int | None, Ply[M]]] = ()


class MovePrice(NamedTuple):
    """What a move costs: a key, the lowest first, a short word to ask for it, a text for people."""

    key: tuple[int, ...]
    word: str
    text: Message


# How a game describes its views: every field with its type, its meaning and who sees its value.
# Each game has its table in `face.py` in its folder.

ALL: Final = Sentence("kit.view-seen-by-all")
ITS_SEAT: Final = Sentence("kit.view-seen-by-its-seat")
"""Seen only by the seat with whose entry in `players` the field begins; null for all others."""
REPLAYS: Final = Sentence("kit.view-seen-by-nobody")
"""Null in every view of a seat or spectator."""


class ViewField(NamedTuple):
    """One field of a view.

    `path` is the way to it: `.` before a key, `[]` for each element of a list. `kind` is its JSON
    type: string, number, boolean, object, null, `[number, string]` for a list of fixed length,
    `list of` another type; `or null` follows if it may be empty. A list has an `order`.
    """

    path: str
    kind: str
    meaning: Sentence
    order: Sentence | None = None
    seen_by: Sentence = ALL


COMMON: Final = (
    ViewField("game", "string", Sentence("kit.view-game")),
    ViewField("schema", "number", Sentence("kit.view-schema")),
    ViewField("seats", "number", Sentence("kit.view-seats")),
    ViewField(
        "you",
        "number or null",
        Sentence("kit.view-you"),
        seen_by=Sentence("kit.view-you-seen-by"),
    ),
    ViewField("options", "object", Sentence("kit.view-options")),
    ViewField("phase", "string", Sentence("kit.view-phase")),
    ViewField(
        "pending",
        "list of number",
        Sentence("kit.view-pending"),
        Sentence("kit.view-pending-order"),
    ),
)
"""The fields that every game has."""


# The contents of a printed sheet on which people write down a match of a game by hand.
#
# Does not depend on a page or a language. What is written on a sheet can be typed in later, so
# the grid has the order and the marks of the game's notation.

PaperText: TypeAlias = str | Message
"""A text in notation, or a message."""


class PaperColumn(NamedTuple):
    """A column of the grid; `share` is its width relative to the others.

    `printed` are words that stand in every row, one of which is circled.
    """

    head: PaperText
    share: int
    printed: str = ""


class PaperBlank(NamedTuple):
    """A value to fill in; `share` is its width relative to the others on its line."""

    label: PaperText
    share: int = 1


class PaperTable(NamedTuple):
    """Values to look up; the first row is the heading."""

    title: PaperText
    rows: tuple[tuple[PaperText, ...], ...]


class PaperExample(NamedTuple):
    """A filled row of the grid, without its number, and the lines of a record that it means."""

    cells: tuple[str, ...]
    lines: tuple[str, ...]


class PaperRound(NamedTuple):
    """What is written down of one round: its start, `rows` rows of the grid, counts at its end.

    `checks` are counts with one number for each side.
    """

    title: PaperText
    rows: int
    blanks: tuple[tuple[PaperBlank, ...], ...] = ()
    checks: tuple[PaperText, ...] = ()


class Paper(NamedTuple):
    """The sheet of a game with given options and seats.

    `result` are the numbers of each player at the end; `marks` are pieces of notation with their
    meaning; `numbered` is the heading of the numbers of rows; `columns` are the others. `note` says
    what to do if the rows are not enough; None if no match can have more.
    """

    reminder: tuple[Message, Message]
    result: tuple[PaperText, ...]
    marks: tuple[tuple[PaperText, Message], ...]
    numbered: PaperText
    columns: tuple[PaperColumn, ...]
    example: PaperExample
    rounds: tuple[PaperRound, ...]
    tables: tuple[PaperTable, ...] = ()
    note: Message | None = None


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Generic[M]):
    """A game: its options, the start of a match, shuffling, and how moves are written."""

    name: ClassVar[str]
    title: ClassVar[Mapping[str, str]]  # language -> name
    version: ClassVar[int]
    """Version of the rules: must change if an old record could replay differently."""
    seats: ClassVar[range]
    options_type: ClassVar[type[Any]]
    """A frozen dataclass; every option has a default."""
    option_help: ClassVar[Mapping[str, Sentence]]
    """Option key -> one line on its values and their effect."""
    preamble: ClassVar[tuple[str, ...]] = ()
    """First words of the lines that start a round, as "-- round" and "hand", in canonical order.

    They may be typed in any order; lines with the same word are put into seat order.
    """
    option_defaults: ClassVar[Mapping[str, str]] = {}
    """Option key -> default as written; left out if the default depends on other settings."""
    variants: ClassVar[Sequence[Mapping[str, str]]]
    """Sets of options for tests and benchmarks; together they use every option."""
    phases: ClassVar[Mapping[str, Sentence]]
    """Phase -> what must be done in it, as it follows "has to"; all phases except "over"."""
    notation: ClassVar[Sentence]
    """The notation of moves on one screen."""
    japanese: ClassVar[Mapping[str, str]] = {}
    """Words of moves in Japanese, for lists that people read; `typed` understands them."""
    short_forms: ClassVar[Sentence | None] = None
    """Short ways to type an action at a table, with examples; None if the game has none."""
    view_fields: ClassVar[Sequence[ViewField]]
    """Every field of a view: its type, its meaning and who sees it."""
    joint: ClassVar[str] = "; "
    """Separator between the parts of a turn line."""
    required_facts: ClassVar[Container[str]] = ()
    """Names of facts that a record without gaps must show; it may leave out other ones."""
    fewer_wins: ClassVar[bool] = False
    """Whether a lower score is better."""
    opened: ClassVar[Sentence | None] = None
    """What each seat reveals at the end of a round, as in `-- reveal A …`; None if nothing."""
    tallies: ClassVar[Sequence[str]] = ()
    """Names of the values that change during a round, as in `-- check NAME`."""

    @property
    def package(self) -> str:
        """The package of the game, where its rule book `RULES.md` is."""
        module = type(self).__module__
        return module.rpartition(".")[0] or module

    @property
    def silent(self) -> M | None:
        """The move that records leave out (such as not calling); None if the game has none."""
        return None

    @abstractmethod
    def options(self, given: Mapping[str, str], seats: int) -> Any:
        """Options from `key=value` pairs; OptionError for a wrong key, value or number of seats."""

    @abstractmethod
    def options_text(self, options: Any) -> str:
        """Options that differ from the default, as `key=value`, sorted by key, space-separated."""

    def sides(self, options: Any, seats: int) -> tuple[int, ...]:
        """The side of each seat: its own number, or a team that shares one place."""
        return tuple(range(seats))

    def ties(self, options: Any, scores: Sequence[int | None]) -> Ties:
        """How places follow from final scores, None for an unknown score."""
        return Ties()

    def score_limits(self, options: Any, seats: int) -> ScoreLimits | None:
        """What the score of a seat can be at the end of a match; None if nothing is known.

        Wider than needed is allowed, narrower is not: no match ends outside of these limits.
        """
        return None

    def result_fault(
        self, options: Any, scores: Sequence[int | None], places: Sequence[int]
    ) -> Refusal | None:
        """Why no match ends with these scores together, each of them within its limits.

        A score is None if it is unknown, `places` are empty if they are. In doubt, None.
        """
        return None

    @abstractmethod
    def start(self, options: Any, seats: int) -> State[M]:
        """The position before the dealer's first move."""

    @abstractmethod
    def resample(self, state: State[M], seat: Seat, rng: Random) -> State[M]:
        """A random full state that agrees with everything `seat` has observed.

        View, legal moves and history of the seat are the same as in `state`; hidden cards differ.
        """

    def redraw(self, state: State[M], rng: Random) -> State[M]:
        """The same position, with what nobody has drawn yet in another random order.

        All that has happened stays, and so do all hands: only the luck to come is new. It is drawn
        given the whole past, hidden moves and cards too, which no seat knows. Where all is drawn,
        the position is a copy.
        """
        return state.clone()

    def since_deal(self, state: State[M]) -> tuple[State[M], Sequence[tuple[Seat, M]]] | None:
        """The position after the last deal, and the moves of the seats since then, in order.

        None if nobody could learn from these moves what others hold, and before the first deal.
        """
        return None

    def teller(self, seat: Seat) -> Teller[M]:
        """A new teller for a seat, for one match."""
        return Teller(seat)

    @abstractmethod
    def max_plies(self, options: Any, seats: int) -> int:
        """Upper bound for the number of entries in a match's log."""

    @abstractmethod
    def shuffle(self, state: State[M], rng: Random) -> M:
        """A random dealer's move: a permutation of the game's whole set, restricted to the pool.

        With the same seed, cards that two pools have in common come in the same relative order.
        """

    @abstractmethod
    def luck(self, state: State[M], plies: Sequence[Ply[M]]) -> M:
        """The dealer's move reconstructed from the entries of a record.

        Items that the entries do not show follow in canonical order. `plies` starts with the first
        entry that this move would log and may go beyond the last one that it decides.
        """

    @abstractmethod
    def move_text(self, move: M) -> str:
        """The move as text, without what it revealed: as bots answer it and `legal` lists it."""

    @abstractmethod
    def parse_move(self, text: str) -> M:
        """Inverse of `move_text`; NotationError for any other text."""

    @abstractmethod
    def text(self, ply: Ply[M], who: Who = EVERYTHING) -> str:
        """The action text of an entry: the move and what it revealed, as `who` may see it."""

    def narrate(self, seat: Seat, text: str) -> Message:
        """An action text of `seat` as a sentence for people; `?` where it hides something."""
        return say("engines.entry", who=Player(seat), text=text)

    def changes(self, before: View, after: View) -> tuple[Message, ...]:
        """What changed between two views of a seat without being in an action text."""
        return ()

    def path(self, move: M) -> tuple[str, ...]:
        """The headings under which a move is listed for people, then its own label."""
        heading, _, label = self.move_text(move).rpartition(" ")
        return (heading, label)

    def costs(self, view: View, moves: Sequence[M]) -> Sequence[MovePrice]:
        """The cost of each move as far as a view shows it; empty if moves are not listed by it."""
        return ()

    @abstractmethod
    def layout(self, entries: Iterable[tuple[Seat, str]]) -> Iterator[str]:
        """Record lines for log entries given as (seat, action text)."""

    def split(self, body: str) -> list[tuple[int, int]]:
        """Start and end of each part of a turn line; `body` is the line after its seat letter."""
        spans = []
        start = 0
        for part in body.split(";"):
            spans.append((start, start + len(part)))
            start += len(part) + 1
        return spans

    def typed(self, text: str) -> str:
        """Text typed at a table in notation: other spellings of cards and actions replaced."""
        return text

    def sheet(self, options: Any, seats: int) -> Sequence[SheetColumn]:
        """The columns of a score sheet for one round; none if the game has no such sheet."""
        return ()

    def sheet_cards(self, text: str) -> SheetCards:
        """The cards of one player at the end of a round; NotationError if they cannot be read."""
        raise NotImplementedError

    def sheet_counted(self, players: Sequence[SheetCards]) -> SheetRow:
        """The numbers of a round, computed from the cards of all players; NotationError."""
        raise NotImplementedError

    def sheet_result(self, options: Any, seats: int, rows: Sequence[SheetRow]) -> SheetResult:
        """What follows from the rounds of a score sheet."""
        return SheetResult()

    def unasserted(self, action: str) -> str:
        """An action without what follows from it by the rules; "" if nothing is left."""
        return action

    @abstractmethod
    def canonical(self, seat: Seat, segment: str) -> str:
        """Canonical form of one part of a record line; accepts any case, order and spacing.

        `seat` is CHANCE for a directive, given without its `-- `. NotationError if the text is not
        in this game's notation.
        """

    @abstractmethod
    def plies(self, seat: Seat, segments: Sequence[str], seats: int) -> list[tuple[int, Ply[M]]]:
        """The log entries of one record line, given as canonical segments.

        Each entry comes with the index of the segment it starts in. A segment has one entry, two,
        or none (it belongs to the entry before). Unknown cards have the game's own codes.
        """

    def tracker(self, options: Any, seats: int) -> RecordTracker[M] | None:
        """A tracker for records with gaps; None if the game can only replay complete records."""
        return None

    def completion(
        self, options: Any, seats: int, written: WrittenMatch[M], rng: Random
    ) -> Sequence[PlayedMove[M]] | None:
        """The moves of a match that agrees with a record with gaps, up to its `end`.

        All that the record leaves open is drawn at random, as alike to the truth as can be: the
        order of the deck, hands, hidden moves. None if this attempt fails; another one may not.
        """
        return None

    def is_complete(self, ply: Ply[M]) -> bool:
        """Whether an entry without `?` has everything that a replay needs."""
        return True

    @abstractmethod
    def scene(self, view: View) -> Scene:
        """The drawing of a view."""

    @abstractmethod
    def paper(self, options: Any, seats: int) -> Paper:
        """What a printed sheet shows on which people write down a match by hand."""


def seat_letter(seat: Seat) -> str:
    """A for seat 0, B for seat 1 and so on."""
    return "ABCDEFGH"[seat]
