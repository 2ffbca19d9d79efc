"""A bot that tells a number, its hand, to another process by everything that the kernel offers.

    python teller.py JSON

With the role `tell` it reads the number from its standard input and prints what it inherited; it
goes on telling until its input ends. With the role `hear` it prints as JSON what it heard in each
way, named as in the table in docs/isolation.md. Standard library only.
"""

import ctypes
import errno
import fcntl
import json
import mmap
import os
import platform
import re
import resource
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

GIVEN: dict[str, Any] = json.loads(sys.argv[1])
NAME: str = GIVEN["name"]
FILES: list[str] = GIVEN["files"][:8]
"""Files that both processes can read, one for each bit."""
LOCKED, LISTED, AWAITED = GIVEN["files"][8:]
MARKED: list[str] = GIVEN["marked"]
"""Files that both can write if the isolation lets them, one for each bit."""
LIBC = ctypes.CDLL(None, use_errno=True)
COLUMN = ("x86_64", "aarch64").index(platform.machine())
CALLS = {
    "add_key": (248, 217),
    "keyctl": (250, 219),
    "io_setup": (206, 0),
    "futex": (202, 98),
    "cachestat": (451, 451),
}
KEY = int(NAME[-6:], 16)
KEYRINGS = {"session": -3, "user": -4, "user session": -5}
SEARCH = 10
CREATE = 0o1000 | 0o666
SET_VALUE, GET_VALUE = 16, 12
IN_OPEN = 0x20
ACCESS = 1
GET_HINT, SET_HINT, HINT = 1035, 1036, 3
SET_LEASE, READ_LEASE = 1024, 0
OPEN_LOCK, OPEN_LOCK_ASKED = 37, 36
LOCK = "hhqqi4x"
READ_LOCK, WRITE_LOCK, NO_LOCK = 0, 1, 2
FUTEX_WAIT, FUTEX_WAKE = 0, 1
SET_NAME = 15
READ_MESSAGES = 3
PATIENCE = 0.3
SPARE = 4
LONG = 20
held: list[Any] = []
again: list[Callable[[], object]] = []


def call(name: str, *given: Any) -> int:
    return checked(LIBC.syscall(CALLS[name][COLUMN], *given))


def checked(found: int) -> int:
    if found < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return found


def bits(number: int) -> list[bool]:
    return [bool(number >> bit & 1) for bit in range(8)]


def told(number: int) -> list[str]:
    """The files of the bits that are set."""
    return [file for file, bit in zip(FILES, bits(number), strict=True) if bit]


def heard(found: Sequence[bool]) -> int:
    return sum(1 << bit for bit, is_set in enumerate(found) if is_set)


def opened(path: str) -> int:
    held.append(os.open(path, os.O_RDONLY))
    return int(held[-1])


def lock(kind: int, at: int) -> bytes:
    return struct.pack(LOCK, kind, os.SEEK_SET, at, 1, 0)


def is_locked(asked: bytes) -> bool:
    return bool(struct.unpack(LOCK, asked)[0] != NO_LOCK)


def tell_locks(number: int, order: int = fcntl.F_SETLK) -> None:
    fd = opened(LOCKED)
    for at, bit in enumerate(bits(number)):
        if bit:
            fcntl.fcntl(fd, order, lock(READ_LOCK, at))


def hear_locks(order: int = fcntl.F_GETLK) -> int:
    fd = opened(LOCKED)
    return heard([is_locked(fcntl.fcntl(fd, order, lock(WRITE_LOCK, at))) for at in range(8)])


def tell_listed_lock(number: int) -> None:
    fcntl.fcntl(opened(LISTED), fcntl.F_SETLK, lock(READ_LOCK, 1000 + number))


def hear_listed_lock() -> int:
    inode = os.stat(LISTED).st_ino
    (found,) = re.findall(rf":{inode} 1(\d\d\d) ", Path("/proc/locks").read_text())
    return int(found)


