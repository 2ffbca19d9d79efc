"""The bot that a target names: a built-in name, a Python file, a class or an entry point.

Every error in a target is reported here, before a match begins. Does not depend on runs; calls a
bot's code only to load it.
"""

import hashlib
import importlib
import importlib.util
import inspect
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Final

from engines.games import Plugin, plugins, usable
from engines.messages import Message, say
from tourney.agents.inprocess import BuiltIn, PythonClass, SearchingClass, UnwatchedCalls
from tourney.agents.isolation import Limits
from tourney.agents.loaded_bot import (
    LoadedBot,
    check_target,
    checked_version,
    known_games,
    path_remedy,
)
from tourney.agents.protocol import WANTS
from tourney.bots import BOTS
from tourney.domain.errors import NotFound, UsageFault, quoted
from tourney.domain.safe_text import shell_word
from tourney.play.agent import AgentFault
from tourney.play.referee import guarded

DECIDE: Final = "decide"
"""The method of a class that looks ahead; a class that has it is not asked with `choose`."""
FORMS: Final = say("agents.forms")
ONLY_IN_PYTHON: Final = "object"
"""Begins the target of a bot that a Python program gave as an object."""
UNLIMITED: Final = Limits()


def load(target: str, limits: Limits = UNLIMITED) -> LoadedBot:
    """The bot that a target names; UsageFault or NotFound if it cannot be loaded.

    `limits` apply to a bot with its own processes, which run until the bot is closed.
    """
    check_target(target)
    name, _, settings = target.partition(":")
    if name == ONLY_IN_PYTHON:
        raise UsageFault(say("agents.only-in-python", bot=quoted(target)))
    # First, or an installed package could pass for the bot that all others are compared with.
    if name in BOTS:
        return _built_in(target, name, settings)
    if target.startswith("cmd:"):
        from tourney.agents.programs import load_command  # slow to import, only for programs

        return load_command(target, limits)
    if name.endswith(".py"):
        return _from_file(target, Path(name), settings)
    if "=" in settings:
        raise _unknown(target)
    if settings:
        return _from_package(target, name, settings)
    if name in (bots := installed_bots()):
        module, _, attribute = bots[name].place.partition(":")
        return _from_package(target, module, attribute)
    raise _unknown(target)


def installed_bots() -> Mapping[str, Plugin]:
    """The bots of installed packages that can be called by their names."""
    return usable("bot", frozenset(BOTS))


def hidden_bots(targets: Iterable[str]) -> Iterator[Message]:
    """One line for each target that is a built-in bot and also the name of an installed bot."""
    built_in = {target.partition(":")[0] for target in targets} & BOTS.keys()
    for entry in plugins("bot") if built_in else ():
        if entry.name in built_in:
            yield say("agents.hidden-bot", name=quoted(entry.name), entry=entry.place)


def is_built_in(target: str) -> bool:
    """Whether a target is one of the program's own bots."""
    return target.partition(":")[0] in BOTS


def _unknown(target: str) -> UsageFault:
    """The error for an unknown target, with the program, file or built-in bot it may mean."""
    path, names = Path(target), [*BOTS, *installed_bots()]
    near = get_close_matches(target.partition(":")[0], names, 1)
    for file in (path / "bot.py", Path(f"{target}.py")):
        if file.is_file():
            return UsageFault(say("agents.not-a-bot", bot=quoted(target), file=str(file)))
    if path.is_file():
        return UsageFault(say("agents.not-python", bot=quoted(target), target=target))
    if path.is_dir():
        return UsageFault(say("agents.is-a-folder", bot=quoted(target), forms=FORMS))
    if advice := _missing_prefix(target):
        return advice
    if near:
        return UsageFault(say("agents.near-bot", bot=target, near=near[0], forms=FORMS))
    return UsageFault(say("agents.no-such-bot", bot=target, known=", ".join(BOTS), forms=FORMS))


def _missing_prefix(target: str) -> UsageFault | None:
    """The error for a target that is a command without `cmd:`; None for another target."""
    program, *arguments = target.split() or [""]
    if not arguments or not shutil.which(program):
        return None
    command = shell_word(f"cmd:{target}")
    return UsageFault(say("agents.a-program", bot=target, command=command))


def load_afresh(target: str) -> LoadedBot:
    """Load a bot without reusing anything from before, not even the variables of its module."""
    name, _, settings = target.partition(":")
    if name not in BOTS and not name.endswith(".py"):
        entry = installed_bots().get(name)
        module = name if settings or not entry else entry.place.partition(":")[0]
        sys.modules.pop(module, None)
    return load(target)


