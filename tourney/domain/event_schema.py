"""What the plan and the log of an event may contain, and an event as it travels between databases.

Rows of the log are checked against these shapes where they come from a file. Whether a row is
possible where it stands is decided elsewhere. Players, bots and matches of an event that travels
are numbered within its content, so that it does not depend on the ids of a database.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from tourney.domain import bounds
from tourney.domain.documents import BLOCK, CLEAN
from tourney.domain.event_log import (
    ADD_BOT,
    ADD_PLAYER,
    BEACON,
    CHECK_IN,
    ENTRY_UNDO,
    NEW,
    PUT_BACK,
    REPORT,
    RESULT,
    SEAL,
)
from tourney.domain.match_values import StoredMatch

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=bounds.RECORD_NAME, pattern=CLEAN)]
Reading: TypeAlias = Annotated[str, Meta(max_length=bounds.READING, pattern=CLEAN)]
Word: TypeAlias = Annotated[str, Meta(max_length=bounds.SETTING, pattern=CLEAN)]
Author: TypeAlias = Annotated[str, Meta(max_length=bounds.AUTHOR, pattern=CLEAN)]
Reason: TypeAlias = Annotated[str, Meta(max_length=bounds.REASON, pattern=BLOCK)]
Target: TypeAlias = Annotated[str, Meta(max_length=bounds.TARGET, pattern=CLEAN)]
Block: TypeAlias = Annotated[str, Meta(pattern=BLOCK)]
Whole: TypeAlias = Annotated[int, Meta(ge=-bounds.WHOLE, le=bounds.WHOLE)]
Count: TypeAlias = Annotated[int, Meta(ge=1, le=bounds.WHOLE)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=bounds.WHOLE)]
Score: TypeAlias = Annotated[int, Meta(gt=-bounds.SCORE, lt=bounds.SCORE)]
Round: TypeAlias = Annotated[int, Meta(ge=1, le=bounds.ROUNDS)]
Table: TypeAlias = Annotated[int, Meta(ge=1, le=bounds.TABLE)]
Size: TypeAlias = Annotated[int, Meta(ge=1, le=99)]
Seat: TypeAlias = Annotated[int, Meta(ge=0, lt=bounds.SEATS)]
Milliseconds: TypeAlias = Annotated[int, Meta(ge=0, le=bounds.CLOCK_MS)]
Megabytes: TypeAlias = Annotated[int, Meta(ge=0, le=bounds.MOST_MB)]
Ratio: TypeAlias = Annotated[str, Meta(pattern=r"^-?\d{1,20}(/[1-9]\d{0,19})?\Z")]
"""A number as text, whole or as a fraction."""
StageName: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,29}\Z")]
_AT: Final = (
    r"20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"
    r"T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{6})?\+00:00"
)
Moment: TypeAlias = Annotated[str, Meta(pattern=rf"^{_AT}\Z")]
"""A time of the log, in UTC."""
MomentIfKnown: TypeAlias = Annotated[str, Meta(pattern=rf"^({_AT})?\Z")]
"""The same; empty if nobody knows it of a first revision, because another program changed it."""
Status: TypeAlias = Literal[
    "complete", "forfeit", "abandoned", "adjudicated", "unfinished", "void", "removed", "moved"
]
"""How a match stands after a change."""
BeaconText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=bounds.BEACON, pattern=CLEAN)]
Where: TypeAlias = tuple[StageName, Round, Count]
"""A table: its stage, round and number."""


class Fields(Struct, frozen=True, forbid_unknown_fields=True):
    """Values by name, no others."""


class StageShape(Fields, frozen=True):
    """`tourney.events.event_plan.StagePlan` as JSON values."""

    name: StageName
    format: Word
    games: Annotated[tuple[Word, ...], Meta(min_length=1, max_length=bounds.ROUNDS)]
    sizes: tuple[Annotated[tuple[Size, ...], Meta(min_length=1, max_length=99)], Round]
    rounds: Round | None
    points: Word
    tiebreaks: Annotated[tuple[Word, ...], Meta(max_length=99)]
    sources: Annotated[tuple[Word, ...], Meta(max_length=bounds.ROUNDS)]
    settings: dict[Word, Word]
    options: dict[Word, Word]
    dates: Annotated[tuple[Word, ...], Meta(max_length=bounds.ROUNDS)] = ()


class BotShape(Fields, frozen=True):
    """`tourney.domain.run_spec.BotRules` as JSON values."""

    on_fault: Literal["forfeit", "random-move"]
    move_ms: Milliseconds
    bank_ms: Milliseconds
    memory_mb: Megabytes
    isolation: Word


class RestrictionShape(Fields, frozen=True):
    """`tourney.events.event_plan.Restrictions` as JSON values."""

    never: tuple[tuple[Count, Count], ...]
    fixed: tuple[tuple[Count, Seat], ...]
    tables: tuple[tuple[Count, Table], ...] = ()


class PlanShape(RestrictionShape, frozen=True, kw_only=True):
    """`tourney.events.event_plan.EventPlan` as JSON values."""

    stages: Annotated[tuple[StageShape, ...], Meta(min_length=1, max_length=bounds.STAGES)]
    bye: Ratio
    missed: Ratio
    policy: Word
    repeats: bool
    new_seats: bool
    duplicate: bool
    bot_rules: BotShape
    version: Literal[2]


Bot: TypeAlias = tuple[Count, Target, Word, Word]
"""A bot that enters: its place among the bots, target, version, and hash of its files."""


class NewShape(Fields, frozen=True):
    """A new event."""

    plan: PlanShape
    seed: Annotated[str, Meta(min_length=1, max_length=bounds.SEED, pattern=CLEAN)]
    entrants: tuple[tuple[Count, Count], ...]
    bots: tuple[tuple[Count, Count, Target, Word, Word], ...] = ()
    fillers: tuple[Count, ...] = ()


class PairShape(Fields, frozen=True):
    """A drawn round."""

    stage: StageName
    round: Round
    game: Word
    seed: Number
    how: Literal["manual", "auto"]
    sizes: tuple[Size, ...]
    least: Size
    away: tuple[Count, ...]
    filled: tuple[tuple[Count, Number, Count], ...]
    pods: tuple[tuple[Count, ...], ...]
    byes: tuple[Count, ...]
    groups: tuple[Number, ...]
    cost: Whole | None
    bound: Whole | None
    figures: dict[Word, tuple[Ratio, Ratio | None]]
    method: Size = 1
    program: Word = ""


class FinalShape(Fields, frozen=True):
    """A stage that begins."""

    plan: StageShape
    entrants: tuple[Count, ...]
    lots: bool
    ahead: tuple[Count, ...]


class ResultShape(Fields, frozen=True):
    """`tourney.domain.event_log.EventResult` as JSON values."""

    match: Count
    status: Status
    stage: Word = ""
    round: Word = ""
    table: Word = ""
    entrants: Annotated[tuple[Count, ...], Meta(max_length=bounds.SEATS)] = ()
    scores: Annotated[tuple[Score, ...], Meta(max_length=bounds.SEATS)] = ()
    places: Annotated[tuple[Size, ...], Meta(max_length=bounds.SEATS)] = ()
    forfeits: Annotated[tuple[Seat, ...], Meta(max_length=bounds.SEATS)] = ()
    sides: Annotated[tuple[Seat, ...], Meta(max_length=bounds.SEATS)] = ()
    fewer_wins: bool = False


class PlayerShape(Fields, frozen=True):
    """A player enters, perhaps one who had signed up."""

    entrant: Count
    player: Count
    signed_up: bool = False


class BotEntryShape(Fields, frozen=True):
    """A bot enters, or another version of it."""

    entrant: Count
    bot: Bot


class EntrantShape(Fields, frozen=True):
    """Something about one entrant."""

    entrant: Count


class ReturnShape(Fields, frozen=True):
    """Somebody comes back."""

    entrant: Count
    tables: tuple[Where, ...]
    away: bool = False


class NoShowShape(Fields, frozen=True):
    """Somebody does not appear; `stays`: in one round only."""

    entrant: Count
    tables: tuple[Where, ...]
    stays: bool = False


class CheckInShape(Fields, frozen=True):
    """Somebody is here, comes late, or is not here after all."""

    entrant: Count
    status: Literal["here", "late", ""]


class ReplaceShape(Fields, frozen=True):
    """Somebody takes the place of another."""

    entrant: Count
    by: Count
    tables: tuple[Where, ...]
    joined: Number | None
    player: Count | UnsetType = UNSET


class RoundShape(Fields, frozen=True):
    """Something about a round."""

    stage: StageName
    round: Round


class SwapShape(RoundShape, frozen=True):
    """Two exchange their seats."""

    a: Count
    b: Count


class ReportShape(RoundShape, frozen=True):
    """What somebody at a table says about its result, by seat."""

    table: Count
    entrant: Count
    entrants: Annotated[tuple[Count, ...], Meta(max_length=bounds.SEATS)]
    scores: Annotated[tuple[Score, ...], Meta(max_length=bounds.SEATS)]
    places: Annotated[tuple[Size, ...], Meta(max_length=bounds.SEATS)]


class DatesShape(RoundShape, frozen=True):
    """Dates of a round and those after it."""

    dates: Annotated[tuple[Word, ...], Meta(max_length=bounds.ROUNDS)]


class CancelShape(Fields, frozen=True):
    """A stage that does not begin after all."""

    stage: StageName
    undrawn: tuple[tuple[Round, Number], ...] = ()


class SealShape(Fields, frozen=True):
    """What an event is committed to, and where its beacon will come from."""

    commitment: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
    source: BeaconText


class BeaconShape(Fields, frozen=True):
    """What the public draw gave."""

    beacon: BeaconText


class NothingShape(Fields, frozen=True):
    """A change without details."""


DETAILS: Final[Mapping[str, type[Fields]]] = {
    NEW: NewShape,
    "event open": NothingShape,
    "event close": NothingShape,
    "event reopen": NothingShape,
    ADD_PLAYER: PlayerShape,
    ADD_BOT: BotEntryShape,
    ENTRY_UNDO: EntrantShape,
    "event change-bot": BotEntryShape,
    "event drop": EntrantShape,
    "event return": ReturnShape,
    "event no-show": NoShowShape,
    "event replace": ReplaceShape,
    "event pair": PairShape,
    "event unpair": RoundShape,
    PUT_BACK: RoundShape,
    "event swap": SwapShape,
    "event restrict": RestrictionShape,
    "event restrict undo": NothingShape,
    "event dates": DatesShape,
    "event lock": RoundShape,
    "event unlock": RoundShape,
    "event final": FinalShape,
    "event final undo": CancelShape,
    REPORT: ReportShape,
    CHECK_IN: CheckInShape,
    SEAL: SealShape,
    BEACON: BeaconShape,
    RESULT: ResultShape,
}
"""The shape of the details of each kind of row."""


NewId: TypeAlias = Callable[[int], int]
"""Gives the new number of an id."""


class ContentPlayer(Fields, frozen=True):
    """A person: the name in use, its reading, and other names."""

    name: Name
    reading: Reading = ""
    aliases: tuple[Name, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All names."""
        return (self.name, *self.aliases)


