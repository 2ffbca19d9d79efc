"""`tourney event new`: make an event from flags or a plan file."""

from typing import TYPE_CHECKING, Any

import click

from engines.messages import say
from tourney.cli.authors import author_option
from tourney.cli.base import App, command
from tourney.cli.usage import OneWordOf, WholeNumber
from tourney.domain.bounds import ROUNDS, SEARCH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tourney.domain.event_log import EventChange

FORMATS_SHOWN = (
    "swiss", "roundrobin", "groups", "knockout", "double-elimination", "heats", "gauntlet",
    "stepladder", "arena", "one-table", "manual",
)  # fmt: skip
"""The names of all formats, without importing them for the help."""
POLICIES = ("fewer-seats", "walkover")
SIMILAR = ("ask", "new", "join", "error")


@command("new")
@click.argument("name", required=False)
@click.option("--players", metavar="FILE.csv|A,B,…")
@click.option("--bot", "bots", metavar="NAME=TARGET", multiple=True)
@click.option("--game", metavar="G[,G2,…]")
@click.option("--format", "format", metavar="F")
@click.option("--rounds", type=WholeNumber(min=1, max=ROUNDS), metavar="N")
@click.option("--dates", metavar="D1,D2,…")
@click.option("--points", metavar="P")
@click.option("--tiebreak", metavar="A,B,…")
@click.option("--sizes", metavar="4-5")
@click.option("--prefer", type=WholeNumber(min=2, max=99), metavar="N")
@click.option("--bye", metavar="POINTS")
@click.option("--missed", metavar="POINTS")
@click.option("--policy", type=OneWordOf(POLICIES))
@click.option("--no-repeats", is_flag=True)
@click.option("--max-meetings", type=WholeNumber(min=1, max=99), metavar="N")
@click.option("--time-limit", type=WholeNumber(min=1, max=SEARCH), metavar="SECONDS")
@click.option("--never", metavar="A,B,…", multiple=True)
@click.option("--apart", metavar="COLUMN")
@click.option("--fixed-seat", metavar="NAME=A", multiple=True)
@click.option("--fixed-table", metavar="NAME=1", multiple=True)
@click.option("--new-seats", is_flag=True)
@click.option("--final", metavar="topN[:GAME]")
@click.option("--fill", metavar="NAME=TARGET", multiple=True)
@click.option("--duplicate", is_flag=True)
@click.option("--on-fault", metavar="P")
@click.option("--time-per-move", type=float, metavar="S")
@click.option("--time-per-match", type=float, metavar="S")
@click.option("--memory", type=int, metavar="MB")
@click.option("--isolation", metavar="I")
@click.option("--set", "settings", metavar="K=V", multiple=True)
@click.option("-O", "--option", "options", metavar="K=V", multiple=True)
@click.option("--seed", metavar="TEXT")
@click.option("--plan", metavar="FILE.toml")
@click.option("--on-similar", type=OneWordOf(SIMILAR), default="ask")
@click.option("--dry-run", is_flag=True)
@author_option
def new(
    app: App, name: str | None, *, on_similar: str, dry_run: bool, author: str | None, **given: Any
) -> None:
    """Make the event NAME: players, stages and rules are stored as its plan."""
    from tourney.app.event_entries import as_entered, entered_bots
    from tourney.app.event_session import EventSession
    from tourney.app.similar import known_players
    from tourney.cli.event_drafts import asked_event, store_if_any, summary
    from tourney.domain.errors import quoted
    from tourney.events import actions
    from tourney.events.plan_file import USUAL_FORMAT, toml_text, with_players
    from tourney.play.luck import new_seed
    from tourney.render.code_words import listed, typed_word
    from tourney.store.connect import address

    app.by = author
    draft = asked_event(app, name, given)
    typed = draft.players
    draft = with_players(draft, known_players(app, store_if_any(app), typed, on_similar))
    readings = {
        known: draft.readings[one]
        for one, known in zip(typed, draft.players, strict=True)
        if one in draft.readings
    }
    for line in summary(draft):
        app.say(app.folded(app.text(line), "    "))
    if not (given["format"] or given["plan"]):
        others = listed([typed_word(one) for one in FORMATS_SHOWN if one != USUAL_FORMAT])
        usual = say("cli.event-usual-format", format=typed_word(USUAL_FORMAT), others=others)
        app.say(app.folded(app.text(usual), "    "))
    if draft.told is not None:
        app.say(draft.told)
    if dry_run:
        app.write(toml_text(draft))
        return
    bots = entered_bots(address(app.db).path, draft.plan, {**draft.bots, **draft.fill})
    seed = draft.seed or new_seed()
    store = app.store(create=True)
    people = len(draft.players)

    def first(ids: "Sequence[int]") -> "EventChange":
        entered = list(map(as_entered, bots, ids[people:]))
        return actions.new(draft.plan, seed, ids[:people], entered, len(draft.fill))

    event = store.add_event(draft.name, draft.players, first, bots, readings)
    app.say(say("cli.event-saved", name=quoted(event.name)))
    session = EventSession(app, store, event)
    session.undo("rm", names=(event.name,))
    app.say(say("cli.event-next", command=session.next_step()))
