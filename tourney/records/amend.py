"""Changes the trailer of a record: its status, or its result and rank."""

from collections.abc import Sequence
from dataclasses import replace

from tourney.records import values
from tourney.records.model import Directive, Document, Field, MatchRecord
from tourney.records.writer import write

MOVED_ON = {"": "complete", "unfinished": "complete", "abandoned": "complete"}
"""The status after a result was given to a match without moves."""


def with_status(match: MatchRecord, status: str) -> str:
    """The text of a record with another status."""
    return _with(match, {"status": status})


def with_result(match: MatchRecord, scores: Sequence[int], rank: str) -> str:
    """The text of a record with this result.

    An undecided match without moves is complete then, one with moves is adjudicated.
    """
    status = match.result.status
    moves = any(line.plies for line in match.body)
    if status in MOVED_ON:
        status = "adjudicated" if moves else MOVED_ON[status]
    new = {"result": values.scores_text(scores), "rank": rank, "status": status}
    return _with(match, new)


def _with(match: MatchRecord, new: dict[str, str]) -> str:
    """The text with these lines of the trailer, in canonical order; comments are kept."""
    lines = {line.key: line for line in match.trailer if isinstance(line, Field)}
    others = [line for line in match.trailer if isinstance(line, Directive)]
    forfeits = [line for line in match.trailer if isinstance(line, Field) and line.key == "forfeit"]
    kept = [
        replace(lines.get(key, Field(key, "")), value=new.get(key) or lines[key].value)
        for key in ("result", "rank", "status")
        if key in new or key in lines
    ]
    return write(Document((replace(match, trailer=(*kept, *forfeits, *others)),)))