def tell_flock(number: int) -> None:
    for file in told(number):
        fcntl.flock(opened(file), fcntl.LOCK_SH)


def hear_flock() -> int:
    found = []
    for file in FILES:
        try:
            fcntl.flock(opened(file), fcntl.LOCK_EX | fcntl.LOCK_NB)
            found.append(False)
        except BlockingIOError:
            found.append(True)
    return heard(found)


def tell_leases(number: int) -> None:
    for file, bit in zip(MARKED, bits(number), strict=True):
        if bit:
            fcntl.fcntl(opened(file), SET_LEASE, READ_LEASE)


def hear_leases() -> int:
    found = []
    for file in MARKED:
        try:
            os.close(os.open(file, os.O_WRONLY | os.O_NONBLOCK))
            found.append(False)
        except BlockingIOError:
            found.append(True)
    return heard(found)


def tell_by_reading(number: int) -> None:
    """Open and read files again and again."""

    def read() -> None:
        for file in told(number):
            Path(file).read_bytes()

    again.append(read)


def hear_watches() -> int:
    fd = checked(LIBC.inotify_init1(os.O_NONBLOCK))
    watches = [checked(LIBC.inotify_add_watch(fd, os.fsencode(file), IN_OPEN)) for file in FILES]
    time.sleep(PATIENCE)
    events = os.read(fd, 65_536)
    seen = {struct.unpack_from("i", events, at)[0] for at in range(0, len(events), 16)}
    return heard([watch in seen for watch in watches])


def hear_notices() -> int:
    signals: list[int] = []
    signal.signal(signal.SIGIO, lambda number, frame: signals.append(number))
    found = []
    for file in FILES:
        fd = os.open(os.path.dirname(file), os.O_RDONLY)
        before = len(signals)
        fcntl.fcntl(fd, fcntl.F_NOTIFY, ACCESS)
        time.sleep(PATIENCE)
        found.append(len(signals) > before)
        os.close(fd)
    return heard(found)


def tell_hints(number: int) -> None:
    for file, bit in zip(MARKED, bits(number), strict=True):
        fcntl.fcntl(opened(file), SET_HINT, struct.pack("Q", HINT if bit else 0))


def hear_hints() -> int:
    return heard([fcntl.fcntl(opened(f), GET_HINT, bytes(8))[0] == HINT for f in MARKED])


def key_name(number: int) -> bytes:
    """The name tells it, because not everybody who finds a key may read it."""
    return f"{NAME}={number}".encode()


def tell_key(ring: int) -> Callable[[int], object]:
    return lambda number: call("add_key", b"user", key_name(number), b"x", 1, ring)


def hear_key(ring: int) -> Callable[[], int]:
    def hear() -> int:
        for number in range(128):
            with suppress(OSError):
                call("keyctl", SEARCH, ring, b"user", key_name(number), 0)
                return number
        return 0

    return hear


def tell_queue(number: int) -> None:
    message = struct.pack("q8s", 1, str(number).encode())
    checked(LIBC.msgsnd(checked(LIBC.msgget(KEY, CREATE)), message, 8, 0))


def hear_queue() -> int:
    message = ctypes.create_string_buffer(16)
    checked(LIBC.msgrcv(checked(LIBC.msgget(KEY, 0)), message, 8, 0, 0o4000))
    return int(message.raw[8:].rstrip(b"\0"))


def tell_semaphore(number: int) -> None:
    checked(LIBC.semctl(checked(LIBC.semget(KEY, 1, CREATE)), 0, SET_VALUE, number))


def hear_semaphore() -> int:
    return checked(LIBC.semctl(checked(LIBC.semget(KEY, 1, 0)), 0, GET_VALUE))


