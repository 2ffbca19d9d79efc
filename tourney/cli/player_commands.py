"""`tourney player`: people, their names and readings; join two names, forget a name."""

from collections import Counter
from typing import TYPE_CHECKING, Final

import click

from engines.messages import Message, Sentence, say
from tourney.cli.base import App, AppGroup
from tourney.cli.common_options import author_option
from tourney.cli.usage import OneWordOf
from tourney.domain.bounds import READING
from tourney.domain.errors import Conflict, TourneyError, UsageFault, quoted

if TYPE_CHECKING:
    from tourney.store import Database
    from tourney.store.players import StoredPlayer

SHOWN = ("full", "nick", "initials", "hidden")
NO_WISH = "default"
"""The value of --shown that leaves the choice to the maker of the pages."""
LABEL = 10
"""Terminal columns of the labels of `player show`."""

FACTS: Final = {
    "player": Sentence("cli.player-f-player"),
    "id": Sentence("cli.player-f-id"),
    "reading": Sentence("cli.player-f-reading"),
    "nick": Sentence("cli.player-f-nick"),
    "shown": Sentence("cli.player-f-shown"),
    "aliases": Sentence("cli.player-f-aliases"),
    "matches": Sentence("cli.player-f-matches"),
    "last": Sentence("cli.player-f-last"),
}
"""What is known of a player, by its key."""


player = AppGroup("player")
"""People who play at tables: one person can have several names."""


@player.command("add")
@click.argument("name")
@click.option("--reading", default="", metavar="TEXT")
@author_option
def add(app: App, name: str, reading: str) -> None:
    """Add the player NAME."""
    from tourney.store.players import add_player

    _require_reading(reading)
    store = app.store(create=True)
    _ask_about_similar(app, store, name.strip(), reading)
    new = add_player(store, name, reading.strip())
    app.say(say("cli.player-added", name=quoted(new.name), id=new.id))
    app.say(say("app.undo", command=app.command("player", "forget", names=(new.name,))))


def _require_reading(text: str) -> None:
    """UsageFault for a reading that is too long or not printable."""
    if len(text) > READING or not text.strip().isprintable():
        raise UsageFault(say("app.bad-reading", reading=quoted(text), most=READING))


def _ask_about_similar(app: App, store: "Database", name: str, reading: str = "") -> None:
    """Ask before a name that looks like a known one becomes another person; Conflict."""
    from tourney.store.players import lookalikes

    for one in lookalikes(store, [name], reading=reading):
        words = say("app.player-alike", name=quoted(name), known=quoted(one.person))
        # A script cannot be asked: it must say whether this is a new person or a new alias.
        if not app.answers:
            alias = app.command("player", "edit", one.person, "--alias", name)
            raise Conflict(say("cli.player-say-which", alike=words, command=alias))
        if not app.confirm(say("cli.player-another", alike=words)):
            raise TourneyError(say("cli.player-not-added"))


@player.command("list")
def list_(app: App) -> None:
    """List all players, sorted by reading or name."""
    from tourney.exports.people_tables import players_table
    from tourney.store.players import all_players

    people = all_players(app.store())
    app.show(players_table((o.id, o.name, o.reading, o.aliases, o.matches) for o in people))


@player.command("show")
@click.argument("name", metavar="PLAYER")
def show(app: App, name: str) -> None:
    """Show the names of PLAYER, and the recorded matches and wins by game."""
    from tourney.domain.safe_text import visible
    from tourney.render.text import json_text, pad
    from tourney.store.players import player_matches, stored_player

    store = app.store()
    person = stored_player(store, name)
    # A match that was taken out counts nowhere.
    played = [seat for seat in player_matches(store, person) if seat.status != "void"]
    matches = Counter(seat.game for seat in played)
    wins = Counter(seat.game for seat in played if seat.place == 1)
    games = {game: {"matches": matches[game], "wins": wins[game]} for game in sorted(matches)}
    facts = {
        "player": person.name,
        "id": person.id,
        "reading": person.reading or None,
        "aliases": list(person.aliases),
        "nick": person.nick or None,
        "shown": person.shown or None,
        "matches": len(played),
        "last": played[-1].match if played else None,
    }
    if app.json:
        app.draw(json_text(facts | {"games": games}, indent=2) + "\n")
        return
    # For people without what is unknown; a program finds every key, with null.
    for key, value in facts.items():
        shown = ", ".join(value) if isinstance(value, list) else value
        if shown not in (None, ""):
            label = f"{app.text(FACTS[key]())}:"
            app.draw(visible(f"{pad(label, LABEL)}{shown}") + "\n")
    for game, counts in games.items():
        count = say("cli.player-matches", count=counts["matches"])
        won = say("cli.player-won", game=game, matches=count, wins=counts["wins"])
        app.draw(app.text(won) + "\n")


