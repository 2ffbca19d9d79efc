"""Work done by the workers of a Dask scheduler has the same content as work done here."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from itertools import takewhile
from pathlib import Path
from threading import Thread
from time import monotonic

import pytest

from tests.agents.tables import command
from tests.conftest import Tourney
from tests.play.tables import mine
from tests.until import until
from tests.work.dask_cluster import DaskCluster, kill
from tourney.agents.isolation import Limits, possible
from tourney.store.matches import match_count
from tourney.store.runs import all_runs

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(
        find_spec("distributed") is None,  # importing it takes a second
        reason="distributed is not installed: pip install '.[dask]'",
    ),
]

PLAIN = Path(__file__).parents[1] / "agents" / "plain.py"
needs_bwrap = pytest.mark.skipif(
    bool(possible(Limits(isolation="bwrap"))[1]), reason="bubblewrap cannot be used here"
)
BOTS = ("--bot", "a=random", "--bot", "b=greedy", "--bot", f"c={mine('Fickle')}")
RUN = ("-g", "diams", "-O", "length=quick", *BOTS, "--seats", "2", "--seed", "3", "--name", "x")


@pytest.fixture
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    """A scheduler with two workers, in another folder than the commands."""
    with DaskCluster(tmp_path_factory.mktemp("dask")) as started:
        yield started


def program(folder: Path, *args: str) -> subprocess.Popen[str]:
    """A process of tourney in a folder."""
    return subprocess.Popen(
        [sys.executable, "-m", "tourney", *args], cwd=folder, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(folder)},
    )  # fmt: skip


def impatient(folder: Path, limits: str, *args: str) -> subprocess.Popen[str]:
    """A process of tourney with shorter limits of time."""
    code = (
        f"from tourney.work import cluster\n{limits}\nfrom tourney.__main__ import script\nscript()"
    )
    return subprocess.Popen(
        [sys.executable, "-c", code, *args], cwd=folder, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def ended(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of a process."""
    out, err = process.communicate()
    return process.returncode, out, err


def content(tourney: Tourney, db: str) -> tuple[str, str]:
    """Records with their faults, and standings."""
    records = tourney("export", "tmr", "x", "--db", db)
    standings = tourney("standings", "x", "--db", db, "--format", "json")
    assert (records.code, standings.code) == (0, 0)
    return records.out, standings.out


def dask(cluster: DaskCluster) -> tuple[str, ...]:
    """The options that play there, also Python classes."""
    return "--executor", f"dask:{cluster.address}", "--trust-bots"


def test_a_run_has_the_same_content(tourney: Tourney, tmp_path: Path, cluster: DaskCluster) -> None:
    code, _, err = ended(
        program(tmp_path, "run", *RUN, "--deals", "30", "--db", "1.db", *dask(cluster))
    )
    assert code == 0, err
    assert "180 of 180 matches stored in 1.db" in err
    assert "distributed" not in err
    assert tourney("run", *RUN, "--deals", "30", "--db", "2.db", "-q").code == 0
    assert content(tourney, "1.db") == content(tourney, "2.db")
    checked = ended(program(tmp_path, "check", "run:x", "--db", "1.db", *dask(cluster)[:2]))
    assert (checked[0], checked[2]) == (0, "180 of 180 matches pass\n")


def test_a_decision_played_on_there_says_the_same(
    tourney: Tourney, tmp_path: Path, cluster: DaskCluster
) -> None:
    record = Path(__file__).parents[2] / "data" / "records" / "spring-diams.tmr"
    asked = ("replay", str(record), "--what-if", "34", "crack B 6", "--format", "csv")
    code, out, err = ended(program(tmp_path, *asked, "--budget", "40", *dask(cluster)[:2]))
    assert code == 0, err
    assert out == tourney(*asked, "--budget", "40").out


