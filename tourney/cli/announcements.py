"""What a correction changes, as text and as JSON values."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from engines.messages import Message, Sentence, say
from tourney.cli.base import App
from tourney.domain.match_values import Standing
from tourney.render.code_words import HEADINGS, word_of
from tourney.render.text import json_text, pad, visible

if TYPE_CHECKING:
    from tourney.events import Announcement, StandingChange

LABEL: Final = 18
"""Terminal columns of the name of a value."""


def announce(app: App, match: str, change: "Announcement") -> None:
    """Write what a correction of a match changes."""
    if app.format in ("json", "jsonl"):
        app.draw(json_text(as_json(match, change), indent=2) + "\n")
        return
    for line in _lines(app, change):
        app.draw(visible(line) + "\n")


def _lines(app: App, change: "Announcement") -> Iterator[str]:
    if change.first is not None:
        _, before, after = change.first
        yield _line(app, say("cli.match-plies"), _plies(change))
        yield f"  - {before}" if before is not None else "  -"
        yield f"  + {after}" if after is not None else "  +"
    rank = (change.rank,) if change.rank else ()
    for one in (*change.values, *rank):
        if not one.what.startswith("place "):
            old, new = _shown(one.what, one.before), _shown(one.what, one.after)
            changed = say("cli.match-change", before=old, after=new)
            yield _line(app, _label(one.what, change), changed)
    for what, rows in change.standings:
        yield app.text(
            (Sentence("cli.match-standings-of") if rows else Sentence("cli.match-same-standings"))(
                what=what
            )
        )
        for row in rows:
            yield "  " + app.text(say("cli.match-row", player=row.player, changes=_moved(row)))
    yield from map(app.text, change.notes)


def _line(app: App, label: Message | str, value: Message) -> str:
    return f"{pad(app.text(label), LABEL)} {app.text(value)}"


def _plies(change: "Announcement") -> Message:
    """The number of entries, and which of them is the first that differs."""
    old, new = change.plies
    count = str(old) if old == new else say("cli.match-change", before=old, after=new)
    number = change.first.number if change.first else 0
    return say("cli.match-first-changed", count=count, differing=change.differing, number=number)


def _label(what: str, change: "Announcement") -> Message | str:
    """The name of a value; a score with the player of the seat."""
    kind, _, letter = what.partition(" ")
    if kind == "score" and letter:
        return say("cli.match-score-of", player=change.players[ord(letter) - ord("A")], seat=letter)
    if kind == "player" and letter:
        return say("cli.match-player-at", seat=letter)
    if what == "rank":
        return say("cli.match-rank")
    return HEADINGS[what]() if what in HEADINGS else what


def _shown(what: str, value: str | int | None) -> Message | str:
    if value is None:
        return "?"
    return word_of(str(value)) if what == "status" else str(value) or "-"


def _moved(row: "StandingChange") -> Message:
    old, new = row.before, row.after
    if old is None:
        return say("cli.match-new-row", row=_full(new))
    if new is None:
        return say("cli.match-no-row", row=_full(old))
    moved = say("cli.match-other-place", old=old.place, new=new.place)
    first = say("cli.match-place", place=old.place) if old.place == new.place else moved
    for more in _figures(old, new):
        first = say("cli.match-and", first=first, more=more)
    return first


def _figures(old: Standing, new: Standing) -> Iterator[Message]:
    """Points and number of matches, if they have changed."""
    from tourney.scoring.order import decimals

    if old.points != new.points:
        before, after = decimals(old.points, new.points)
        yield say("cli.match-other-points", old=before, new=after)
    if old.matches != new.matches:
        yield say("cli.match-other-matches", old=old.matches, new=new.matches)


def _full(row: Standing | None) -> Message:
    assert row is not None, "a row before or after"
    points = f"{float(row.points):.2f}"
    return say("cli.match-all-of-row", place=row.place, points=points, matches=row.matches)


def as_json(match: str, change: "Announcement") -> dict[str, Any]:
    """An announcement as JSON values; points are exact, as text."""
    return {
        "match": match,
        "plies": {"before": change.plies[0], "after": change.plies[1]},
        "differing": change.differing,
        "first": change.first and change.first._asdict(),
        "values": [one._asdict() for one in change.values],
        "standings": {
            str(what): [
                {"player": row.player, "before": _row(row.before), "after": _row(row.after)}
                for row in rows
            ]
            for what, rows in change.standings
        },
        **({"notes": list(map(str, change.notes))} if change.notes else {}),
    }


def _row(row: Standing | None) -> dict[str, Any] | None:
    if row is None:
        return None
    return {"place": row.place, "matches": row.matches, "points": str(row.points)}
