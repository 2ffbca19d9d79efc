"""Revisions of a match as text and as JSON values."""

import difflib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from engines.messages import Message, Sentence, say

if TYPE_CHECKING:
    from tourney.store.revisions import Revision

WHAT: Final = {
    "import": Sentence("cli.match-what-import"),
    "altered": Sentence("cli.match-what-altered"),
    "record": Sentence("cli.match-what-record"),
    "play": Sentence("cli.match-what-play"),
    "event play": Sentence("cli.match-what-event-play"),
    "match result": Sentence("cli.match-what-typed"),
    "edit": Sentence("cli.match-what-edit"),
    "result": Sentence("cli.match-what-result"),
    "void": Sentence("cli.match-what-void"),
    "restore": Sentence("cli.match-what-restore"),
}
"""What a command did to a match, by its name."""


def with_diffs(revisions: Sequence["Revision"]) -> list[tuple["Revision", str]]:
    """Each revision with the lines that differ from the one before."""
    found: list[tuple[Revision, str]] = []
    before: list[str] | None = None
    for revision in revisions:
        text = (revision.text or f"status: {revision.status}\n").splitlines(keepends=True)
        found.append((revision, "" if before is None else _diff(before, text)))
        before = text
    return found


def _diff(before: list[str], after: list[str]) -> str:
    """The lines that differ, with one line around them."""
    lines = difflib.unified_diff(before, after, n=1)
    changed = (line for line in lines if not line.startswith(("---", "+++", "@@")))
    return "".join(line for line in changed if line.strip())


def title(revision: "Revision") -> Message:
    """Number, time, command, author and reason of a revision in one line."""
    what = WHAT[revision.what]() if revision.what in WHAT else revision.what
    return say(
        "cli.match-revision",
        number=revision.number,
        time=revision.at[:19].replace("T", " ") or say("cli.match-no-time"),
        what=what,
        by=say("cli.match-by", who=revision.author) if revision.author else "",
        why=say("cli.match-why", reason=revision.reason) if revision.reason else "",
    )


def as_json(revision: "Revision", diff: str) -> dict[str, Any]:
    """A revision as JSON values."""
    return {
        "revision": revision.number,
        "time": revision.at or None,
        "by": revision.author or None,
        "what": revision.what,
        "reason": revision.reason or None,
        "status": revision.status,
        "diff": diff,
    }
