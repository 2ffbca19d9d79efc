"""The system calls that a bot may not make, as a filter that the Linux kernel runs on each of them.

A refused call fails as on a system that lacks it, and the bot goes on. docs/isolation.md says what
this means for bots. Imports only the standard library.
"""

import ctypes
import errno
import os
import platform
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from struct import pack
from typing import Final, NamedTuple

MACHINES: Final = {"x86_64": (0, 0xC000_003E), "aarch64": (1, 0xC000_00B7)}
"""Column in `NUMBERS`, and the kernel's number of the architecture."""
SECCOMP: Final = (317, 277)
KEYCTL: Final = (250, 219)
JOIN_SESSION_KEYRING: Final = 1
SET_FILTER: Final = 1
IS_AVAILABLE: Final = 2
NO_SLOWDOWN: Final = 4
"""Without this flag old kernels switch off speculation, which slows a program down."""
NO_NEW_PRIVILEGES: Final = 38

NUMBERS: Final = {
    "fcntl": (72, 25),
    "flock": (73, 32),
    "keyctl": KEYCTL,
    "add_key": (248, 217),
    "request_key": (249, 218),
    "inotify_init": (253, None),
    "inotify_init1": (294, 26),
    "inotify_add_watch": (254, 27),
    "fanotify_init": (300, 262),
    "fanotify_mark": (301, 263),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "pidfd_getfd": (438, 438),
    "kcmp": (312, 272),
    "perf_event_open": (298, 241),
    "bpf": (321, 280),
    "syslog": (103, 116),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "io_setup": (206, 0),
    "msgget": (68, 186),
    "semget": (64, 190),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "msgsnd": (69, 189),
    "msgrcv": (70, 188),
    "semop": (65, 193),
    "semtimedop": (220, 192),
    "semctl": (66, 191),
    "msgctl": (71, 187),
    "shmctl": (31, 195),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    "socket": (41, 198),
    "sendmsg": (46, 211),
    "sendmmsg": (307, 269),
    "mincore": (27, 232),
    "cachestat": (451, 451),
    "preadv2": (327, 286),
    "fadvise64": (221, 223),
    "madvise": (28, 233),
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
    "utimensat": (280, 88),
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "setxattrat": (463, 463),
}
"""Numbers of system calls on the machines, in the order of `MACHINES`."""


class Rule(NamedTuple):
    """A refused call and its error. With `values` only if the argument `at` has one of them.

    With `flag` only if the argument has this bit; with `others` if it has none of the values.
    """

    call: str
    error: int = errno.EPERM
    at: int = 0
    values: tuple[int, ...] = ()
    others: bool = False
    flag: int = 0


HARM: Final = (
    *(Rule("ptrace"), Rule("process_vm_readv"), Rule("process_vm_writev")),
    *(Rule("process_madvise"), Rule("pidfd_getfd"), Rule("kcmp")),
    *(Rule("perf_event_open"), Rule("bpf"), Rule("syslog")),
    *(Rule("keyctl"), Rule("add_key"), Rule("request_key")),
)
"""Looking into other processes, the messages of the kernel, and the keys that it keeps for the
user. Programs that play games do without these, so every bot with limits does."""

SEGMENTS: Final = tuple(
    Rule(call)
    for call in (
        *("shmget", "shmat", "shmctl", "semget", "semop", "semtimedop", "semctl"),
        *("msgget", "msgsnd", "msgrcv", "msgctl", "mq_open", "mq_unlink"),
    )
)
"""Memory, semaphores and queues that outlive a process: for bots that have no namespace of them."""

LOCKS: Final = (6, 7, 37, 38)
"""F_SETLK and F_SETLKW, and those of open files."""
LOCK_QUESTIONS: Final = (5, 36)
MARKS: Final = (1024, 1025, 1026, 1035, 1036, 1037, 1038, 1039, 1040)
"""F_SETLEASE, F_GETLEASE, F_NOTIFY, hints about how long data of a file will live, delegations."""
PIPE_SIZE: Final = (1031,)
FAMILIES: Final = (1, 2, 10, 16)
"""AF_UNIX, AF_INET, AF_INET6 and AF_NETLINK, which namespaces separate. Others they may not."""
WITHOUT_WAITING: Final = 8
DONT_NEED: Final = (4,)
COLD: Final = (20, 21)