class ContentBot(Fields, frozen=True):
    """A bot in one version; `target` is empty if only a record names the bot."""

    name: Name
    target: Target
    version: Word


class ContentEntrant(Fields, frozen=True):
    """An entrant with the place of its player or bot in the content, from 1; the other is 0."""

    number: Count
    player: Number = 0
    bot: Number = 0


class ContentRow(Fields, frozen=True):
    """A change of the event: time in UTC, author, kind and details."""

    at: Moment
    by: Author
    what: Word
    details: dict[str, Any]


class ContentFault(Fields, frozen=True):
    """A fault of a bot in a match, as `tourney.domain.match_values.Fault`."""

    seat: Annotated[int, Meta(ge=-1, lt=bounds.SEATS)]
    code: Word
    ply: Number
    evidence: Block
    detail: Block = ""


class ContentInfo(Fields, frozen=True):
    """What a bot wrote about a move, as `tourney.domain.match_values.MoveInfo`."""

    ply: Count
    seat: Seat
    text: Block


class ContentRevision(Fields, frozen=True):
    """A version of a match; time and author of the first one are empty if not known."""

    number: Count
    at: MomentIfKnown
    by: Author
    what: Word
    reason: Reason
    status: Word
    text: Block


class ContentMatch(Fields, frozen=True):
    """A match with all its revisions; the last one is in use."""

    number: Count
    name: Name
    revisions: tuple[ContentRevision, ...]
    faults: tuple[ContentFault, ...] = ()
    infos: tuple[ContentInfo, ...] = ()

    @property
    def newest(self) -> ContentRevision:
        """The revision in use."""
        return self.revisions[-1]


