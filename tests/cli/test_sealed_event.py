"""A sealed event: nothing is drawn before the beacon, and all draws follow from it."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from hmac import digest
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Tourney
from tests.exports.hostile_documents import sealed, text_of
from tests.serve.phones import Phone, served
from tourney.domain.errors import DataFault
from tourney.events.draws import RULES
from tourney.events.log_replay import checked
from tourney.serve.web_pages import Pages
from tourney.store import open_store
from tourney.store.events import event_named, event_view

NAMES = "Aoi,Ken,Mei,Rin,Sho,Yui"
SOURCE = "Lotto draw of 5 December"
KEPT: dict[str, bytes] = {}
"""The proof, which is made once."""


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


@pytest.fixture
def proof(tourney: Tourney) -> str:
    """The document of a sealed event with a round: tables of bots, and one of people."""
    if not KEPT:
        KEPT["cup.json"] = make_proof(tourney)
    Path("cup.json").write_bytes(KEPT["cup.json"])
    return "cup.json"


def make_proof(tourney: Tourney) -> bytes:
    bots = [word for one in "abcd" for word in ("--bot", f"{one}=greedy")]
    rest = ("--game", "diamonds", "-o", "rounds=1", "--sizes", "2", "--rounds", "2", "-q")
    assert tourney("event", "new", "Cup", *bots, "--players", "Ken,Mei", *rest).code == 0
    assert tourney("event", "seal", "--beacon", SOURCE).code == 0
    assert tourney("event", "seal", "--beacon", "3 17 22").code == 0
    assert tourney("event", "pair", "--pods", "Ken,Mei;a,b;c,d", "-q").code == 0
    assert tourney("event", "play", "-q").code == 0
    assert tourney("match", "result", "Cup/r1/t1", "9", "5", "-q").code == 0
    done = tourney("export", "event", "Cup", "-o", "cup.json", "-q")
    assert done.code == 0, done
    Path("tourney.db").unlink()
    return Path("cup.json").read_bytes()


def test_the_document_of_a_sealed_event_is_its_proof(tourney: Tourney, proof: str) -> None:
    found = details_of(proof)["event seal"]["commitment"]
    done = tourney("verify", proof, "--commitment", found, "--beacon", "3 17 22")
    assert done.code == 0, done
    assert done.out == "everything follows: 3 matches\n"
    assert "2 matches: the cards follow from the seed" in done.err
    assert "1 match whose records name no deal, as those of people: cup/r1/t1" in done.err
    for words in (("--commitment", "0" * 64), ("--beacon", "3 17 23")):
        refused = tourney("verify", proof, *words)
        assert (refused.code, words[1] in refused.err) == (3, True)
    assert tourney("verify", proof, "--bot", "a=greedy").code == 2


def details_of(proof: str) -> dict[str, Any]:
    rows = json.loads(Path(proof).read_text("utf-8"))["log"]
    return {row["what"]: row["details"] for row in rows}


def other_deal(document: dict[str, Any]) -> None:
    revision = document["matches"][0]["revisions"][0]
    revision["text"] = revision["text"].replace(" deal 2\n", " deal 3\n")


def other_cards(document: dict[str, Any]) -> None:
    """The match of the other table with its result, under the deal of this one."""
    (here, other), rows = document["matches"][:2], document["log"]
    logged = {row["details"].get("match"): row["details"] for row in rows}
    head = here["revisions"][0]["text"].partition("\n\n")[0]
    body = other["revisions"][0]["text"].partition("\n\n")[2]
    here["revisions"][0]["text"] = f"{head}\n\n{body}"
    logged[1] |= {key: logged[2][key] for key in ("scores", "places")}


def other_beacon(document: dict[str, Any]) -> None:
    logged = {row["what"]: row["details"] for row in document["log"]}
    logged["event beacon"]["beacon"] = "3 17 23"


def other_secret(document: dict[str, Any]) -> None:
    document["log"][0]["details"]["seed"] = "0" * 32


def other_result(document: dict[str, Any]) -> None:
    revision = document["matches"][2]["revisions"][0]
    revision["text"] = revision["text"].replace("A 9", "A 8")


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (other_deal, "match 'cup/r1/t2': its cards are 'deal: seed "),
        (other_cards, "match 'cup/r1/t2' has other cards than its seed gives: "),
        (other_beacon, "drawing round 1"),
        (other_secret, "event seal"),
        (other_result, "match 'cup/r1/t1' has another result than the log"),
    ],
)
def test_what_was_changed_in_a_proof_is_named_though_all_its_digests_fit(
    tourney: Tourney, proof: str, change: Callable[[dict[str, Any]], None], named: str
) -> None:
    document = json.loads(Path(proof).read_text("utf-8"))
    change(document)
    Path(proof).write_text(text_of(sealed(document)), "utf-8")
    done = tourney("verify", proof)
    assert (done.code, named in done.err, done.out) == (3, True, ""), done


def test_the_document_of_an_event_that_is_not_sealed_proves_nothing(tourney: Tourney) -> None:
    assert tourney("event", "new", "Open", "--players", NAMES, "--game", "diamonds").code == 0
    assert tourney("export", "event", "Open", "-o", "open.json", "-q").code == 0
    assert "event 'Open' is not sealed" in tourney("verify", "open.json").err
