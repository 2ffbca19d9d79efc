"""Words that a shell suggests after Tab; what a press costs is mostly the start of Python.

Nothing of the program is imported for it: commands and options stand in `completion.json`, which is
generated, and names are read from the database with the standard library. `shells` has the scripts.

    _TOURNEY_COMPLETE=bash_complete COMP_LINE='tourney runs show ' COMP_POINT=18 tourney
"""

import os
import sys
from typing import Any, Final

VARIABLE: Final = "_TOURNEY_COMPLETE"
"""The variable with which the scripts call the program; its value begins with a shell."""
MOST: Final = 300
"""Names of one kind that are read from the database, the newest ones."""
FILES: Final = "\1files"
"""Stands for the names of files, which the shell adds itself; no name has its first sign."""

QUERIES: Final = {
    "run": "SELECT name FROM run WHERE name LIKE ? ESCAPE '\\' ORDER BY id DESC",
    "event": "SELECT name FROM event WHERE name LIKE ? ESCAPE '\\' ORDER BY id DESC",
    "player": "SELECT name FROM player WHERE name LIKE ? ESCAPE '\\' ORDER BY name",
    "bot": "SELECT DISTINCT name FROM bot WHERE name LIKE ? ESCAPE '\\' ORDER BY name",
    "match": "SELECT name FROM record_text WHERE name LIKE ? ESCAPE '\\' ORDER BY match_id DESC",
    "match-of-run": "SELECT name || '/' FROM run WHERE name || '/' LIKE ? ESCAPE '\\' "
    "ORDER BY id DESC",
}
"""By kind of word: the names in the database that begin in a way."""
SECONDS: Final = 0.05
"""How long a database is searched; what was found until then is suggested."""
LONGEST: Final = 200
"""Signs of a name that is suggested."""


def answer() -> None:
    """Print what the shell that asks suggests."""
    environ = os.environ
    shell = environ[VARIABLE].partition("_")[0]
    if shell == "bash":
        line = environ.get("COMP_LINE", "")[: int(environ.get("COMP_POINT", "0"))]
        words, current, quote, raw = split(line)
        found = suggestions(words[1:], current, environ)
        # Bash completes what comes after a colon or a sign of equality.
        done = max(raw.rfind(":"), raw.rfind("=")) + 1
        lines = [FILES] if FILES in found else []
        # Bash writes a word into an open quote as it is: there it must be harmless.
        harmful = "'" if quote == "'" else '"$`\\!'
        lines += [
            word if quote else bare(word)[done:]
            for word in found
            if word != FILES and not (quote and set(word) & set(harmful))
        ]
    else:
        *words, current = environ.get("COMP_WORDS", "").split("\n")
        found = suggestions(words[1:], current, environ)
        texts = descriptions(words[1:], environ) if len(found) > 1 else {}
        lines = [word + (f"\t{texts[word]}" if word in texts else "") for word in found]
    # Names may have any characters.
    sys.stdout.buffer.write("".join(f"{one}\n" for one in lines).encode("utf-8", "replace"))


def split(line: str) -> tuple[list[str], str, str, str]:
    """Words before the last one, that word, the quote that is open in it, and it as it stands."""
    words, word, quote, begin, at = [], "", "", 0, 0
    while at < len(line):
        sign = line[at]
        if sign == "\\" and quote != "'":
            word, at = word + line[at + 1 : at + 2], at + 1
        elif sign == quote or (not quote and sign in "'\""):
            quote = "" if quote else sign
        elif sign in " \t" and not quote:
            if at > begin:
                words.append(word)
            word, begin = "", at + 1
        else:
            word += sign
        at += 1
    return words, word, quote, line[begin:]


def bare(word: str) -> str:
    """A word as it is typed in a shell without quotes."""
    return "".join(f"\\{c}" if c in " \t\\'\"`$&|;<>()*?[]#!{}~" else c for c in word)


