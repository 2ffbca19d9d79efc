"""A bot that plays the first legal move and misbehaves at its third decision.

    python hostile.py MODE [MARKER]

MODE is the kind of misbehaviour. MARKER lets a test find the processes that the bot leaves behind.
Standard library only.
"""

import json
import os
import signal
import sys
import time

Act = dict  # type: ignore[type-arg]  # importing typing would take longer than the rest of a start
AT = 3
JUNK = b"\xff\xfe{]\x00\n"


def say(**fields: object) -> None:
    sys.stdout.write(json.dumps(fields) + "\n")
    sys.stdout.flush()


def raw(data: bytes) -> None:
    os.write(1, data)


def forever() -> None:
    while True:
        time.sleep(60)


def answer(act: Act, **changes: object) -> None:
    say(**{"t": "move", "m": act["m"], "id": act["id"], "move": act["legal"][0], **changes})


def crash(act: Act) -> None:
    raise RuntimeError("lost the thread")


def mid_line(act: Act) -> None:
    raw(b'{"t":"move","m":')
    os._exit(3)


def by_signal(act: Act) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def leave(act: Act) -> None:
    os._exit(0)


def hang(act: Act) -> None:
    forever()


def drip(act: Act) -> None:
    """Writes a line that never ends, one byte at a time."""
    while True:
        raw(b" ")
        time.sleep(0.001)


def stubborn(act: Act) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    forever()


def flood(act: Act) -> None:
    while True:
        raw(b"x" * 8192)


def chatter(act: Act) -> None:
    """Writes valid lines without end."""
    while True:
        say(t="move", m=act["m"], id=0, move="draw")


def moan(act: Act) -> None:
    """Writes two megabytes to stderr, then answers."""
    for _ in range(256):
        os.write(2, b"woe is me\n" * 800)
    answer(act)


def moan_for_ever(act: Act) -> None:
    while True:
        os.write(2, b"woe is me\n" * 800)


def born(detached: bool) -> None:
    for _ in range(3):
        if os.fork() == 0:
            if detached:
                os.setsid()
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            forever()


def fork(act: Act) -> None:
    """Starts children that keep the pipes open, then exits without them."""
    born(detached=False)
    os._exit(1)


def fork_away(act: Act) -> None:
    born(detached=True)
    os._exit(1)


def fork_on(act: Act) -> None:
    """Starts children in the background, then continues the match."""
    born(detached=True)
    answer(act)


def multiply(act: Act) -> None:
    """Starts 200 processes, each of which runs for four minutes."""
    for _ in range(200):
        if os.fork() == 0:
            time.sleep(240)
            os._exit(0)
    forever()


def close_all(act: Act) -> None:
    """Closes stdin, stdout and stderr and keeps running."""
    for fd in range(3):
        os.close(fd)
    forever()


def supervisor() -> int:
    """Id of the process that supervises this one; 1 if a namespace hides it."""
    return os.getppid() or 1


def kill_supervisor(act: Act) -> None:
    born(detached=True)
    os.kill(supervisor(), signal.SIGKILL)
    forever()


def stop_supervisor(act: Act) -> None:
    born(detached=True)
    os.kill(supervisor(), signal.SIGSTOP)
    forever()


def stop_and_kill_supervisor(act: Act) -> None:
    """Stops the supervisor, which then has an unread message, and kills it half a second later."""
    above = supervisor()
    os.kill(above, signal.SIGSTOP)
    if os.fork() == 0:
        os.setsid()
        time.sleep(0.5)
        os.kill(above, signal.SIGKILL)
        forever()
    raw(JUNK)
    forever()


