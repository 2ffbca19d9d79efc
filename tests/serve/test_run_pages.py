"""The page of a run: what its bots did so far, while it is played and afterwards."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from signal import SIGINT
from socket import create_connection, create_server
from subprocess import PIPE
from typing import Any

import pytest
from starlette.requests import Request

from tests.conftest import Once, Tourney
from tests.program import Program
from tests.serve.phones import Phone, served
from tourney.serve.web_pages import Pages

pytestmark = pytest.mark.slow

CRASHES = """
class Nervous:
    def choose(self, view, legal):
        raise ValueError("no <idea>")
"""


@contextmanager
def watching(folder: Path, name: str, **more: Any) -> Iterator[Pages]:
    pages = Pages(served(folder / "tourney.db", event=None, run=name, **more))
    try:
        yield pages
    finally:
        pages.close()


def looked(pages: Pages) -> None:
    """The thread that follows the run has read all that is stored."""
    assert pages.run is not None
    while pages.run.watch.look():
        pass


@pytest.fixture
def played(tourney: Tourney, tmp_path: Path, once: Once) -> Path:
    def make() -> None:
        (tmp_path / "nervous.py").write_text(CRASHES)
        words = ("-g", "blue-border", "--bot", "greedy", "--bot", "b=random", "--bot", "c=random")
        bad = ("--bot", "bad=./nervous.py:Nervous", "--on-fault", "random-move", "-j", "1")
        result = tourney("run", *words, *bad, "--deals", "1", "--name", "nightly", "--seed", "1")
        assert result.code == 0

    once(make)
    return tmp_path


def test_the_page_of_a_run_has_standings_faults_and_replays(played: Path) -> None:
    with watching(played, "nightly") as pages:
        phone = Phone(pages)
        assert "are being read" in phone.get("/run/nightly").text
        looked(pages)
        text = phone.get("/").text
        assert "complete" in text
        assert len(re.findall(r'<th scope="row"><bdi>(\w+)</bdi>', text)) == 4
        assert "bad</bdi>: crash" in text
        assert "ValueError: no &lt;idea&gt;" in text
        (first, *_) = re.findall(r'href="(/run/nightly/\d+)"', text)
        assert 'class="replay drawn"' in phone.get(first).text
        assert "完了" in phone.get("/run/nightly?lang=ja").text
        assert 'href="/play' in phone.page


def test_news_of_a_run_come_while_another_process_plays_it(played: Path, tourney: Tourney) -> None:
    request = Request(
        {"type": "http", "path_params": {"name": "nightly"}, "headers": [], "query_string": b""}
    )

    async def page(pages: Pages) -> bytes:
        assert pages.run is not None
        return bytes((await pages.run.run(request)).body)

    async def heard(pages: Pages) -> list[bytes]:
        assert pages.run is not None
        following = asyncio.ensure_future(pages.follow())
        lines = (await pages.run.live(request)).body_iterator  # type: ignore[attr-defined]
        while not pages.run.watch.version:
            await asyncio.sleep(0.01)
        news = [await anext(lines)]
        with Program(
            ("run", "--extend", "nightly", "--deals", "2", "-j", "1"), cwd=played
        ) as other:
            while b"<b>12</b>" not in await page(pages):
                news.append(await anext(lines))
            assert await asyncio.to_thread(other.wait) == 0
        following.cancel()
        return news

    with watching(played, "nightly") as pages:
        news = asyncio.run(heard(pages))
        assert len(set(news)) == len(news)
        assert "<b>12</b> of 12 matches" in Phone(pages).get("/run/nightly").text


def test_only_the_served_run_and_its_matches_are_shown(played: Path, tourney: Tourney) -> None:
    other = ("--bot", "greedy", "--bot", "b=random", "--deals", "1", "--name", "secret")
    assert tourney("run", "-g", "diams", *other).code == 0
    with watching(played, "nightly", read_only=True) as pages:
        looked(pages)
        phone = Phone(pages)
        assert phone.get("/run/nightly").status_code == 200
        for path in (
            "/run/secret", "/run/secret/1", "/run/nightly/0", "/run/nightly/9999", "/play", "/desk",
            "/run/nightly/99999999999999999999999", "/run/nightly/-1", "/run/..%2Fnightly",
            "/run/secret/live", "/screen", "/m/secret/1",
        ):  # fmt: skip
            assert phone.get(path).status_code == 404, path
    assert tourney("runs", "rm", "nightly", "--yes").code == 0
    with watching(played, "nightly") as pages:
        looked(pages)
        assert "nightly" in Phone(pages).get("/run/nightly").text
        assert Phone(pages).get("/run/nightly").status_code == 404


def test_the_command_serves_an_event_or_a_run_and_says_what_it_does_not_know(
    played: Path, tourney: Tourney
) -> None:
    code, _, err = tourney("serve", "nobody", "--port", "0")
    assert code == 5
    assert "nobody" in err
    code, _, err = tourney("serve", "--read-only")
    assert code == 5


@pytest.mark.full
@pytest.mark.parametrize("what", [(), ("nightly",)])
def test_ctrl_c_ends_a_server_without_an_event_in_peace(
    played: Path, what: tuple[str, ...]
) -> None:
    words = ("serve", *what, "--port", "0")
    with Program(words, cwd=played, stdout=PIPE, stderr=PIPE) as server:
        assert server.stderr is not None
        said = b""
        while b"Ctrl-C" not in said:
            said += server.stderr.readline()
        (port,) = re.findall(rb":(\d+)/\n", said.splitlines(keepends=True)[0])
        with create_connection(("127.0.0.1", int(port))) as client:
            client.sendall(b"GET /play HTTP/1.0\r\nHost: localhost\r\n\r\n")
            assert client.recv(12) == b"HTTP/1.1 200"
        server.send_signal(SIGINT)
        said += server.stderr.read()
        assert server.wait() == 0
    assert b"the server has stopped" in said


def test_behind_another_server_the_address_outside_is_shown_and_answered(
    played: Path, tourney: Tourney
) -> None:
    with create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    outside = ("serve", "nightly", "--port", str(port), "--address", "https://cup.example.org")
    refused = tourney(*outside, "--pin", "none")
    assert (refused.code, "need a PIN" in refused.err) == (2, True)
    with Program(outside, cwd=played, stdout=PIPE, stderr=PIPE) as server:
        assert server.stderr is not None
        assert b"https://cup.example.org/" in server.stderr.readline()
        for name, status in ((b"cup.example.org", b"200"), (b"other.example.org", b"421")):
            with create_connection(("127.0.0.1", port)) as client:
                client.sendall(b"GET /play HTTP/1.0\r\nHost: " + name + b"\r\n\r\n")
                assert client.recv(12) == b"HTTP/1.1 " + status
        server.send_signal(SIGINT)
        assert b"the server has stopped" in server.stderr.read()
        assert server.wait() == 0
