"""What the Linux kernel keeps a bot from: namespaces, and a filter of system calls.

In namespaces a bot sees only its own processes, and other bots cannot see it. `separate` gives this
process new namespaces of users, process ids and System V memory. Processes that it starts
afterwards cannot see, signal or trace a process outside. `furnish` then gives one of them its own
/proc and temporary folders of limited size. Both raise OSError where the system does not allow it.

The filter runs on every system call. A refused call fails as on a system that lacks it, and the bot
goes on. docs/isolation.md says what this means for bots. Imports only the standard library.
"""

import ctypes
import errno
import os
import platform
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
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
FILE_MARKS: Final = (1024, 1025, 1026, 1035, 1036, 1037, 1038, 1039, 1040)
"""F_SETLEASE, F_GETLEASE, F_NOTIFY, hints about how long data of a file will live, delegations."""
PIPE_SIZES: Final = (1031,)
SOCKET_FAMILIES: Final = (1, 2, 10, 16)
"""AF_UNIX, AF_INET, AF_INET6 and AF_NETLINK, which namespaces separate. Others they may not."""
WITHOUT_WAITING: Final = 8
DROP_PAGES: Final = (4,)
AGE_PAGES: Final = (20, 21)

CHANNELS: Final = (
    Rule("fcntl", 0, 1, LOCKS),
    Rule("flock", 0),
    Rule("fcntl", errno.ENOLCK, 1, LOCK_QUESTIONS),
    Rule("fcntl", errno.EPERM, 1, FILE_MARKS + PIPE_SIZES),
    *map(Rule, ("inotify_init", "inotify_init1", "inotify_add_watch")),
    *map(Rule, ("fanotify_init", "fanotify_mark", "sendmsg", "sendmmsg")),
    *(Rule(call, errno.ENOSYS) for call in ("io_uring_setup", "io_uring_enter")),
    *(Rule(call, errno.ENOSYS) for call in ("io_uring_register", "io_setup")),
    Rule("socket", errno.EAFNOSUPPORT, 0, SOCKET_FAMILIES, others=True),
    Rule("mincore", errno.ENOSYS),
    Rule("cachestat", errno.ENOSYS),
    Rule("preadv2", errno.EOPNOTSUPP, 5, flag=WITHOUT_WAITING),
    Rule("fadvise64", 0, 3, DROP_PAGES),
    Rule("madvise", 0, 2, AGE_PAGES),
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

RULE_LISTS: Final = {"harm": HARM, "segments": SEGMENTS, "channels": CHANNELS, "modes": MODES}

# Codes of steps (linux/bpf_common.h): load a word; jump if it equals, reaches or has the bit of a
# value; return. A filter returns ALLOW, or ERROR with the number of the error in its low bits. It
# reads struct seccomp_data, in which call, machine and arguments stand at these bytes.
LOAD, EQUAL, AT_LEAST, HAS_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, ERROR = 0x7FFF_0000, 0x0005_0000
NUMBER_AT, MACHINE_AT, ARGUMENTS_AT = 0, 4, 16
SECOND_TABLE: Final = 0x4000_0000
"""The first number of a second table of system calls on x86_64, which nothing uses: every refused
call has another number in it."""

_libc = ctypes.CDLL(None, use_errno=True)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))  # struct sock_fprog


def _bpf_step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    # A step of classic BPF (struct sock_filter): the two numbers are steps to skip. A jump that
    # skips none goes on with the next step.
    return pack("=HBBI", code, if_true, if_false, value)


def filter_program(lists: Sequence[str]) -> bytes:
    """The filter that refuses the calls of these lists; programs for other machines get nowhere."""
    column, machine = MACHINES[platform.machine()]
    rules = [rule for name in lists for rule in RULE_LISTS[name]]
    calls = {call: NUMBERS[call][column] for call in dict.fromkeys(rule.call for rule in rules)}
    allow, nothing = _bpf_step(RETURN, ALLOW), _bpf_step(RETURN, ERROR | errno.ENOSYS)
    # A program of 32 bits has other numbers for the same calls, so the machine comes first.
    steps = [_bpf_step(LOAD, MACHINE_AT), _bpf_step(EQUAL, machine, 1), nothing]
    steps += [_bpf_step(LOAD, NUMBER_AT), _bpf_step(AT_LEAST, SECOND_TABLE, 0, 1), nothing]
    for call, number in calls.items():
        if number is None:
            continue
        mine = [rule for rule in rules if rule.call == call]
        first = mine[0]
        refusal = _bpf_step(RETURN, ERROR | first.error)
        block = [refusal]
        if first.values or first.flag:
            # All rules of a call look at the same argument, which is loaded once.
            block = [_bpf_step(LOAD, ARGUMENTS_AT + 8 * first.at)]
            for rule in mine:
                refuse = _bpf_step(RETURN, ERROR | rule.error)
                for value in rule.values:
                    block += [_bpf_step(EQUAL, value, 0, 1), allow if rule.others else refuse]
                if rule.flag:
                    block += [_bpf_step(HAS_BIT, rule.flag, 0, 1), refuse]
            block.append(refusal if first.others else allow)
        steps += [_bpf_step(EQUAL, number, 0, len(block)), *block]
    return b"".join([*steps, allow])