def burn(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


children: list[int] = []
"""Those of `busy_children`, the oldest first."""


def busy_children(act: Act) -> None:
    """Answers late because its own children keep all cores busy."""
    while children and os.waitpid(children[0], os.WNOHANG)[0]:
        del children[0]  # else those of all matches together are more than allowed
    for _ in range(4 * (os.cpu_count() or 1)):
        if not (child := os.fork()):
            burn(1.5)
            os._exit(0)
        children.append(child)
    burn(0.7)
    answer(act)


def busy_chain(act: Act) -> None:
    """Answers late; each child runs for a moment only and is reaped without a trace."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    end = time.monotonic() + 1.5
    for _ in range(4 * (os.cpu_count() or 1)):
        if os.fork() == 0:
            while time.monotonic() < end:
                burn(0.03)
                if os.fork():
                    os._exit(0)
            os._exit(0)
    burn(0.7)
    answer(act)


def busy_threads(act: Act) -> None:
    """Answers late because its own threads keep the cores busy."""
    import threading

    threads = [threading.Thread(target=burn, args=(1.5,)) for _ in range(8)]
    for thread in threads:
        thread.start()
    burn(0.7)
    answer(act)


def frame(act: Act) -> None:
    """Resigns in the name of every other bot that it can find."""
    import contextlib

    for name in os.listdir("/proc"):
        with contextlib.suppress(OSError, ValueError):
            if int(name) != os.getpid() and b"framed" in command_line(name):
                with open(f"/proc/{name}/fd/1", "wb", buffering=0) as file:
                    for number in range(1, 100):
                        line = {"t": "resign", "m": act["m"], "id": number}
                        file.write(json.dumps(line).encode() + b"\n")
    answer(act)


def command_line(name: str) -> bytes:
    with open(f"/proc/{name}/cmdline", "rb") as file:
        return file.read()


def eat(act: Act) -> None:
    hoard = []
    while True:
        hoard.append(bytearray(b"x" * (4 << 20)))


def eat_shared(act: Act) -> None:
    """Fills shared memory, which does not count as data of a process."""
    import mmap

    hoard = []
    while True:
        hoard.append(mmap.mmap(-1, 4 << 20))
        hoard[-1].write(b"x" * (4 << 20))


def early(act: Act) -> None:
    """Sends the answer together with an answer to a request that has not come yet."""
    move = {"t": "move", "m": act["m"], "id": act["id"], "move": act["legal"][0]}
    raw(b"".join(json.dumps({**move, "id": act["id"] + n}).encode() + b"\n" for n in (0, 1)))


def twice(act: Act) -> None:
    answer(act)
    answer(act)


def wrong_id(act: Act) -> None:
    answer(act, id=act["id"] + 1000)
    answer(act)


def only_wrong_id(act: Act) -> None:
    answer(act, id=act["id"] - 1)


def without_id(act: Act) -> None:
    say(t="move", m=act["m"], move=act["legal"][0])


def text_as_id(act: Act) -> None:
    say(t="move", m=act["m"], id=str(act["id"]), move=act["legal"][0])


def megabyte(act: Act) -> None:
    answer(act, info="x" * (1 << 20))


def half_a_character(act: Act) -> None:
    """Sends a lone surrogate: JSON can escape it, but UTF-8 cannot encode it."""
    answer(act, info="\ud800")


def half_a_move(act: Act) -> None:
    answer(act, move="market \ud800")


def junk(act: Act) -> None:
    raw(JUNK)
    answer(act)


def nested(act: Act) -> None:
    raw(b"[" * 60_000 + b"\n")


def unknown(act: Act) -> None:
    say(t="dance", id=act["id"])


def numbered(act: Act) -> None:
    answer(act, move=17)


def illegal(act: Act) -> None:
    answer(act, move="no such move")


def resign(act: Act) -> None:
    say(t="resign", m=act["m"], id=act["id"])


def late(act: Act) -> None:
    time.sleep(0.5)
    answer(act)


def killed(act: Act) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def nothing(act: Act) -> None:
    answer(act)


def at_start(mode: str) -> None:
    """The misbehaviour of modes that start before the first message."""
    if mode == "crash_at_start":
        raise RuntimeError("no weights")
    if mode == "mute_at_start":
        forever()
    if mode == "junk_at_start":
        raw(JUNK)
    if mode == "exit_at_start":
        sys.exit(0)


def play(mode: str) -> None:
    deed, asked = globals().get(mode, nothing), 0
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["t"]
        if kind == "hello":
            say(t="hello", proto="tmbp/1", name="hostile", version="1", want=["legal", "events"])
        elif kind == "match":
            asked = 0
            say(t="ready", m=message["m"])
            if mode == "never_reads":
                forever()
        elif kind == "act":
            asked += 1
            (deed if asked == AT else answer)(message)
        elif kind == "error":
            print("told:", message["code"], file=sys.stderr, flush=True)
        elif kind == "ping":
            say(t="pong", n=message["n"])
        elif kind == "end" and mode == "hang_at_end":
            forever()
        elif kind == "end" and mode == "crash_at_end":
            raise RuntimeError("cannot lose")
        elif kind == "quit" and deed is not stubborn:
            return


if __name__ == "__main__":
    at_start(sys.argv[1])
    play(sys.argv[1])
