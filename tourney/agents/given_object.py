"""Classes and objects of the calling program as bots, here and in worker processes.

A class that a new process can load by its module or file has the usual target of such a class;
then a stored run can be resumed from the command line. Anything else is packed and sent along.
"""

import copy
import hashlib
import importlib.util
import inspect
import io
import os
import pickle
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final

from engines.messages import say
from tourney.agents.loaded_bot import CarriedBot, LoadedBot
from tourney.agents.loader import ONLY_IN_PYTHON, is_bot, module_of, of_class
from tourney.domain.errors import UsageFault, quoted

MAIN: Final = "__main__"


def load_object(bot: object, *, for_workers: bool) -> LoadedBot:
    """A class or an object with `choose` or `decide` as a bot; UsageFault for anything else.

    Every match gets an object of its own: a new one of the class, or a copy of the given one.
    With `for_workers` it is played by other processes, and packed for them if they cannot load it.
    """
    if not is_bot(bot):
        raise UsageFault(say("agents.no-bot", bot=quoted(repr(bot)[:60])))
    kind = bot if isinstance(bot, type) else type(bot)
    home = _home(kind) if kind is bot else None
    target = f"{home or ONLY_IN_PYTHON}:{kind.__name__}"
    data = _packed(bot, kind.__name__) if for_workers and home is None else b""
    # A class by its file, as the command line knows it; an object by its class and what it has.
    file = inspect.getsourcefile(kind) if home else None
    content = Path(file).read_bytes() if file else _source(kind) + _state(bot)
    carried = CarriedBot(target, hashlib.sha256(content).hexdigest()[:10], data)
    loaded = _loaded(carried, bot)
    return replace(loaded, inside=for_workers, carried=carried if data else None)


def load_carried(carried: CarriedBot) -> LoadedBot:
    """A packed bot, in the process to which it was sent."""
    return _loaded(carried, pickle.loads(carried.data))


def _loaded(carried: CarriedBot, bot: object) -> LoadedBot:
    make: Callable[[], Any] = bot if isinstance(bot, type) else partial(copy.deepcopy, bot)
    if not isinstance(bot, type):
        try:
            make()  # such as an open file cannot be copied: said before the first match
        except Exception as error:
            words = {"bot": carried.target.partition(":")[2], "why": str(error)}
            raise UsageFault(say("agents.not-copied", **words)) from error
    return of_class(carried.target, bot, carried.digest, make)


def _home(kind: type) -> str | None:
    """The module or file by which a new process finds a class; None if it cannot."""
    module = sys.modules.get(kind.__module__)
    if getattr(module, kind.__name__, None) is not kind:  # a class in a function, for example
        return None
    if kind.__module__ != MAIN:
        return kind.__module__ if importlib.util.find_spec(kind.__module__) else None
    return _script()


def _script() -> str | None:
    """The file of the program that runs, as the command line names it; None in a notebook."""
    file: str | None = getattr(sys.modules[MAIN], "__file__", None)
    if not file or not file.endswith(".py"):
        return None
    path = os.path.abspath(file)
    return os.path.relpath(path) if Path(path).is_relative_to(Path.cwd()) else path


def _source(kind: type) -> bytes:
    try:
        return inspect.getsource(kind).encode()
    except (OSError, TypeError):  # typed at a prompt
        return kind.__qualname__.encode()


def _state(bot: object) -> bytes:
    """What an object has, as far as it can be written down: two of a class may be two versions."""
    kept = {} if isinstance(bot, type) else getattr(bot, "__dict__", {})
    try:
        return pickle.dumps(kept)
    except (pickle.PicklingError, TypeError, AttributeError):
        return repr(sorted(kept)).encode()


class _Packer(pickle.Pickler):
    """Names what the running script defines by its file: workers have another main module."""

    def reducer_override(self, thing: object) -> Any:
        ours = isinstance(thing, type | FunctionType) and thing.__module__ == MAIN
        script = _script() if ours else None
        if script is None:
            return NotImplemented
        return named_in, (os.path.abspath(script), thing.__qualname__)  # type: ignore[attr-defined]


def _packed(bot: object, name: str) -> bytes:
    """A bot as bytes; UsageFault if it cannot be sent to another process."""
    kind = bot if isinstance(bot, type) else type(bot)
    by_value = "<locals>" in kind.__qualname__ or (kind.__module__ == MAIN and not _script())
    try:
        if not by_value:
            packer = _Packer(stream := io.BytesIO(), pickle.HIGHEST_PROTOCOL)
            packer.dump(bot)
            return stream.getvalue()
        import cloudpickle

        data: bytes = cloudpickle.dumps(bot)
        return data
    except ModuleNotFoundError as error:
        raise UsageFault(say("agents.nowhere-else", bot=name)) from error
    except Exception as error:
        raise UsageFault(say("agents.not-packed", bot=name, why=str(error))) from error


def named_in(file: str, name: str) -> object:
    """A class or function that a script defines, in another process."""
    found: Any = _module_of_script(file)
    for part in name.split("."):
        found = getattr(found, part)
    return found


@cache
def _module_of_script(file: str) -> ModuleType:
    return module_of(file, Path(file))[0]
