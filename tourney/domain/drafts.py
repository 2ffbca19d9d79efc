"""Atomic creation of files and folders: a draft is renamed when it is complete.

A killed process leaves its draft behind; the name starts with a dot and ends in `.part`.
"""

import os
from itertools import count
from pathlib import Path
from typing import Final

from engines.messages import say
from tourney.domain.errors import Conflict, quoted

LONGEST: Final = 200
"""Bytes of the final name used in the name of a draft; file names have at most 255 bytes."""


def draft_name(final: Path) -> Path:
    """An unused name in the folder of `final`."""
    name = os.fsdecode(os.fsencode(final.name)[:LONGEST])
    tries = (final.with_name(f".{name}.{os.getpid()}-{number}.part") for number in count(1))
    return next(path for path in tries if not os.path.lexists(path))


def place_new_file(draft: Path, final: Path) -> None:
    """Rename a draft to its final name; Conflict if that file exists."""
    try:
        os.link(draft, final)
    except FileExistsError:
        raise already_there(final) from None
    except OSError:  # a file system without hard links
        if os.path.lexists(final):
            raise already_there(final) from None
        draft.rename(final)
    else:
        draft.unlink()


def already_there(final: Path) -> Conflict:
    """The error for a file or folder that already exists."""
    return Conflict(say("domain.exists", path=quoted(str(final))))
