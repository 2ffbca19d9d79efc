"""Asks whether a new name that looks like a known player is the same person."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from engines.messages import Message, say
from tourney.app.host import Host
from tourney.domain.errors import Conflict, quoted
from tourney.domain.names import name_key
from tourney.events.player_lists import require_different
from tourney.store.players import lookalikes

if TYPE_CHECKING:
    from tourney.domain.match_values import StoredMatch
    from tourney.store import Database
    from tourney.store.players import Lookalike


class Tables:
    """The people in matches, with those at the same tables."""

    def __init__(self) -> None:
        self.people: dict[str, set[str]] = {}

    def add(self, match: "StoredMatch") -> None:
        """Add the people of a match; bots and unknown players are left out."""
        seats = zip(match.players, match.versions, strict=True)
        people = {name for name, version in seats if version is None and name != "?"}
        for name in people:
            self.people.setdefault(name, set()).update(people)


def same_people(
    host: Host, store: "Database", seated: Tables, on_similar: str
) -> Mapping[str, str]:
    """New names of people, with the known players that they belong to.

    Two names at one table belong to two people, so nobody is asked about them.
    """
    found = _similar(store, seated)
    return {one.name: one.person for one in found if is_same(host, one, on_similar)}


def say_similar(host: Host, store: "Database", seated: Tables) -> None:
    """Say which new names look like known players, without asking."""
    for one in _similar(store, seated):
        host.say(_alike(one))


def _similar(store: "Database", seated: Tables) -> "list[Lookalike]":
    """New names that look like known players who were not at the same table."""
    found = lookalikes(store, seated.people)
    return [one for one in found if not {one.known, one.person} & seated.people[one.name]]


def is_same(host: Host, one: "Lookalike", on_similar: str) -> bool:
    """Whether a new name belongs to the known player: as asked for, or as answered.

    Conflict with `error`.
    """
    words = _alike(one)
    if on_similar == "error":
        raise Conflict(say("app.player-see-similar", alike=words))
    if on_similar == "ask" and host.answers:
        return host.confirm(say("app.player-the-same", alike=words))
    if on_similar == "ask":
        join = host.command("player", "merge", names=(one.person, one.name))
        host.say(say("app.player-stored-new", alike=words, command=join))
    return on_similar == "join"


def _alike(one: "Lookalike") -> Message:
    """That a new name looks like a known player, or like another name of that player."""
    known: Message | str = quoted(one.person)
    if one.known != one.person:
        known = say("app.player-known-as", name=known, alias=quoted(one.known))
    return say("app.player-alike", name=quoted(one.name), known=known)


def known_players(
    host: Host, store: "Database | None", names: Sequence[str], similar: str
) -> list[str]:
    """The names, with the known names of people who are written differently here.

    Conflict if a name differs from a known one in width or case only and nobody can answer.
    """
    same: dict[str, str] = {}
    for one in lookalikes(store, names) if store else ():
        # Both enter: they are two people.
        if {one.known, one.person} & set(names):
            continue
        # A script cannot be asked, and would make a second player of the same name.
        if similar == "ask" and not host.answers and name_key(one.name) == name_key(one.known):
            fault = say("app.event-say-who", name=quoted(one.name), known=quoted(one.person))
            raise Conflict(fault)
        if is_same(host, one, similar):
            same[one.name] = one.person
    found = [same.get(name, name) for name in names]
    if found:
        require_different(found)
    return found
