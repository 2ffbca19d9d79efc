"""Cost of a request to a bot in another process, compared with two C programs.

    python -m tests.benchmarks.roundtrip [--moves N] [--rounds N] [--games] [--spread]

The lower bound: a C program writes a request to another one, waits with a deadline and reads the
answer, with nothing but poll, read and write. Then a `BotSession` asks the same C bot and a plain
Python bot (json, a loop over stdin): it writes the same bytes, waits with a deadline, reads and
parses the answer. Next come whole decisions, the draws of one seat in a match of Diam's in their
order: view and legal moves are made, and the answer is looked up. They are also measured with a bot
that uses the Python client of the samples, and with bots that want a view's changes only. With
`--games` follow all decisions of one seat in a match of every game.

Everything runs on one core, and times are processor times of both processes, so that other work on
the machine counts little. With `--spread` the system chooses the cores, and times are by the clock.
Other work on the neighbouring core still makes Python slower than C, so the first ratio is that of
the least times; the second is the median over the rounds of a time divided by that of the two C
programs in the same round. On a busy machine, start the command with `chrt -f 10` (as root).
"""

import argparse
import gc
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any, TypeAlias

from engines.api import CHANCE, Game, State
from engines.games import GAMES
from tests.agents.reference import CLIENT
from tourney.agents.bot_process import BotProcess
from tourney.agents.isolation import Limits
from tourney.agents.programs import ProcessAgent
from tourney.agents.wire import BotSession, WireLimits
from tourney.domain.observation import Observation
from tourney.play.agent import Seating
from tourney.play.clock import Clock, Timer

Measure: TypeAlias = Callable[[], float]

CLOCK = Clock(move_ms=1000)
DIAMS = GAMES["diams"]
REQUEST = '{"t":"act","m":"m0","id":12345,"n":0,"phase":"draw","move_ms":1000,"bank_ms":0}'
BARS = {
    **{"C": 2.0, "Python": 4.5},
    **{f"{bot}, whole decision": bar for bot, bar in (("C", 4), ("Python", 8), ("client", 8))},
    **{f"{bot}, delta, whole decision": bar for bot, bar in (("C", 4), ("client", 8))},
    "C, diamond-boxes": 15,
}

