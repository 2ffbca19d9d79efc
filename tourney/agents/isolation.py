"""The limits of a bot's process: its resources, what it sees, and what this machine lacks.

Under bubblewrap a bot sees system programs, its interpreter and its own folder. Everything else is
absent: the network, every socket, the home, temporary files of others, the folder of the run and
any database. Starts only one probe of bubblewrap.
"""

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Final

from engines.messages import Message, say
from tourney.agents import kernel
from tourney.agents.kernel import within

SYSTEM: Final = ("/usr", "/nix/store", "/gnu/store")
LINKED: Final = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
"""Folders that most systems keep under /usr."""
SHOWN_ETC: Final = (
    *("alternatives", "dotnet", "group", "ld.so.cache", "ld.so.conf", "ld.so.conf.d"),
    *("localtime", "nsswitch.conf", "passwd", "perl", "timezone"),
)
"""Parts of /etc that programs need to start; Java's folders there have versions in their names."""
JAVA_ETC: Final = "java"
PROGRAMS: Final = frozenset({"bin", "sbin"})
SHIMS: Final = "shims"
"""A folder of programs that only start another version, as in pyenv; its parent holds them all."""
BESIDE_PROGRAMS: Final = (
    *("lib", "lib32", "lib64", "libexec"),
    *("pyvenv.cfg", "conf", "release", "jre"),
)
"""What interpreters keep beside their folder of programs."""
SCRATCH: Final = ("/tmp", "/dev/shm")
NOT_FILES: Final = ("/proc", "/sys", "/dev")
PROC: Final = frozenset(
    {
        *("self", "thread-self", "mounts", "net", "sys", "cmdline", "version", "filesystems"),
        *("cpuinfo", "meminfo", "stat", "loadavg", "uptime"),
    }
)
"""What programs read in /proc beside themselves. Nearly all other files count something that every
bot can add to and read (vmstat counts pages that were ever locked), and root can change modes."""
COUNTERS: Final = ("/proc/sys/fs", "/proc/sys/kernel/pty")
"""Folders in which a bot could read how many things of a kind another one has."""
SQLITE_HEADER: Final = b"SQLite format 3\0"
MOST_LINKS: Final = 40
# Without --disable-userns a bot could mount memory without a limit in a namespace of its own.
UNSHARED: Final = (
    *("--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-uts"),
    *("--unshare-cgroup-try", "--disable-userns", "--die-with-parent", "--cap-drop", "ALL"),
)


