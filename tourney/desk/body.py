"""The lines of a record with the tracker of its game, which has followed them to the end.

Before each line the tracker is kept as a snapshot, so that lines at any place can be replaced
without a replay from the start. Also tells which counts a line changed, as people follow them at a
table. Does not know what people type, only lines of the notation.
"""

import pickle
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from engines.api import Finding, Ply, RecordTracker
from engines.kit.sentences import COUNTS
from engines.messages import Argument, Message, Player, say
from tourney.desk.answers import Refused, Refusing, TableSetup
from tourney.domain.errors import UsageFault
from tourney.records.body_lines import RecordEntry, disagreement, entries_of, stated
from tourney.records.lines import LineFault, line
from tourney.records.model import Action, Directive, Turn, line_text
from tourney.records.reader import body_line
from tourney.records.record_replay import changes

Item: TypeAlias = Turn | Directive | str  # a line of the body; a comment is its text


def written(item: Item) -> str:
    """The canonical text of a line."""
    return item if isinstance(item, str) else line_text(item)


class Body:
    """The lines of a record; `tracker` has followed all of them."""

    def __init__(self, setup: TableSetup) -> None:
        self.game, self.options = setup.rules()
        self.seats = len(setup.players)
        tracker = self.game.tracker(self.options, self.seats)
        if tracker is None:
            raise UsageFault(say("desk.no-tracker", game=self.game.name))
        self.tracker: RecordTracker[Any] = tracker
        self.lines: list[Item] = []
        self._starts: list[bytes] = []  # the tracker before each line
        self._first: list[int] = []  # the number of entries before each line
        self._count = 0
        self._now = _packed(tracker)  # the tracker after the last line

    # -- reading

    def read(self, text: str, at: int) -> Item:
        """A line of the record; LineFault if it is not in the notation."""
        if text.startswith("#"):
            return text
        return body_line(self.game, self.seats, line(at + 1, text))

    def entries(self, at: int) -> Sequence[RecordEntry]:
        """The log entries of a line."""
        item = self.lines[at]
        return () if isinstance(item, str) else tuple(entries_of(item, self._first[at], 0))

    def before(self, at: int) -> RecordTracker[Any]:
        """The tracker as it was before a line; a copy."""
        found = pickle.loads(self.start(at))
        assert isinstance(found, RecordTracker)
        return found

    def start(self, at: int) -> bytes:
        """The snapshot of the tracker before a line."""
        return self._starts[at] if at < len(self.lines) else self._now

    def texts(self, start: int = 0) -> tuple[str, ...]:
        """The lines from one on, as written."""
        return tuple(written(item) for item in self.lines[start:])

    # -- changing

    def put(self, at: int, texts: Sequence[str], *, complete: bool = True) -> None:
        """Replace all lines from `at` on; Refusing if one does not fit, and nothing changes.

        With `complete`, what follows from a line by the rules is added to it.
        """
        self.commit(self.tried(at, texts, complete=complete))

    def tried(
        self, at: int, texts: Sequence[str], *, complete: bool = True, short: bool = False
    ) -> "Tail":
        """New lines from `at` on, followed but not yet put in; Refusing if one does not fit.

        If they are `short`, an entry may leave out what can be only one thing.
        """
        tail = Tail(self, at, complete, short)
        for text in texts:
            tail.take(text)
        return tail

    def commit(self, tail: "Tail") -> None:
        """Put in lines that were tried; nothing may have changed since."""
        at = tail.at
        self.lines[at:] = tail.items
        self._starts[at:] = tail.starts
        self._first[at:] = tail.first
        self._count = tail.count
        self.tracker = tail.tracker
        self._now = tail.snapshot()

    def entries_before(self, at: int) -> int:
        """The number of log entries before a line."""
        return self._first[at] if at < len(self.lines) else self._count

    def line_of(self, entry: int) -> int:
        """The line of a log entry, counted from 0."""
        return bisect_right(self._first, entry) - 1


