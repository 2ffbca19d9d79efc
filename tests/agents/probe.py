"""A bot that tries to read what it should not know, and to do harm.

    python probe.py JSON

The argument JSON has the paths and process ids, so that the bot need not search for them. Prints as
JSON whether each attempt succeeded, named as in the table in docs/isolation.md. Standard library
only.
"""

import ctypes
import json
import os
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

GIVEN: dict[str, Any] = json.loads(sys.argv[1])
MARKER, SECRET = "".join(GIVEN["marker"]), "".join(GIVEN["secret"])
MB = 1 << 20
LIBC = ctypes.CDLL(None, use_errno=True)
NEW_USERS_AND_MOUNTS = 0x1002_0000
PTRACE_ATTACH, PTRACE_DETACH = 16, 17
IPC_PRIVATE, IPC_CREATE, IPC_REMOVE = 0, 0o1000, 0
PIECES = 8


def holds_secret(path: str) -> bool:
    return SECRET in Path(path).read_bytes().decode("utf-8", "replace")


def writes(path: str) -> bool:
    """Whether a file can be opened for writing; nothing is written."""
    os.close(os.open(path, os.O_WRONLY))
    return True


def connects(family: socket.AddressFamily, where: Any) -> bool:
    with socket.socket(family) as asked:
        asked.settimeout(2)
        asked.connect(where)
        return True


def processes() -> Iterator[int]:
    """Ids of other processes of the run: those given, and those that /proc shows."""
    yield from GIVEN["pids"]
    for name in os.listdir("/proc"):
        with suppress(OSError):
            if name.isdigit() and MARKER in Path(f"/proc/{name}/cmdline").read_text():
                yield int(name)


def any_of(deed: Callable[[Any], bool], things: Iterator[Any] | list[Any]) -> bool:
    found = False
    for thing in things:
        with suppress(OSError):
            found = deed(thing) or found
    return found


def named(pid: int) -> bool:
    return MARKER in Path(f"/proc/{pid}/cmdline").read_text()


def signalled(pid: int) -> bool:
    if not named(pid):
        return False
    os.kill(pid, 0)
    return True


def looked_into(pid: int) -> bool:
    """Whether the environment or the memory of the process can be opened."""
    if not named(pid):
        return False
    for part in ("environ", "mem"):
        with suppress(OSError), open(f"/proc/{pid}/{part}", "rb"):
            return True
    return False


def traced(pid: int) -> bool:
    """Whether the other bot can be traced; it is stopped for a moment."""
    if not named(pid) or LIBC.ptrace(PTRACE_ATTACH, pid, 0, 0) != 0:
        return False
    os.waitpid(pid, 0)
    LIBC.ptrace(PTRACE_DETACH, pid, 0, 0)
    return True


def spoke_for(pid: int) -> bool:
    """Whether a line can be written into the output of the other bot."""
    if not named(pid):
        return False
    with open(f"/proc/{pid}/fd/1", "wb", buffering=0) as file:
        file.write(b'{"t":"resign"}\n')
    return True


def fills(folder: str) -> bool:
    """Whether a file can hold twice the memory limit for as many seconds as `held` says."""
    file = Path(folder) / f"probe-{os.getpid()}"
    return _fill(os.open(file, os.O_CREAT | os.O_RDWR, 0o600), file)


def _fill(fd: int, file: Path | None = None) -> bool:
    try:
        for _ in range(2 * GIVEN["megabytes"]):
            os.write(fd, bytes(MB))
        time.sleep(GIVEN["held"])
        return True
    finally:
        os.close(fd)
        if file:
            file.unlink()


def in_folder(folder: str) -> bool:
    """Whether a folder in memory can hold that much; False if it is on a disk."""
    kinds = {}
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        before, _, after = line.partition(" - ")
        kinds[before.split()[4]] = after.split()[0]
    return kinds.get(folder) == "tmpfs" and fills(folder)


def in_nameless(_: str) -> bool:
    return _fill(os.memfd_create("probe"))


