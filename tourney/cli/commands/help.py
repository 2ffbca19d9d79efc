"""`tourney help`: explain topics, commands, rules and error codes."""

import click

from tourney.cli.base import App, command
from tourney.cli.topics import TOPICS
from tourney.domain.errors import NotFound, UsageFault, quoted


@command("help", short_help="explain a topic, a command, a rule, an error code or a view")
@click.argument("topic", required=False)
@click.pass_context
def help_(ctx: click.Context, app: App, topic: str | None) -> None:
    """Explain TOPIC; without TOPIC, list the topics.

    TOPIC can also be a command, a rule such as rule:DI-R8, an error code such as error:K-card, or
    what a bot sees of a game, such as view:diams.
    """
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
    elif topic in TOPICS:
        app.write(TOPICS[topic].text())
    elif command_help := _command(ctx, topic):
        app.write(command_help)
    else:
        known = ", ".join(TOPICS)
        raise UsageFault(
            f"unknown topic {quoted(topic)}; topics: {known}, rule:ID, error:CODE, view:GAME"
        )


def _error(code: str) -> str:
    """The meaning of an error code; for R- and a rule number, the rule."""
    from tourney.domain.rulebook import rule
    from tourney.records.codes import CODES, meaning

    if code.startswith("R-"):
        return rule(code) + "\n"
    found = meaning(code)
    if found is None:
        known = ", ".join(CODES)
        raise NotFound(f"unknown error code {quoted(code)}; known: {known}, and R-RULE")
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
