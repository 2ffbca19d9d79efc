"""`tourney play`: people and bots at one table in a terminal."""

from typing import TYPE_CHECKING, Any

import click

from engines.messages import say
from tourney.cli.base import App, command
from tourney.cli.common_options import asked_place, place_options
from tourney.cli.output import PLAIN_ENDINGS
from tourney.cli.usage import Number
from tourney.domain.errors import NotFound, UsageFault, quoted
from tourney.domain.match_values import PLACE_IN_EVENT

if TYPE_CHECKING:
    from tourney.app.event_tables import EventTableRef
    from tourney.domain.match_values import OpenMatch
    from tourney.store import Database


WITH_DEAL = (
    "--me",
    "--time-per-move",
    *(f"--{name}" for name in PLACE_IN_EVENT),
    "--casual",
    "--practice",
)
"""The options of a new match that --deal-of allows."""
NEWEST = "\n"
"""The value of --resume and --discard without an id; no match has this name."""


@command("play", endings=PLAIN_ENDINGS)
@click.argument("game", required=False)
@click.option("--me", "people", metavar="NAME[@SEAT]", multiple=True)
@click.option("--bot", "bots", metavar="NAME=TARGET", multiple=True)
@click.option("-O", "--option", "options", metavar="K=V", multiple=True)
@place_options
@click.option("--practice", is_flag=True)
@click.option("--seed", metavar="TEXT")
@click.option("--time-per-move", type=Number(float), metavar="S")
@click.option("--deal-of", metavar="RUN/N")
@click.option("--resume", is_flag=False, flag_value=NEWEST, metavar="[ID]")
@click.option("--discard", is_flag=False, flag_value=NEWEST, metavar="[ID]")
def play(app: App, game: str | None, **given: Any) -> int:
    """Play GAME at the terminal, alone against bots or with several people at one keyboard."""

    _refuse_mixed(game, given)
    if given["discard"] is not None:
        return _discard(app, given["discard"])
    if app.no_input:
        raise UsageFault(say("cli.play-asks"))
    if given["resume"] is not None:
        return _resume(app, given["resume"])
    if given["practice"] and any(given[key] for key in PLACE_IN_EVENT):
        raise UsageFault(say("cli.play-practice-of-event"))
    asked = given["deal_of"] is None and not given["practice"]
    at = _table(app, game, given) if asked else None
    return _begin(app, game, given, at)


def _table(app: App, game: str | None, given: dict[str, Any]) -> "EventTableRef | None":
    """The table of an event, if one is named: game, players and cards follow from it."""
    from tourney.app.event_tables import asked_table, require_same
    from tourney.cli.play_setup import asked_seat

    if game is None and not any(given[key] for key in PLACE_IN_EVENT):
        return None
    people = [asked_seat(text).name for text in given["people"]]
    found = asked_table(app, asked_place(given), people)
    if found is None:
        return None
    for option in ("bots", "seed", "options"):
        if given[option]:
            name = f"--{option.removesuffix('s')}"
            raise UsageFault(say("cli.event-play-from-pairing", option=name))
    require_same(found, game, people)
    app.say(say("app.event-at-table", **found.place()))
    given |= {key: found.headers().get(key) for key in PLACE_IN_EVENT}
    return found


def _refuse_mixed(game: str | None, given: dict[str, Any]) -> None:
    """Refuse settings of a new match together with a stored one."""

    stored = [f"--{name}" for name in ("resume", "discard") if given[name] is not None]
    if given["deal_of"] is not None:
        stored.append("--deal-of")
    new = {
        "GAME": game,
        "--me": given["people"],
        "--bot": given["bots"],
        "--option": given["options"],
    }
    new |= {"--seed": given["seed"], "--time-per-move": given["time_per_move"]}
    new |= {f"--{name}": given[name] for name in (*PLACE_IN_EVENT, "casual", "practice")}
    if stored == ["--deal-of"]:
        new = {name: value for name, value in new.items() if name not in WITH_DEAL}
    others = [name for name, value in new.items() if value] + stored[1:]
    if stored and others:
        raise UsageFault(say("cli.play-alone", option=stored[0], other=others[0]))


