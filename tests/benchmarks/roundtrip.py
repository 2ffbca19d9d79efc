"""Cost of a request to a bot in another process, compared with two C programs.

    python -m tests.benchmarks.roundtrip [--moves N] [--rounds N]

The lower bound: a C program writes a request to another one, waits with a deadline and reads the
answer, with nothing but poll, read and write. Then a `BotSession` asks the same C bot and a simple
Python bot (json, a loop over stdin): it writes the same bytes, waits with a deadline, reads and
parses the answer. The last rows give whole decisions: view and legal moves are made, and the
answer is looked up. Rounds alternate. Prints minimum and median of each, because the machine may
have other work; on a busy machine, start the command with `chrt -f 10` (as root) to keep other
work out of the measurement.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from engines.api import CHANCE, State
from engines.games import GAMES
from tourney.agents.bot_process import BotProcess
from tourney.agents.isolation import Limits
from tourney.agents.process import ProcessAgent, Processes
from tourney.agents.wire import BotSession, WireLimits
from tourney.domain.observation import Observation
from tourney.play.agent import Seating
from tourney.play.clock import Clock, Timer

CLOCK = Clock(move_ms=1000)
GAME = GAMES["diams"]
REQUEST = '{"t":"act","m":"m0","id":12345,"n":0,"phase":"draw","move_ms":1000,"bank_ms":0}'
BARS = {"C": 2.0, "Python": 4.5}

C_BOT = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char in[1 << 20], out[256], match[64];

static const char *after(const char *key) {
    const char *at = strstr(in, key);
    return at ? at + strlen(key) : "";
}

int main(int argc, char **argv) {
    const char *want = argc > 1 ? argv[1] : "";
    size_t held = 0;
    for (;;) {
        ssize_t got = read(0, in + held, sizeof in - 1 - held);
        if (got <= 0) return 0;
        held += got;
        in[held] = 0;
        if (in[held - 1] != '\n') continue;
        held = 0;
        int n = 0;
        if (strncmp(in, "{\"t\":\"act\"", 10) == 0) {
            n = sprintf(out, "{\"t\":\"move\",\"m\":\"%s\",\"id\":%ld,\"move\":\"draw\"}\n",
                        match, atol(after("\"id\":")));
        } else if (strncmp(in, "{\"t\":\"match\"", 12) == 0) {
            sscanf(after("\"m\":\""), "%63[^\"]", match);
            n = sprintf(out, "{\"t\":\"ready\",\"m\":\"%s\"}\n", match);
        } else if (strncmp(in, "{\"t\":\"hello\"", 12) == 0) {
            n = sprintf(out, "{\"t\":\"hello\",\"proto\":\"tmbp/1\",\"want\":[%s]}\n", want);
        }
        if (n && write(1, out, n) != n) return 1;
    }
}
"""

C_RUNNER = r"""
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int to[2], from[2], rounds = atoi(argv[2]);
    char *line = argv[3], answer[65536];
    size_t size = strlen(line);
    struct timespec begin, end;
    if (pipe(to) || pipe(from)) return 1;
    if (!fork()) {
        dup2(to[0], 0);
        dup2(from[1], 1);
        close(to[1]);
        close(from[0]);
        execl(argv[1], argv[1], (char *)0);
        _exit(1);
    }
    line[size++] = '\n';
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (int i = 0; i < rounds; i++) {
        struct pollfd ready = {from[0], POLLIN, 0};
        size_t held = 0;
        if (write(to[1], line, size) != (ssize_t)size) return 1;
        do {
            ssize_t got;
            if (poll(&ready, 1, 1000) != 1) return 2;
            got = read(from[0], answer + held, sizeof answer - held);
            if (got <= 0) return 3;
            held += got;
        } while (answer[held - 1] != '\n');
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%.9f\n", (end.tv_sec - begin.tv_sec + (end.tv_nsec - begin.tv_nsec) / 1e9) / rounds);
    return 0;
}
"""

PYTHON_BOT = """
import json
import sys

WANT = sys.argv[1:]
for line in sys.stdin:
    message = json.loads(line)
    kind = message["t"]
    if kind == "act":
        answer = {"t": "move", "m": message["m"], "id": message["id"], "move": "draw"}
    elif kind == "match":
        answer = {"t": "ready", "m": message["m"]}
    elif kind == "hello":
        answer = {"t": "hello", "proto": "tmbp/1", "want": WANT}
    else:
        continue
    print(json.dumps(answer), flush=True)
"""