def install_filter(code: bytes) -> None:
    """Let the kernel run a filter on this process and all that it starts; OSError."""
    column = MACHINES[platform.machine()][0]
    # Without this only root may install a filter: a set-uid program could be misled by one.
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
def filter_refusal() -> str:
    """Why this system cannot filter system calls; empty if it can."""
    machine = platform.machine()
    if sys.platform != "linux" or not knows_machine():
        return f"{sys.platform} {machine}"  # no sentence: the supervisor imports no catalogue
    action = ctypes.c_uint32(ERROR)
    if _libc.syscall(SECCOMP[MACHINES[machine][0]], IS_AVAILABLE, 0, ctypes.byref(action)) != 0:
        return os.strerror(ctypes.get_errno())
    return ""


# Flags of unshare(2).
NEW_USERS: Final = 0x1000_0000
NEW_PROCESSES: Final = 0x2000_0000
NEW_MEMORY: Final = 0x0800_0000
NEW_MOUNTS: Final = 0x0002_0000

# Flags of mount(2).
READ_ONLY: Final = 1
NO_SETUID: Final = 2
NO_DEVICES: Final = 4
NO_PROGRAMS: Final = 8
REMOUNT: Final = 32
BIND: Final = 4096
RECURSIVE: Final = 1 << 14
PRIVATE: Final = 1 << 18
SHOWN_DEVICES: Final = ("null", "zero", "full", "random", "urandom", "tty", "dri", "kfd")
"""The devices of a bot: those that every program expects, and processors of graphics."""
ACCELERATORS: Final = ("nvidia", "accel")
"""The first letters of others."""
STREAM_LINKS: Final = {"fd": "fd", "stdin": "fd/0", "stdout": "fd/1", "stderr": "fd/2"}
KEPT_FLAGS: Final = {
    "nosuid": NO_SETUID,
    "nodev": NO_DEVICES,
    "noexec": NO_PROGRAMS,
    "noatime": 1 << 10,
    "nodiratime": 1 << 11,
    "relatime": 1 << 21,
}
"""Options of a mount that must be repeated when another option is changed."""

# Options of prctl(2).
DEATH_SIGNAL: Final = 1
DUMPABLE: Final = 4
DROP_CAPABILITY: Final = 24
SUBREAPER: Final = 36

FILE_CAPABILITIES: Final = frozenset(range(5))
"""CHOWN, DAC_OVERRIDE, DAC_READ_SEARCH, FOWNER, FSETID: how root reads and writes any file."""

KERNEL_FILES: Final = ("/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus")
"""Files that control the kernel."""
READ_ONLY_SYSTEMS: Final = frozenset(
    {
        *(b"tmpfs", b"ramfs", b"devtmpfs"),
        *(b"sysfs", b"cgroup", b"cgroup2", b"debugfs", b"tracefs", b"securityfs"),
        *(b"configfs", b"bpf", b"pstore", b"efivarfs"),
    }
)
"""File systems that become read-only: files in memory, which no limit of a process counts, and
files that control the kernel, for example to freeze the processes of a group."""
INODES: Final = 65_536  # empty files take memory as well
DESCRIPTORS: Final = 1 << 20


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
    """Let a process in a new namespace of users keep the ids that it had; called from outside."""
    for kind, own in (("uid", os.getuid()), ("gid", os.getgid())):
        # A line of a map: the first id inside, the first outside, how many. Root keeps the ids of
        # all users, and with them its power over their files.
        with open(f"/proc/self/{kind}_map", encoding="ascii") as file:
            extents = [line.split() for line in file]
        try:
            everyone = "".join(f"{first} {first} {count}\n" for first, _, count in extents)
            _write(f"/proc/{pid}/{kind}_map", everyone)
        except PermissionError:
            # Others may map their own id only, and that of their group only without setgroups:
            # who leaves a group could open files that are closed to its members.
            if kind == "gid":
                _write(f"/proc/{pid}/setgroups", "deny")
            _write(f"/proc/{pid}/{kind}_map", f"{own} {own} 1\n")


