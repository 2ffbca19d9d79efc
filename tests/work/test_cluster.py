"""Workers of a Dask scheduler that are not reached, or cannot be used; no scheduler runs here."""

import asyncio
from importlib.util import find_spec

import pytest

from engines.messages import Message
from tests.until import AGES
from tourney.domain.errors import Conflict, TourneyError
from tourney.work import cluster, remote
from tourney.work.executors import NOTHING, Cluster, Parcel
from tourney.work.remote import Origin, Task, origin

pytestmark = pytest.mark.skipif(
    find_spec("distributed") is None,  # importing it takes a second
    reason="distributed is not installed: pip install '.[dask]'",
)

UNREACHED = OSError("Timed out trying to connect to tcp://b:1 after 30 s")
FULL = TourneyError("[Errno 28] No space left on device")
OLDER = Origin("0.0.1", "3.11", "diams/1")


class Client:
    """A connection whose workers answer what they are told to."""

    status = "running"

    def __init__(self, answers: dict[str, object]) -> None:
        self.answers = answers

    async def nthreads(self) -> dict[str, int]:
        return dict.fromkeys(self.answers, 1)

    def run(
        self, _: object, *given: object, workers: list[str], on_error: str
    ) -> dict[str, object]:
        assert on_error == "return"
        return {worker: self.answers[worker] for worker in workers}


def link(
    monkeypatch: pytest.MonkeyPatch, answers: dict[str, object]
) -> tuple[cluster.Link, list[Message]]:
    """A connection to workers with these answers, and the lines that it says."""
    said: list[Message] = []
    monkeypatch.setattr(cluster, "_connected", lambda _: Client(answers))
    monkeypatch.setattr(cluster.Link, "_call", lambda _, call: asyncio.run(call()))
    monkeypatch.setattr(cluster, "GREETING", AGES)
    where = Cluster("tcp://here:1", NOTHING, 0.0)
    where.say = said.append
    return cluster.Link(where, Task(b"", origin())), said


def test_a_worker_that_is_not_reached_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The network may come back."""
    answers: dict[str, object] = {"tcp://a:1": origin(), "tcp://b:1": UNREACHED}
    one, said = link(monkeypatch, answers)
    one.look()
    assert one.workers == {"tcp://a:1"}
    answers["tcp://b:1"] = origin()
    one.look()
    assert one.workers == {"tcp://a:1", "tcp://b:1"}
    assert said == []


@pytest.mark.parametrize(
    ("answers", "kind", "words"),
    [
        ((FULL, FULL), TourneyError, "No space left on device"),
        ((FULL, OLDER), Conflict, "install the same versions"),
    ],
)
def test_why_no_worker_can_be_used_decides_the_exit_code(
    monkeypatch: pytest.MonkeyPatch,
    answers: tuple[object, object],
    kind: type[TourneyError],
    words: str,
) -> None:
    one, said = link(monkeypatch, dict(zip(("tcp://a:1", "tcp://b:1"), answers, strict=True)))
    with pytest.raises(TourneyError) as failure:
        one.look()
    assert type(failure.value) is kind
    assert words in str(failure.value)
    assert len(said) == 2


def test_files_that_cannot_be_stored_are_no_lost_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def mkdtemp(prefix: str) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(remote.tempfile, "mkdtemp", mkdtemp)
    with pytest.raises(TourneyError, match="No space left on device"):
        remote.receive(Parcel("x", b"data"))
