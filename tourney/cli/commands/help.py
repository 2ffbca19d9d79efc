"""`tourney help`: explain topics, commands, rules and error codes."""

from difflib import get_close_matches

import click

from engines.messages import Message, say
from tourney.cli.base import App, command
from tourney.cli.fault_help import FAULTS, fault
from tourney.cli.output import PLAIN_ENDINGS
from tourney.cli.topics import TOPICS, notation, run_file, tie_breaks
from tourney.domain.errors import NotFound, UsageFault, quoted


@command("help", endings=PLAIN_ENDINGS)
@click.argument("topic", required=False)
@click.pass_context
def help_(ctx: click.Context, app: App, topic: str | None) -> None:
    """Explain TOPIC; without TOPIC, list the topics."""
    if topic is None:
        app.write(_list())
    elif topic.startswith("rule:"):
        from tourney.domain.rulebook import rule

        app.write(rule(topic.removeprefix("rule:")) + "\n")
    elif topic.startswith("error:"):
        app.write(_error(topic.removeprefix("error:")))
    elif topic.startswith("view:"):
        from tourney.cli.view_help import view_help

        app.write(view_help(topic.removeprefix("view:")))
    elif topic == "notation":
        app.write(notation(app.lang))
    elif topic == "tie-breaks":
        app.write(tie_breaks(app.lang))
    elif topic == "run-file":
        app.write(run_file(app.lang))
    elif topic in TOPICS:
        app.write(TOPICS[topic].text())
    elif command_help := _command(ctx, topic):
        app.write(command_help)
    elif fault_help := fault(topic):
        app.write(fault_help)
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


def _error(code: str) -> str:
    """The meaning of an error code; for R- and a rule number, the rule."""
    from tourney.domain.rulebook import rule
    from tourney.records.codes import CODES, meaning

    if code.startswith("R-"):
        return rule(code) + "\n"
    found = meaning(code)
    if found is None:
        known = ", ".join(CODES)
        raise NotFound(say("cli.help-unknown-code", code=quoted(code), known=known))
    return found


def _command(ctx: click.Context, name: str) -> str | None:
    from tourney.cli.root import root

    found = root.get_command(ctx, name)
    above = ctx.find_root()
    return click.Context(found, above, name).get_help() + "\n" if found else None


def _list() -> str:
    lines = [f"  {name:14}{topic.short}" for name, topic in TOPICS.items()]
    lines.append(f"  {'rule:ID':14}a rule of a game by its number, such as rule:DI-R8")
    lines.append(f"  {'error:CODE':14}an error code of tourney check, such as error:K-card")
    lines.append(f"  {'view:GAME':14}the fields of the views of a game, such as view:diams")
    return "\n".join(["tourney help TOPIC explains:", "", *lines, ""])
