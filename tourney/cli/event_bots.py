"""Bots that enter an event: what the command line says about them, and their first start."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any, Final

from engines.messages import say
from tourney.agents.isolation import Limits, hidden
from tourney.agents.loaded_bot import LoadedBot
from tourney.agents.loader import load
from tourney.cli.base import App
from tourney.cli.progress import bot_output_to_stderr
from tourney.domain.bounds import TARGET
from tourney.domain.errors import TourneyError, UsageFault, quoted
from tourney.domain.event_log import EnteredBot
from tourney.domain.runs import BotEntry, BotRules
from tourney.events.plan import EventPlan
from tourney.runs.plan import plan_of
from tourney.runs.spec import bot_rules
from tourney.store.connect import address

RULE_KEYS: Final = ("on_fault", "time_per_move", "time_per_match", "memory", "isolation")
"""The keys of a plan that say what bots may do, as in the spec of a run."""
NOT_IN_EVENTS: Final = "abort"
"""The policy after a fault that leaves a match without a result."""


def rules_of_bots(file: str, values: Mapping[str, Any]) -> BotRules:
    """What bots may do, from the values of a plan; DataFault or UsageFault."""
    rules = bot_rules(plan_of(file, {key: values[key] for key in RULE_KEYS if key in values}))
    if rules.on_fault == NOT_IN_EVENTS:
        raise UsageFault(say("cli.event-play-no-abort"))
    return rules


def entered_bots(app: App, plan: EventPlan, bots: Mapping[str, str]) -> list[BotEntry]:
    """The bots with their versions; an error for one that does not start or play the games."""
    games = dict.fromkeys(game for stage in plan.stages for game in stage.games)
    with _loading(app, plan.bot_rules, bots) as loaded:
        for name, bot in loaded.items():
            if bot.absent is not None:
                raise TourneyError(
                    say("cli.event-play-does-not-start", bot=quoted(name), why=bot.absent.evidence)
                )
            for game in games:
                if game not in bot.games:
                    known = ", ".join(bot.games)
                    raise UsageFault(
                        say("cli.event-play-not-its-game", bot=quoted(name), game=game, known=known)
                    )
        return [
            BotEntry(name, bot.target, bot.version, bot.content) for name, bot in loaded.items()
        ]


@contextmanager
def _loading(app: App, rules: BotRules, bots: Mapping[str, str]) -> Iterator[dict[str, LoadedBot]]:
    """The loaded bots by name; their processes end with the context."""
    with ExitStack() as stack:
        if file := address(app.db).path:
            stack.enter_context(hidden(str(file)))
        found = {}
        for name, target in bots.items():
            if len(target) > TARGET or not target.isprintable():
                raise UsageFault(say("cli.bad-target", target=quoted(target[:TARGET]), most=TARGET))
            with bot_output_to_stderr():
                found[name] = load(target, Limits(rules.memory_mb, rules.isolation))
            stack.callback(found[name].close)
        yield found


def as_entered(bot: BotEntry, number: int) -> EnteredBot:
    """A bot with its id in the database."""
    return EnteredBot(number, bot.target, bot.version, bot.content)
