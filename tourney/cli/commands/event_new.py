"""`tourney event new`: make an event from flags or a plan file."""

from typing import Any

import click

from engines.messages import say
from tourney.cli.authors import author_option
from tourney.cli.base import App, command
from tourney.cli.usage import Number, OneWordOf, WholeNumber
from tourney.domain.bounds import ROUNDS, SEARCH
from tourney.domain.errors import UsageFault

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
@click.option("--time-per-move", type=Number(float), metavar="S")
@click.option("--time-per-match", type=Number(float), metavar="S")
@click.option("--memory", type=Number(int), metavar="MB")
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
    from tourney.app.event_drafts import AskedEvent, asked_event, summary, with_known_players
    from tourney.app.event_life import make_event
    from tourney.events.plan_file import USUAL_FORMAT, toml_text
    from tourney.render.code_words import listed, typed_word
    from tourney.store.connect import address

    app.by = author
    if given["plan"]:
        for key, value in given.items():
            beside = key in ("plan", "players", "bots", "fill", "seed")
            if not beside and value not in (None, (), False):
                raise UsageFault(say("cli.event-plan-alone", option=f"--{key.replace('_', '-')}"))
    draft = asked_event(app, AskedEvent(name, **given))
    draft = with_known_players(app, draft, on_similar)
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
    session = make_event(app, draft, address(app.db).path)
    app.say(say("cli.event-next", command=session.next_step()))
