"""What a correction changes, as text and as JSON values."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tourney.cli.base import App
from tourney.domain.matches import Standing
from tourney.render.text import json_text, visible

if TYPE_CHECKING:
    from tourney.events import Announcement, StandingChange


def announce(app: App, match: str, change: "Announcement") -> None:
    """Write what a correction of a match changes."""
    if app.format in ("json", "jsonl"):
        app.draw(json_text(as_json(match, change), indent=2) + "\n")
        return
    for line in _lines(change):
        app.draw(visible(line) + "\n")


def _lines(change: "Announcement") -> Iterator[str]:
    old, new = change.plies
    if change.first is not None:
        number, before, after = change.first
        count = f"{old}" if old == new else f"{old} -> {new}"
        yield f"{'plies':18} {count}; {change.differing} changed, the first is {number}:"
        yield f"  - {before}" if before is not None else "  -"
        yield f"  + {after}" if after is not None else "  +"
    rank = (change.rank,) if change.rank else ()
    for one in (*change.values, *rank):
        if not one.what.startswith("place "):
            yield f"{_label(one.what, change):18} {_shown(one.before)} -> {_shown(one.after)}"
    for name, rows in change.standings:
        yield f"standings of {name}:" if rows else f"standings of {name}: no change"
        for row in rows:
            yield f"  {row.player}: {_moved(row)}"


def _label(what: str, change: "Announcement") -> str:
    """The name of a value; a score with the player of the seat."""
    kind, _, letter = what.partition(" ")
    if kind != "score":
        return what
    return f"score {change.players[ord(letter) - ord('A')]} ({letter})"


def _shown(value: str | int | None) -> str:
    return "?" if value is None else str(value) or "-"


def _moved(row: "StandingChange") -> str:
    from tourney.scoring.standings import decimals

    old, new = row.before, row.after
    if old is None or new is None:
        return f"new, {_full(new)}" if new else f"{_full(old)} -> not listed"
    parts = [f"place {old.place}" + (f" -> {new.place}" if old.place != new.place else "")]
    if old.points != new.points:
        before, after = decimals(old.points, new.points).split(" over ")
        parts.append(f"points {before} -> {after}")
    if old.matches != new.matches:
        parts.append(f"matches {old.matches} -> {new.matches}")
    return ", ".join(parts)


def _full(row: Standing | None) -> str:
    assert row is not None, "a row before or after"
    return f"place {row.place}, points {float(row.points):.2f}, matches {row.matches}"


def as_json(match: str, change: "Announcement") -> dict[str, Any]:
    """An announcement as JSON values; points are exact, as text."""
    return {
        "match": match,
        "plies": {"before": change.plies[0], "after": change.plies[1]},
        "differing": change.differing,
        "first": change.first and change.first._asdict(),
        "values": [one._asdict() for one in change.values],
        "standings": {
            name: [
                {"player": row.player, "before": _row(row.before), "after": _row(row.after)}
                for row in rows
            ]
            for name, rows in change.standings
        },
    }


def _row(row: Standing | None) -> dict[str, Any] | None:
    if row is None:
        return None
    return {"place": row.place, "matches": row.matches, "points": str(row.points)}
