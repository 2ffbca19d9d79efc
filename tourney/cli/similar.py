"""Asks whether a new name that looks like a known player is the same person."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from engines.messages import Message, say
from tourney.cli.authors import asks
from tourney.cli.base import App
from tourney.cli.next_command import next_command
from tourney.domain.errors import Conflict, quoted

if TYPE_CHECKING:
    from tourney.domain.matches import StoredMatch
    from tourney.store import Store
    from tourney.store.players import Lookalike

SIMILAR: Final = ("ask", "new", "join", "error")


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


def same_people(app: App, store: "Store", seated: Tables, on_similar: str) -> Mapping[str, str]:
    """New names of people, with the known players that they belong to.

    Two names at one table belong to two people, so nobody is asked about them.
    """
    found = _similar(store, seated)
    return {one.name: one.person for one in found if is_same(app, one, on_similar)}


def say_similar(app: App, store: "Store", seated: Tables) -> None:
    """Say which new names look like known players, without asking."""
    for one in _similar(store, seated):
        app.say(_alike(one))


def _similar(store: "Store", seated: Tables) -> "list[Lookalike]":
    """New names that look like known players who were not at the same table."""
    found = store.lookalikes(seated.people)
    return [one for one in found if not {one.known, one.person} & seated.people[one.name]]


def is_same(app: App, one: "Lookalike", on_similar: str) -> bool:
    """Whether a new name belongs to the known player: as asked for, or as answered.

    Conflict with `error`.
    """
    words = _alike(one)
    if on_similar == "error":
        raise Conflict(say("cli.player-see-similar", alike=words))
    if on_similar == "ask" and asks(app):
        return app.confirm(say("cli.player-the-same", alike=words))
    if on_similar == "ask":
        join = next_command(app, "player", "merge", names=(one.person, one.name))
        app.say(say("cli.player-stored-new", alike=words, command=join))
    return on_similar == "join"


def _alike(one: "Lookalike") -> Message:
    """That a new name looks like a known player, or like another name of that player."""
    known: Message | str = quoted(one.person)
    if one.known != one.person:
        known = say("cli.player-known-as", name=known, alias=quoted(one.known))
    return say("cli.player-alike", name=quoted(one.name), known=known)