@dataclass(frozen=True, slots=True)
class EventContent:
    """An event: `log` is empty if it has no plan and only headers of records name it."""

    event: str
    players: tuple[ContentPlayer, ...]
    bots: tuple[ContentBot, ...]
    entrants: tuple[ContentEntrant, ...]
    log: tuple[ContentRow, ...]
    matches: tuple[ContentMatch, ...]

    def entrant_names(self, entrant: int) -> tuple[str, ...]:
        """The names of an entrant; none if there is no such entrant."""
        if not 0 < entrant <= len(self.entrants):
            return ()
        one = self.entrants[entrant - 1]
        return self.players[one.player - 1].names if one.player else (self.bots[one.bot - 1].name,)


@dataclass(frozen=True, slots=True)
class IncomingEvent:
    """The content of an event and its records, by the number of their match."""

    content: EventContent
    records: Mapping[int, StoredMatch]


class EventOutcome(NamedTuple):
    """What importing an event does: the outcome of each match, and whether the event changes.

    Outcomes are new, same, skip and update.
    """

    fates: Mapping[str, str]
    changed: bool = False


def renumbered(
    what: str, details: Mapping[str, Any], player: NewId, bot: NewId, match: NewId
) -> dict[str, Any]:
    """The details of a row of an event with other ids of players, bots and matches."""
    found = dict(details)
    if what == NEW:
        found["entrants"] = [[number, player(one)] for number, one in found["entrants"]]
        if "bots" in found:
            found["bots"] = [[number, bot(one), *rest] for number, one, *rest in found["bots"]]
    if "player" in found:
        found["player"] = player(found["player"])
    if "bot" in found:
        found["bot"] = [bot(found["bot"][0]), *found["bot"][1:]]
    if what == RESULT:
        found["match"] = match(found["match"])
    return found
