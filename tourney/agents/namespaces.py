"""Namespaces of the Linux kernel: a bot sees only its own processes, and other bots cannot see it.

`separate` gives this process new namespaces of users, process ids and System V memory. Processes
that it starts afterwards cannot see, signal or trace a process outside. `furnish` then gives one
of them its own /proc and temporary folders of limited size. Both raise OSError where the system
does not allow it. Imports only the standard library.
"""

import ctypes
import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final

NEW_USERS: Final = 0x1000_0000
NEW_PROCESSES: Final = 0x2000_0000
NEW_MEMORY: Final = 0x0800_0000
NEW_MOUNTS: Final = 0x0002_0000

READ_ONLY: Final = 1
NO_SETUID: Final = 2
NO_DEVICES: Final = 4
NO_PROGRAMS: Final = 8
REMOUNT: Final = 32
BIND: Final = 4096
RECURSIVE: Final = 1 << 14
PRIVATE: Final = 1 << 18
DEVICES: Final = ("null", "zero", "full", "random", "urandom", "tty", "dri", "kfd")
"""The devices of a bot: those that every program expects, and processors of graphics."""
ACCELERATORS: Final = ("nvidia", "accel")
"""The first letters of others."""
STREAMS: Final = {"fd": "fd", "stdin": "fd/0", "stdout": "fd/1", "stderr": "fd/2"}
KEPT_FLAGS: Final = {
    "nosuid": NO_SETUID,
    "nodev": NO_DEVICES,
    "noexec": NO_PROGRAMS,
    "noatime": 1 << 10,
    "nodiratime": 1 << 11,
    "relatime": 1 << 21,
}
"""Options of a mount that must be repeated when another option is changed."""

DEATH_SIGNAL: Final = 1
DUMPABLE: Final = 4
DROP_CAPABILITY: Final = 24
SUBREAPER: Final = 36
NO_NEW_PRIVILEGES: Final = 38

FILE_CAPABILITIES: Final = frozenset(range(5))
"""CHOWN, DAC_OVERRIDE, DAC_READ_SEARCH, FOWNER, FSETID: how root reads and writes any file."""

KERNEL: Final = ("/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus")
"""Files that control the kernel."""
LOCKED: Final = frozenset(
    {
        *(b"tmpfs", b"ramfs", b"devtmpfs"),
        *(b"sysfs", b"cgroup", b"cgroup2", b"debugfs", b"tracefs", b"securityfs"),
        *(b"configfs", b"bpf", b"pstore", b"efivarfs"),
    }
)
"""File systems that become read-only: files in memory, which no limit of a process counts, and
files that control the kernel, for example to freeze the processes of a group."""
INODES: Final = 65_536
DESCRIPTORS: Final = 1 << 20

_libc = ctypes.CDLL(None, use_errno=True)


def _call(name: str, *arguments: object) -> None:
    """A system call by its name; OSError if it fails."""
    if getattr(_libc, name)(*arguments) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


def prctl(option: int, value: int) -> None:
    """Set a property of this process; OSError if the kernel does not know it."""
    _call("prctl", option, *map(ctypes.c_ulong, (value, 0, 0, 0)))


def separate() -> None:
    """Give this process its own namespaces; a process outside must then call `map_ids`.

    The new namespace of process ids applies to its children; `first` must start the first of them.
    """
    _call("unshare", NEW_USERS | NEW_PROCESSES | NEW_MEMORY)


def map_ids(pid: int) -> None:
    """Let a process in a new namespace of users keep the ids that it had; called from outside.

    Root keeps the ids of all users, and with them its power over their files.
    """
    for kind, own in (("uid", os.getuid()), ("gid", os.getgid())):
        with open(f"/proc/self/{kind}_map", encoding="ascii") as file:
            extents = [line.split() for line in file]
        try:
            everyone = "".join(f"{first} {first} {count}\n" for first, _, count in extents)
            _write(f"/proc/{pid}/{kind}_map", everyone)
        except PermissionError:
            if kind == "gid":
                _write(f"/proc/{pid}/setgroups", "deny")
            _write(f"/proc/{pid}/{kind}_map", f"{own} {own} 1\n")


def _write(path: str, text: str) -> None:
    with open(path, "wb", buffering=0) as file:
        file.write(text.encode())


def forbid_more() -> None:
    """Forbid further namespaces of users, in which a bot could mount memory without a limit."""
    with suppress(OSError):  # /proc is read-only in some containers, which forbid it themselves
        _write("/proc/sys/user/max_user_namespaces", "0")


def first() -> int:
    """Start process 1 of the new namespace; all others in it end with it."""
    parent = os.getpid()
    if pid := os.fork():
        return pid
    try:
        prctl(DEATH_SIGNAL, signal.SIGKILL)
        prctl(DUMPABLE, 0)  # a bot that runs as the same user cannot look into it
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)  # which process 1 of a namespace ignores
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the kernel then reaps orphans itself
        os.closerange(0, DESCRIPTORS)
        while os.path.exists(f"/proc/{parent}"):
            signal.pause()
    finally:
        os._exit(0)


