"""Settings and their sources: options, environment variables, tourney.toml, the user's own file."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engines.messages import Message, say
from tourney.domain.bounds import AUTHOR
from tourney.domain.documents import read_toml
from tourney.domain.errors import NotFound, TourneyError, UsageFault, quoted
from tourney.domain.safe_text import is_text, without_password

FORMATS: Final = ("table", "plain", "csv", "tsv", "json", "jsonl", "markdown", "latex", "html")
COLORS: Final = ("auto", "always", "never")
LANGUAGES: Final = ("en", "ja")
LOCALE: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Variables that hold the language of the system, in the order of POSIX."""
PROJECT_FILE: Final = "tourney.toml"
MOST_JOBS: Final = 1024

Value = str | bool


@dataclass(frozen=True, slots=True)
class SettingValue:
    """The value of a setting and the source that it comes from."""

    name: str
    value: Value
    source: str


@dataclass(frozen=True, slots=True)
class SettingKind:
    """A kind of setting: its default, and the function that reads a value."""

    default: Value
    read: Callable[[str], Value]


def _one_of(choices: tuple[str, ...]) -> Callable[[str], Value]:
    def read(text: str) -> Value:
        if text not in choices:
            raise ValueError(say("cli.setting-one-of", known=", ".join(choices)))
        return text

    return read


def _count(text: str) -> Value:
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:9]) <= MOST_JOBS):
        raise ValueError(say("cli.setting-number", most=MOST_JOBS))
    return text


def _switch(text: str) -> Value:
    if text.lower() in {"1", "true", "yes", "on"}:
        return True
    if text.lower() in {"0", "false", "no", "off", ""}:
        return False
    raise ValueError(say("cli.setting-switch"))


def _name(text: str) -> Value:
    if not is_text(text) or len(text) > AUTHOR:
        raise ValueError(say("cli.setting-name", most=AUTHOR))
    return text.strip()


def bgg_pairs(text: str) -> dict[str, int]:
    """Games with their ids on BoardGameGeek, written GAME=ID,GAME=ID; ValueError."""
    found = {}
    for pair in filter(None, (part.strip() for part in text.split(","))):
        name, _, number = (part.strip() for part in pair.partition("="))
        if not (name and number.isascii() and number.isdecimal() and len(number) < 10):
            raise ValueError(say("cli.setting-bgg"))
        found[name] = int(number)
    return found


def _bgg_ids(text: str) -> Value:
    return ",".join(f"{name}={number}" for name, number in bgg_pairs(text).items())


def bgg_ids(setting: SettingValue) -> Mapping[str, int]:
    """The id on BoardGameGeek of each game that has one; UsageFault for an unknown game."""
    from tourney.app.choose import find_game

    pairs = bgg_pairs(str(setting.value))
    return {find_game(name).name: number for name, number in pairs.items()}


SETTINGS: Final[Mapping[str, SettingKind]] = {
    "db": SettingKind("tourney.db", str),
    "format": SettingKind("table", _one_of(FORMATS)),
    "color": SettingKind("auto", _one_of(COLORS)),
    "ascii": SettingKind(False, _switch),
    "lang": SettingKind("en", _one_of(LANGUAGES)),
    "wide_signs": SettingKind(False, _switch),
    "jobs": SettingKind("1", _count),
    "who": SettingKind("", _name),
    "bgg_ids": SettingKind("", _bgg_ids),
    "bbp_pairings": SettingKind("bbpPairings", _name),
    "site": SettingKind("", str),
    "no_input": SettingKind(False, _switch),
}


def read_value(name: str, text: str, place: Message | str) -> Value:
    """The value of setting `name` from its text; the error for a wrong one names its place."""
    if name not in SETTINGS:
        known = ", ".join(SETTINGS)
        raise UsageFault(say("cli.setting-unknown", name=quoted(name), place=place, known=known))
    try:
        return SETTINGS[name].read(text)
    except ValueError as error:
        (remedy,) = error.args
        raise UsageFault(
            say("cli.setting-bad", name=name, value=quoted(text), place=place, remedy=remedy)
        ) from None