def test_tables_of_an_event_have_the_same_results(
    tourney: Tourney, tmp_path: Path, cluster: DaskCluster
) -> None:
    bots = [word for name in "abcd" for word in ("--bot", f"{name}=random")]
    given = ("--game", "diams", *bots, "--schedule", "swiss", "--rounds", "1", "--sizes", "2")
    found = []
    for db, how in (("1.db", dask(cluster)), ("2.db", ())):
        assert tourney("event", "new", "L", *given, "--seed", "1", "--db", db).code == 0
        assert tourney("event", "pair", "L", "--db", db).code == 0
        code, _, err = ended(program(tmp_path, "event", "play", "L", "--db", db, *how))
        assert code == 0, err
        found.append(tourney("standings", "L", "--db", db, "--format", "csv").out)
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("kills", "workers"), [(6, 2), pytest.param(100, 4, marks=pytest.mark.campaign)]
)
def test_killed_workers_schedulers_and_runners_change_nothing(
    tourney: Tourney, tmp_path: Path, kills: int, workers: int
) -> None:
    kills = int(os.environ.get("TOURNEY_TEST_KILLS", kills))
    deals = 120 * kills  # a fast machine ends the run before the last kill
    args = (*RUN, "--deals", str(deals))
    luck, victims = random.Random(kills), list[str]()
    with DaskCluster(tmp_path, workers) as cluster:
        how = (*dask(cluster), "--wait", "5m", "--db", "1.db", "-q")
        process = program(tmp_path, "run", *args, *how)
        until(lambda: (tmp_path / "1.db").exists())
        while process.poll() is None and len(victims) < kills:
            end = monotonic() + luck.uniform(0.5, 5)
            until(lambda end=end: monotonic() > end)  # type: ignore[misc]
            victims.append(luck.choice(("scheduler", "worker", "worker", "runner")))
            if victims[-1] == "scheduler":
                cluster.restart_scheduler()
            elif victims[-1] == "worker":
                cluster.replace_worker(luck.randrange(workers))
            elif process.poll() is None:
                kill(process)
                process.communicate()
                process = program(tmp_path, "run", "--resume", "x", *how)
        code, _, err = ended(process)
    print("killed:", {name: victims.count(name) for name in sorted(set(victims))})
    assert code == 0, err
    assert len(victims) > kills // 2
    assert tourney("run", *args, "--db", "2.db", "-q", "-j", "2").code == 0
    assert content(tourney, "1.db") == content(tourney, "2.db")


def test_bots_are_sent_to_the_workers(
    tourney: Tourney, tmp_path: Path, cluster: DaskCluster
) -> None:
    """The workers run in another folder, where the bot does not exist."""
    bots = tmp_path / "bots"
    bots.mkdir()
    (bots / "helper.py").write_text("def first(moves):\n    return moves[0]\n")
    (bots / "own.py").write_text(
        "from helper import first\n"
        "class Own:\n    version = '1'\n"
        "    def choose(self, view, legal):\n        return first(legal)\n"
    )
    args = ("-g", "diams", "-O", "length=quick", "--bot", "a=random", "--bot", "b=./bots/own.py",
            "--seed", "1", "--deals", "4", "--name", "x")  # fmt: skip
    failed = ended(program(tmp_path, "run", *args, "--db", "0.db", *dask(cluster)))
    assert failed[0] == 5
    assert "on worker tcp://127.0.0.1:" in failed[2]
    assert "send it from this machine with --ship PATH" in failed[2]
    sent = program(tmp_path, "run", *args, "--db", "1.db", *dask(cluster), "--ship", "bots", "-q")
    assert ended(sent)[0] == 0
    assert "forfeit" not in tourney("export", "tmr", "x", "--db", "1.db").out
    assert tourney("run", *args, "--db", "2.db", "-q").code == 0
    assert content(tourney, "1.db") == content(tourney, "2.db")


def test_a_worker_that_hangs_holds_up_nothing(tourney: Tourney, tmp_path: Path) -> None:
    args = (*RUN, "--deals", "200")
    with DaskCluster(tmp_path, workers=3) as cluster:
        process = program(tmp_path, "run", *args, "--db", "1.db", *dask(cluster), "-q")
        until(lambda: (tmp_path / "1.db").exists() and stored(tmp_path / "1.db") > 20)
        cluster.workers[0].send_signal(signal.SIGSTOP)
        code, _, err = ended(process)
        cluster.workers[0].send_signal(signal.SIGCONT)
    assert code == 0, err
    assert tourney("run", *args, "--db", "2.db", "-q", "-j", "2").code == 0
    assert content(tourney, "1.db") == content(tourney, "2.db")