def furnish(size: int, roots: Mapping[str, Sequence[str]]) -> None:
    """Give this process its own /proc, terminals and temporary folders; drop root's privileges.

    Every folder in `roots` is replaced by an empty one that contains only the listed entries. All
    of them together hold `size` bytes. Other file systems that are in memory or control the kernel
    become read-only, except one that contains the working folder.
    """
    here = os.getcwd()
    _call("unshare", NEW_MOUNTS)
    _mount(None, "/", None, RECURSIVE | PRIVATE)
    kept = [(entry, os.open(entry, os.O_PATH)) for entries in roots.values() for entry in entries]
    _mount("proc", "/proc", "proc", NO_SETUID | NO_DEVICES | NO_PROGRAMS)
    _protect_kernel()
    if os.path.isdir("/dev/pts"):
        _replace_devices(roots)
    _replace(size, list(roots))
    for entry, found in kept:
        _put_back(entry, found)
    _lock_files(roots)
    os.chdir(here)
    _drop_powers()


def _mount(
    source: str | None, target: str, kind: str | None, flags: int, options: str | None = None
) -> None:
    texts = [None if text is None else os.fsencode(text) for text in (source, target, kind)]
    data = None if options is None else options.encode()
    _call("mount", *texts, ctypes.c_ulong(flags), data)


def _protect_kernel() -> None:
    """Make settings of the kernel read-only, which root could change because it owns the files."""
    for path in filter(os.path.exists, KERNEL if os.getuid() == 0 else ()):
        _mount(path, path, None, BIND)
        _mount(None, path, None, BIND | REMOUNT | READ_ONLY | NO_SETUID | NO_DEVICES | NO_PROGRAMS)


def _replace_devices(roots: Mapping[str, Sequence[str]]) -> None:
    """Mount a folder of few devices over /dev: no disk, no console, no terminal of anybody else.

    Root may write to all of them, and a user to the console where it has logged in.
    """
    names = [name for name in os.listdir("/dev") if name.startswith(ACCELERATORS)]
    wanted = (*DEVICES, *(() if "/dev/shm" in roots else ("shm",)))  # small systems have none
    names += filter(lambda name: os.path.exists(f"/dev/{name}"), wanted)
    kept = [(f"/dev/{name}", os.open(f"/dev/{name}", os.O_PATH)) for name in names]
    _mount("tmpfs", "/dev", "tmpfs", NO_SETUID | NO_PROGRAMS, "size=64k,mode=755")
    for name in ("pts", "shm") if "/dev/shm" in roots else ("pts",):
        os.mkdir(f"/dev/{name}")
    options = "newinstance,ptmxmode=0666,mode=620"
    _mount("devpts", "/dev/pts", "devpts", NO_SETUID | NO_PROGRAMS, options)
    os.symlink("pts/ptmx", "/dev/ptmx")
    for name, target in STREAMS.items():
        os.symlink(f"/proc/self/{target}", f"/dev/{name}")
    for entry, found in kept:
        _put_back(entry, found)


def _replace(size: int, roots: Sequence[str]) -> None:
    """Mount one file system of limited size, and one of its folders over each root."""
    if not roots:
        return
    base = roots[0]
    options = f"size={size},nr_inodes={INODES},mode=1777"
    _mount("tmpfs", base, "tmpfs", NO_SETUID | NO_DEVICES, options)
    for number, root in reversed(list(enumerate(roots))):
        folder = f"{base}/{number}"
        os.mkdir(folder)
        os.chmod(folder, 0o1777)
        _mount(folder, root, None, BIND)


def _put_back(entry: str, found: int) -> None:
    """Mount an entry of a replaced folder at its old path."""
    source = f"/proc/self/fd/{found}"
    if os.path.isdir(source):
        os.mkdir(entry)
    else:
        os.close(os.open(entry, os.O_CREAT | os.O_WRONLY))
    _mount(source, entry, None, BIND | RECURSIVE)
    os.close(found)


def _lock_files(roots: Mapping[str, Sequence[str]]) -> None:
    """Make other file systems in memory, or controlling the kernel, read-only."""
    kept = (*roots, *(entry for entries in roots.values() for entry in entries), "/dev/pts")
    here = os.getcwd()
    for place, flags in list(_writable_mounts()):
        if not _within(here, place) and not any(_within(place, root) for root in kept):
            with suppress(OSError):  # who may not enter a folder cannot write there either
                _mount(None, place, None, BIND | REMOUNT | READ_ONLY | flags)


def _within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def _writable_mounts() -> Iterator[tuple[str, int]]:
    """The writable mounts of such file systems, and their flags."""
    with open("/proc/self/mountinfo", "rb") as file:
        for line in file:
            before, _, after = line.partition(b" - ")
            place, options = before.split()[4:6]
            if after.split()[0] in LOCKED and b"rw" in options.split(b","):
                names = options.decode().split(",")
                path = place.decode("unicode_escape").encode("latin-1")
                yield os.fsdecode(path), sum(KEPT_FLAGS.get(name, 0) for name in names)


def _drop_powers() -> None:
    """Drop all privileges of root but its access to files, also for processes it starts."""
    for capability in range(64):
        if capability not in FILE_CAPABILITIES:
            with suppress(OSError):  # there are fewer of them
                prctl(DROP_CAPABILITY, capability)
    prctl(NO_NEW_PRIVILEGES, 1)
