"""How fast pages are served: `python -m tests.benchmarks.serving`.

A real server with 30 people at 8 tables. First one address asks a thousand times a second, while
another one opens pages: milliseconds until it has them. Then 200 clients listen for news, as open
pages do, and load the page when they hear of a report: seconds until the last one has it.
"""

import asyncio
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Final
from urllib.parse import urlencode

from tests.serve.phones import club

LISTENERS: Final = 200
FLOOD: Final = 1000
SECONDS: Final = 5.0
FORM: Final = "content-type: application/x-www-form-urlencoded\r\n"


async def asked(port: int, path: str, own: str, body: str | None = None) -> tuple[int, bytes]:
    """Status and bytes of an answer, from an address of this machine."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(own, 0))
    method, more = ("GET", "") if body is None else ("POST", FORM)
    text = body or ""
    writer.write(
        f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n{more}"
        f"content-length: {len(text)}\r\n\r\n{text}".encode()
    )
    try:
        answer = await reader.read()
    finally:
        writer.close()
    return int(answer[9:12] or b"0"), answer


async def flood(port: int) -> tuple[list[float], int]:
    """Milliseconds of somebody's pages while another address sends all that it can."""
    until = time.perf_counter() + SECONDS
    sent = 0

    async def hostile() -> None:
        nonlocal sent
        while time.perf_counter() < until:
            start = time.perf_counter()
            await asyncio.gather(
                *(asked(port, "/", "127.0.0.2") for _ in range(FLOOD // 20)),
                return_exceptions=True,
            )
            sent += FLOOD // 20
            await asyncio.sleep(max(0.0, 0.05 - (time.perf_counter() - start)))

    bad = asyncio.ensure_future(hostile())
    found = []
    while time.perf_counter() < until:
        start = time.perf_counter()
        status, _ = await asked(port, "/", "127.0.0.1")
        assert status == 200
        found.append(1000 * (time.perf_counter() - start))
        await asyncio.sleep(0.05)
    await bad
    return found, sent


async def news(port: int) -> float:
    """Seconds from a report to the page of the last of those who listen."""
    _, front = await asked(port, "/", "127.0.0.1")
    path = re.findall(rb'href="(/t/[^"?]+)', front)[0].decode()
    page = (await asked(port, path, "127.0.0.1"))[1].decode()
    seats = re.findall(r'name="who" value="(\d+)"', page)
    token = re.findall(r'name="token" value="([^"]*)"', page)[0]
    listening = 0

    async def listener(number: int) -> float:
        nonlocal listening
        own = f"127.0.1.{1 + number}"
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(own, 0))
        writer.write(b"GET /live HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
        await reader.readuntil(b"data: ")
        listening += 1
        await reader.readuntil(b"data: ")
        status, text = await asked(port, "/", own)
        writer.close()
        assert status == 200
        assert b"unconfirmed" in text
        return time.perf_counter()

    waiting = [asyncio.ensure_future(listener(number)) for number in range(LISTENERS)]
    while listening < LISTENERS:
        await asyncio.sleep(0.01)
    scores = dict(zip((f"score{one}" for one in seats), (9, 7, 5, 4), strict=False))
    start = time.perf_counter()
    body = urlencode({"token": token, "who": seats[0], **scores})
    assert (await asked(port, path, "127.0.0.1", body))[0] == 303
    return max(await asyncio.gather(*waiting)) - start


def main() -> None:
    """Prints the figures."""
    names = tuple(f"Player {number:02}" for number in range(1, 31))
    pods = ";".join(",".join(names[at::8]) for at in range(8))
    with tempfile.TemporaryDirectory() as folder:
        file = club(Path(folder), names, pods)
        words = (sys.executable, "-m", "tourney", "--db", str(file), "serve", "Club", "--port", "0")
        with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as server:
            assert server.stderr is not None
            found = re.search(r":(\d+)/", server.stderr.readline())
            assert found is not None
            port = int(found[1])
            try:
                _, page = asyncio.run(asked(port, "/", "127.0.0.1"))
                print(f"first page: {len(page) / 1024:.1f} KiB, at most 100")
                alone = []
                for _ in range(20):
                    start = time.perf_counter()
                    asyncio.run(asked(port, "/", "127.0.0.1"))
                    alone.append(1000 * (time.perf_counter() - start))
                print(f"a page alone: {median(alone):.0f} ms in the median")
                times, sent = asyncio.run(flood(port))
                print(
                    f"while another address sends {sent / SECONDS:.0f} requests a second: "
                    f"{median(times):.0f} ms, 95 % {quantiles(times, n=20)[-1]:.0f} ms"
                )
                print(f"{LISTENERS} listeners have a report after {asyncio.run(news(port)):.2f} s")
            finally:
                server.kill()


if __name__ == "__main__":
    main()
