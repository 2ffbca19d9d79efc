"""Which build runs: modules compiled by mypyc (`hatch_build.py`), or the sources they are made of.

Both have the same results. Compiled modules lie beside their sources, where Python prefers them.
Of those that were made for a checkout there is a list of the sources; once a source differs from
it, none of them is used, so that an edited program never runs half old and half new.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, FileFinder, SourceFileLoader

TYPE_CHECKING = False  # as in `typing`, whose import would take most of that of `tourney`
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Final, Literal

ROOT: Final = os.path.dirname(os.path.dirname(__file__))
LIST: Final = os.path.join(ROOT, "engines", "compiled.txt")
"""A line for each source of a checkout: its path, size and time of change in nanoseconds."""


def _chosen() -> tuple[Literal["compiled", "pure"], Literal["", "wish", "none", "changed"]]:
    """The build that runs, and why it is not the compiled one."""
    if not os.path.exists(os.path.join(ROOT, "engines", f"api{EXTENSION_SUFFIXES[0]}")):
        return "pure", "none"
    if os.environ.get("TOURNEY_PURE") == "1":
        return "pure", "wish"
    try:
        with open(LIST, encoding="utf-8") as lines:
            for line in lines:
                path, size, changed = line.rsplit(" ", 2)
                source = os.stat(os.path.join(ROOT, path))
                if (source.st_size, source.st_mtime_ns) != (int(size), int(changed)):
                    return "pure", "changed"
    except ValueError:  # not the list of a build that has ended
        return "pure", "changed"
    except FileNotFoundError:  # a source is gone, or these are modules of a wheel
        if os.path.exists(LIST):
            return "pure", "changed"
    return "compiled", ""


class _Sources:
    """Finds the sources of the program and passes over compiled modules beside them."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if path is not None and name.startswith(("engines.", "tourney.")):
            for folder in path:
                finder = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES))
                if spec := finder.find_spec(name, target):
                    return spec
        return None


BUILD, WHY_PURE = _chosen()
if WHY_PURE not in ("", "none"):
    sys.meta_path.insert(0, _Sources)
