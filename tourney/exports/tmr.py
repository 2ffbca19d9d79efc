"""Writes records of stored matches, match by match: to one file, or split over several."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from tourney.domain.match_values import StoredMatch
from tourney.domain.safe_text import unique_names
from tourney.exports.match_tables import run_of
from tourney.records.stored import record


def record_texts(matches: Iterable[StoredMatch]) -> Iterator[str]:
    """The records with an empty line between them, in canonical form.

    An imported record is unchanged, except for a missing line end before the next record.
    """
    between = ""
    for match in matches:
        text = record(match)
        yield between + text
        between = "\n" if text.endswith("\n") else "\n\n"


def write_split(matches: Iterable[StoredMatch], split: str, folder: Path) -> list[str]:
    """Write the records to a file for each match, round or event; returns the names of the files.

    The names follow from the matches and their order. Files must not exist before.
    """
    ends: dict[str, bool] = {}
    name_of = unique_names()
    for match in matches:
        name = f"{name_of(part_of(match, split))}.tmr"
        text = record(match)
        # Matches of several rounds may alternate: a part that was left grows again.
        between = "" if name not in ends else "\n" if ends[name] else "\n\n"
        with (folder / name).open("a", encoding="utf-8", newline="\n") as file:
            file.write(between + text)
        ends[name] = text.endswith("\n")
    return list(ends)


def part_of(match: StoredMatch, split: str) -> str:
    """What a match is filed under: its id, its event, or its event with stage and round.

    A match of no event is filed under its run, or under "matches".
    """
    if split == "match":
        return match.name
    headers = dict(match.headers)
    event = headers.get("event") or run_of(match) or "matches"
    if split == "event" or "round" not in headers:
        return event
    stage = f"{headers['stage']} " if "stage" in headers else ""
    return f"{event} {stage}r{headers['round']}"