def segment(flags: int) -> int:
    LIBC.shmat.restype = ctypes.c_void_p
    place = LIBC.shmat(checked(LIBC.shmget(KEY, 4096, flags)), None, 0)
    if place in (None, ctypes.c_void_p(-1).value):
        raise OSError("not attached")
    return int(place)


def tell_segment(number: int) -> None:
    ctypes.memset(segment(CREATE), number, 1)


def hear_segment() -> int:
    return ctypes.string_at(segment(0), 1)[0]


def tell_posix_queue(number: int) -> None:
    queue = checked(LIBC.mq_open(f"/{NAME}".encode(), os.O_CREAT | os.O_RDWR, 0o666, None))
    checked(LIBC.mq_send(queue, str(number).encode(), len(str(number)), 0))


def hear_posix_queue() -> int:
    queue = checked(LIBC.mq_open(f"/{NAME}".encode(), os.O_RDONLY | os.O_NONBLOCK))
    text = ctypes.create_string_buffer(8192)
    checked(LIBC.mq_receive(queue, text, 8192, None))
    return int(text.value)


def tell_file(folder: str) -> Callable[[int], object]:
    return lambda number: Path(folder, NAME).write_text(str(number))


def hear_file(folder: str) -> Callable[[], int]:
    return lambda: int(Path(folder, NAME).read_text())


def tell_times(number: int) -> None:
    os.utime(MARKED[0], ns=(number, number))


def hear_times() -> int:
    return os.stat(MARKED[0]).st_mtime_ns


def tell_attribute(number: int) -> None:
    os.setxattr(MARKED[0], "user.told", str(number).encode())


def hear_attribute() -> int:
    return int(os.getxattr(MARKED[0], "user.told"))


def hear_access() -> int:
    """Whether the time of the last access is from today; the files were set to an earlier one."""
    return heard([time.time() - os.stat(file).st_atime < 3600 for file in FILES])


def tell_devices(number: int) -> None:
    """Touch the devices that all programs share, at moments that tell it."""
    began = time.monotonic()
    for device, wanted in touched(number).items():
        before = os.stat(device).st_mtime_ns
        while coded(device) != wanted and (passed := time.monotonic() - began) < 3:
            os.utime(device)
            if passed > 0.2 and os.stat(device).st_mtime_ns == before:
                return  # a touch that changes nothing tells nothing


def hear_devices() -> int:
    recent = all(time.time() - os.stat(device).st_mtime < LONG for device in touched(0))
    codes = {device: coded(device) for device in touched(0)}
    (found,) = [number for number in range(128) if recent and touched(number) == codes]
    return found


def touched(number: int) -> dict[str, int]:
    """What each device tells; together nothing else can look like it."""
    return {"/dev/null": number, "/dev/zero": 127 - number, "/dev/full": number ^ 42}


def coded(device: str) -> int:
    return os.stat(device).st_mtime_ns // 4_000_000 % 128


def serving(family: int, where: Any) -> Callable[[int], object]:
    """Tells it to everybody who connects, also after its own end if it can leave a process."""

    def tell(number: int) -> None:
        server = socket.socket(family)
        server.bind(where)
        server.listen()
        if os.fork() == 0:
            os.setsid()
            signal.alarm(LONG)
            with suppress(OSError):
                os.closerange(0, 3)
            while True:
                with server.accept()[0] as one:
                    one.sendall(str(number).encode())

    return tell


def connecting(family: int, where: Any) -> Callable[[], int]:
    def hear() -> int:
        with socket.socket(family) as client:
            client.settimeout(2)
            client.connect(where)
            return int(client.recv(8))

    return hear


def tell_command_line(number: int) -> None:
    held.append(
        subprocess.Popen(["sh", "-c", "read x; :", f"{NAME}={number}"], stdin=subprocess.PIPE)
    )


def hear_command_line() -> int:
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if found := re.search(rf"{NAME}=(\d+)", (folder / "cmdline").read_text()):
                return int(found[1])
    return 0