@dataclass(frozen=True)
class ConfinedCommand:
    """A command and the folder where it is run; `hidden` are databases that it must not see."""

    words: Sequence[str]
    folder: str
    home: str
    path: str
    hidden: Sequence[str] = ()

    def arguments(self, scratch: int, *, own_memory: bool = False) -> list[str]:
        """The command under bwrap; each temporary folder has `scratch` bytes.

        `own_memory`: the process already has its own namespace of System V memory.
        """
        given = ["bwrap", *UNSHARED, *([] if own_memory else ["--unshare-ipc"])]
        for place in SYSTEM:
            given += ["--ro-bind-try", place, place]
        for place in LINKED:
            if os.path.islink(place):
                given += ["--symlink", os.readlink(place), place]
            elif os.path.isdir(place):
                given += ["--ro-bind", place, place]
        names = os.listdir("/etc") if os.path.isdir("/etc") else []
        for name in sorted(names):
            if name in SHOWN_ETC or name.startswith(JAVA_ETC):
                given += ["--ro-bind", f"/etc/{name}", f"/etc/{name}"]
        given += ["--proc", "/proc", "--dev", "/dev", "--dir", "/run", "--dir", "/var"]
        # A file is covered by /dev/null, a folder by an empty one.
        others = [f"/proc/{name}" for name in os.listdir("/proc") if name not in PROC]
        for place in (*COUNTERS, *others):
            if os.path.isfile(place):
                given += ["--ro-bind", os.devnull, place]
            elif os.path.isdir(place) and not os.path.basename(place).isdecimal():
                given += ["--size", "4096", "--tmpfs", place, "--remount-ro", place]
        given += ["--remount-ro", "/proc"]
        for place in self.scratch:
            given += ["--size", str(scratch), "--perms", "1777", "--tmpfs", place]
        for place in self._shown:
            given += ["--ro-bind", place, place]
        # Symbolic links to shown files, from folders that are not shown.
        places = [*self._to_show, *([self.home] if os.path.isabs(self.home) else [])]
        links = {link: to for place in places for link, to in _resolved(place)[1]}
        for link in sorted(links):
            if not (_is_system(link) or any(within(link, shown) for shown in self._shown)):
                given += ["--symlink", links[link], link]
        # Shown folders that contain a database of the run.
        folders = {os.path.dirname(file) for file in self._databases}
        for place in sorted(filter(self._shows, folders)):
            given += ["--size", "4096", "--tmpfs", place, "--remount-ro", place]
        # What stays writable is in memory, and no limit counts it.
        given += [] if self._shows(self.folder) else ["--dir", self.folder]
        given += ["--chdir", self.folder, "--remount-ro", "/dev", "--remount-ro", "/"]
        return [*given, "--", *self.words]

    @property
    def scratch(self) -> tuple[str, ...]:
        """The folders in memory that the command can write to."""
        places, home = (*SYSTEM, *LINKED, "/etc", *NOT_FILES, *SCRATCH), os.path.realpath(self.home)
        # An empty home over a folder that programs need, or inside one, would hide those.
        usable = os.path.isabs(self.home) and not any(
            within(home, place) or within(place, home) for place in places
        )
        return (*SCRATCH, home) if usable else SCRATCH

    def unseen(self) -> Iterator[Message]:
        """One line for each named file whose folder the command does not see, with the reason."""
        for file in (*self.program, *self.named):
            folder = file if os.path.isdir(file) else os.path.dirname(file)
            why = None if self._shows(folder) else self._shared(folder)
            if why:
                name = os.path.relpath(file, self.folder)
                if os.path.isdir(file):
                    yield say("agents.sees-nothing", folder=folder, why=why)
                else:
                    yield say("agents.sees-only", name=name, folder=folder, why=why)

    @cached_property
    def _shown(self) -> list[str]:
        """The shown files and folders outside the system folders, none inside another."""
        wanted = {_resolved(place)[0] for place in self._to_show}
        mine = [place for place in sorted(wanted) if not _is_system(place)]
        return [
            place
            for place in mine
            if not any(within(place, other) for other in mine if other != place)
        ]

    @cached_property
    def _to_show(self) -> list[str]:
        wanted = [place for file in self.program for place in self._around(file)]
        for folder in self.path.split(os.pathsep):
            if os.path.isabs(folder) and os.path.basename(folder) in (*PROGRAMS, SHIMS):
                wanted += self._around(os.path.join(os.path.normpath(folder), "program"))
        if os.path.isabs(self.home):
            wanted.append(os.path.join(self.home, ".local/lib"))
        for file in self.named:
            folder = file if os.path.isdir(file) else os.path.dirname(file)
            wanted += [folder] if not self._shared(folder) else [file] if file != folder else []
        return [place for place in wanted if os.path.exists(place) and not _is_system(place)]

    @cached_property
    def program(self) -> list[str]:
        """The program, and its interpreter if it is a script; with every symbolic link to them."""
        found: list[str] = []
        name: str | None = self.words[0]
        while name and (file := shutil.which(name, path=self.path)) and len(found) < MOST_LINKS:
            found += _followed(os.path.join(self.folder, file))
            name = _interpreter(found[-1])
        return found

    @cached_property
    def named(self) -> list[str]:
        """The files and folders named in the arguments."""
        values = [part for word in self.words[1:] for part in (word, word.partition("=")[2])]
        parts = [part for value in values for part in {value, *value.split(os.pathsep)} if part]
        files = (os.path.normpath(os.path.join(self.folder, part)) for part in parts)
        found = [file for file in dict.fromkeys(files) if os.path.exists(file)]
        return [file for file in found if os.path.realpath(file) not in self._databases]

    def _around(self, program: str) -> list[str]:
        """The files and folders that a program needs from around it."""
        folder = os.path.dirname(program)
        if _is_system(folder):
            return []
        above, name = os.path.split(folder)
        if name == SHIMS and not self._private(above):
            return [above]
        if name in PROGRAMS:
            beside = () if self._private(above) else BESIDE_PROGRAMS
            # The folder of the Python that a virtual environment was made with.
            home, settings = "", os.path.join(above, "pyvenv.cfg")
            with suppress(OSError), open(settings, encoding="utf-8", errors="replace") as file:
                pairs = [line.partition("=") for line in file]
                home = next((value.strip() for key, _, value in pairs if key.strip() == "home"), "")
            base = self._around(os.path.join(home, "python")) if home and home != folder else []
            own = program if self._private(folder) else folder
            return [own, *(os.path.join(above, part) for part in beside), *base]
        return [program] if self._shared(folder) else [folder]

    def _shared(self, folder: str) -> Message | None:
        """Why a folder does not belong to the bot alone; None if it does."""
        if why := self._private(folder):
            return why
        # A SQLite database belongs to somebody else, whatever its name is. It has pages of at
        # least 512 bytes, so that most files need no look at their first bytes.
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                with suppress(OSError):
                    size = entry.stat().st_size if entry.is_file() else 0
                    if size and not size % 512:
                        with open(entry.path, "rb") as file:
                            if file.read(len(SQLITE_HEADER)) == SQLITE_HEADER:
                                return say("agents.contains-database", database=entry.name)
        return None

    def _private(self, folder: str) -> Message | None:
        """Why a folder belongs to the run or its user; None if it does not."""
        if within(self.folder, folder):
            return say("agents.folder-of-run")
        if within(self.home, folder) or folder in ("/", *SCRATCH):
            return say("agents.not-the-bots-alone")
        inside = any(within(file, folder) for file in self._databases)
        return say("agents.contains-its-database") if inside else None

    @cached_property
    def _databases(self) -> list[str]:
        # By both names, because a link in a shown folder leads to the file, too.
        given = [os.path.join(self.folder, file) for file in self.hidden]
        return [*map(os.path.normpath, given), *map(os.path.realpath, given)]

    def _shows(self, place: str) -> bool:
        real = os.path.realpath(place)
        return _is_system(real) or any(within(real, shown) for shown in self._shown)


