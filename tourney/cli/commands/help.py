"""`tourney help`: explain topics, commands, rules and error codes."""

from difflib import get_close_matches

import click

from engines.messages import Message, say
from tourney.cli.base import App, command
from tourney.cli.help_texts import text
from tourney.cli.output import PLAIN_ENDINGS
from tourney.cli.topics import FAULTS, TOPICS, fault, prose
from tourney.domain.errors import NotFound, UsageFault, quoted


@command("help", endings=PLAIN_ENDINGS)
@click.argument("topic", required=False)
@click.pass_context
def help_(ctx: click.Context, app: App, topic: str | None) -> None:
    """Explain TOPIC; without TOPIC, list the topics."""
    if topic is None:
        app.write(_list(app.lang))
    elif topic.startswith("rule:"):
        from tourney.domain.rulebook import rule

        app.write(prose(app.lang, rule(topic.removeprefix("rule:"), app.lang)) + "\n")
    elif topic.startswith("error:"):
        app.write(_error(topic.removeprefix("error:"), app.lang))
    elif topic.startswith("view:"):
        from tourney.cli.view_help import view_help

        app.write(view_help(topic.removeprefix("view:"), app.lang))
    elif topic in TOPICS:
        app.write(TOPICS[topic](app.lang) + "\n")
    elif command_help := _command(ctx, topic):
        app.write(command_help)
    elif topic in FAULTS:
        app.write(fault(topic, app.lang) + "\n")
    else:
        raise UsageFault(_unknown(topic))


def _unknown(topic: str) -> Message:
    """The message for an unknown topic, with the one that it resembles."""
    from tourney.cli.root import COMMANDS

    near = get_close_matches(topic, [*TOPICS, *FAULTS, *COMMANDS], 1)
    known = ", ".join(TOPICS)
    if near:
        name, meant = quoted(topic), quoted(near[0])
        return say("cli.help-meant-topic", name=name, near=meant, known=known)
    return say("cli.help-unknown-topic", name=quoted(topic), known=known)


def _error(code: str, lang: str) -> str:
    """The meaning of an error code; for R- and a rule number, the rule."""
    from tourney.domain.rulebook import rule
    from tourney.records.problems import CODES, KINDS, meaning, remedy

    if code.startswith("R-"):
        return prose(lang, rule(code, lang)) + "\n"
    if code not in CODES:
        known = ", ".join(CODES)
        raise NotFound(say("cli.help-unknown-code", code=quoted(code), known=known))
    kind, said, help_ = (
        one.template(lang) for one in (KINDS[code[0]], meaning(code), remedy(code))
    )
    return f"{code}: {kind}\n\n{said}\n{help_}\n"


def _command(ctx: click.Context, name: str) -> str | None:
    from tourney.cli.root import root

    found = root.get_command(ctx, name)
    above = ctx.find_root()
    return click.Context(found, above, name).get_help() + "\n" if found else None


def _list(lang: str) -> str:
    """All topics with a line about each."""
    names = [*TOPICS, "rule:ID", "error:CODE", "view:GAME"]
    lines = [f"  {name:14}{text(lang, 'topic', name)}" for name in names]
    return "\n".join([text(lang, "topics"), "", *lines, ""])