C_BOT = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char in[1 << 20], out[4096], match[64], move[1024];

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
            const char *kind = "move";
            if (sscanf(after("\"legal\":[\""), "%1000[^\"]", move) != 1) strcpy(move, "draw");
            if (strstr(in, "\"legal_count\":")) kind = "legal";
            n = sprintf(out, "{\"t\":\"%s\",\"m\":\"%s\",\"id\":%ld,\"move\":\"%s\"}\n",
                        kind, match, atol(after("\"id\":")), move);
        } else if (strncmp(in, "{\"t\":\"legal\"", 12) == 0) {
            sscanf(after("\"legal\":[\""), "%1000[^\"]", move);
            n = sprintf(out, "{\"t\":\"move\",\"m\":\"%s\",\"id\":%ld,\"move\":\"%s\"}\n",
                        match, atol(after("\"id\":")), move);
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

static double seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

int main(int argc, char **argv) {
    int to[2], from[2], rounds = atoi(argv[2]);
    char *line = argv[3], answer[65536];
    size_t size = strlen(line);
    double clock, used;
    clockid_t theirs;
    pid_t bot;
    if (pipe(to) || pipe(from)) return 1;
    if (!(bot = fork())) {
        dup2(to[0], 0);
        dup2(from[1], 1);
        close(to[1]);
        close(from[0]);
        execl(argv[1], argv[1], (char *)0);
        _exit(1);
    }
    if (clock_getcpuclockid(bot, &theirs)) return 1;
    line[size++] = '\n';
    for (int i = -1; i < rounds; i++) {
        struct pollfd ready = {from[0], POLLIN, 0};
        size_t held = 0;
        if (i == 0) {
            clock = seconds(CLOCK_MONOTONIC);
            used = seconds(CLOCK_PROCESS_CPUTIME_ID) + seconds(theirs);
        }
        if (write(to[1], line, size) != (ssize_t)size) return 1;
        do {
            ssize_t got;
            if (poll(&ready, 1, 1000) != 1) return 2;
            got = read(from[0], answer + held, sizeof answer - held);
            if (got <= 0) return 3;
            held += got;
        } while (answer[held - 1] != '\n');
    }
    clock = seconds(CLOCK_MONOTONIC) - clock;
    used = seconds(CLOCK_PROCESS_CPUTIME_ID) + seconds(theirs) - used;
    printf("%.9f %.9f\n", clock / rounds, used / rounds);
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
    if kind == "act" and "legal_count" in message:
        answer = {"t": "legal", "m": message["m"], "id": message["id"]}
    elif kind in ("act", "legal"):
        move = message["legal"][0] if "legal" in message else "draw"
        answer = {"t": "move", "m": message["m"], "id": message["id"], "move": move}
    elif kind == "match":
        answer = {"t": "ready", "m": message["m"]}
    elif kind == "hello":
        answer = {"t": "hello", "proto": "tmbp/1", "want": WANT}
    else:
        continue
    print(json.dumps(answer), flush=True)
"""

CLIENT_BOT = """
import sys

from tmbp import Bot, run


class First(Bot):
    want = sys.argv[1:] or None

    def choose(self, view, legal):
        return legal[0]


run(First)
"""


class Stopwatch:
    """Measures seconds for each of a number of moves, of this process and of a bot's."""

    def __init__(self, bot: int, clock: bool) -> None:
        self._bot = Path(f"/proc/{bot}/schedstat")
        self._clock = clock

    def __call__(self, play: Callable[[], int]) -> float:
        """Seconds for each move of `play`, which returns their number."""
        before = self._now()
        moves = play()
        return (self._now() - before) / moves

    def _now(self) -> float:
        if self._clock:
            return perf_counter()
        return process_time() + int(self._bot.read_bytes().split()[0]) / 1e9


class Ready:
    """A decision with a phase only, to measure the way to the bot and back."""

    def phase(self) -> str:
        """The phase of the decision."""
        return "draw"


class OneProcess:
    """Takes the place of `Processes`, so that the process is known."""

    def __init__(self, session: BotSession) -> None:
        self._session = session

    def take(self, seating: Seating, deal: object, spy: object) -> BotSession:
        """The process, in a match."""
        self._session.begin(seating)
        return self._session


class Benchmark:
    """What is measured, with the programs that it needs, in a folder."""

    def __init__(self, folder: Path, moves: int, clock: bool) -> None:
        self._moves = moves
        self._clock = clock
        self._runner, bot = (compiled(folder, *one) for one in PROGRAMS.items())
        plain, client = folder / "plain.py", folder / "client.py"
        plain.write_text(PYTHON_BOT)
        client.write_text(CLIENT_BOT)
        shutil.copy(CLIENT, folder)
        python = (sys.executable, str(plain))
        self._bare = {"C": (str(bot),), "Python": python}
        self._all = {
            "C": (str(bot), '"view","legal"'),
            "Python": (*python, "view", "legal"),
            "client": (sys.executable, str(client)),
            "C, delta": (str(bot), '"view","legal","delta"'),
            "client, delta": (sys.executable, str(client), "view", "legal", "delta"),
        }

    def floor(self) -> float:
        """Seconds for a request of a C program to another one, and its answer."""
        words = [self._runner, self._all["C"][0], str(self._moves), REQUEST]
        told = subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()
        return float(told[0 if self._clock else 1])

    def ways(self, games: bool) -> Iterator[tuple[str, Measure]]:
        """What is compared with that, by name."""
        for name, words in self._bare.items():
            yield name, self._asked(words)
        for name, words in self._all.items():
            met = draws()
            yield (
                f"{name}, whole decision",
                self._decided(words, DIAMS, met, -(-self._moves // len(met))),
            )
        for game in GAMES.values() if games else ():
            met = positions(game)
            for name, words in self._all.items():
                yield f"{name}, {game.name}", self._decided(words, game, met, -(-50 // len(met)))

    def _asked(self, words: Sequence[str]) -> Measure:
        """Requests of a phase only."""
        session, watch = self._started(words)
        session.begin(Seating(DIAMS, DIAMS.options({}, 4), 0, 4, clock=CLOCK))
        observation: Any = Ready()
        timer = Timer(CLOCK)

        def play() -> int:
            for _ in range(self._moves):
                session.ask(observation, timer)
            return self._moves

        return lambda: watch(play)

    def _decided(
        self, words: Sequence[str], game: Game[Any], met: Sequence[State[Any]], repeats: int
    ) -> Measure:
        """Whole decisions in positions of one seat."""
        session, watch = self._started(words)
        processes: Any = OneProcess(session)
        agent = ProcessAgent(processes, "1", False, 0)
        seat, seats = met[0].pending()[0], met[0].view(None)["seats"]
        agent.start(Seating(game, game.options({}, seats), seat, seats, clock=CLOCK))
        observations = [Observation(game, state, seat) for state in met]

        def play() -> int:
            for _ in range(repeats):
                for observation in observations:
                    agent.choose(observation)
            return repeats * len(observations)

        return lambda: watch(play)

    def _started(self, words: Sequence[str]) -> tuple[BotSession, Stopwatch]:
        child = BotProcess(words, Limits())
        session = BotSession(child, WireLimits())
        session.greet()
        return session, Stopwatch(child.pid, self._clock)


PROGRAMS = {"runner": C_RUNNER, "bot": C_BOT}


def compiled(folder: Path, name: str, text: str) -> Path:
    """Compile a C program; its path."""
    source = folder / f"{name}.c"
    source.write_text(text)
    subprocess.run(["cc", "-O2", "-w", "-o", folder / name, source], check=True)
    return folder / name


def draws() -> list[State[Any]]:
    """The positions of a match of Diam's with four seats in which its first seat draws."""
    return [state for state in positions(DIAMS) if state.phase() == "draw"]


def positions(game: Game[Any]) -> list[State[Any]]:
    """The positions of a random match in which its first seat decides."""
    seats = min(4, game.seats[-1])
    luck, state, met = Random(5), game.start(game.options({}, seats), seats), list[State[Any]]()
    while owing := state.pending():
        seat = owing[0]
        if seat == 0:
            met.append(state.clone())
        state.apply(seat, game.shuffle(state, luck) if seat == CHANCE else state.sample(seat, luck))
    return met


def table(folder: Path, given: argparse.Namespace) -> Iterator[str]:
    """The table, line by line."""
    benchmark = Benchmark(folder, given.moves, given.spread)
    ways: Mapping[str, Measure] = dict(benchmark.ways(given.games))
    gc.freeze()  # as a run does
    floors, times = list[float](), {name: list[float]() for name in ways}
    for _ in range(given.rounds):
        floors.append(benchmark.floor())
        for name, way in ways.items():
            times[name].append(way())
    yield f"{'':30}{'least µs':>9}{'ratio':>7}{'median µs':>11}{'ratio':>7}"
    for name, found in {"two C programs": floors, **times}.items():
        row = f"{name:30}{1e6 * min(found):9.1f}{min(found) / min(floors):7.2f}"
        ratio = median(one / floor for one, floor in zip(found, floors, strict=True))
        row += f"{1e6 * median(found):11.1f}{ratio:7.2f}"
        yield row + (f"   (bar {BARS[name]:g})" if name in BARS else "")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moves", type=int, default=300, help="questions a round")
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--games", action="store_true", help="every game, too")
    parser.add_argument("--spread", action="store_true", help="any core, times by the clock")
    given = parser.parse_args()
    if shutil.which("cc") is None:
        print("no cc here: the floor is two C programs, which nobody can compile; nothing measured")
        return
    if not given.spread:
        if not hasattr(os, "sched_setaffinity"):
            print("this system pins no process to a core; use --spread; nothing measured")
            return
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as folder:
        for line in table(Path(folder), given):
            print(line)


if __name__ == "__main__":
    main()