def _is_system(place: str) -> bool:
    if any(within(place, root) for root in SCRATCH):  # the bot has others there, in memory
        return False
    return any(within(place, root) for root in (*SYSTEM, *LINKED, *NOT_FILES))


def _followed(file: str) -> list[str]:
    """A file and, if it is a symbolic link, every file on the way to its target."""
    found = [os.path.normpath(file)]
    while os.path.islink(found[-1]) and len(found) < MOST_LINKS:
        target = os.path.join(os.path.dirname(found[-1]), os.readlink(found[-1]))
        found.append(os.path.normpath(target))
    return found


def _resolved(path: str) -> tuple[str, list[tuple[str, str]]]:
    """The target of a path, and the symbolic links on the way with their targets."""
    # Like os.path.realpath, which does not tell the links: the bot needs them as well.
    links: list[tuple[str, str]] = []
    done, rest = "/", path.split("/")
    while rest:
        part = rest.pop(0)
        if part in ("", "."):
            continue
        here = os.path.dirname(done) if part == ".." else os.path.join(done, part)
        if os.path.islink(here) and len(links) < MOST_LINKS:
            target = os.readlink(here)
            links.append((here, target))
            rest = [*target.split("/"), *rest]
            here = "/" if os.path.isabs(target) else done
        done = here
    return done, links


def _interpreter(file: str) -> str | None:
    """The interpreter that a script names in its first line."""
    try:
        with open(file, "rb") as opened:
            line = opened.readline(200)
    except OSError:
        return None
    words = os.fsdecode(line[2:]).split() if line.startswith(b"#!") else []
    if words and os.path.basename(words[0]) == "env":
        plain = (word for word in words[1:] if not word.startswith("-") and "=" not in word)
        return next(plain, None)
    return words[0] if words else None