class Tail:
    """New lines from a place on, until they replace the old ones."""

    def __init__(self, body: Body, at: int, complete: bool, short: bool) -> None:
        self.body = body
        self.at = at
        self.complete = complete
        self.short = short
        self.tracker = body.before(at)
        self._start: bytes | None = body.start(at)
        self.items: list[Item] = []
        self.starts: list[bytes] = []
        self.first: list[int] = []
        self.count = body.entries_before(at)

    def take(self, text: str) -> None:
        """Follow one more line; Refusing if it does not fit."""
        place = self.at + len(self.items)
        try:
            item = self.body.read(text, place)
        except LineFault as fault:
            raise Refusing(Refused(fault.message, remedy=fault.remedy), at=place) from None
        start, first = self.snapshot(), self.count
        if not isinstance(item, str):
            self._start = None
        if isinstance(item, Turn) or (isinstance(item, Directive) and item.plies):
            item = self._followed(item, place)
        elif isinstance(item, Directive):
            self._stated(item, place)
        self.items.append(item)
        self.starts.append(start)
        self.first.append(first)

    def snapshot(self) -> bytes:
        """The tracker after the lines so far."""
        if self._start is None:
            self._start = _packed(self.tracker)
        return self._start

    def _followed(self, item: Turn | Directive, place: int) -> Turn | Directive:
        """Follow the entries of a line; the line with what follows from them."""
        added: list[tuple[RecordEntry, Ply[Any]]] = []
        for entry in entries_of(item, self.count, 0):
            meant = self.short and not entry.waived()
            full = self.tracker.meant(entry.ply) if meant else entry.ply
            full = self.tracker.completed(full) if self.complete else full
            finding = self.tracker.step(full, entry.waived())
            self.count += 1
            if finding.kind == "problem":
                raise Refusing(self._refused(finding, place), item, entry.action, place)
            if full is not entry.ply:
                added.append((entry, full))
        if not added or isinstance(item, Directive):
            return item
        return self._with(item, added, place)

    def _with(self, item: Turn, added: list[tuple[RecordEntry, Ply[Any]]], place: int) -> Turn:
        """A turn with completed entries."""
        actions = list(item.actions)
        for entry, ply in reversed(added):
            text = self.body.game.text(ply)
            parts = [text[start:end].strip() for start, end in self.body.game.split(text)]
            kept = [n for n in range(entry.action, entry.upto) if actions[n].mark != "~"]
            for number, part in zip(kept, parts, strict=False):
                actions[number] = replace(actions[number], text=part)
            more = [Action(part) for part in parts[len(kept) :]]
            actions[entry.upto : entry.upto] = more
        full = self.body.read(written(replace(item, actions=tuple(actions))), place)
        assert isinstance(full, Turn), "a completed turn is a turn"
        return full

    def _stated(self, item: Directive, place: int) -> None:
        """Compare or apply a directive that is no entry of the log."""
        refused: Refused | None = None
        finding: Finding | None = None
        if item.word == "check":
            sides = self.body.game.sides(self.body.options, self.body.seats)
            name = item.text.split()[1]
            wrong = disagreement(item, self.tracker.tally(name), sides)
            why = wrong.message if wrong else self.tracker.learn(name, stated(item.text))
            refused = Refused(why) if why else None
        elif item.word == "ruling":
            refusal = self.tracker.adjust(changes(item.text))
            refused = Refused(refusal.message, refusal.rule) if refusal else None
        elif item.word == "reveal":
            self.tracker.close()
            finding = self.tracker.show(item.text)
        elif item.word == "gap":  # turns that nobody wrote down
            turns = item.text.partition(" ")[2]
            finding = self.tracker.gap(int(turns) if turns else None)
            if finding is not None and not finding.remedy and finding.code == "K-due":
                finding = finding._replace(remedy=say("records.between-turns"))
        if finding and finding.kind == "problem":
            refused = self._refused(finding, place)
        if refused:
            raise Refusing(refused, item, at=place)

    def _refused(self, finding: Finding, place: int) -> Refused:
        refusal = finding.refusal
        assert refusal is not None, "a problem has a message"
        markable = not (finding.code or refusal.missing)
        where, there = self._earlier(finding.at, place), finding.here
        if where is None:
            where, there = self._earlier(finding.proof, place), finding.there
        note = there if where is not None else None
        return Refused(refusal.message, refusal.rule, finding.remedy, where, note, markable)

    def _earlier(self, entry: int | None, place: int) -> int | None:
        """The line of an entry if it is before this place."""
        if entry is None:
            return None
        if entry < self.body.entries_before(self.at):
            where = self.body.line_of(entry)
        else:
            where = self.at + bisect_right(self.first, entry) - 1 if self.first else self.at
        return where if where < place else None


def _packed(tracker: RecordTracker[Any]) -> bytes:
    return pickle.dumps(tracker, pickle.HIGHEST_PROTOCOL)


# The values of each count by seat letter, as in `-- check NAME`.
Counts: TypeAlias = Mapping[str, Mapping[str, str]]


def counts(body: Body) -> Counts:
    """The counts after the last line, as far as they are known."""
    found = {}
    for name in body.game.tallies:
        tally = body.tracker.tally(name)
        if tally:
            found[name] = dict(tally)
    return found


def news(body: Body, before: Counts) -> tuple[Message, ...]:
    """What has changed since `before` with the last line."""
    last = body.lines[-1] if body.lines else ""
    followed = body.tracker.followed() if isinstance(last, Turn) and last.plies else ()
    return (*followed, *_changes(counts(body), before))


def _changes(now: Counts, before: Counts) -> Iterator[Message]:
    for name, tally in now.items():
        changed: list[Argument] = []
        for key, value in tally.items() if name in before else ():
            was = before[name].get(key, value)
            if was == value:
                continue
            if len(key) > 1:
                changed.append(say("desk.owner", name=_name(key), who=_player(value)))
            elif not key:
                changed.append(say("desk.table-change", before=was, after=value))
            else:
                changed.append(say("desk.count-change", who=_player(key), before=was, after=value))
        if changed:
            yield say("desk.count-now", name=_name(name), changes=tuple(changed))


def _name(count: str) -> Argument:
    """The name of a count; as in records if there is no other."""
    return COUNTS[count]() if count in COUNTS else count


def with_count_names(text: str) -> str:
    """A text with the names of counts as records have them: `vault` for 金庫."""
    for sentence in COUNTS.values():
        text = text.replace(sentence.template("ja"), sentence.template("en"))
    return text


def _player(letter: str) -> Argument:
    return Player(ord(letter) - ord("A")) if "A" <= letter <= "H" else letter
