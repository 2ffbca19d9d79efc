"""The open event of a day, and the place of the next match in it.

An event is open on a day if a match of that day names it: a stored one, a recording, or a play that
has not ended.
"""

from collections.abc import Collection, Mapping, Sequence

from tourney.domain.match_values import PairedMatch

MOST_DIGITS = 10
"""Digits that make a number of a round too long."""


def open_events(matches: Sequence[PairedMatch]) -> list[str]:
    """The events of these matches, each once."""
    return list(dict.fromkeys(match.event for match in matches))


def next_place(
    matches: Sequence[PairedMatch], given: Mapping[str, str], players: Collection[str]
) -> dict[str, str]:
    """Event, stage, round and table of the next match of an event, as far as they follow.

    `given` values stay. The stage is that of the newest match. The round is the last one of that
    stage, or the next one if one of the players already has a match in it. The table is the first
    one that is free in the round. What the matches of the event do not number stays open.
    """
    place = {"event": matches[-1].event, "stage": matches[-1].stage, **given}
    same = [match for match in matches if match.stage == place["stage"]]
    place.setdefault("round", _round(same, players))
    here = [match.table for match in same if match.round == place["round"]]
    if place["round"] and any(_is_number(match.table) for match in same):
        free = (str(n) for n in range(1, len(here) + 2) if str(n) not in here)
        place.setdefault("table", next(free))
    return {key: value for key, value in place.items() if value}


def _round(matches: Sequence[PairedMatch], players: Collection[str]) -> str:
    """The round in which these players meet next; empty if rounds are not numbered."""
    last = max((int(match.round) for match in matches if _is_number(match.round)), default=0)
    # Nobody plays twice in a round: whoever has a match in it is in the next one.
    busy = {name for match in matches if match.round == str(last) for name in match.players}
    return str(last + bool(busy & set(players))) if last else ""


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < MOST_DIGITS