def suggestions(words: list[str], current: str, environ: Any) -> list[str]:
    """What can stand for the word that begins as `current`, after `words`."""
    place = TypedLine(words)
    option, sign, typed = current.partition("=")
    if place.awaits is not None:
        found = values(place, place.awaits, current, environ)
    elif sign and option.startswith("--"):
        kind = place.options.get(option, "")
        found = [f"{option}={word}" for word in values(place, kind, typed, environ)]
    elif current.startswith("-"):
        found = list(place.options)
    elif place.command.get("commands"):
        found = place.command["commands"]
    else:
        kinds = place.command["arguments"]
        last = kinds[-1] if kinds and place.command.get("endless") else ""
        at = len(place.arguments)
        kind = kinds[at] if at < len(kinds) else last
        found = values(place, kind, current, environ) or (list(place.options) if kind == "" else [])
    key = current.casefold()
    return [word for word in found if word == FILES or word.casefold().startswith(key)]


class TypedLine:
    """Where a command line ends: its command, arguments, and the kind of value that is awaited."""

    def __init__(self, words: list[str]) -> None:
        self.data = commands()
        self.names: list[str] = []
        self.arguments: list[str] = []
        self.given: dict[str, str] = {}
        self.awaits: str | None = None
        waiting, awaited, plain = 0, "", False
        for word in words:
            if waiting:
                waiting, self.given[awaited] = waiting - 1, word
            elif word == "--":
                plain = True
            elif word.startswith("-") and not plain:
                name, sign, value = word.partition("=")
                name = self.command.get("short", {}).get(name, name)
                kind = self.options.get(name, "")
                awaited, waiting = name, 0 if sign or not kind else 2 if kind == "two" else 1
                self.given |= {name: value} if sign else {}
            elif word in self.command.get("commands", ()):
                self.names.append(word)
            else:
                self.arguments.append(word)
        if waiting:
            self.awaits = self.options[awaited]

    @property
    def command(self) -> dict[str, Any]:
        """The command so far."""
        found: dict[str, Any] = self.data["commands"][" ".join(self.names)]
        return found

    @property
    def options(self) -> dict[str, str]:
        """Its options with the kinds of their values; empty for a switch."""
        return {**self.data["globals"], **self.command["options"]}


def commands() -> dict[str, Any]:
    """All commands with their options and arguments."""
    from json import load

    with open(os.path.join(os.path.dirname(__file__), "completion.json"), encoding="utf-8") as file:
        found: dict[str, Any] = load(file)
    return found


def values(place: TypedLine, kinds: str, current: str, environ: Any) -> list[str]:
    """The words of some kinds, such as `run event`; the words themselves after `=`."""
    found: list[str] = []
    data = place.data
    for kind in kinds.split():
        if kind.startswith("="):
            found += kind[1:].split("|")
        elif kind == "file":
            found.append(FILES)
        elif kind == "option":
            game = place.given.get("--game", "")
            asked = [one for one in (game, *place.arguments) if one in data["game-options"]]
            for one in asked[:1] or data["game-options"]:
                found += data["game-options"][one]
        elif kind == "columns":
            # Only the last one of a list is completed.
            known = data["columns"].get(" ".join(place.names), [])
            begun = current.rpartition(",")[0]
            begin = f"{begun}," if begun else ""
            found += [f"{begin}{one}" for one in known if one not in begun.split(",")]
        elif kind == "named-bot":
            name, sign, _ = current.partition("=")
            targets = [*data["lists"]["target"], "./"] if sign else []
            found += [f"{name}={one}" for one in targets]
        elif kind == "prefixed":
            for word in ("run", "event", "match", "player"):
                if current.startswith(f"{word}:"):
                    kinds_of = ("match", "match-of-run") if word == "match" else (word,)
                    name = current.partition(":")[2]
                    names = (one for each in kinds_of for one in stored(each, name, place, environ))
                    return [f"{word}:{one}" for one in names]
            found += [f"{word}:" for word in ("run", "event", "match", "player")]
        elif kind in QUERIES:
            found += stored(kind, current, place, environ)
        else:
            found += data["lists"].get(kind, [])
    return list(dict.fromkeys(found))


