"""`tourney help TOPIC`: what no single command's --help can say."""

import click

from tourney.cli.base import App, command
from tourney.cli.topics import TOPICS
from tourney.domain.errors import UsageFault


@command("help", short_help="notation, records, exit codes, environment, formats, rules")
@click.argument("topic", required=False)
def help_(app: App, topic: str | None) -> None:
    """Explain TOPIC, or list the topics; rule:ID (rule:DI-R8) prints a rule of a game."""
    if topic is None:
        app.write(_list())
    elif topic.startswith("rule:"):
        from tourney.cli.rulebook import rule

        app.write(rule(topic.removeprefix("rule:")) + "\n")
    elif topic in TOPICS:
        app.write(TOPICS[topic].text())
    else:
        known = ", ".join(TOPICS)
        raise UsageFault(f"unknown topic {topic!r}; topics: {known}, rule:ID")


def _list() -> str:
    lines = [f"  {name:14}{topic.short}" for name, topic in TOPICS.items()]
    lines.append(f"  {'rule:ID':14}a rule of a game, such as rule:DI-R8")
    return "\n".join(["tourney help TOPIC explains:", "", *lines, ""])