def test_a_worker_that_hangs_from_the_start_is_not_waited_for(
    tourney: Tourney, tmp_path: Path, cluster: DaskCluster
) -> None:
    args = (*RUN, "--deals", "4")
    log = cluster.folder / "dask.log"
    until(lambda: log.read_text().count("Registered to") == 2)
    cluster.workers[0].send_signal(signal.SIGSTOP)
    code, _, err = ended(program(tmp_path, "run", *args, "--db", "1.db", *dask(cluster), "-q"))
    cluster.workers[0].send_signal(signal.SIGCONT)
    assert code == 0, err
    assert tourney("run", *args, "--db", "2.db", "-q").code == 0
    assert content(tourney, "1.db") == content(tourney, "2.db")


def stored(file: Path) -> int:
    from tourney.domain.errors import TourneyError
    from tourney.store import open_store

    try:
        with open_store(str(file)) as store:
            return sum(match_count(store, run) for run in all_runs(store))
    except TourneyError:  # the tables are being created
        return 0


def test_workers_with_other_versions_are_refused(tmp_path: Path, cluster: DaskCluster) -> None:
    fake = tmp_path / "fake"
    fake.mkdir()
    (fake / "sitecustomize.py").write_text("import tourney\ntourney.__version__ = '0.0.1'\n")
    args = ("run", *RUN, "--deals", "2")
    with ExitStack() as stack:
        other = stack.enter_context(DaskCluster(tmp_path, workers=0))
        other.workers.append(other.worker(PYTHONPATH=str(fake)))
        code, _, err = ended(program(tmp_path, *args, "--db", "1.db", *dask(other)))
        assert code == 6
        assert "has tourney 0.0.1, Python" in err
        assert "this machine has tourney 0." in err
        other.workers.append(other.worker())
        code, _, err = ended(program(tmp_path, *args, "--db", "2.db", *dask(other), "--wait", "1m"))
    assert code in (0, 6), err


def test_missing_schedulers_and_workers_are_named(tmp_path: Path) -> None:
    with DaskCluster(tmp_path, workers=0) as cluster:
        args = ("run", *RUN, "--deals", "2", *dask(cluster))
        code, _, err = ended(program(tmp_path, *args, "--db", "1.db"))
        assert code == 1
        assert "has no workers that answer; start some with: dask worker tcp://" in err
    code, _, err = ended(program(tmp_path, *args, "--part", "1/2", "--db", "2.db"))
    assert (code, "no answer from the Dask scheduler at tcp://127" in err) == (1, True), err
    where = f"--part 1/2 {' '.join(dask(cluster))}"
    assert f"continue with: tourney run --resume x {where} --db 2.db\n" in err
    checked = ended(program(tmp_path, "check", "run:x", "--db", "2.db", *dask(cluster)[:2]))
    assert checked[0] == 1
    assert "continue with: tourney check run:x --after 0 --db 2.db\n" in checked[2]