def stored(kind: str, begin: str, place: TypedLine, environ: Any) -> list[str]:
    """The names of one kind in the database of the settings; none if it cannot be read now."""
    path = database(place.given, environ)
    if not path or not os.path.isfile(path):
        return []
    import sqlite3

    # Nothing waits for this: who only looks takes no lock where nobody writes, makes no file, and
    # gives up where somebody does something that excludes readers.
    from time import monotonic
    from urllib.parse import quote

    writes = os.path.exists(f"{path}-wal")
    address = f"file:{quote(path)}?{'mode=ro' if writes else 'immutable=1'}"
    pattern = "".join(f"\\{sign}" if sign in "\\%_" else sign for sign in begin)
    end, found = monotonic() + SECONDS, list[object]()
    try:
        opened = sqlite3.connect(address, uri=True, timeout=0)
        try:
            opened.set_progress_handler(lambda: monotonic() > end, 10_000)
            for (name,) in opened.execute(f"{QUERIES[kind]} LIMIT {MOST}", (f"{pattern}%",)):
                found.append(name)  # an error keeps what came before it
        finally:
            opened.close()
    except sqlite3.Error:
        pass
    # What no line can have cannot be chosen here, nor what would be read as an option.
    return [
        one
        for one in found
        if isinstance(one, str) and one.isprintable() and one[:1] != "-" and len(one) <= LONGEST
    ]


def database(given: dict[str, str], environ: Any) -> str:
    """The file of the database, found as `settings.resolve` does; empty for a server."""
    folder = given.get("--project") or environ.get("TOURNEY_PROJECT") or os.getcwd()
    found = given.get("--db") or environ.get("TOURNEY_DB")
    if found is None:
        found = setting("db", folder, environ)
    if found is None or given.get("--project"):
        found = given.get("--db") or os.path.join(folder, "tourney.db")
    # A shell replaces `~` only when the line is executed.
    return "" if "://" in found else os.path.abspath(os.path.expanduser(found))


def setting(name: str, folder: str, environ: Any) -> str | None:
    """A setting in the nearest tourney.toml, else in the user's own file."""
    own = environ.get("XDG_CONFIG_HOME") or os.path.join(environ.get("HOME", ""), ".config")
    files = [os.path.join(own, "tourney", "config.toml")]
    above = os.path.abspath(folder)
    while not os.path.isfile(os.path.join(above, "tourney.toml")):
        if above == os.path.dirname(above):
            break
        above = os.path.dirname(above)
    files.insert(0, os.path.join(above, "tourney.toml"))
    for path in filter(os.path.isfile, files):
        from tomllib import TOMLDecodeError, load

        try:
            with open(path, "rb") as file:
                found = load(file).get(name)
        except (OSError, TOMLDecodeError, UnicodeDecodeError):
            continue
        if isinstance(found, str):
            return os.path.join(os.path.dirname(path), found) if name == "db" else found
    return None


def descriptions(words: list[str], environ: Any) -> dict[str, str]:
    """What shells show beside commands and options, in the language of the settings."""
    from engines.messages import LANGUAGES, Catalogue

    place = TypedLine(words)
    locale = next(
        (environ[one] for one in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(one)), ""
    )
    lang = (
        place.given.get("--lang")
        or environ.get("TOURNEY_LANG")
        or setting("lang", place.given.get("--project") or os.getcwd(), environ)
        or locale.partition("_")[0]
    )
    at = LANGUAGES.index(lang) if lang in LANGUAGES else 0
    texts = Catalogue(os.path.join(os.path.dirname(__file__), "help.toml"))
    names = place.names
    found = {}
    for word in (*place.command.get("commands", ()), *place.options):
        # The text of the command, else that of the nearest group.
        ends = range(len(names), -1 if word.startswith("-") else len(names) - 1, -1)
        keys = [" ".join((*names[:end], word)) for end in ends]
        key = next((one for one in keys if one in texts), None)
        if key is not None:
            found[word] = texts[key][at].partition("  [")[0]
    return found
