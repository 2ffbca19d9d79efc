"""Whole evenings: no result is lost or doubled, whatever telephones, network and server do."""

import http.client
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random
from threading import Event
from urllib.parse import urlencode

import pytest

from tests.serve.evenings import evening
from tests.serve.phones import club
from tourney.app.report_result import ENTERED, status_of
from tourney.events.event_state import state_of
from tourney.store import open_store
from tourney.store.events import event_named, event_view
from tourney.store.integrity import problems

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "seed",
    [
        0,
        *(pytest.param(seed, marks=pytest.mark.full) for seed in range(1, 20)),
        *(pytest.param(seed, marks=pytest.mark.campaign) for seed in range(20, 1000)),
    ],
)
def test_no_result_of_an_evening_is_lost_or_doubled(tmp_path: Path, seed: int) -> None:
    # One with a single round and fewer people stays short.
    people, rounds = (9, 1) if seed == 0 else (30, 3)
    happened = evening(tmp_path, seed, people, rounds)
    assert happened["POST 303"] > people


@pytest.mark.full
@pytest.mark.parametrize("seed", range(3))
def test_what_a_killed_server_has_acknowledged_is_in_the_database(
    tmp_path: Path, seed: int
) -> None:
    names = tuple(f"Player {number:02}" for number in range(1, 31))
    tables = [names[at::8] for at in range(8)]
    file = club(tmp_path, names, ";".join(map(",".join, tables)))
    rng, killed = Random(seed), Event()
    words = (sys.executable, "-m", "tourney", "--db", str(file), "serve", "Club", "--port", "0")
    acknowledged: list[tuple[int, int, tuple[int, ...]]] = []
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True, cwd=ROOT) as server:
        try:
            assert server.stderr is not None
            address = re.search(r"http://([^/]+)/", server.stderr.readline())
            assert address is not None

            def asked(method: str, path: str, body: str | None = None) -> tuple[int, str]:
                kind = {"content-type": "application/x-www-form-urlencoded"} if body else {}
                line = http.client.HTTPConnection(address[1], timeout=20)
                with closing(line):
                    line.request(method, path, body, kind)
                    answer = line.getresponse()
                    return answer.status, answer.read().decode()

            paths = re.findall(r'href="(/t/[^"?]+)', asked("GET", "/")[1])
            pages = [asked("GET", path)[1] for path in paths]

            def phone(number: int) -> None:
                """Somebody at a table changes the mind until the server is gone."""
                table, seat = number % 8, number // 8
                token = re.findall(r'name="token" value="([^"]*)"', pages[table])[0]
                seats = re.findall(r'name="who" value="(\d+)"', pages[table])
                own = Random(seed * 100 + number)
                while not killed.is_set():
                    # Two of a table may agree by chance, or not.
                    places = (12, 9, 6, 3)[: len(seats)] if own.random() < 0.5 else (11, 9, 7, 3)
                    scores = places[: len(seats)] if len(seats) == 4 else (12, 9, 6)
                    fields = {"token": token, "who": seats[seat % len(seats)]}
                    fields |= {
                        f"score{one}": str(score) for one, score in zip(seats, scores, strict=True)
                    }
                    try:
                        status, _ = asked("POST", paths[table], urlencode(fields))
                    except (OSError, http.client.HTTPException):
                        return
                    if status == 303:
                        one = int(fields["who"])
                        acknowledged.append((table + 1, one, tuple(scores)))

            with ThreadPoolExecutor(8) as phones:
                for number in range(24):
                    phones.submit(phone, number)
                killed.wait(rng.uniform(0.3, 1.5))
                server.kill()
                killed.set()
        finally:
            server.kill()
    with open_store(str(file)) as store:
        assert not problems(store)
        rows = event_view(store, event_named(store, "Club")).rows
    said = {
        (row.details["table"], row.details["entrant"], tuple(row.details["scores"]))
        for row in rows
        if row.what == "event report"
    }
    assert acknowledged
    assert not set(acknowledged) - said
    # Started again, it enters what two agreed on before the kill.
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True, cwd=ROOT) as server:
        assert server.stderr is not None
        server.stderr.readline()
        server.kill()
    with open_store(str(file)) as store:
        assert not problems(store)
        state = state_of(event_view(store, event_named(store, "Club")).rows)
    for _, table in state.stage.tables():
        same = len(set(table.reports.values())) == 1 and len(table.reports) > 1
        assert not same or status_of(table) == ENTERED
