"""A sealed event: nothing is drawn before the beacon, and all draws follow from it."""

import json
import sqlite3
from contextlib import closing
from hashlib import sha256
from hmac import digest
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Tourney
from tests.serve.phones import Phone, served
from tourney.domain.errors import DataFault
from tourney.events.draws import RULES
from tourney.events.log_replay import checked
from tourney.serve.web_pages import Pages
from tourney.store import open_store
from tourney.store.events import event_named, event_view

NAMES = "Aoi,Ken,Mei,Rin,Sho,Yui"
SOURCE = "Lotto draw of 5 December"


@pytest.fixture
def cup(tourney: Tourney) -> str:
    """A sealed event that waits for its beacon; its commitment."""
    rest = ("--game", "diamonds", "--sizes", "3", "--rounds", "2", "-q")
    assert tourney("event", "new", "Cup", "--players", NAMES, *rest).code == 0
    done = tourney("event", "seal", "--beacon", SOURCE)
    assert done.code == 0, done
    assert f"nothing is drawn before '{SOURCE}' is known" in done.err
    return done.err.partition("commitment ")[2].split()[0]


def details(what: str) -> dict[str, Any]:
    with closing(sqlite3.connect("tourney.db")) as db:
        rows = db.execute("SELECT details FROM log WHERE what = ?", [what]).fetchall()
    return dict(json.loads(rows[0][0]))


def test_draws_follow_from_the_secret_and_the_beacon(tourney: Tourney, cup: str) -> None:
    early = tourney("event", "pair")
    assert (early.code, "nothing is drawn before" in early.err) == (6, True), early
    assert tourney("event", "seal", "--beacon", " 3  17 22").code == 0
    assert tourney("event", "pair", "-q").code == 0
    # By the definition, with nothing of this program.
    secret = details("event new")["seed"]
    key = digest(secret.encode(), b"3 17 22", "sha256").hex()
    seed = int.from_bytes(sha256(f"{key}/main/1/0".encode()).digest()[:8], "big") >> 1
    assert details("event pair")["seed"] == seed
    assert f"commitment {cup}" in tourney("event", "show").err
    assert "beacon 3 17 22 (Lotto draw of 5 December)" in tourney("event", "show").err
    again = tourney("event", "seal", "--beacon", "4 5 6")
    assert (again.code, "once and for all" in again.err) == (6, True), again


def test_the_sealed_text_is_opened_when_the_event_is_closed(tourney: Tourney, cup: str) -> None:
    for words in (("seal", "--beacon", "3 17 22"), ("pair", "-q")):
        assert tourney("event", *words).code == 0
    assert tourney("event", "seal").out == ""
    for table in ("1", "2"):
        assert tourney("match", "result", f"Cup/r1/t{table}", "9", "5", "2", "-q").code == 0
    assert tourney("event", "close", "-y", "-q").code == 0
    text = tourney("event", "seal", "Cup").out.removesuffix("\n")
    assert sha256(text.encode()).hexdigest() == cup
    assert json.loads(text)["secret"] == details("event new")["seed"]
    assert tourney("event", "replay", "Cup", "-q").code == 0
    # The whole event elsewhere: its rows are decided again, the commitment with them.
    assert tourney("export", "event", "Cup", "-o", "cup.json", "-q").code == 0
    assert tourney("--db", "other.db", "import", "--type", "event", "cup.json", "-q").code == 0
    assert cup in tourney("--db", "other.db", "event", "show", "Cup").err


def test_players_find_the_commitment_before_the_first_draw_and_the_beacon_after_it(
    tourney: Tourney, cup: str
) -> None:
    def shown(lang: str) -> list[str]:
        assert tourney("report", "event", "Cup", "-o", "cup.html", "-y", "--lang", lang).code == 0
        page = Path("cup.html").read_text("utf-8")
        pages = Pages(served(Path("tourney.db"), event="Cup"))
        try:
            phone = Phone(pages, lang)
            return [page, phone.get("/").text, phone.get("/screen").text]
        finally:
            pages.close()

    for text in (*shown("en"), *shown("ja")):
        assert cup in text
        assert SOURCE in text
    assert tourney("event", "seal", "--beacon", "3 17 22").code == 0
    assert all("3 17 22" in text for text in shown("en"))


@pytest.mark.parametrize(
    ("what", "key", "value", "named"),
    [
        ("event beacon", "beacon", "3 17 23", "drawing round 1"),
        ("event beacon", "beacon", "3  17 22", "written '3 17 22'"),
        ("event new", "seed", "0" * 32, "event seal"),
        ("event seal", "source", "Another draw", "event seal"),
        ("event seal", "commitment", "0" * 64, "event seal"),
    ],
)
def test_a_row_that_does_not_follow_is_named(
    tourney: Tourney, cup: str, what: str, key: str, value: str, named: str
) -> None:
    """Whoever makes all hashes of the log anew cannot make the draws follow."""
    for words in (("seal", "--beacon", "3 17 22"), ("pair", "-q")):
        assert tourney("event", *words).code == 0
    with open_store("tourney.db") as store:
        rows = event_view(store, event_named(store, "Cup")).rows
    changed = [
        row._replace(details={**row.details, key: value}) if row.what == what else row
        for row in rows
    ]
    checked(rows, RULES)
    with pytest.raises(DataFault, match=named):
        checked(changed, RULES)


@pytest.mark.parametrize(
    ("more", "words", "why"),
    [
        ((), ("seal",), "name a public draw"),
        ((), ("seal", "--beacon", " "), "invalid beacon"),
        (("--seed", "7"), ("seal", "--beacon", SOURCE), "can be guessed"),
    ],
)
def test_what_cannot_be_sealed_is_told(
    tourney: Tourney, more: tuple[str, ...], words: tuple[str, ...], why: str
) -> None:
    rest = ("--game", "diamonds", "--sizes", "3", *more, "-q")
    assert tourney("event", "new", "Cup", "--players", NAMES, *rest).code == 0
    done = tourney("event", *words)
    assert (done.code, why in done.err) == (2, True), done


def test_an_event_with_draws_cannot_be_sealed(tourney: Tourney) -> None:
    rest = ("--game", "diamonds", "--sizes", "3", "-q")
    assert tourney("event", "new", "Cup", "--players", NAMES, *rest).code == 0
    assert tourney("event", "pair", "-q").code == 0
    done = tourney("event", "seal", "--beacon", SOURCE)
    assert (done.code, "already" in done.err) == (6, True), done