@pytest.mark.parametrize(
    ("greeting", "words"),
    [
        (b"", "no answer from the Dask scheduler at"),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "cannot connect to a Dask scheduler at"),
    ],
)
def test_what_is_no_scheduler_is_named_in_one_line(
    tmp_path: Path, greeting: bytes, words: str
) -> None:
    """A server that waits for its client to speak, and one that speaks something else."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        Thread(target=greet, args=(server, greeting), daemon=True).start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        args = ("run", *RUN, "--deals", "2", "--db", "1.db", "--trust-bots")
        args += ("--executor", f"dask:{address}")
        code, _, err = ended(program(tmp_path, *args))
    assert code == 1
    assert err.splitlines()[-1].startswith(f"tourney: {words} {address}")
    assert "Traceback" not in err


def greet(server: socket.socket, greeting: bytes) -> None:
    """Send a greeting on the first connection; keep it open if there is none."""
    connection, _ = server.accept()
    with connection:
        connection.sendall(greeting)
        while not greeting and connection.recv(1000):
            pass


def test_settings_of_dask_that_do_not_fit_are_not_waited_for(tmp_path: Path) -> None:
    """An encrypted address without certificates fails at once, in spite of --wait."""
    args = ("run", *RUN, "--deals", "2", "--executor", "dask:tls://127.0.0.1:1", "--wait", "1h")
    args += ("--trust-bots",)
    code, _, err = ended(program(tmp_path, *args))
    assert (code, "check the address, and distributed.comm in Dask's configuration" in err) == (
        1, True,
    )  # fmt: skip
    assert "Traceback" not in err


def test_the_address_can_be_in_the_file_that_the_scheduler_writes(
    tmp_path: Path, cluster: DaskCluster
) -> None:
    args = ("run", *RUN, "--deals", "2", "-q", "--executor", "dask:scheduler.json")
    args += ("--trust-bots",)
    file = tmp_path / "scheduler.json"
    code, _, err = ended(program(tmp_path, *args, "--db", "1.db"))
    assert (code, "the scheduler has not written this file" in err) == (1, True)
    file.write_text(json.dumps({"address": cluster.address}))
    assert ended(program(tmp_path, *args, "--db", "2.db")) == (0, "", "")


def test_a_scheduler_and_workers_that_start_later_are_waited_for(tmp_path: Path) -> None:
    with DaskCluster(tmp_path, workers=0) as cluster:
        kill(cluster.scheduler)
        process = program(
            tmp_path, "run", *RUN, "--deals", "2", *dask(cluster), "--wait", "5m", "--progress",
            "plain",
        )  # fmt: skip
        assert process.stderr is not None
        assert any("waiting for it" in line for line in process.stderr)
        cluster.restart_scheduler()
        lines = list(takewhile(lambda line: "waiting for them" not in line, process.stderr))
        assert f"connected to the Dask scheduler at {cluster.address}\n" in lines
        cluster.workers.append(cluster.worker())
        code, _, err = ended(process)
    assert code == 0, err
    assert "12 of 12 matches stored" in err


def test_waiting_for_a_scheduler_uses_up_no_threads() -> None:
    code = (
        "import threading\n"
        "from tourney.work import cluster\n"
        "cluster.CONNECT = 0.1\n"
        "def fail():\n"
        "    try: cluster._connected('tcp://127.0.0.1:1')\n"
        "    except cluster.SchedulerGone: return threading.active_count()\n"
        "print(fail() == max(fail() for _ in range(9)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"


def test_a_scheduler_that_has_stopped_counts_as_lost(
    tourney: Tourney, tmp_path: Path, cluster: DaskCluster
) -> None:
    """It still has connections, but answers nothing; nor does a machine that was suspended."""
    how = (*dask(cluster), "--db", "1.db")
    limits = "cluster.ANSWER = cluster.CONNECT = 2.0"
    process = impatient(tmp_path, limits, "run", *RUN, "--deals", "400", *how)
    until(lambda: (tmp_path / "1.db").exists() and stored(tmp_path / "1.db") > 20)
    cluster.scheduler.send_signal(signal.SIGSTOP)
    code, _, err = ended(process)
    cluster.scheduler.send_signal(signal.SIGCONT)
    assert code == 1
    assert "lost the Dask scheduler at tcp://127" in err
    assert f"continue with: tourney run --resume x {' '.join(dask(cluster))} --db 1.db" in err
    assert ended(program(tmp_path, "run", "--resume", "x", *how, "-q"))[0] == 0
    assert tourney("run", *RUN, "--deals", "400", "--db", "2.db", "-q", "-j", "2").code == 0
    assert content(tourney, "1.db") == content(tourney, "2.db")


def test_workers_that_do_nothing_are_mentioned_once(tmp_path: Path, cluster: DaskCluster) -> None:
    """Classes that hang occupy their workers for ever, also for the runs after them."""
    args = ("run", *RUN, "--deals", "400", "--db", "1.db", *dask(cluster), "--progress", "plain")
    process = impatient(tmp_path, "cluster.QUIET_SECONDS = 3", *args)
    until(lambda: (tmp_path / "1.db").exists() and stored(tmp_path / "1.db") > 20)
    for worker in cluster.workers:
        worker.send_signal(signal.SIGSTOP)
    assert process.stderr is not None
    mentioned = any(line.startswith("no result from") for line in process.stderr)
    for worker in cluster.workers:
        worker.send_signal(signal.SIGCONT)
    code, _, err = ended(process)
    assert (code, mentioned) == (0, True), err
    assert "no result from" not in err


def test_a_worker_without_room_for_files_is_not_used(tmp_path: Path, cluster: DaskCluster) -> None:
    full = tmp_path / "full"
    full.mkdir()
    (full / "sitecustomize.py").write_text(
        "import tempfile\n"
        "usual = tempfile.mkdtemp\n"
        "def mkdtemp(suffix=None, prefix=None, dir=None):\n"
        "    if prefix == 'tourney-files-':\n"
        "        raise OSError(28, 'No space left on device')\n"
        "    return usual(suffix, prefix, dir)\n"
        "tempfile.mkdtemp = mkdtemp\n"
    )
    (tmp_path / "own.py").write_text(
        "class Own:\n    version = '1'\n"
        "    def choose(self, view, legal):\n        return legal[0]\n"
    )
    args = ("run", "-g", "diams", "-O", "length=quick", "--bot", "a=random", "--bot", "b=./own.py",
            "--seed", "1", "--deals", "40", "--ship", "own.py")  # fmt: skip
    cluster.workers.append(cluster.worker(PYTHONPATH=str(full)))
    log = cluster.folder / "dask.log"
    until(lambda: log.read_text().count("Registered to") == 3)
    code, _, err = ended(program(tmp_path, *args, "--db", "1.db", *dask(cluster)))
    assert code == 0, err
    assert err.count("is not used: it cannot store the files that are sent to it") == 1
    assert "80 of 80 matches stored" in err
    for process in cluster.workers[:2]:
        kill(process)
    code, _, err = ended(program(tmp_path, *args, "--db", "2.db", *dask(cluster)))
    assert code == 1, err
    assert "No space left on device" in err.splitlines()[-1]


def test_lines_of_dask_itself_are_not_shown() -> None:
    """Else the loss of a scheduler prints tracebacks."""
    code = (
        "import logging\n"
        "from tourney.work.cluster import SchedulerGone, _connected\n"
        "try: _connected('tcp://127.0.0.1:1')\n"
        "except SchedulerGone: pass\n"
        "names = [n for n in logging.root.manager.loggerDict if n.startswith(('distr', 'torn'))]\n"
        "for name in names: logging.getLogger(name).critical('shown by %s', name)\n"
        "print(len(names) > 4)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_ctrl_c_stores_what_was_played(tmp_path: Path, cluster: DaskCluster) -> None:
    args = (*RUN, "--deals", "100000", "--db", "1.db", *dask(cluster))
    process = program(tmp_path, "run", *args)
    until(lambda: (tmp_path / "1.db").exists() and stored(tmp_path / "1.db") > 20)
    process.send_signal(signal.SIGINT)
    code, _, err = ended(process)
    assert code == 130
    again = f"tourney run --resume x {' '.join(dask(cluster))} --db 1.db"
    assert f"interrupted; continue with: {again}" in err
    assert "Traceback" not in err


@needs_bwrap
def test_a_confined_program_is_played_and_a_worker_that_cannot_confine_it_ends_the_run(
    tourney: Tourney, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    bot = f"p={command(PLAIN)}"
    args = ("run", "-g", "diams", "-O", "length=quick", "--bot", bot, "--bot", "r=random")
    args += ("--deals", "3", "--seed", "1", "--isolation", "bwrap")
    assert tourney(*args, "--name", "x", "--db", "2.db", "-q").code == 0
    with DaskCluster(tmp_path_factory.mktemp("dask")) as cluster:
        words = (*args, "--name", "x", "--db", "1.db", *dask(cluster)[:2])
        assert (told := ended(program(tmp_path, *words)))[0] == 0, told[2]
    assert content(tourney, "1.db") == content(tourney, "2.db")
    with DaskCluster(tmp_path_factory.mktemp("dask"), workers=0) as cluster:
        cluster.workers = [cluster.worker(PATH="/nowhere")]
        words = (*args, "--name", "y", "--db", "1.db", *dask(cluster)[:2])
        code, _, err = ended(program(tmp_path, *words))
    assert code == 1, err
    assert "no bwrap: it is not installed; install it there, or add --trust-bots" in err