CHANNELS: Final = (
    Rule("fcntl", 0, 1, LOCKS),
    Rule("flock", 0),
    Rule("fcntl", errno.ENOLCK, 1, LOCK_QUESTIONS),
    Rule("fcntl", errno.EPERM, 1, MARKS + PIPE_SIZE),
    *map(Rule, ("inotify_init", "inotify_init1", "inotify_add_watch")),
    *map(Rule, ("fanotify_init", "fanotify_mark", "sendmsg", "sendmmsg")),
    *(Rule(call, errno.ENOSYS) for call in ("io_uring_setup", "io_uring_enter")),
    *(Rule(call, errno.ENOSYS) for call in ("io_uring_register", "io_setup")),
    Rule("socket", errno.EAFNOSUPPORT, 0, FAMILIES, others=True),
    Rule("mincore", errno.ENOSYS),
    Rule("cachestat", errno.ENOSYS),
    Rule("preadv2", errno.EOPNOTSUPP, 5, flag=WITHOUT_WAITING),
    Rule("fadvise64", 0, 3, DONT_NEED),
    Rule("madvise", 0, 2, COLD),
    *(Rule(call, 0) for call in ("utime", "utimes", "futimesat", "utimensat")),
)
"""What carries a message through a file that two bots only read, or through a count that the kernel
keeps for all processes of a user: locks, leases, watches and marks of files, whether a page of a
file is in memory, descriptors on their way. Locks succeed without effect, because Java and SQLite
need them: a bot can only write files that no other one sees. So does advice about memory, and so do
changes of the times of files: all bots share the device /dev/null, and may touch it."""

MODES: Final = (
    *(Rule(call, 0) for call in ("chmod", "fchmod", "fchmodat", "fchmodat2")),
    *(Rule(call, errno.EOPNOTSUPP) for call in ("setxattr", "lsetxattr")),
    *(Rule(call, errno.EOPNOTSUPP) for call in ("fsetxattr", "setxattrat")),
)
"""Changes of modes and attributes of files, for bots of root: it owns /dev/null and could close it
to all programs of the machine."""

LISTS: Final = {"harm": HARM, "segments": SEGMENTS, "channels": CHANNELS, "modes": MODES}

LOAD, EQUAL, AT_LEAST, HAS_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, ERROR = 0x7FFF_0000, 0x0005_0000
OTHER_TABLE: Final = 0x4000_0000
"""The first number of a second table of system calls on x86_64, which nothing uses."""
NUMBER_AT, MACHINE_AT, ARGUMENTS_AT = 0, 4, 16

_libc = ctypes.CDLL(None, use_errno=True)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))


def _step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return pack("=HBBI", code, if_true, if_false, value)


def program(lists: Sequence[str]) -> bytes:
    """The filter that refuses the calls of these lists; programs for other machines get nowhere."""
    column, machine = MACHINES[platform.machine()]
    rules = [rule for name in lists for rule in LISTS[name]]
    calls = {call: NUMBERS[call][column] for call in dict.fromkeys(rule.call for rule in rules)}
    nothing = _step(RETURN, ERROR | errno.ENOSYS)
    steps = [_step(LOAD, MACHINE_AT), _step(EQUAL, machine, 1), nothing]
    steps += [_step(LOAD, NUMBER_AT), _step(AT_LEAST, OTHER_TABLE, 0, 1), nothing]
    for call, number in calls.items():
        if number is not None:
            block = list(_refusal([rule for rule in rules if rule.call == call]))
            steps += [_step(EQUAL, number, 0, len(block)), *block]
    return b"".join([*steps, _step(RETURN, ALLOW)])


def _refusal(rules: Sequence[Rule]) -> Iterator[bytes]:
    """The steps that decide a call; all its rules look at the same argument."""
    first, allow = rules[0], _step(RETURN, ALLOW)
    if not (first.values or first.flag):
        yield _step(RETURN, ERROR | first.error)
        return
    yield _step(LOAD, ARGUMENTS_AT + 8 * first.at)
    for rule in rules:
        refuse = _step(RETURN, ERROR | rule.error)
        for value in rule.values:
            yield _step(EQUAL, value, 0, 1)
            yield allow if rule.others else refuse
        if rule.flag:
            yield _step(HAS_BIT, rule.flag, 0, 1)
            yield refuse
    yield _step(RETURN, ERROR | first.error) if first.others else allow


def install(code: bytes) -> None:
    """Let the kernel run a filter on this process and all that it starts; OSError."""
    column = MACHINES[platform.machine()][0]
    if _libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "no_new_privs")
    given = _Program(len(code) // 8, code)
    if _libc.syscall(SECCOMP[column], SET_FILTER, NO_SLOWDOWN, ctypes.byref(given)) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"seccomp: {os.strerror(number)}")


def leave_keyring() -> None:
    """Leave the session keyring of the user for an empty one, so that bots do not get its keys.

    A user may have few keyrings; then only the filter keeps bots from the keys.
    """
    if machine := MACHINES.get(platform.machine()):
        _libc.syscall(KEYCTL[machine[0]], JOIN_SESSION_KEYRING, None)


def knows_machine() -> bool:
    """Whether the numbers of system calls of this machine are known."""
    return platform.machine() in MACHINES and sys.maxsize > 2**32


@cache
def refusal() -> str:
    """Why this system cannot filter system calls; empty if it can."""
    machine = platform.machine()
    if sys.platform != "linux" or not knows_machine():
        return f"{sys.platform} {machine}"  # no sentence: the supervisor imports no catalogue
    action = ctypes.c_uint32(ERROR)
    if _libc.syscall(SECCOMP[MACHINES[machine][0]], IS_AVAILABLE, 0, ctypes.byref(action)) != 0:
        return os.strerror(ctypes.get_errno())
    return ""
