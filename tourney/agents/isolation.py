"""The limits of a bot's process: its resources, what it sees, and what this machine lacks.

Knows how a command is wrapped; starts only one probe of the wrapper.
"""

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from engines.messages import Message, say
from tourney.agents import seccomp
from tourney.agents.bubblewrap import SCRATCH, ConfinedCommand

LEVELS: Final = ("none", "limits", "bwrap")
KEPT: Final = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "TZ")
"""Environment variables that a bot sees."""

HIDDEN: Final = "TOURNEY_HIDDEN"
"""Variable with the database of the run, for processes of this program but not for bots."""
MB: Final = 1 << 20
SCRATCH_MB: Final = 256
"""Size of a bot's temporary folders if its memory is not limited, in MB."""
PROCESSES: Final = 64
"""Maximum number of processes of a bot."""
THREADS: Final = 512
"""Maximum number of threads that the user may have beyond the present ones."""
FIXED: Final = {
    "RLIMIT_CORE": 0,
    "RLIMIT_CPU": 86_400,
    "RLIMIT_FSIZE": 256 * MB,
    "RLIMIT_NOFILE": 512,
}


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a bot: `isolation` is none, limits or bwrap; `memory_mb` 0 means no limit."""

    memory_mb: int = 0
    isolation: str = "limits"

    @property
    def resources(self) -> dict[str, int]:
        """Limits by their names in the module `resource`.

        Memory is counted as data, not as address space: some languages reserve gigabytes of
        that and never use them.
        """
        if self.isolation == "none":
            return {}
        memory = {"RLIMIT_DATA": self.memory_mb * MB} if self.memory_mb else {}
        return FIXED | memory | ({} if _root() else {"RLIMIT_NPROC": _tasks_of_mine() + THREADS})


def environment(limits: Limits, *, apart: bool) -> dict[str, str]:
    """The environment of a bot; a fixed hash seed makes Python's sets reproducible."""
    if limits.isolation == "none":
        return dict(os.environ)
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    own = {"TMPDIR": SCRATCH[0]} if apart or limits.isolation == "bwrap" else {}
    return kept | own | {"PYTHONHASHSEED": "0"}


def possible(limits: Limits, words: Sequence[str] = ()) -> tuple[Limits, tuple[Message, ...]]:
    """The limits that this machine can set, and one line for each that it cannot.

    With bubblewrap also one line for each named folder that the bot will not see.
    """
    lacks: list[Message] = []
    if limits.isolation == "bwrap" and (lack := without_bwrap()):
        lacks.append(say("agents.no-bwrap", lack=lack))
        limits = Limits(limits.memory_mb, "limits")
    if limits.isolation == "bwrap" and words:
        lacks += _confined(words).unseen()
    if limits.isolation != "none":
        lacks += _missing()
    return limits, tuple(lacks)


def _missing() -> list[Message]:
    lacks = []
    if sys.platform != "linux":
        lacks.append(say("agents.other-system-leaves-running"))
    elif not Path("/proc/self/stat").exists():
        lacks.append(say("agents.no-proc-leaves-running"))
    if sys.platform == "linux" and (refused := seccomp.refusal()):
        machine = say("agents.no-filter-for", machine=platform.machine())
        why = refused if seccomp.knows_machine() else machine
        lacks.append(say("agents.no-seccomp", why=why))
    return lacks


@cache
def without_bwrap() -> Message | None:
    """Why bubblewrap cannot be used here; None if it can."""
    why = _no_bwrap()
    return None if why is None else say("agents.without-bwrap", why=why)


def _no_bwrap() -> Message | str | None:
    if shutil.which("bwrap") is None:
        return say("agents.not-installed")
    try:
        words = _confined(["true"]).arguments(MB)
        tried = subprocess.run(words, capture_output=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return " ".join(str(error).split())
    error_text = " ".join(tried.stderr.decode("utf-8", "replace").split())
    if "nknown option" in error_text:
        return say("agents.old-bwrap")
    if tried.returncode == 0:
        return None
    return error_text or say("agents.exit-status", status=tried.returncode)


def _root() -> bool:
    """Whether this is root, whose number of processes the system does not limit."""
    return os.geteuid() == 0


def _tasks_of_mine() -> int:
    """The number of this user's threads, which the system's limit counts together."""
    mine, count = os.getuid(), 0
    for path in Path("/proc").glob("[0-9]*/task"):
        try:
            count += len(os.listdir(path)) if path.stat().st_uid == mine else 0
        except OSError:
            continue
    return count


def config(words: Sequence[str], limits: Limits, *, apart: bool) -> Mapping[str, object]:
    """The settings for a bot's supervisor; with `apart` the bot gets its own namespaces."""
    held, wrapped = limits.isolation != "none", limits.isolation == "bwrap"
    scratch = (limits.memory_mb or SCRATCH_MB) * MB
    command = _confined(words)
    return {
        "words": command.arguments(scratch, own_memory=apart) if wrapped else [*words],
        "limits": list(limits.resources.items()),
        "memory": limits.memory_mb * MB if held else 0,
        "processes": PROCESSES if held else 0,
        "refused": _refused(limits, apart=apart),
        "own": 2 if wrapped else 0,
        "namespaces": apart,
        "size": scratch,
        "folders": list(command.scratch),
        "roots": _roots(command) if apart and not wrapped else None,
    }


def _refused(limits: Limits, *, apart: bool) -> list[str]:
    """The lists of system calls that a bot may not make."""
    if limits.isolation == "none" or seccomp.refusal():
        return []
    if limits.isolation == "bwrap":
        return ["harm", "channels", *(["modes"] if os.getuid() == 0 else [])]
    return ["harm"] if apart else ["harm", "segments"]


def _confined(words: Sequence[str]) -> ConfinedCommand:
    hidden = os.environ.get(HIDDEN, "")
    home, path = os.environ.get("HOME", ""), os.environ.get("PATH", os.defpath)
    return ConfinedCommand(words, os.getcwd(), home, path, [hidden] if hidden else [])


@contextmanager
def hidden(file: str) -> Iterator[None]:
    """Hide a file from bots under bwrap within the context, also in worker processes."""
    before = os.environ.get(HIDDEN)
    os.environ[HIDDEN] = os.path.abspath(file)
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(HIDDEN, None)
        else:
            os.environ[HIDDEN] = before


def _roots(command: ConfinedCommand) -> dict[str, list[str]]:
    """Temporary folders that are replaced for a bot, with the entries that it still sees in them.

    Those contain the program, its files, the folder of the run or the home. A folder that is one
    of these itself is not replaced.
    """
    files = {command.folder, command.home, *command.program, *command.named}
    files |= {os.path.realpath(file) for file in files}
    roots: dict[str, list[str]] = {}
    for root in SCRATCH:
        if root not in files and os.path.isdir(root) and os.path.realpath(root) == root:
            inside = {file[len(root) + 1 :] for file in files if file.startswith(f"{root}/")}
            roots[root] = sorted({f"{root}/{file.partition('/')[0]}" for file in inside})
    return roots