LEVELS: Final = ("none", "limits", "bwrap")
KEPT_VARIABLES: Final = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "TZ")
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
FIXED_LIMITS: Final = {
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
        if os.geteuid() == 0:  # the system does not limit the number of processes of root
            return FIXED_LIMITS | memory
        # RLIMIT_NPROC counts all threads of this user, not those of the bot.
        tasks = 0
        for path in Path("/proc").glob("[0-9]*/task"):
            with suppress(OSError):
                tasks += len(os.listdir(path)) if path.stat().st_uid == os.getuid() else 0
        return FIXED_LIMITS | memory | {"RLIMIT_NPROC": tasks + THREADS}


def bot_environment(limits: Limits, *, apart: bool) -> dict[str, str]:
    """The environment of a bot; a fixed hash seed makes Python's sets reproducible."""
    if limits.isolation == "none":
        return dict(os.environ)
    kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
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
    if limits.isolation == "none":
        return limits, tuple(lacks)
    if sys.platform != "linux":
        lacks.append(say("agents.other-system-leaves-running"))
    elif not Path("/proc/self/stat").exists():
        lacks.append(say("agents.no-proc-leaves-running"))
    if sys.platform == "linux" and (refused := kernel.filter_refusal()):
        machine = say("agents.no-filter-for", machine=platform.machine())
        why = refused if kernel.knows_machine() else machine
        lacks.append(say("agents.no-seccomp", why=why))
    return limits, tuple(lacks)


@cache
def without_bwrap() -> Message | None:
    """Why bubblewrap cannot be used here; None if it can."""
    if shutil.which("bwrap") is None:
        return say("agents.without-bwrap", why=say("agents.not-installed"))
    # It may be installed and forbidden, as in many containers, so it is tried.
    why: Message | str
    try:
        words = _confined(["true"]).arguments(MB)
        tried = subprocess.run(words, capture_output=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        why = " ".join(str(error).split())
    else:
        why = " ".join(tried.stderr.decode("utf-8", "replace").split())
        if "nknown option" in why:
            why = say("agents.old-bwrap")
        elif tried.returncode == 0:
            return None
        elif not why:
            why = say("agents.exit-status", status=tried.returncode)
    return say("agents.without-bwrap", why=why)


def supervisor_settings(words: Sequence[str], limits: Limits, *, apart: bool) -> dict[str, object]:
    """The settings for a bot's supervisor; with `apart` the bot gets its own namespaces."""
    # `wrapped`: bubblewrap starts the bot, so that some limits wait until it has set up the rest.
    held, wrapped = limits.isolation != "none", limits.isolation == "bwrap"
    scratch = (limits.memory_mb or SCRATCH_MB) * MB
    command = _confined(words)
    # The lists of system calls that the bot may not make.
    refused: list[str] = []
    if held and not kernel.filter_refusal():
        refused = ["harm"] if apart else ["harm", "segments"]
        if wrapped:
            refused = ["harm", "channels", *(["modes"] if os.getuid() == 0 else [])]
    # Temporary folders are replaced by empty ones, in which the bot still sees the entries that
    # contain its program, its files, the folder of the run or the home. A folder that is one of
    # these itself is not replaced.
    roots: dict[str, list[str]] | None = None
    if apart and not wrapped:
        files = {command.folder, command.home, *command.program, *command.named}
        files |= {os.path.realpath(file) for file in files}
        roots = {}
        for root in SCRATCH:
            if root not in files and os.path.isdir(root) and os.path.realpath(root) == root:
                inside = {file[len(root) + 1 :] for file in files if file.startswith(f"{root}/")}
                roots[root] = sorted({f"{root}/{file.partition('/')[0]}" for file in inside})
    return {
        "words": command.arguments(scratch, own_memory=apart) if wrapped else [*words],
        "limits": list(limits.resources.items()),
        "memory": limits.memory_mb * MB if held else 0,
        "processes": PROCESSES if held else 0,
        "refused": refused,
        "own": 2 if wrapped else 0,  # below bwrap: its process 1, and the bot itself
        "namespaces": apart,
        "size": scratch,
        "folders": list(command.scratch),
        "roots": roots,
    }


def _confined(words: Sequence[str]) -> ConfinedCommand:
    # A worker process hears of the database by its environment alone.
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