def compiled(folder: Path) -> tuple[Path, Path]:
    """Compile the two C programs; their paths."""
    made = []
    for name, text in (("bot", C_BOT), ("runner", C_RUNNER)):
        source = folder / f"{name}.c"
        source.write_text(text)
        subprocess.run(["cc", "-O2", "-w", "-o", folder / name, source], check=True)
        made.append(folder / name)
    return made[0], made[1]


def position() -> State[Any]:
    """A position in the middle of a match of Diam's with four seats."""
    luck, state = Random(5), GAME.start(GAME.options({}, 4), 4)
    for count in range(1000):
        if count > 40 and state.phase() == "draw":
            break
        seat = state.pending()[0]
        state.apply(seat, GAME.shuffle(state, luck) if seat == CHANCE else state.sample(seat, luck))
    return state


class Ready:
    """A decision with a phase only, to measure the way to the bot and back."""

    def phase(self) -> str:
        """The phase of the decision."""
        return "draw"


def asked(words: Sequence[str], moves: int) -> Callable[[], float]:
    """A measurement of a session: seconds for one request and its answer."""
    session = BotSession(BotProcess(words, Limits()), WireLimits())
    session.greet()
    session.begin(Seating(GAME, GAME.options({}, 4), 0, 4, clock=CLOCK))
    observation: Any = Ready()

    def measure() -> float:
        timer = Timer(CLOCK)
        began = perf_counter()
        for _ in range(moves):
            session.ask(observation, timer, list)
        return (perf_counter() - began) / moves

    return measure


def decided(words: Sequence[str], moves: int) -> Callable[[], float]:
    """A measurement of whole decisions: seconds for each."""
    processes = Processes(words, Limits(), WireLimits())
    processes.hello()
    agent, state = ProcessAgent(processes, "1", False, 0), position()
    seat = state.pending()[0]
    agent.start(Seating(GAME, GAME.options({}, 4), seat, 4, clock=CLOCK))
    observation = Observation(GAME, state, seat)

    def measure() -> float:
        began = perf_counter()
        for _ in range(moves):
            agent.choose(observation)
        return (perf_counter() - began) / moves

    return measure


def floor(runner: Path, bot: Path, moves: int) -> Callable[[], float]:
    """A measurement of the two C programs: seconds for the same request and answer."""

    def measure() -> float:
        words = [runner, bot, str(moves), REQUEST]
        told = subprocess.run(words, check=True, capture_output=True, text=True)
        return float(told.stdout)

    return measure


def table(folder: Path, moves: int, rounds: int) -> Iterator[str]:
    """The table, line by line."""
    bot, runner = compiled(folder)
    python = folder / "bot.py"
    python.write_text(PYTHON_BOT)
    stock = (sys.executable, str(python))
    ways = {
        "two C programs": floor(runner, bot, moves),
        "C": asked((str(bot),), moves),
        "Python": asked(stock, moves),
        "C, whole decision": decided((str(bot), '"view","legal"'), moves),
        "Python, whole decision": decided((*stock, "view", "legal"), moves),
    }
    times = {name: list[float]() for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            times[name].append(way())
    least, middle = min(times["two C programs"]), median(times["two C programs"])
    yield f"{'':24}{'least µs':>9}{'ratio':>7}{'median µs':>11}{'ratio':>7}"
    for name, found in times.items():
        row = f"{name:24}{1e6 * min(found):9.1f}{min(found) / least:7.2f}"
        row += f"{1e6 * median(found):11.1f}{median(found) / middle:7.2f}"
        yield row + (f"   (bar {BARS[name]:g})" if name in BARS else "")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moves", type=int, default=1000, help="questions a round")
    parser.add_argument("--rounds", type=int, default=30)
    given = parser.parse_args()
    if shutil.which("cc") is None:
        print("no cc here: the floor is two C programs, which nobody can compile; nothing measured")
        return
    with tempfile.TemporaryDirectory() as folder:
        for line in table(Path(folder), given.moves, given.rounds):
            print(line)


if __name__ == "__main__":
    main()
