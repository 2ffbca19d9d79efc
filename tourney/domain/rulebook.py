"""Finds a numbered rule in the RULES.md of a game, or in RULES.ja.md, its translation.

A rule starts at its number: in a heading, list item, table row or paragraph, bold or not. It ends
before the next numbered rule or heading.
"""

import re
from importlib.resources import files

from engines.messages import say
from tourney.domain.errors import NotFound, quoted

START = re.compile(
    r"^\s*(?P<lead>#+\s|[-*]\s|\|\s*)?\**`?(?P<id>[A-Z]{2,4}[0-9]?-[RQE]\d+[a-z]?)\b"
)


def rulebook(family: str, lang: str = "en") -> str:
    """The rules of a family in a language; in English without a translation."""
    folder = files("engines") / family
    translated = folder / f"RULES.{lang}.md"
    return (translated if translated.is_file() else folder / "RULES.md").read_text("utf-8")


def rules(text: str) -> dict[str, str]:
    """The rules of a rule book: texts by number."""
    found: dict[str, list[str]] = {}
    current: list[str] = []
    row = False
    for line in text.splitlines():
        start = START.match(line)
        if start:
            row = (start["lead"] or "").startswith("|")
            while row and current and current[-1].startswith("|"):
                current.pop()  # the head of a table of rules is no part of the rule before it
            current = found.setdefault(start["id"], [])
        elif line.startswith("#") or (row and current):
            current = []
        current.append(line.strip("| ") if start and row else line)
    return {number: "\n".join(lines).strip() for number, lines in found.items()}


def rule(number: str, lang: str = "en") -> str:
    """The text of rule `number`, such as DI-R8 or DI-Q11."""
    known: dict[str, str] = {}
    for family in sorted(files("engines").iterdir(), key=lambda item: item.name):
        if family.is_dir() and (family / "RULES.md").is_file():
            known |= rules(rulebook(family.name, lang))
    wanted = number.upper().removeprefix("R-")
    if wanted not in known:
        firsts = {re.sub(r"\d+[a-z]?$", "", one): one for one in reversed(known)}
        examples = ", ".join(sorted(firsts.values())) or "DI-R8"
        raise NotFound(say("domain.unknown-rule", rule=quoted(number), examples=examples))
    return known[wanted]
