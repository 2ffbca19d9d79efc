"""People at browsers: a match to its end, what a seat sees, what strangers and twins do not."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from html import unescape
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from starlette.requests import Request

from engines.api import CHANCE, Ply, Seat, State
from engines.games import GAMES
from tests.app.hosts import ListHost
from tests.examples import times, usual
from tests.serve.phones import SECRET, Phone, served
from tourney.agents.inprocess import BuiltIn
from tourney.agents.wrappers import ThroughReferee
from tourney.app.event_tables import AskedPlace
from tourney.app.play_match import AskedMatch, new_match
from tourney.app.play_session import MatchLeft
from tourney.bots import RandomBot
from tourney.domain.match_values import Fixture
from tourney.play.referee import MatchSetup, Referee, Texts
from tourney.records import check, read
from tourney.reports.content import render
from tourney.serve.browser_seats import BrowserSeat, PlayedTable
from tourney.serve.evening import link_key
from tourney.serve.guards import Buckets
from tourney.serve.play_pages import FRAME, SeatModel
from tourney.serve.web_pages import Pages
from tourney.store import open_store
from tourney.store.log import log_entries
from tourney.store.matches import stored_matches
from tourney.store.open_matches import decisions_of, open_matches

pytestmark = pytest.mark.slow

SHORT = {"diams": {"option-length": "quick"}, "diamonds": {"option-rounds": "1"}}


@contextmanager
def playing(folder: Path, **more: Any) -> Iterator[Pages]:
    """A server without an event."""
    file = folder / "play.db"
    open_store(str(file), create=True).close()
    pages = Pages(served(file, event=None, **more))
    # These visitors are quicker than people.
    pages.writes = pages.gate.buckets = Buckets(1e6, 1e6)
    try:
        yield pages
    finally:
        pages.close()


def seats(*kinds: str, **more: str) -> dict[str, str]:
    """The form for a match: names of people, kinds of bots."""
    fields = dict(more)
    for number, kind in enumerate(kinds):
        bot = kind in ("greedy", "random", "search", "")
        fields[f"kind{number}"] = kind if bot else "person"
        fields[f"name{number}"] = "" if bot else kind
    return fields


def begun(pages: Pages, game: str, fields: dict[str, str], lang: str = "en") -> Phone:
    """The telephone of whoever has begun a match."""
    phone = Phone(pages, lang)
    assert phone.get(f"/play?game={game}").status_code == 200
    phone.post(f"/play?game={game}", fields)
    return phone


def path_of(phone: Phone) -> str:
    (path,) = re.findall(r'data-news="([^"]*)/live"', phone.page)
    return str(path)


def move(phone: Phone, choice: int = 0) -> None:
    """Make a move of the page that is open: choose it, see it once more, confirm it."""
    path = path_of(phone)
    while 'name="move" value="' not in phone.page.partition("<details>")[0]:
        links = re.findall(rf'href="({re.escape(path)}\?at=[^"]*)"', phone.page)
        phone.get(unescape(links[choice % len(links)]))
    fields = re.findall(r'name="(at|move)" value="([^"]*)"', phone.page)[:2]
    answer = phone.post(path, {key: unescape(value) for key, value in fields})
    assert answer.status_code == 200, answer.text[-3000:]


@pytest.mark.parametrize("game", usual(("diamonds", "blue-border"), GAMES))
def test_a_person_plays_to_the_end_with_a_browser_only(tmp_path: Path, game: str) -> None:
    with playing(tmp_path) as pages:
        least = GAMES[game].seats[0]
        phone = begun(pages, game, seats("Aiko", *["greedy"] * (least - 1), **SHORT.get(game, {})))
        for _ in range(300):
            if "The match is over" in phone.page:
                break
            if "Your move" in phone.page:
                move(phone)
            else:
                phone.get(path_of(phone))
        assert "The match is over" in phone.page
        replay = phone.get(f"{path_of(phone)}/replay").text
        assert 'class="replay drawn"' in replay
    with open_store(str(tmp_path / "play.db")) as store:
        (match,) = stored_matches(store)
        assert not open_matches(store)
        assert {one.actor for one in log_entries(store)} == {"browser"}
    assert match.text is not None
    assert check(read(match.text).matches[0]).passed


def started(folder: Path, game: str, *people: str, options: tuple[str, ...] = ()) -> list[str]:
    """The addresses of the seats of a match of these people, always with the same cards."""
    file = folder / "play.db"
    with open_store(str(file), create=True) as store:
        names = tuple(f"{name}@{letter}" for name, letter in zip(people, "ABCDEF", strict=False))
        asked = AskedMatch(game, names, (), options, AskedPlace(casual=True), seed="7")
        with new_match(ListHost(store), asked, None) as session:
            match = session.match
    keys = [link_key(SECRET, "play", match.name, match.seed, seat) for seat in range(len(people))]
    return [f"/play/{match.name}/{key}" for key in keys]


def to_move(pages: Pages, paths: list[str]) -> Phone:
    """The page of the person who owes a decision."""
    phones = [Phone(pages) for _ in paths]
    found = [one for one, at in zip(phones, paths, strict=True) if "Your move" in one.get(at).text]
    (phone,) = found
    return phone


FOUR = ("Aiko", "Ben", "Chie", "Dan")


def test_what_others_pass_changes_no_byte_of_a_page(tmp_path: Path) -> None:
    """Two matches in which Ben passes other cards to Chie: Aiko sees the same, Chie does not."""
    pages_seen = []
    for choice in (0, -1):
        folder = tmp_path / f"world{choice}"
        folder.mkdir()
        seats_at = started(folder, "diamonds", *FOUR, options=("rounds=1",))
        with playing(folder) as pages:
            phones = [Phone(pages) for _ in seats_at]
            # Somebody announces, then all pass; nobody plays a card.
            for seat in [*range(4), *range(4)]:
                phones[seat].get(seats_at[seat])
                if re.search("Your move.*(announce|pass)", phones[seat].page, re.S):
                    passing = re.search("has to pass", phones[seat].page)
                    move(phones[seat], choice if seat == 1 and passing else 0)
            with open_store(str(folder / "play.db")) as store:
                texts = [one.move for one in decisions_of(store, open_matches(store)[0])]
            shown = [one.get(path).text for one, path in zip(phones, seats_at, strict=True)]
            pages_seen.append((texts, shown))
    (moves, first), (other_moves, second) = pages_seen
    assert len(moves) == 5
    assert moves != other_moves
    assert first[0] == second[0]
    assert first[2] != second[2]


class OneTurn:
    """A table at which a seat is asked once."""

    def __init__(self) -> None:
        self.seats: dict[Seat, BrowserSeat] = {}

    def answer(self, seat: Seat) -> Any:
        raise MatchLeft


def bytes_of(name: str, state: State[Any], log: list[Ply[Any]], seat: Seat) -> bytes:
    """The page of a seat that owes a decision, and what it is shown before it confirms one."""
    game, table = GAMES[name], OneTurn()
    view = state.view(seat)
    count = len(view["players"])
    options = game.options({}, count)
    agents: list[Any] = [BuiltIn(RandomBot(), "1") for _ in range(count)]
    agents[seat] = person = BrowserSeat(cast(PlayedTable, table))
    setup = MatchSetup(game, options, count, "1", "1", "forfeit", Texts(game))
    fixture = Fixture(1, 0, 0, 0, tuple(range(count)))
    referee = Referee(setup, fixture, agents, begun=(state, log))
    person.seated(referee.observation(seat))
    with suppress(ThroughReferee):
        referee.play()
    assert person.sight is not None
    page = b""
    for text in ["", *list(person.sight.moves)[:2]]:
        model = SeatModel(game, (*FOUR, "Emi", "Fumi"), seat, person.sight, "en")
        model.choose("0")
        model.draw(*(person.preview(text) if text else (None, None)))
        values = {"m": model, "r": model.board, "text": text, "seen": person.version_shown}
        frame = {
            "path": "",
            "token": "",
            "query": "",
            "fault": "",
            "done": "",
            "languages": (),
            "site": 0,
        }
        shown = served(Path("x"), event=None)
        drawn = render("play_seat.html", replace(FRAME, lang="en"), served=shown, **frame, **values)
        page += drawn.encode()
    return page


@pytest.mark.parametrize("name", GAMES)
def test_worlds_that_a_seat_cannot_tell_apart_have_the_same_page(name: str) -> None:
    game, rng, met, differing = GAMES[name], Random(11), 0, 0
    count = game.seats[-1]
    state, log = game.start(game.options({}, count), count), list[Ply[Any]]()
    while met < times(12, 4) and (owing := state.pending()):
        if owing[0] == CHANCE:
            state.apply(CHANCE, game.shuffle(state, rng), log)
            continue
        if rng.random() < 0.4:
            met += 1
            seat = owing[0]
            twin = game.resample(state, seat, rng)
            differing += twin.key() != state.key()
            ours = bytes_of(name, state.clone(), list(log), seat)
            assert ours == bytes_of(name, twin, list(log), seat)
        state.apply(owing[0], state.sample(owing[0], rng), log)
    # By rule 1 all hands are open.
    assert differing or name == "diamond-boxes"


def test_a_link_of_a_seat_leads_to_no_other_one(tmp_path: Path) -> None:
    paths = started(tmp_path, "diams", "Aiko", "Ben", "Chie")
    with playing(tmp_path) as pages:
        phone = Phone(pages)
        for path in paths:
            text = phone.get(path).text
            assert not any(other.rpartition("/")[2] in text for other in paths if other != path)
        match, key = paths[0].rsplit("/", 1)
        for wrong in (key[:-1], key.swapcase(), "x" * 22, "%00", "é", "../desk", "a" * 900):
            assert Phone(pages).get(f"{match}/{wrong}").status_code == 404
        # The key of a seat does not fit another match, and nobody watches before the end.
        assert phone.get(f"/play/diams-2020-01-01-1/{key}").status_code == 404
        assert phone.get(f"{paths[0]}/replay").status_code == 404


def test_a_decision_is_stored_before_the_answer_and_counts_once(tmp_path: Path) -> None:
    paths = started(tmp_path, "diams", "Aiko", "Ben", "Chie")
    with playing(tmp_path) as pages:
        phone = to_move(pages, paths)
        first = path_of(phone)
        phone.post(first, {"at": "1", "move": "draw"})
        with open_store(str(tmp_path / "play.db")) as store:
            (match,) = open_matches(store)
            assert [one.move for one in decisions_of(store, match)] == ["draw"]
        # The same form again, one of another turn, moves that are not there, of another seat.
        assert phone.post(first, {"at": "1", "move": "draw"}).status_code == 409
        assert "moved on" in phone.page
        for at, text in (("9", "draw"), ("2", "draw"), ("2", ""), ("²", "1"), ("2", "x" * 900)):
            assert phone.post(first, {"at": at, "move": text}).status_code == 409
        other = Phone(pages)
        second = next(path for path in paths if path != first)
        other.get(second)
        assert "has to play" in other.page
        assert other.post(second, {"at": "1", "move": "draw", "token": "0"}).status_code == 409
        with open_store(str(tmp_path / "play.db")) as store:
            assert len(decisions_of(store, match)) == 1


def test_a_match_goes_on_at_another_server_and_the_old_one_finds_out(tmp_path: Path) -> None:
    """As after a kill: the first server never learns that it is over."""
    paths = started(tmp_path, "blue-border", "Aiko", "Ben", "Chie")
    with playing(tmp_path) as old, playing(tmp_path) as new:
        move(to_move(old, paths))
        for _ in range(4):
            move(to_move(new, paths))
        late = to_move(old, paths)
        late.get(unescape(re.findall(r'class="button" href="([^"]*)"', late.page)[0]))
        fields = re.findall(r'name="(at|move)" value="([^"]*)"', late.page)[:2]
        assert late.post(path_of(late), dict(fields)).status_code == 409
        # Then it shows how the match stands.
        for path in paths:
            ours, other = Phone(old).get(path).text, Phone(new).get(path).text
            count = r'data-seen="\d+"'
            assert re.sub(count, "", ours) == re.sub(count, "", other)


def test_somebody_resigns_and_the_others_play_on(tmp_path: Path) -> None:
    paths = started(tmp_path, "diams", "Aiko", "Ben", options=("length=quick",))
    with playing(tmp_path) as pages:
        phone, other = Phone(pages), Phone(pages)
        phone.get(paths[0])
        phone.post(paths[0], {"at": "1", "move": "resign"})
        for _ in range(200):
            if "The match is over" in other.get(paths[1]).text:
                break
            move(other)
        rows = re.findall(r'number">(\d+)</td><th scope="row"><bdi>(\w+)', other.page)
        assert rows == [("1", "Ben"), ("2", "Aiko")]
        assert "The match is over" in phone.get(paths[0]).text


def test_people_get_a_link_each_and_a_known_name_is_asked_about(tmp_path: Path) -> None:
    with playing(tmp_path) as pages:
        phone = begun(pages, "blue-border", seats("Aiko", "Ben", "greedy"))
        links = re.findall(r'href="http://club(/play/[^"]+)">Seat of (\w+)', phone.page)
        assert [name for _, name in links] in (["Aiko", "Ben"], ["Ben", "Aiko"])
        assert phone.page.count('class="qr"') == 2
        assert len({path for path, _ in links}) == 2
        again = begun(pages, "diams", seats("AIKO", "random"))
        with open_store(str(tmp_path / "play.db")) as store:
            assert len(open_matches(store)) == 2, "nobody has finished as Aiko yet"
        assert "has to" in again.page


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (seats("greedy", "greedy"), "At least one person"),
        (seats("Aiko", "Aiko"), "Aiko"),
        (seats("Aiko"), "at least|players"),
        (seats("Aiko@B", "greedy"), "needs a name"),
        ({**seats("", "Ben"), "kind0": "person"}, "needs a name"),
        ({**seats("Aiko"), "kind1": "/tmp/bot.py:Bot"}, "no such bot"),
        ({**seats("Aiko"), "kind1": "search:ms=9999999"}, "no such bot"),
        (seats("Aiko", "greedy", **{"option-length": "<b>"}), "length"),
        (seats("A" * 900, "greedy"), "name"),
        (seats("A\x00[x]", "greedy"), "name"),
    ],
)
def test_a_form_that_asks_for_no_possible_match_is_answered_with_the_reason(
    tmp_path: Path, fields: dict[str, str], words: str
) -> None:
    with playing(tmp_path) as pages:
        phone = begun(pages, "diams", fields)
        (fault,) = re.findall(r'role="alert">(.*?)</p>', phone.page)
        assert re.search(words, unescape(fault))
        with open_store(str(tmp_path / "play.db")) as store:
            assert not open_matches(store)


def test_nobody_begins_many_matches(tmp_path: Path) -> None:
    with playing(tmp_path) as pages:
        for _ in range(9):
            phone = begun(pages, "diams", seats("Aiko", "greedy"))
        assert "Too many" in phone.page
        with open_store(str(tmp_path / "play.db")) as store:
            assert len(open_matches(store)) == 6
    with playing(tmp_path, read_only=True) as pages:
        assert Phone(pages).get("/play").status_code == 404
        assert Phone(pages).get("/desk").status_code == 404


def test_a_page_in_japanese_and_beside_an_event(tmp_path: Path) -> None:
    from tests.serve.phones import club

    pages = Pages(served(club(tmp_path)))
    try:
        phone = begun(pages, "diamond-boxes", seats("Aiko", "greedy"), "ja")
        assert "番です" in phone.page
        assert 'href="/desk"' in phone.page
        assert 'href="/play"' in phone.get("/").text
        # Its replay is no part of the event.
        assert phone.get("/play?game=nothing").status_code == 200
    finally:
        pages.close()


def test_a_seat_hears_at_once_of_what_another_one_did(tmp_path: Path) -> None:
    paths = started(tmp_path, "diams", "Aiko", "Ben")

    async def heard(pages: Pages, first: str, second: str) -> list[str]:
        name, key = second.split("/")[2:]
        scope = {"type": "http", "path_params": {"name": name, "key": key}, "headers": []}
        request = Request({**scope, "query_string": b""})
        answer = await pages.play.live(request)
        lines = cast(Any, answer).body_iterator
        before = await anext(lines)
        phone = Phone(pages)
        await asyncio.to_thread(phone.get, first)
        await asyncio.to_thread(phone.post, first, {"at": "1", "move": "draw"})
        while (after := await anext(lines)) == before:
            pass
        return [before.decode(), after.decode()]

    with playing(tmp_path) as pages:
        first = path_of(to_move(pages, paths))
        second = next(path for path in paths if path != first)
        before, after = asyncio.run(heard(pages, first, second))
        assert before.startswith("data: ")
        assert before != after
