"""All games by name, and the registries that installed packages may add to.

A registry has what belongs to the program and what plugins add: entry points in the metadata of
installed packages. They are read when somebody asks for a name that is not built in, or for all
names; a help reads none.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from re import fullmatch
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

if TYPE_CHECKING:
    from engines.api import Game
    from engines.messages import Message

T = TypeVar("T")

KINDS: Final = {
    "game": "tourney.games",
    "bot": "tourney.bots",
    "format": "tourney.formats",
    "points": "tourney.points",
    "tiebreak": "tourney.tiebreaks",
    "export": "tourney.exports",
}
"""What a plugin can add, with the group of its entry points."""
NAME: Final = r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}"
"""A name that a plugin may have: records, options and tables hold it as it is."""


class Plugin(NamedTuple):
    """Something that an installed package adds: where it is, and which package has it."""

    kind: str
    name: str
    place: str
    """Module and attribute, such as `a.module:NAME`."""
    distribution: str
    version: str


FAULTS: Final[dict[Plugin, Message]] = {}
"""The plugins found so far that are not used, and why."""


def plugins(kind: str) -> tuple[Plugin, ...]:
    """All that installed packages add of a kind, by name; nothing is imported."""
    return _installed(kind, tuple(sys.path))


@cache
def _installed(kind: str, _folders: tuple[str, ...]) -> tuple[Plugin, ...]:
    """Those in the folders that Python imports from: a file of each package there is read."""
    from importlib.metadata import entry_points  # slow to import

    found = (
        Plugin(kind, entry.name, entry.value, entry.dist.name, entry.dist.version)
        for entry in entry_points(group=KINDS[kind])
        if entry.dist is not None
    )
    return tuple(sorted(found))


def usable(kind: str, built_in: frozenset[str]) -> Mapping[str, Plugin]:
    """The plugins of a kind whose name nobody else has; the others are noted in `FAULTS`."""
    if not plugins(kind):
        return {}
    from engines.messages import say

    alone: dict[str, Plugin] = {}
    for plugin in plugins(kind):
        others = [one for one in plugins(kind) if one.name == plugin.name and one != plugin]
        if plugin.name in built_in:
            FAULTS[plugin] = say("engines.plugin-built-in")
        elif others:
            listed = tuple(f"{one.distribution} {one.version}" for one in others)
            FAULTS[plugin] = say("engines.plugin-twice", others=listed)
        elif not fullmatch(NAME, plugin.name):
            FAULTS[plugin] = say("engines.plugin-word")
        else:
            alone[plugin.name] = plugin
    return alone


class NotUsable(TypeError):
    """What a plugin has at its place is not what its kind asks for."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


class Registry(Mapping[str, T]):
    """Objects by name, in the order of `built_in`, then those of plugins of the `kind`, if any.

    Where `built_in` has a text, it is a place: module and attribute, such as `a.module:NAME`. A
    program that uses one game does not wait for the import of the others. Iterating and asking
    whether a name is known import what is built in never, and plugins, because one that cannot be
    imported has no name here: it is noted in `FAULTS`, and the program goes on without it.
    `fit` makes what a plugin has into an object of the registry; NotUsable if that is impossible.
    """

    def __init__(
        self,
        built_in: Mapping[str, T | str],
        kind: str = "",
        fit: Callable[[str, Any], T] = lambda name, given: given,
    ) -> None:
        self._built_in = dict(built_in)
        self._kind = kind
        self._fit = fit
        self._known: dict[str, T] = {}
        self._added: dict[str, T] | None = None

    def added(self) -> Mapping[str, T]:
        """What plugins add, imported."""
        if self._added is None:
            # Set before it is complete: a plugin may look into the registry that it adds to.
            self._added = {}
            found = usable(self._kind, frozenset(self._built_in)) if self._kind else {}
            for name, plugin in found.items():
                try:
                    self._added[name] = self._fit(name, imported(plugin.place))
                # Whatever the code of others does, this is not the end of the program.
                except (Exception, SystemExit) as error:
                    FAULTS[plugin] = _fault(error)
        return self._added

    def __getitem__(self, name: str) -> T:
        if name not in self._known:
            if name not in self._built_in:
                return self.added()[name]
            given = self._built_in[name]
            self._known[name] = imported(given) if isinstance(given, str) else given
        return self._known[name]

    def __contains__(self, name: object) -> bool:
        return name in self._built_in or name in self.added()

    def __iter__(self) -> Iterator[str]:
        yield from self._built_in
        yield from self.added()

    def __len__(self) -> int:
        return len(self._built_in) + len(self.added())


def imported(place: str) -> Any:
    """The object at a place such as `a.module:NAME`."""
    module, _, attribute = place.partition(":")
    return getattr(import_module(module), attribute)


def _fault(error: BaseException) -> Message:
    if isinstance(error, NotUsable):
        return error.message
    from engines.messages import say

    words = " ".join(str(error).split())
    kind = type(error).__name__
    return say("engines.plugin-fails", error=f"{kind}: {words}" if words else kind)


def must_be(kind: type[T], given: Any) -> T:
    """What a plugin has at its place, of this class; NotUsable for something else."""
    if not isinstance(given, kind):
        from engines.messages import say

        wanted = f"{kind.__module__}.{kind.__qualname__}"
        raise NotUsable(say("engines.plugin-kind", wanted=wanted))
    return given


def must_be_called(name: str, given: str) -> None:
    """NotUsable if something is installed under another name than its own."""
    if given != name:
        from engines.messages import say

        raise NotUsable(say("engines.plugin-name", name=given))


def _game(name: str, given: Any) -> Game[Any]:
    """A game of a plugin, which has the name under which it is installed."""
    from engines.api import Game

    game: Game[Any] = must_be(Game, given)  # type: ignore[type-abstract]
    must_be_called(name, game.name)
    return game


GAMES: Final[Registry[Game[Any]]] = Registry(
    {
        "diams": "engines.diams:GAME",
        "diamonds": "engines.diamonds:GAME",
        "blue-border": "engines.blue_border:GAME",
        "diamond-boxes": "engines.diamond_boxes:GAME1",
        "diamond-boxes-2": "engines.diamond_boxes:GAME2",
    },
    "game",
    _game,
)