def in_segments(_: str) -> bool:
    """Whether System V segments can hold that much, each detached as soon as it is written."""
    size, keys = GIVEN["megabytes"] * MB // PIECES, list[int]()
    LIBC.shmat.restype = ctypes.c_void_p
    try:
        for _ in range(2 * PIECES):
            keys.append(LIBC.shmget(IPC_PRIVATE, ctypes.c_size_t(size), IPC_CREATE | 0o600))
            place = LIBC.shmat(keys[-1], None, 0)
            ctypes.memset(place, 1, size)
            LIBC.shmdt(ctypes.c_void_p(place))
        time.sleep(GIVEN["held"])
        return True
    finally:
        for key in keys:
            LIBC.shmctl(key, IPC_REMOVE, None)


def in_namespace(folder: str) -> bool:
    """Whether a tmpfs that the bot mounts in a namespace of its own can hold that much."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] == 0
    ids = (os.getuid(), os.getgid())
    if LIBC.unshare(NEW_USERS_AND_MOUNTS) != 0:
        os._exit(1)
    for file, own in zip(("uid_map", "gid_map"), ids, strict=True):
        with suppress(OSError):
            Path("/proc/self/setgroups").write_text("deny")
        Path(f"/proc/self/{file}").write_text(f"{own} {own} 1")
    failed = LIBC.mount(b"probe", folder.encode(), b"tmpfs", 0, b"size=1g")
    os._exit(1 if failed or not fills(folder) else 0)


def leaves(folder: str) -> bool:
    """Whether an earlier process of this bot left a file; creates the file if there is none."""
    file = Path(folder) / GIVEN["left"]
    if file.exists():
        return True
    file.write_text("")
    return False


def orders_kernel(path: str) -> bool:
    text = Path(path).read_text()
    Path(path).write_text(text)
    return True


QUESTIONS: dict[str, Callable[[], bool]] = {
    "read the database of the run": lambda: holds_secret(GIVEN["database"]),
    "read the settings of the run, with its seed": lambda: holds_secret(GIVEN["settings"]),
    "read files in the home folder": lambda: holds_secret(GIVEN["home"]),
    "read the files of another bot": lambda: holds_secret(GIVEN["other"]),
    "read temporary files of others": lambda: any_of(holds_secret, GIVEN["temporary"]),
    "read the environment of the runner": lambda: SECRET in os.environ.values(),
    "reach a server by its socket file": lambda: any_of(
        lambda path: connects(socket.AF_UNIX, path), GIVEN["sockets"]
    ),
    "reach a server by an abstract socket": lambda: connects(
        socket.AF_UNIX, "\0" + GIVEN["abstract"]
    ),
    "reach a server over the network": lambda: connects(
        socket.AF_INET, ("127.0.0.1", GIVEN["port"])
    ),
    "see processes of others and their command lines": lambda: any_of(named, processes()),
    "read environment or memory of another process": lambda: any_of(looked_into, processes()),
    "trace another bot": lambda: any_of(traced, [GIVEN["victim"]]),
    "write into the output of another bot": lambda: any_of(spoke_for, [GIVEN["victim"]]),
    "stop or end another bot": lambda: any_of(signalled, [GIVEN["victim"]]),
    "stop or end a supervisor or the runner": lambda: any_of(signalled, GIVEN["pids"]),
    "change the database of the run": lambda: writes(GIVEN["database"]),
    "change the files of another bot": lambda: writes(GIVEN["other"]),
    "leave files in its own folder": lambda: leaves(GIVEN["own"]),
    "leave files in the folder of the run": lambda: leaves("."),
    "leave temporary files": lambda: any_of(leaves, GIVEN["scratch"]),
    "write to a terminal of the same user": lambda: writes(GIVEN["terminal"]),
    "write to the console or a disk": lambda: any_of(writes, GIVEN["devices"]),
    "change settings of the kernel": lambda: orders_kernel("/proc/sys/kernel/core_pattern"),
}
MEMORY: dict[str, Callable[[str], bool]] = {
    "in /dev/shm": in_folder,
    "in a file without a name": in_nameless,
    "in segments of System V": in_segments,
    "in a namespace of its own": in_namespace,
}


def main() -> None:
    if kind := GIVEN.get("memory"):
        print(json.dumps({kind: answered(lambda: MEMORY[kind]("/dev/shm"))}), flush=True)
        return
    print(json.dumps({asked: answered(deed) for asked, deed in QUESTIONS.items()}), flush=True)
    sys.stdin.read()


def answered(deed: Callable[[], bool]) -> bool:
    with suppress(OSError):
        return deed()
    return False


if __name__ == "__main__":
    main()
