"""A bot that plays the first legal move; options on its command line change its behaviour.

    python plain.py [KEY=VALUE …]

hello=JSON adds fields to its hello; ask=1 requests the legal moves in each decision instead of
listing them under "want"; facts=1 prints its environment, folder and limits to stderr; end=1 exits
after each match; busy=S computes for S seconds before each move. Imports little of the standard
library, because tests start hundreds of these.
"""

import json
import os
import sys
import time

GIVEN = dict(word.partition("=")[::2] for word in sys.argv[1:])


def say(**fields: object) -> None:
    print(json.dumps(fields), flush=True)


def writes() -> bool:
    try:
        open("plain-was-here", "w").close()
    except OSError:
        return False
    return True


def connects() -> bool:
    """Whether there is a network interface other than loopback."""
    import socket

    names = [name for _, name in socket.if_nameindex()]
    return names != ["lo"]


def facts() -> dict[str, object]:
    import resource

    limits = ("RLIMIT_NOFILE", "RLIMIT_CORE", "RLIMIT_FSIZE", "RLIMIT_DATA")
    return {
        "environment": dict(os.environ),
        "leader": os.getsid(0) == os.getpid(),
        "folder": os.getcwd(),
        "files": sorted(int(name) for name in os.listdir("/proc/self/fd"))[:-1],
        "writes": writes(),
        "connects": connects(),
        **{name: resource.getrlimit(getattr(resource, name))[0] for name in limits},
    }


def main() -> None:
    wants = [] if "ask" in GIVEN else ["legal"]
    if "facts" in GIVEN:
        print(json.dumps(facts()), file=sys.stderr, flush=True)
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["t"]
        if kind == "hello":
            hello = {"t": "hello", "proto": "tmbp/1", "want": wants}
            say(**hello | json.loads(GIVEN.get("hello", "{}")))
        elif kind == "match":
            say(t="ready", m=message["m"])
        elif kind in ("act", "legal"):
            if "legal" not in message:
                say(t="legal", id=message["id"])
                continue
            # Computes instead of sleeping: Linux 6.12 and later count some sleep as waiting.
            end = time.thread_time() + float(GIVEN.get("busy", 0))
            while time.thread_time() < end:
                pass
            say(t="move", m=message["m"], id=message["id"], move=message["legal"][0])
        elif kind == "ping":
            say(t="pong", n=message["n"])
        elif kind == "quit" or (kind == "end" and "end" in GIVEN):
            return


if __name__ == "__main__":
    main()