def _write(path: str, text: str) -> None:
    with open(path, "wb", buffering=0) as file:  # the kernel takes a map in one write only
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
        # The parent may have ended before this call, so process 1 also looks for it below.
        prctl(DEATH_SIGNAL, signal.SIGKILL)
        prctl(DUMPABLE, 0)  # a bot that runs as the same user cannot look into it
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)  # which process 1 of a namespace ignores
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the kernel then reaps orphans itself
        # A pipe that stays open here would hide from the other side that the bot has ended.
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
    _mount(None, "/", None, RECURSIVE | PRIVATE)  # mounts are not passed on to the old namespace
    # A descriptor still leads to an entry when something is mounted over its folder.
    kept = [(entry, os.open(entry, os.O_PATH)) for entries in roots.values() for entry in entries]
    careful = NO_SETUID | NO_DEVICES | NO_PROGRAMS
    _mount("proc", "/proc", "proc", careful)
    # Settings of the kernel become read-only, because root owns the files and could change them.
    for path in filter(os.path.exists, KERNEL_FILES if os.getuid() == 0 else ()):
        _mount(path, path, None, BIND)
        _mount(None, path, None, BIND | REMOUNT | READ_ONLY | careful)
    if os.path.isdir("/dev/pts"):
        _replace_devices(roots)
    # One file system of limited size for all roots, and one of its folders over each. The first
    # root comes last, because its folder covers the others.
    if roots:
        base = next(iter(roots))
        options = f"size={size},nr_inodes={INODES},mode=1777"
        _mount("tmpfs", base, "tmpfs", NO_SETUID | NO_DEVICES, options)
        for number, root in reversed(list(enumerate(roots))):
            folder = f"{base}/{number}"
            os.mkdir(folder)
            os.chmod(folder, 0o1777)
            _mount(folder, root, None, BIND)
    for entry, descriptor in kept:
        _put_back(entry, descriptor)
    # Other file systems in memory, or controlling the kernel.
    shown = (*roots, *(entry for entries in roots.values() for entry in entries), "/dev/pts")
    for place, flags in list(_writable_mounts()):
        if not within(here, place) and not any(within(place, root) for root in shown):
            with suppress(OSError):  # who may not enter a folder cannot write there either
                _mount(None, place, None, BIND | REMOUNT | READ_ONLY | flags)
    os.chdir(here)  # a path leads to what is mounted there now
    # Root keeps its access to files, also in processes that the bot starts, and nothing else.
    for capability in range(64):
        if capability not in FILE_CAPABILITIES:
            with suppress(OSError):  # there are fewer of them
                prctl(DROP_CAPABILITY, capability)
    prctl(NO_NEW_PRIVILEGES, 1)


def _mount(
    source: str | None, target: str, kind: str | None, flags: int, options: str | None = None
) -> None:
    texts = [None if text is None else os.fsencode(text) for text in (source, target, kind)]
    data = None if options is None else options.encode()
    _call("mount", *texts, ctypes.c_ulong(flags), data)


def _replace_devices(roots: Mapping[str, Sequence[str]]) -> None:
    """Mount a folder of few devices over /dev: no disk, no console, no terminal of anybody else."""
    # Root may write to all devices, and a user to the console where it has logged in.
    names = [name for name in os.listdir("/dev") if name.startswith(ACCELERATORS)]
    wanted = (*SHOWN_DEVICES, *(() if "/dev/shm" in roots else ("shm",)))  # small systems have none
    names += filter(lambda name: os.path.exists(f"/dev/{name}"), wanted)
    kept = [(f"/dev/{name}", os.open(f"/dev/{name}", os.O_PATH)) for name in names]
    _mount("tmpfs", "/dev", "tmpfs", NO_SETUID | NO_PROGRAMS, "size=64k,mode=755")
    for name in ("pts", "shm") if "/dev/shm" in roots else ("pts",):
        os.mkdir(f"/dev/{name}")
    options = "newinstance,ptmxmode=0666,mode=620"
    _mount("devpts", "/dev/pts", "devpts", NO_SETUID | NO_PROGRAMS, options)
    os.symlink("pts/ptmx", "/dev/ptmx")
    for name, target in STREAM_LINKS.items():
        os.symlink(f"/proc/self/{target}", f"/dev/{name}")
    for entry, descriptor in kept:
        _put_back(entry, descriptor)


def _put_back(entry: str, descriptor: int) -> None:
    """Mount an entry of a replaced folder at its old path."""
    source = f"/proc/self/fd/{descriptor}"
    # A mount needs something of its kind to cover: a folder, or an empty file.
    if os.path.isdir(source):
        os.mkdir(entry)
    else:
        os.close(os.open(entry, os.O_CREAT | os.O_WRONLY))
    _mount(source, entry, None, BIND | RECURSIVE)
    os.close(descriptor)


def within(path: str, folder: str) -> bool:
    """Whether a path is a folder or in it, by their names alone."""
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def _writable_mounts() -> Iterator[tuple[str, int]]:
    """The writable mounts of such file systems, and their flags."""
    with open("/proc/self/mountinfo", "rb") as file:
        for line in file:
            # Number, parent, device, root, place, options, any number of fields " - " kind, …
            before, _, after = line.partition(b" - ")
            place, options = before.split()[4:6]
            if after.split()[0] in READ_ONLY_SYSTEMS and b"rw" in options.split(b","):
                names = options.decode().split(",")
                path = place.decode("unicode_escape").encode("latin-1")  # blanks stand as \040
                yield os.fsdecode(path), sum(KEPT_FLAGS.get(name, 0) for name in names)
