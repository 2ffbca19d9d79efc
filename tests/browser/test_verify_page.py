"""The page of a site that checks proofs: a good one passes, a changed one is named."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any, Final

import pytest

from tests.browser.chromium import AXE, Visit, visited
from tests.examples import times
from tests.proofs.sealed import change
from tests.reports.sites import call

pytestmark = pytest.mark.slow

RUN: Final = (
    "run", "-g", "blue-border", "--bot", "a=greedy", "--bot", "b=random", "--bot", "c=greedy",
    "--deals", "2", "--name", "duel", "--commit", "-q", "-o", "standings.txt",
)  # fmt: skip
# What a program without rules sees; it does not know who must sit where.
SEEN: Final = ("byte", "seed", "bot_seed", "beacon", "commitment", "secret", "order", "match twice")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, chromium: Any) -> Path:
    """A site with the proof of a sealed run, and beside it the same site in Japanese."""
    place = tmp_path_factory.mktemp("proofs")
    call(place, *RUN)
    call(place, "report", "site", "-o", "before", "-q")
    call(place, "export", "proof", "duel", "-o", "duel.proof", "-q")
    call(place, "report", "site", "-o", "public", "-q")
    call(place, "--lang", "ja", "report", "site", "-o", "public-ja", "-q")
    return place / "public"


def proof_of(site: Path) -> Path:
    return site / "data" / "runs" / "duel" / "duel.proof"


def said(visit: Visit, file: Path) -> tuple[str, list[str]]:
    """What the page says about a file, in short and in detail."""
    visit.page.set_input_files(".verify input", [])
    visit.page.set_input_files(".verify input", str(file))
    visit.page.wait_for_selector("output.good, output.bad")
    visit.page.wait_for_selector("progress", state="hidden")
    return visit.text("output"), visit.texts(".verify li")


def test_a_proof_is_published_when_its_run_is_opened(site: Path) -> None:
    assert not list((site.parent / "before").rglob("verify.html"))
    assert proof_of(site).read_bytes() == (site.parent / "duel.proof").read_bytes()
    run = (site / "runs" / "duel" / "index.html").read_text("utf-8")
    assert 'href="../../data/runs/duel/duel.proof"' in run
    assert 'href="../../verify.html"' in run


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_good_proof_passes_from_a_file(
    site: Path, tmp_path: Path, chromium: Any, lang: str
) -> None:
    """Chromium calculates hashes for pages from files; nothing is requested."""
    page = (site if lang == "en" else site.parent / "public-ja") / "verify.html"
    packed = tmp_path / "duel.proof.gz"
    packed.write_bytes(gzip.compress(proof_of(site).read_bytes()))
    good = {"en": "complete and unchanged; matches: 6", "ja": "欠けも変更もありません。対戦: 6件"}
    with visited(chromium, page, viewport={"width": 360, "height": 740}) as visit:
        for file in (proof_of(site), packed):
            short, more = said(visit, file)
            assert (short, len(more)) == (good[lang], 2)
        assert not visit.page.locator(".verify button").is_visible()
        assert "tourney verify" in visit.text("main")
        assert (visit.messages, visit.requests, visit.overflow()) == ([], [], 0)
        if AXE.exists():
            assert visit.serious() == []


def test_a_changed_proof_is_named_at_its_line(site: Path, tmp_path: Path, chromium: Any) -> None:
    lines = proof_of(site).read_bytes().splitlines(keepends=True)
    changed = tmp_path / "changed.proof"
    done = 0
    with visited(chromium, site / "verify.html") as visit:
        for number in range(1000):
            made = change(lines, Random(number))
            if made.kind not in SEEN:
                continue
            changed.write_bytes(made.content)
            short, more = said(visit, changed)
            assert short.startswith("changed; "), (number, made.kind, short)
            named = [f"line {line}" for line in made.lines]
            assert more[0].startswith(tuple(named)), (number, made.kind, named, more)
            done += 1
            if done == times(100, 12):
                break
        assert visit.messages == []


def test_the_file_that_is_chosen_last_is_the_one_that_is_told_of(
    site: Path, tmp_path: Path, chromium: Any
) -> None:
    head, opening, *matches, foot = proof_of(site).read_bytes().splitlines(keepends=True)
    long = tmp_path / "long.proof"
    long.write_bytes(b"".join([head, opening, *matches * 1000, foot]))
    with visited(chromium, site / "verify.html") as visit:
        assert said(visit, long)[0].startswith("changed; ")
        visit.page.set_input_files(".verify input", [])
        assert (visit.text("output"), visit.texts(".verify li")) == ("", [])
        visit.page.set_input_files(".verify input", str(long))
        short, _ = said(visit, proof_of(site))
        assert short == "complete and unchanged; matches: 6"
        visit.page.wait_for_timeout(500)
        assert visit.text("output") == short
        assert visit.messages == []


@contextmanager
def published(folder: Path) -> Iterator[str]:
    """The address of a web server that has this folder."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *values: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_a_published_site_checks_its_own_proof(site: Path, chromium: Any) -> None:
    with published(site) as address:
        around = chromium.new_context()
        try:
            page = around.new_page()
            page.goto(f"{address}/verify.html")
            page.click(".verify button")
            page.wait_for_selector("output.good")
            assert "6" in page.locator("output").text_content()
        finally:
            around.close()


def test_a_page_without_protection_says_that_it_cannot_check(site: Path, chromium: Any) -> None:
    """Browsers give pages that come by http from elsewhere no hashes."""
    around = chromium.new_context()
    try:
        page = around.new_page()
        text = (site / "verify.html").read_text("utf-8")
        page.route("**/*", lambda route: route.fulfill(body=text, content_type="text/html"))
        page.goto("http://club.example/verify.html")
        page.wait_for_selector(".insecure", state="visible")
        assert not page.locator(".verify input").is_visible()
    finally:
        around.close()
