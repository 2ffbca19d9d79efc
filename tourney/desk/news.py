"""What followed from a line: the counts that it changed, as people follow them at a table."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from engines.kit.sentences import COUNTS
from engines.messages import Argument, Message, Player, say
from tourney.desk.body import Body
from tourney.records.model import Turn

Counts: TypeAlias = Mapping[str, Mapping[str, str]]
"""The values of each count by seat letter, as in `-- check NAME`."""


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
        old = before.get(name)
        if old is None:
            continue
        changed: list[Argument] = []
        for key, value in tally.items():
            was = old.get(key, value)
            if was != value:
                changed += _change(key, was, value)
        if changed:
            yield say("desk.count-now", name=_name(name), changes=tuple(changed))


def _change(key: str, was: str, value: str) -> Sequence[Argument]:
    if len(key) > 1:
        return [say("desk.owner", name=_name(key), who=_player(value))]
    if not key:
        return [say("desk.table-change", before=was, after=value)]
    return [say("desk.count-change", who=_player(key), before=was, after=value)]


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
