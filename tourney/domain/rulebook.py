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


def rulebook(package: str, lang: str = "en") -> str:
    """The rules of the games of a package in a language; in English without a translation.

    Empty if the package, a plugin, has none.
    """
    folder = files(package)
    found = [one for one in (folder / f"RULES.{lang}.md", folder / "RULES.md") if one.is_file()]
    return found[0].read_text("utf-8") if found else ""


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
            known |= rules(rulebook(f"engines.{family.name}", lang))
    wanted = number.upper().removeprefix("R-")
    if wanted not in known:
        from engines.games import GAMES  # imports what plugins add

        for game in GAMES.added().values():
            known = rules(rulebook(game.package, lang)) | known
    if wanted not in known:
        firsts = {re.sub(r"\d+[a-z]?$", "", one): one for one in reversed(known)}
        examples = ", ".join(sorted(firsts.values())) or "DI-R8"
        raise NotFound(say("domain.unknown-rule", rule=quoted(number), examples=examples))
    return known[wanted]