@player.command("edit")
@click.argument("name", metavar="PLAYER")
@click.option("--name", "new", metavar="NAME")
@click.option("--reading", metavar="TEXT")
@click.option("--nick", metavar="NAME")
@click.option("--shown", metavar="STYLE", type=OneWordOf((*SHOWN, NO_WISH)))
@click.option("--alias", "aliases", multiple=True, metavar="NAME")
@click.option("--no-alias", "removed", multiple=True, metavar="NAME")
@author_option
def edit(
    app: App,
    name: str,
    *,
    new: str | None,
    reading: str | None,
    nick: str | None,
    shown: str | None,
    aliases: tuple[str, ...],
    removed: tuple[str, ...],
) -> None:
    """Change the name, reading, nickname or aliases of PLAYER."""
    from tourney.store.players import edit_player, lookalikes, stored_player

    if not (aliases or removed) and {new, reading, nick, shown} == {None}:
        raise UsageFault(say("cli.player-no-change"))
    _require_reading(reading or "")
    store = app.store()
    before = stored_player(store, name)
    if new is not None and new.strip() not in before.aliases:
        # A new name may look like the old one of the same person.
        own = {before.name, before.reading, *before.aliases}
        for similar in lookalikes(store, [new.strip()]):
            if similar.known not in own:
                _ask_about_similar(app, store, new.strip())
    after = edit_player(
        store,
        name,
        name=new,
        reading=None if reading is None else reading.strip(),
        nick=nick,
        shown="" if shown == NO_WISH else shown,
        aliases=aliases,
        removed=removed,
    )
    if after == before:
        app.say(say("cli.player-unchanged", name=quoted(before.name)))
        return
    app.say(say("cli.player-changed", name=quoted(after.name)))
    app.say(say("app.undo", command=_back(app, before, after)))


def _back(app: App, before: "StoredPlayer", after: "StoredPlayer") -> str:
    """The command that restores the names of a player."""
    words = ["player", "edit"]
    for option, old, new in (
        ("--name", before.name, after.name),
        ("--reading", before.reading, after.reading),
        ("--nick", before.nick, after.nick),
        ("--shown", before.shown or NO_WISH, after.shown or NO_WISH),
    ):
        words += [option, old] if old != new else []
    # The name of a player counts as well: an old name stays an alias of the new one.
    earlier, later = {before.name, *before.aliases}, {after.name, *after.aliases}
    for alias in sorted(later - earlier):
        words += ["--no-alias", alias]
    for alias in sorted(earlier - later):
        words += ["--alias", alias]
    return app.command(*words, names=(after.name,))


@player.command("merge")
@click.argument("name", metavar="PLAYER")
@click.argument("other", metavar="OTHER")
@click.option("--undo", is_flag=True)
@author_option
def merge(app: App, name: str, other: str, undo: bool) -> None:
    """Make OTHER the same person as PLAYER: their matches count for PLAYER."""
    from tourney.store.players import merge_players, unmerge_players

    store = app.store()
    if undo:
        person, same = unmerge_players(store, name, other)
        app.say(say("cli.player-separated", other=_counted(same), name=_counted(person)))
    else:
        person, same = merge_players(store, name, other)
        app.say(say("cli.player-joined", other=_counted(same), name=_counted(person)))
    # To join is undone by parting, and the other way round.
    back = () if undo else ("--undo",)
    undoing = app.command("player", "merge", *back, names=(person.name, same.name))
    app.say(say("app.undo", command=undoing))


def _counted(one: "StoredPlayer") -> Message:
    return say(
        "cli.player-with-matches",
        name=quoted(one.name),
        matches=say("cli.player-matches", count=one.matches),
    )


@player.command("forget")
@click.argument("name", metavar="PLAYER")
@author_option
def forget(app: App, name: str) -> None:
    """Replace all names of PLAYER by a number in the whole database; this cannot be undone."""
    from tourney.store.forget import forget_player
    from tourney.store.players import stored_player

    # It cannot be undone: what is forgotten may not be kept anywhere.
    store = app.store()
    person = stored_player(store, name)
    if not app.confirm(say("cli.player-erase", name=_counted(person))):
        raise TourneyError(say("cli.player-not-erased"))
    done = forget_player(store, name)
    if done.name:
        app.say(say("cli.player-now-called", name=done.name, count=done.records))
    else:
        app.say(say("cli.player-removed", count=done.records))
    app.say(say("cli.player-backups"))