def settings_files(environ: Mapping[str, str], start: Path) -> tuple[Path, Path]:
    """The user's own file and the nearest tourney.toml in `start` or above; they may not exist."""
    if environ.get("XDG_CONFIG_HOME"):
        own = Path(environ["XDG_CONFIG_HOME"])
    elif sys.platform == "win32" and environ.get("APPDATA"):
        own = Path(environ["APPDATA"])
    else:
        own = (Path(environ["HOME"]) if environ.get("HOME") else Path.home()) / ".config"
    above = (folder / PROJECT_FILE for folder in (start, *start.parents))
    project = next(filter(Path.is_file, above), start / PROJECT_FILE)
    return own / "tourney" / "config.toml", project


def read_file(path: Path) -> dict[str, Value]:
    """The settings of a configuration file; its tables are ignored."""
    settings: dict[str, Value] = {}
    for name, written in read_toml(path.read_bytes(), str(path)).items():
        if isinstance(written, dict):
            continue
        text = str(written).lower() if isinstance(written, bool) else str(written)
        value = read_value(name, text, f"'{path}'")
        # A path in a file is relative to that file, not to the current folder.
        if name in ("db", "site") and isinstance(value, str) and value and "://" not in value:
            value = str(path.parent / value)
        settings[name] = value
    return settings


def resolve(
    flags: Mapping[str, Value], environ: Mapping[str, str], project: str | None = None
) -> dict[str, SettingValue]:
    """Every setting with its source: flags, TOURNEY_*, files, the locale (lang), the default."""
    # A folder that is missing would silently mean another database.
    folder = project or environ.get("TOURNEY_PROJECT")
    if folder and not Path(folder).is_dir():
        raise NotFound(say("cli.setting-no-folder", folder=quoted(folder)))
    start = Path(folder).resolve() if folder else Path(os.getcwd())
    found = {name: SettingValue(name, kind.default, "default") for name, kind in SETTINGS.items()}
    found |= {one.name: one for one in _of_locale(environ)}
    if project:
        found["db"] = SettingValue("db", str(start / "tourney.db"), "--project")
    # Each source replaces what the weaker ones before it say.
    for path in settings_files(environ, start):
        if path.is_file():
            found |= {n: SettingValue(n, v, str(path)) for n, v in read_file(path).items()}
    for name in SETTINGS:
        variable = f"TOURNEY_{name.upper()}"
        if environ.get(variable):
            found[name] = SettingValue(
                name, read_value(name, environ[variable], variable), variable
            )
    for name, value in flags.items():
        if name in SETTINGS:
            found[name] = SettingValue(name, value, f"--{name.replace('_', '-')}")
    return found


def _of_locale(environ: Mapping[str, str]) -> Iterator[SettingValue]:
    """The language of the system, if it is one of ours other than the default."""
    variable = next((name for name in LOCALE if environ.get(name)), None)
    lang = environ[variable].partition("_")[0] if variable else ""
    if variable and lang in LANGUAGES and lang != SETTINGS["lang"].default:
        yield SettingValue("lang", lang, variable)


def wanted_language(args: Sequence[str], environ: Mapping[str, str]) -> str:
    """The language for help, and for messages about a command line that cannot be read."""
    # Click has not read the command line, or could not: its words are looked at as they are.
    given = [word for word in _values("--lang", args) if word in LANGUAGES]
    if given:
        return given[-1]
    projects = _values("--project", args)
    try:
        return str(resolve({}, environ, projects[-1] if projects else None)["lang"].value)
    except (TourneyError, OSError, RuntimeError):  # or no home; said when the command line is right
        of_locale = next((str(one.value) for one in _of_locale(environ)), "en")
        variable = environ.get("TOURNEY_LANG")
        return variable if variable in LANGUAGES else of_locale


def _values(option: str, args: Sequence[str]) -> list[str]:
    """What a command line gives as the value of an option."""
    found: list[str] = []
    for place, word in enumerate(args):
        if word == option:
            found += args[place + 1 : place + 2]
        elif word.startswith(f"{option}="):
            found.append(word.removeprefix(f"{option}="))
    return found


def refuse_password(database: str) -> None:
    """UsageFault if an argument names a database with a password."""
    # Everybody on the machine can read the arguments of a process, and a shell keeps them.
    shown = without_password(database)
    if shown != database:
        raise UsageFault(say("cli.password-in-argument", database=quoted(shown)))