def tell_count(number: int) -> None:
    call("io_setup", number, ctypes.byref(ctypes.c_ulong(0)))


def hear_count() -> int:
    return int(Path("/proc/sys/fs/aio-nr").read_text()) - int(GIVEN["aio"])


def tell_kernel(number: int) -> None:
    """The kernel prints the name of a program that fails."""
    pid = os.fork()
    if pid == 0:
        LIBC.prctl(SET_NAME, f"{NAME[-8:]}={number}".encode(), 0, 0, 0)
        ctypes.string_at(0)
    os.waitpid(pid, 0)


def hear_kernel() -> int:
    text = ctypes.create_string_buffer(1 << 20)
    checked(LIBC.klogctl(READ_MESSAGES, text, 1 << 20))
    (*_, found) = re.findall(rf"{NAME[-8:]}=(\d+)\[", text.value.decode("utf-8", "replace"))
    return int(found)


def hear_unwaited() -> int:
    found = []
    for file in FILES:
        try:
            os.preadv(opened(file), [bytearray(1)], 0, os.RWF_NOWAIT)
            found.append(True)
        except BlockingIOError:
            found.append(False)
    return heard(found)


def mapped(file: str) -> int:
    """The address of a file in memory, for reading only."""
    LIBC.mmap.restype = ctypes.c_void_p
    LIBC.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *3 * [ctypes.c_int], ctypes.c_long]
    return int(LIBC.mmap(None, 4096, mmap.PROT_READ, mmap.MAP_SHARED, opened(file), 0))


def hear_mincore() -> int:
    found = []
    for file in FILES:
        is_in = ctypes.create_string_buffer(1)
        checked(LIBC.mincore(ctypes.c_void_p(mapped(file)), ctypes.c_size_t(4096), is_in))
        found.append(bool(is_in.raw[0] & 1))
    return heard(found)


def hear_cachestat() -> int:
    found = []
    for file in FILES:
        numbers = (ctypes.c_ulonglong * 5)()
        span = (ctypes.c_ulonglong * 2)(0, 4096)
        call("cachestat", opened(file), span, numbers, 0)
        found.append(numbers[0] > 0)
    return heard(found)


def tell_futex(number: int) -> None:
    place = mapped(AWAITED)
    for at, bit in enumerate(bits(number)):
        if bit:
            where = place + 64 * at
            value = int.from_bytes(ctypes.string_at(where, 4), sys.byteorder)
            given = (ctypes.c_void_p(where), FUTEX_WAIT, ctypes.c_uint(value), None, None, 0)
            Thread(target=call, args=("futex", *given), daemon=True).start()
    time.sleep(PATIENCE)


def hear_futex() -> int:
    place = mapped(AWAITED)
    return heard(
        [
            call("futex", ctypes.c_void_p(place + 64 * at), FUTEX_WAKE, 1, None, None, 0) > 0
            for at in range(8)
        ]
    )


