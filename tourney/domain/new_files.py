"""Atomic creation of files and folders: a draft is renamed when it is complete.

A killed process leaves its draft behind; the name starts with a dot and ends in `.part`. The sample
files that come with the program are copied in this way.
"""

import os
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Final

from engines.messages import say
from tourney.domain.errors import Conflict, quoted

# Bytes of the final name used in the name of a draft; file names have at most 255 bytes.
LONGEST: Final = 200


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


# Of an installed package, of a checkout.
PLACES: Final = (Path(__file__).parents[1] / "samples", Path(__file__).parents[2] / "data")


def sample(name: str) -> Path:
    """The sample file of that name, a path such as `records/spring-diams.tmr`."""
    return _home() / name


def sample_names() -> list[str]:
    """The names of all sample files, sorted; packages are written by `tourney plugin new`."""
    home = _home()
    names = (path.relative_to(home) for path in home.rglob("*") if path.is_file())
    kept = (name for name in names if "__pycache__" not in name.parts)
    return sorted(name.as_posix() for name in kept if name.parts[0] != "plugins")


def copy_samples(folder: Path) -> list[str]:
    """Copies the sample files that `folder` does not have yet; their names.

    Raises Conflict before anything is written if a file there differs from its sample.
    """
    missing = []
    for name in sample_names():
        final = folder / name
        for place in (folder, *(folder / parent for parent in Path(name).parents)):
            if os.path.lexists(place) and not place.is_dir():
                raise already_there(place)
        if not os.path.lexists(final):
            missing.append(name)
        elif not final.is_file() or final.read_bytes() != sample(name).read_bytes():
            raise Conflict(say("domain.sample-differs", file=quoted(str(final))))
    for name in missing:
        final, content = folder / name, sample(name).read_bytes()
        final.parent.mkdir(parents=True, exist_ok=True)
        draft = draft_name(final)
        try:
            draft.write_bytes(content)
            if content.startswith(b"#!"):
                draft.chmod(0o755)
            place_new_file(draft, final)
        except BaseException as error:
            with suppress(OSError):
                draft.unlink()
            if isinstance(error, OSError):  # the user knows nothing of the draft
                error.filename, error.filename2 = str(final), None
            raise
    return missing


def _home() -> Path:
    return next(place for place in PLACES if place.is_dir())