def _built_in(target: str, name: str, settings: str) -> LoadedBot:
    pairs = [pair.partition("=") for pair in settings.split(",")] if ":" in target else []
    if not all(key and value for key, _, value in pairs):
        raise UsageFault(say("agents.unreadable-settings", bot=target))
    for key, count in Counter(key for key, _, _ in pairs).items():
        if count > 1:
            raise UsageFault(say("agents.setting-twice", setting=quoted(key), bot=target))
    make, given = BOTS[name], {key: value for key, _, value in pairs}
    known = _settings_of(name)
    for key in given:
        if key not in known:
            words = {"setting": quoted(key), "bot": target}
            if known:
                raise UsageFault(say("agents.no-setting", **words, known=", ".join(known)))
            raise UsageFault(say("agents.no-settings", **words))
    try:
        bot = make(**given)  # only to report wrong values before the first match
    except ValueError as error:
        raise UsageFault(say("agents.bad-settings", bot=target, why=error.args[0])) from None

    version = make.version
    reproducible = getattr(bot, "reproducible", True)
    return LoadedBot(target, version, lambda deal: BuiltIn(make(**given), version), reproducible)


@cache
def _settings_of(name: str) -> tuple[str, ...]:
    """What a built-in bot can be given; for a bot without settings Python takes a while."""
    return tuple(inspect.signature(BOTS[name]).parameters)


class _Uncached(SourceFileLoader):
    """Compiles a bot's file every time.

    Python's stored bytecode counts as current if the file has the same size and was changed in
    the same second, as after a quick edit; and no `__pycache__` appears beside a bot.
    """

    def get_code(self, fullname: str) -> CodeType:
        """The code of the file as it is now."""
        return self.source_to_code(self.get_data(self.path), self.path)


def _from_file(target: str, path: Path, wanted: str) -> LoadedBot:
    if not path.is_file():
        if advice := _missing_prefix(target):
            raise advice
        remedy = path_remedy(str(path))
        raise NotFound(say("agents.no-file", path=str(path), bot=target, remedy=remedy))
    module, digest = module_of(target, path)
    return of_class(target, _bot_class(target, module, wanted), digest)


def module_of(target: str, path: Path) -> tuple[ModuleType, str]:
    """The module of a user's file that a target names, run afresh, and its digest.

    UsageFault if it fails.
    """
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:10]
    # With the hash in their names, two files `bot.py` are two modules.
    loader = _Uncached(f"bot_{path.stem}_{digest}", str(path))
    module = importlib.util.module_from_spec(ModuleSpec(loader.name, loader, origin=str(path)))
    module.__file__ = str(path)
    # At the end of the path: a file beside a bot must not replace a module of this program.
    folder = str(path.parent.resolve())
    if folder not in sys.path:
        sys.path.append(folder)
    _run_code(target, loader.exec_module, module)
    return module, digest


def _from_package(target: str, module: str, wanted: str) -> LoadedBot:
    if not all(part.isidentifier() for part in module.split(".")):
        raise UsageFault(say("agents.no-package", bot=target, forms=FORMS))
    imported = _run_code(target, importlib.import_module, module)
    file = getattr(imported, "__file__", None)
    content = Path(file).read_bytes() if file else module.encode()
    digest = hashlib.sha256(content).hexdigest()[:10]
    return of_class(target, _bot_class(target, imported, wanted), digest)


def _run_code(target: str, call: Callable[[Any], Any], what: Any) -> Any:
    try:
        return guarded(UnwatchedCalls().call, call, what)
    except AgentFault as fault:
        words = say("agents.not-loaded", bot=target, why=fault.evidence)
        raise UsageFault(words) from fault


def _bot_class(target: str, module: ModuleType, wanted: str) -> Any:
    if wanted:
        named = getattr(module, wanted, None)
        if not is_bot(named):
            raise UsageFault(say("agents.not-a-class", bot=target))
        return named
    # Classes that the file imports, such as a base class, are not meant.
    own = [
        item
        for item in vars(module).values()
        if inspect.isclass(item)
        and item.__module__ == module.__name__
        and not item.__name__.startswith("_")
        and is_bot(item)
    ]
    if len(own) == 1:
        return own[0]
    if not own:
        raise UsageFault(say("agents.no-class", bot=target, forms=FORMS))
    names = ", ".join(item.__name__ for item in own)
    raise UsageFault(say("agents.which-class", bot=target, names=names, forms=FORMS))


def is_bot(item: Any) -> bool:
    """Whether a class or an object has one of the methods that choose a move."""
    return any(callable(getattr(item, name, None)) for name in ("choose", DECIDE))


def of_class(
    target: str, bot: Any, digest: str, make: Callable[[], Any] | None = None
) -> LoadedBot:
    """A class as a bot, or an object of one with the function that makes one for a match."""
    version = checked_version(target, str(getattr(bot, "version", "") or digest))
    want = getattr(bot, "want", None)
    if want is None:
        # Without the method there is nobody to tell of events.
        want = WANTS[:3] if callable(getattr(bot, "event", None)) else WANTS[1:3]
    want = tuple(want)
    kind = SearchingClass if callable(getattr(bot, DECIDE, None)) else PythonClass
    games = known_games(target, getattr(bot, "games", ()))
    reproducible = getattr(bot, "reproducible", True)
    return LoadedBot(
        target,
        version,
        lambda deal: kind(make or bot, version, want),
        reproducible,
        games=games,
        inside=True,
        content=digest,
    )
