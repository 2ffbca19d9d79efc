"""Processes and their memory, read from Linux's /proc.

Without /proc all results are empty or 0. Imports only the standard library.
"""

import os
import resource
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final

KILOBYTE: Final = 1024
SECTOR: Final = 512


def seen_descendants(ancestor: int) -> list[int]:
    """Descendants of `ancestor`, found in a time that depends on their number alone.

    A process whose sibling ends in the same instant may be missed; the next call finds it. To end
    all descendants use `descendants`.
    """
    family = _children(ancestor)
    if family is None:
        return descendants(ancestor)
    for pid in family:
        family += _children(pid) or ()
    return family


def _children(pid: int) -> list[int] | None:
    """The children of a process; None if the system does not list them."""
    found: list[int] = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children", "rb") as file:
                found += map(int, file.read().split())
    except OSError:
        return None
    return found


def descendants(ancestor: int) -> list[int]:
    """All descendants of `ancestor` that have not ended."""
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc") if os.path.isdir("/proc/self") else ():
        if name.isdigit() and (found := _parent(name)) is not None:
            children.setdefault(found, []).append(int(name))
    family, at = list(children.get(ancestor, ())), 0
    while at < len(family):
        family += children.get(family[at], ())
        at += 1
    return family


def _parent(pid: str) -> int | None:
    """The parent of a process; None if it has ended or is a zombie."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            state, parent = file.read().rpartition(b")")[2].split()[:2]
    except OSError:
        return None
    return None if state in b"ZX" else int(parent)


def threads() -> int:
    """The number of threads on the machine, a cheap sign of new processes."""
    try:
        with open("/proc/loadavg", "rb") as file:
            return int(file.read().split()[3].partition(b"/")[2])
    except OSError:
        return 0


def resident(pid: int) -> int:
    """Bytes of resident memory of a process."""
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        return 0


def share(pid: int) -> int:
    """Bytes of memory of a process, shared pages counted in part; slower than `resident`."""
    try:
        with open(f"/proc/{pid}/smaps_rollup", "rb") as file:
            sizes = [line.split()[1] for line in file if line.startswith(b"Pss:")]
    except OSError:
        return 0
    return KILOBYTE * sum(map(int, sizes))


def in_files(pids: Iterable[int], folders: Iterable[str]) -> int:
    """Bytes of memory that processes use in files: in `folders`, and in files without a name."""
    held: dict[tuple[int, int], int] = {}
    for pid in pids:
        held.update(_in_folders(pid, folders))
        held.update(_without_name(pid))
    return sum(held.values())


def _in_folders(pid: int, folders: Iterable[str]) -> Iterator[tuple[tuple[int, int], int]]:
    """File systems that a process sees in `folders` and this one does not, with their used size."""
    for folder in folders:
        with suppress(OSError):
            path = f"/proc/{pid}/root{folder}"
            device = os.stat(path).st_dev
            if device != _device(folder):
                found = os.statvfs(path)
                yield (device, 0), (found.f_blocks - found.f_bfree) * found.f_frsize


def _device(folder: str) -> int:
    try:
        return os.stat(folder).st_dev
    except OSError:
        return -1


def _without_name(pid: int) -> Iterator[tuple[tuple[int, int], int]]:
    """Files in memory that are reachable only by a descriptor, and their size."""
    with suppress(OSError), os.scandir(f"/proc/{pid}/fd") as entries:
        for entry in entries:
            with suppress(OSError):
                if os.readlink(entry.path).startswith("/memfd:"):
                    found = os.stat(entry.path)
                    yield (found.st_dev, found.st_ino), SECTOR * found.st_blocks


def in_segments() -> int:
    """Bytes of System V memory in the namespace of this process."""
    try:
        with open("/proc/sysvipc/shm", "rb") as file:
            names, *segments = [line.split() for line in file]
        at = names.index(b"rss")
    except (OSError, ValueError):
        return 0
    return sum(int(segment[at]) for segment in segments)