def tell_in_flight(number: int) -> None:
    held.extend(socket.socketpair())
    for _ in range(SPARE * number // 2):
        socket.send_fds(held[-1], [b"x"], [1, 1])


def hear_in_flight() -> int:
    """The limit of open files from which on a descriptor can be sent is their number."""
    one, other = socket.socketpair()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    for limit in range(SPARE * 128):
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
        try:
            socket.send_fds(one, [b"x"], [1])
        except OSError as error:
            if error.errno == errno.ETOOMANYREFS:
                continue
            limit = 0
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        held.append(other)
        return limit // SPARE
    return 0


class Way(NamedTuple):
    """A way to tell and to hear a number."""

    name: str
    tell: Callable[[int], object]
    hear: Callable[[], int]


SYSTEM_V = "queues, memory and semaphores of System V"
PAGES = "whether a page of a file is in memory"
TIMES = "times and attributes of a file"
SOCKETS = "sockets"
WAYS = (
    Way(PAGES, tell_by_reading, hear_cachestat),
    Way(PAGES, tell_by_reading, hear_mincore),
    Way(PAGES, tell_by_reading, hear_unwaited),
    Way(TIMES, tell_by_reading, hear_access),
    Way("locks of a file (`fcntl`)", tell_locks, hear_locks),
    Way(
        "locks of an open file (`F_OFD_SETLK`)",
        lambda number: tell_locks(number, OPEN_LOCK),
        lambda: hear_locks(OPEN_LOCK_ASKED),
    ),
    Way("locks of a whole file (`flock`)", tell_flock, hear_flock),
    Way("the list of locks", tell_listed_lock, hear_listed_lock),
    Way("leases", tell_leases, hear_leases),
    Way("watches (`inotify`)", tell_by_reading, hear_watches),
    Way("notices of a folder (`F_NOTIFY`)", tell_by_reading, hear_notices),
    Way("hints about a file (`F_SET_RW_HINT`)", tell_hints, hear_hints),
    *(Way(f"keys of the {name}", tell_key(r), hear_key(r)) for name, r in KEYRINGS.items()),
    Way(SYSTEM_V, tell_queue, hear_queue),
    Way(SYSTEM_V, tell_semaphore, hear_semaphore),
    Way(SYSTEM_V, tell_segment, hear_segment),
    Way("queues of POSIX", tell_posix_queue, hear_posix_queue),
    *(Way("files", tell_file(folder), hear_file(folder)) for folder in GIVEN["folders"]),
    *(
        Way("temporary files, memory of POSIX", tell_file(folder), hear_file(folder))
        for folder in ("/tmp", "/dev/shm")
    ),
    Way(TIMES, tell_times, hear_times),
    Way(TIMES, tell_attribute, hear_attribute),
    Way(TIMES, tell_devices, hear_devices),
    *(
        Way(SOCKETS, serving(socket.AF_UNIX, where), connecting(socket.AF_UNIX, where))
        for where in (f"\0{NAME}", f"{GIVEN['folders'][-1]}/{NAME}.socket", f"/tmp/{NAME}.socket")
    ),
    Way(
        SOCKETS,
        serving(socket.AF_INET, ("127.0.0.1", GIVEN["port"])),
        connecting(socket.AF_INET, ("127.0.0.1", GIVEN["port"])),
    ),
    Way("the list of processes", tell_command_line, hear_command_line),
    Way("counts of the kernel", tell_count, hear_count),
    Way("messages of the kernel", tell_kernel, hear_kernel),
    Way("waiting at an address of a file (`futex`)", tell_futex, hear_futex),
    Way("descriptors on their way", tell_in_flight, hear_in_flight),
)


def inherited() -> list[list[int]]:
    """Device and inode of every open file beyond the three usual ones."""
    found = []
    for fd in range(3, 256):
        with suppress(OSError):
            status = os.fstat(fd)
            found.append([status.st_dev, status.st_ino])
    return found


def main() -> None:
    files = inherited()
    if GIVEN["role"] == "hear":
        said: dict[str, list[int]] = {way.name: [] for way in WAYS}
        for way in WAYS:
            with suppress(OSError, ValueError, AttributeError):
                said[way.name].append(way.hear())
        print(json.dumps({"inherited": files, "said": said}), flush=True)
        return
    signal.signal(signal.SIGIO, signal.SIG_IGN)  # comes when somebody wants a leased file
    number = int(sys.stdin.readline())
    for way in WAYS:
        with suppress(OSError, ValueError, AttributeError):
            way.tell(number)
    for deed in again:
        deed()
    print(json.dumps({"inherited": files}), flush=True)
    Thread(target=repeat, daemon=True).start()
    sys.stdin.readline()
    os._exit(0)


def repeat() -> None:
    """Do again what is only noticed while it happens."""
    while True:
        again[-1]()
        time.sleep(0.02)


if __name__ == "__main__":
    main()
