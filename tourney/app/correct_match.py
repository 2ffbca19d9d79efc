"""Corrects a match: checks the new record, announces what changes, asks, stores it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from engines.messages import Message, say
from tourney.app.enter_result import TypedResult, typed_result
from tourney.app.host import Host
from tourney.app.similar import Tables, same_people
from tourney.desk import TableSetup
from tourney.domain.errors import Conflict, DataFault, NotFound, TourneyError, quoted
from tourney.domain.match_values import Standing, StoredMatch
from tourney.domain.safe_text import visible
from tourney.events.changes import Announcement, StandingChange, announcement, require_open_event
from tourney.events.decisions import check_results
from tourney.records import read, read_bytes, record, stored
from tourney.records.field_values import rank_text
from tourney.records.problems import full
from tourney.records.record_edits import with_result, with_status
from tourney.records.verdict import problems_of
from tourney.render.code_words import HEADINGS, word_of, worded
from tourney.render.text import json_text, pad
from tourney.runs.heartbeat import is_played
from tourney.scoring.order import decimals
from tourney.store import Database
from tourney.store.corrections import Reason, Revision, match_revisions, set_status
from tourney.store.imports import correct_match
from tourney.store.log import is_altered
from tourney.store.matches import match_named, unfinished_matches
from tourney.store.players import name_in_use
from tourney.store.runs import run_named


@dataclass(frozen=True, slots=True)
class CorrectionSession:
    """One correction of a match; with `dry_run` nothing is saved."""

    host: Host
    store: Database
    reason: str = ""
    dry_run: bool = False

    def result(self, match_id: str, typed: TypedResult) -> None:
        """Set the scores of some or all seats, and the places that follow from them."""
        try:
            old = self.correctable(match_id)
        except NotFound as fault:
            if match_id in (one.name for one in unfinished_matches(self.store)):
                raise
            raise NotFound(say("app.match-or-new", fault=fault.message)) from None
        if old.status == "void":
            raise Conflict(say("app.match-is-void", name=quoted(old.name)))
        match = read(record(old)).matches[0]
        setup = TableSetup(old.name, old.game, old.players, old.options)
        # What the table or an organiser decided need not be possible by the rules.
        decided = match.result.status not in ("", "complete")
        scores, places = typed_result(self.host, setup, typed, old.scores, decided=decided)
        text = with_result(match, scores, rank_text(places))
        self.save(old, self.passing(text.encode(), say("app.match-the-new-record"), old), "result")

    def void(self, match_id: str) -> None:
        """Take a match out of all standings."""
        old = self._not_played(match_named(self.store, match_id, entries=False))
        if old.status == "void":
            raise Conflict(say("app.match-void-already", name=quoted(old.name)))
        if old.text is None:  # a match of a run has no record, only a status
            self.save(old, replace(old, status="void", revision=old.revision + 1), "void")
            return
        old = match_named(self.store, match_id)
        text = with_status(read(record(old)).matches[0], "void")
        self.save(old, self.passing(text.encode(), say("app.match-the-void-record"), old), "void")

    def restore(self, match_id: str, number: int) -> None:
        """Store an earlier revision again, as the newest one."""
        old = self._not_played(match_named(self.store, match_id, entries=False))
        earlier = revision_of(self.store, old, number)
        if old.text is None:
            again = replace(old, status=earlier.status, revision=old.revision + 1)
            self.save(old, again, "restore")
            return
        old = match_named(self.store, match_id)
        name = say("app.match-the-revision", number=number)
        self.save(old, self.passing((earlier.text or "").encode(), name, old), "restore")

    def correctable(self, match_id: str) -> StoredMatch:
        """The match, if its record was imported and its event is open; Conflict."""
        match = match_named(self.store, match_id)
        if match.text is None:
            raise Conflict(say("app.match-by-bots", name=quoted(match.name)))
        require_open_event(self.store, match)
        return match

    def _not_played(self, match: StoredMatch) -> StoredMatch:
        """The match, unless its event is closed or a process is playing its run; Conflict."""
        require_open_event(self.store, match)
        name = match.name.rpartition("/")[0]
        # A process that plays the run has its results in memory, and would not notice.
        if match.text is None and is_played(self.store, run_named(self.store, name)):
            raise Conflict(say("app.match-being-played", name=quoted(name)))
        return match

    def save(self, old: StoredMatch, new: StoredMatch, what: str) -> None:
        """Announce the correction, ask, and store it."""
        host = self.host
        # No revision without a change: nobody could tell the two apart.
        if (old.text, old.status) == (new.text, new.status):
            host.say(say("app.match-same", name=old.name))
            return
        require_open_event(self.store, new)
        if old.text is not None and is_altered(self.store, old):
            host.say(say("app.altered-record", name=quoted(old.name)))
        # Standings are compared under the names that the new players will have there.
        seated = Tables()
        if new.text is not None:
            seated.add(new)
        same = dict(same_people(host, self.store, seated, "ask"))
        players = tuple(
            same.get(name) or (name if version is not None else name_in_use(self.store, name))
            for name, version in zip(new.players, new.versions, strict=True)
        )
        # Before the question: whoever answers it knows what becomes of the standings.
        announce(host, old.name, announcement(self.store, old, replace(new, players=players)))
        if self.dry_run:
            return
        if not host.confirm(say("app.match-save-as", number=old.revision + 1, name=old.name)):
            raise TourneyError(say("app.match-not-saved"))
        why = Reason(self.store.actor, what, self.reason)
        if old.text is None:
            number = set_status(self.store, old, new.status, why)
        else:
            number = correct_match(self.store, old, new, why, same, check=check_results)
        host.say(say("app.match-saved", number=number, name=old.name))
        if old.text is not None and any(problems_of(read_bytes(old.text.encode()))):
            return  # an older version stored what no record may say: it cannot be restored
        before = "--revision", str(number - 1)
        back = host.command("match", "restore", *before, names=(old.name,))
        host.say(say("app.undo", command=back))

    def passing(self, data: bytes, name: Message | str, old: StoredMatch) -> StoredMatch:
        """The one match of a text called `name`, checked; DataFault, or Conflict for another id.

        People are told first what is wrong in its lines.
        """
        document = read_bytes(data)
        if problems := problems_of(document):
            called = worded(name, self.host.lang) if isinstance(name, Message) else name
            for problem in problems:
                text = full(problem, called, document.source, self.host.lang)
                self.host.say(text, error=True)
            raise DataFault(say("app.match-has-errors", name=name))
        if not document.matches:
            raise DataFault(say("records.no-match", name=quoted(str(name))))
        if len(document.matches) > 1:
            raise DataFault(say("app.match-several", name=quoted(str(name))))
        new = stored(document.matches[0])
        # Another id would be another match; this one would be gone without a trace.
        if new.name != old.name:
            raise Conflict(say("app.match-other-id", new=quoted(new.name), old=quoted(old.name)))
        return replace(new, id=old.id, revision=old.revision + 1)


def revision_of(store: Database, match: StoredMatch, number: int) -> Revision:
    """A revision of a match; NotFound."""
    revisions = {one.number: one for one in match_revisions(store, match)}
    if number not in revisions:
        name, count = quoted(match.name), len(revisions)
        raise NotFound(say("app.match-no-revision", number=number, name=name, count=count))
    return revisions[number]


# What a correction changes, in words.

VALUE_LABEL: Final = 18
"""Terminal columns of the name of a value."""


def announce(host: Host, match: str, change: Announcement) -> None:
    """Write what a correction of a match changes."""
    if host.json:
        host.write(json_text(announcement_json(match, change), indent=2) + "\n")
        return
    for line in _lines(host, change):
        host.write(visible(line) + "\n")


def _lines(host: Host, change: Announcement) -> Iterator[str]:
    def line(label: Message | str, value: Message) -> str:
        return f"{pad(host.text(label), VALUE_LABEL)} {host.text(value)}"

    if change.first is not None:
        number, before, after = change.first
        old, new = change.plies
        count = str(old) if old == new else say("app.match-change", before=old, after=new)
        differing = change.differing
        plies = say("app.match-first-changed", count=count, differing=differing, number=number)
        yield line(say("app.match-plies"), plies)
        yield f"  - {before}" if before is not None else "  -"
        yield f"  + {after}" if after is not None else "  +"
    rank = (change.rank,) if change.rank else ()
    for one in (*change.values, *rank):
        if not one.what.startswith("place "):
            was, now = _shown(one.what, one.before), _shown(one.what, one.after)
            changed = say("app.match-change", before=was, after=now)
            yield line(_label(one.what, change), changed)
    for what, rows in change.standings:
        code = "app.match-standings-of" if rows else "app.match-same-standings"
        yield host.text(say(code, what=what))
        for row in rows:
            moved = say("app.match-row", player=row.player, changes=_moved(row))
            yield f"  {host.text(moved)}"
    yield from map(host.text, change.notes)


def _label(what: str, change: Announcement) -> Message | str:
    """The name of a value; a score with the player of the seat."""
    kind, _, letter = what.partition(" ")
    if kind == "score" and letter:
        return say("app.match-score-of", player=change.players[ord(letter) - ord("A")], seat=letter)
    if kind == "player" and letter:
        return say("app.match-player-at", seat=letter)
    if what == "rank":
        return say("app.match-rank")
    return HEADINGS[what]() if what in HEADINGS else what


def _shown(what: str, value: str | int | None) -> Message | str:
    if value is None:
        return "?"
    return word_of(str(value)) if what == "status" else str(value) or "-"


def _moved(row: StandingChange) -> Message:
    old, new = row.before, row.after
    if old is None:
        return say("app.match-new-row", row=_full(new))
    if new is None:
        return say("app.match-no-row", row=_full(old))
    moved = say("app.match-other-place", old=old.place, new=new.place)
    first = say("app.match-place", place=old.place) if old.place == new.place else moved
    if old.points != new.points:
        before, after = decimals(old.points, new.points)
        more = say("app.match-other-points", old=before, new=after)
        first = say("app.match-and", first=first, more=more)
    if old.matches != new.matches:
        more = say("app.match-other-matches", old=old.matches, new=new.matches)
        first = say("app.match-and", first=first, more=more)
    return first


def _full(row: Standing | None) -> Message:
    assert row is not None, "a row before or after"
    points = f"{float(row.points):.2f}"
    return say("app.match-all-of-row", place=row.place, points=points, matches=row.matches)


def announcement_json(match: str, change: Announcement) -> dict[str, Any]:
    """An announcement as JSON values; points are exact, as text."""
    return {
        "match": match,
        "plies": {"before": change.plies[0], "after": change.plies[1]},
        "differing": change.differing,
        "first": change.first and change.first._asdict(),
        "values": [one._asdict() for one in change.values],
        "standings": {
            str(what): [
                {
                    "player": row.player,
                    "before": _standing_json(row.before),
                    "after": _standing_json(row.after),
                }
                for row in rows
            ]
            for what, rows in change.standings
        },
        **({"notes": list(map(str, change.notes))} if change.notes else {}),
    }


def _standing_json(row: Standing | None) -> dict[str, Any] | None:
    if row is None:
        return None
    return {"place": row.place, "matches": row.matches, "points": str(row.points)}
