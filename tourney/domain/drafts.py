"""Files and folders that appear whole or not at all: a draft beside them is renamed at the end.

A process that is killed leaves its draft behind; its name begins with a dot and ends in `.part`.
"""

import os
from itertools import count
from pathlib import Path
from typing import Final

from tourney.domain.errors import Conflict, quoted

LONGEST: Final = 200
"""Bytes of the final name that a draft's name repeats; a file name has at most 255 bytes."""


def draft_name(final: Path) -> Path:
    """An unused name beside `final`."""
    name = os.fsdecode(os.fsencode(final.name)[:LONGEST])
    tries = (final.with_name(f".{name}.{os.getpid()}-{number}.part") for number in count(1))
    return next(path for path in tries if not os.path.lexists(path))


def place_new_file(draft: Path, final: Path) -> None:
    """Give a draft its final name; Conflict if there is a file of that name by now."""
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
    """The error for a new file or folder that would replace something."""
    return Conflict(f"{quoted(str(final))} is already there; choose another name")
