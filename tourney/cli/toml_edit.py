"""Changes one top-level key of a TOML file; comments and order are kept."""

import json
import re
from pathlib import Path

from engines.messages import say
from tourney.cli.output import Output
from tourney.domain.errors import DataFault, UsageFault, quoted
from tourney.domain.safe_text import is_text
from tourney.domain.toml import read_toml


def set_key(path: Path, name: str, value: str | bool) -> str | None:
    """Write `name = value`; the previous value as written, or None."""
    if isinstance(value, str) and not is_text(value):
        raise UsageFault(say("cli.setting-no-text", name=name, value=quoted(value)))
    text = path.read_text("utf-8") if path.is_file() else ""
    read_toml(text.encode(), str(path))
    line = f"{name} = {json.dumps(value, ensure_ascii=False)}"
    head, rest = _split(text)
    found = re.search(rf"^{name}[ \t]*=[ \t]*(.*)$", head, re.MULTILINE)
    if found:
        head = head[: found.start()] + line + head[found.end() :]
    else:
        head = (head + "\n" if head and not head.endswith("\n") else head) + line + "\n"
    if read_toml((head + rest).encode(), str(path)).get(name) != value:
        raise DataFault(say("cli.setting-unsafe", name=quoted(name), file=str(path)))
    path.parent.mkdir(parents=True, exist_ok=True)
    with Output(str(path)) as file:
        file.write(head + rest)
    return found.group(1).strip() if found else None


def _split(text: str) -> tuple[str, str]:
    """The top-level keys, and the text from the first table on."""
    table = re.search(r"^[ \t]*\[", text, re.MULTILINE)
    return (text[: table.start()], text[table.start() :]) if table else (text, "")