def _begin(
    app: App, game: str | None, given: dict[str, Any], at: "EventTableRef | None" = None
) -> int:
    from dataclasses import replace

    from engines.games import GAMES
    from tourney.app.event_tables import place_headers
    from tourney.cli.play_session import PlaySession, player_list
    from tourney.cli.play_setup import (
        loaded_bots,
        match_at_table,
        require_entered_bots,
        warn_of_other_versions,
        with_known_people,
        with_versions,
    )
    from tourney.domain.run_spec import BotRules
    from tourney.store.open_matches import add_open_match

    match = match_at_table(at, given["time_per_move"]) if at else _asked(app, game, given)
    rules = at.session.state.plan.bot_rules if at else BotRules()
    with loaded_bots(app, match, rules) as bots:
        store = app.store(create=True)
        if at:
            require_entered_bots(app, match, bots)
        else:
            warn_of_other_versions(app, match, bots)
            match = with_known_people(app, store, match)
        match = replace(match, holders=with_versions(match, bots))
        practice = given["practice"]
        asked = asked_place(given)
        headers = {} if practice else place_headers(app, asked, match.names, match.date)
        match = replace(match, headers=tuple(headers.items()), practice=practice)
        match = add_open_match(store, match)
        title = GAMES[match.game].title
        words = say(
            "cli.play-begins",
            name=match.name,
            title=title.get(app.lang, title["en"]),
            players=player_list(match),
        )
        app.say(app.folded(app.text(words), ""))
        return PlaySession(app, store, match, bots, rules).play()


def _asked(app: App, game: str | None, given: dict[str, Any]) -> "OpenMatch":
    """The new match that the options describe."""
    from engines.games import GAMES
    from tourney.cli.play_setup import AskedMatch, asked_seat, match_of_deal, new_match
    from tourney.runs.run_plan import bot_pairs, option_pairs

    people = [asked_seat(text) for text in given["people"]]
    if given["deal_of"] is not None:
        return match_of_deal(app.store(), given["deal_of"], people, given["time_per_move"])
    if game is None:
        raise UsageFault(say("cli.play-no-game", known=", ".join(GAMES)))
    asked = AskedMatch(
        game=game,
        people=people,
        bots=bot_pairs(given["bots"]),
        options=option_pairs(given["options"]),
        seed=given["seed"],
        time_per_move=given["time_per_move"],
    )
    return new_match(asked)


def _resume(app: App, name: str) -> int:
    from tourney.cli.play_session import PlaySession
    from tourney.cli.play_setup import (
        loaded_bots,
        require_same_bots,
        require_same_rules,
        rules_of_bots,
    )
    from tourney.store.open_matches import decisions_of, open_match

    store = app.store()
    match = _newest(app, store) if name == NEWEST else open_match(store, name)
    require_same_rules(match)
    rules = rules_of_bots(app, match)
    with loaded_bots(app, match, rules) as bots:
        require_same_bots(match, bots)
        count = len(decisions_of(store, match))
        words = say("cli.play-continues", name=match.name, count=count)
        app.say(app.folded(app.text(words), ""))
        return PlaySession(app, store, match, bots, rules).play()


def _newest(app: App, store: "Database") -> "OpenMatch":

    from tourney.store.open_matches import open_matches

    found = open_matches(store)
    if not found:
        raise NotFound(say("cli.play-none-open", database=quoted(app.db)))
    if len(found) > 1:
        names = ", ".join(match.name for match in found)
        words = say("cli.play-newest", name=found[-1].name, count=len(found), all=names)
        app.say(app.folded(app.text(words), ""))
    return found[-1]


def _discard(app: App, name: str) -> int:

    from tourney.store.open_matches import decisions_of, discard_open_match, open_match

    store = app.store()
    match = _only(app, store) if name == NEWEST else open_match(store, name)
    count = len(decisions_of(store, match))
    if not app.confirm(say("cli.play-discard-ask", name=match.name, count=count).text(app.lang)):
        return 1
    discard_open_match(store, match)
    app.say(say("cli.play-discarded", name=match.name).text(app.lang))
    return 0


def _only(app: App, store: "Database") -> "OpenMatch":
    """The only match that has not ended."""
    from tourney.store.open_matches import open_matches

    found = open_matches(store)
    if not found:
        raise NotFound(say("cli.play-none-open", database=quoted(app.db)))
    if len(found) > 1:
        raise UsageFault(say("cli.play-which", names=", ".join(match.name for match in found)))
    return found[0]
