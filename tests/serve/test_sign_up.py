"""People sign up on telephones, the organiser accepts; the desk publishes the site."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.app.hosts import ListHost
from tests.app.test_match_result import CLUB
from tests.conftest import Once
from tests.reports.sites import content
from tests.serve.phones import TABLES, Phone, club, not_drawn
from tests.serve.test_pages import organiser, serving
from tourney.app.publish_site import AskedSite, write_site
from tourney.app.undo_changes import undo_last
from tourney.serve.web_pages import Pages
from tourney.store import open_store
from tourney.store.events import delete_event, event_named
from tourney.store.forget import forget_player
from tourney.store.integrity import problems
from tourney.store.log import log_entries
from tourney.store.sign_ups import MOST_WAITING, add_sign_up, sign_ups

pytestmark = pytest.mark.slow


@pytest.fixture
def file(tmp_path: Path, once: Once) -> Path:
    def make() -> None:
        not_drawn(tmp_path, ("Aiko", "Ben", "Chie"))

    once(make)
    return tmp_path / "club.db"


def waiting(file: Path) -> list[str]:
    with open_store(str(file)) as store:
        return [one.name for one in sign_ups(store, event_named(store, "Club"))]


def sign_up(phone: Phone, name: str) -> int:
    """Say on the start page "I am here"."""
    phone.get("/")
    return phone.post("/", {"name": name}).status_code


def add_many(file: Path, event: int, count: int) -> None:
    """Sign up so many people at once."""
    with closing(sqlite3.connect(file)) as direct:
        names = [(event, f"Joker {number}") for number in range(count)]
        direct.executemany("INSERT INTO sign_up (event_id, name) VALUES (?, ?)", names)
        direct.commit()


def decide(desk: Phone, do: str, name: str, **more: str) -> int:
    """Tap a button beside a name at the desk."""
    desk.get("/desk")
    (who,) = re.findall(rf"<bdi>{name}</bdi>.*?name=\"who\" value=\"(\d+)\"", desk.page)
    return desk.post("/desk", {"do": do, "who": who, **more}).status_code


def test_who_signs_up_waits_for_the_organiser_and_is_nowhere_else_until_then(file: Path) -> None:
    with serving(file) as pages:
        phone = Phone(pages)
        assert sign_up(phone, " Ida ") == 200
        assert "Ida waits for the organiser" in phone.page
        assert sign_up(Phone(pages, address="10.0.0.2"), "ＩＤＡ") == 200
        assert waiting(file) == ["Ida"], "the same name is noted once"
        for path in ("/", "/screen"):
            assert "Ida" not in Phone(pages).get(path).text
    # What was acknowledged is there after the server was stopped.
    with serving(file) as pages:
        desk = organiser(pages)
        assert decide(desk, "sign-up accept", "Ida") == 200
        assert "Ida enters as number 4" in desk.page
        assert "On the list" in Phone(pages).get("/?q=ida").text
    assert not waiting(file)
    with open_store(str(file)) as store:
        assert not problems(store)
        assert [one.what for one in log_entries(store)][-2:] == [
            "event add-player",
            "event check-in",
        ]


def test_who_was_accepted_waits_again_if_that_is_taken_back(file: Path) -> None:
    with serving(file) as pages:
        desk = organiser(pages)
        for name in ("Ida", "Jon", "Kei"):
            sign_up(Phone(pages), name)
        decide(desk, "sign-up accept", "Ida")
        decide(desk, "sign-up accept", "Jon")
        desk.post("/desk", {"do": "event add-player", "player": "Lea"})
        with open_store(str(file)) as store:
            host, seen = ListHost(store, yes=True), []
            for _ in range(3):
                undo_last(host)
                seen.append(waiting(file))
        # Lea had not signed up: nobody waits who did not say so.
        assert seen == [["Kei"], ["Kei", "Jon"], ["Kei", "Jon", "Ida"]]
        assert decide(desk, "sign-up accept", "Ida") == 200
        assert "Ida enters as number 4" in desk.page
    assert waiting(file) == ["Kei", "Jon"]
    with open_store(str(file)) as store:
        assert not problems(store)


def test_who_is_on_the_list_is_checked_in_once(file: Path) -> None:
    with serving(file) as pages:
        phone = Phone(pages, lang="ja")
        for _ in range(2):
            assert sign_up(phone, "aiko") == 200
        assert not waiting(file)
    with open_store(str(file)) as store:
        (row,) = [one for one in log_entries(store) if one.what == "event check-in"]
        assert row.actor == "phone at the entrance"


def test_a_name_like_a_known_one_is_asked_about_and_may_be_somebody_else(tmp_path: Path) -> None:
    file = not_drawn(tmp_path)
    with open_store(str(file)) as store:
        with closing(sqlite3.connect(file)) as direct:
            direct.execute(
                "INSERT INTO player (name, reading, nick, shown) VALUES ('Aiko','','','')"
            )
            direct.commit()
        for name in ("AIKO", "aiko!", "Ben"):
            add_sign_up(store, event_named(store, "Club"), name)
    with serving(file) as pages:
        desk = organiser(pages)
        desk.get("/desk")
        (everybody,) = re.findall(r'name="who" value="(\d+\.[\d.]+)"', desk.page)[:1]
        desk.post("/desk", {"do": "sign-up accept", "who": everybody})
        assert "1 player has entered" in desk.page
        assert waiting(file) == ["AIKO"]
        decide(desk, "sign-up accept", "AIKO")
        assert "Yes, do it" in desk.page
        assert "No, it is somebody else" in desk.page
        decide(desk, "sign-up accept", "AIKO", yes="1")
        assert "Aiko enters" in desk.page


def test_after_the_draw_and_from_strangers_nothing_is_taken(tmp_path: Path) -> None:
    with serving(club(tmp_path)) as pages:
        phone = Phone(pages)
        assert "I am here" not in phone.get("/").text
        form = {"name": "Ida", "token": pages.token("join")}
        assert phone.post("/", form).status_code == 409
        assert "ask the organiser" in phone.page
        assert phone.post("/", {**form, "token": "x"}).status_code == 409
    with serving(tmp_path / "club.db", read_only=True) as pages:
        assert Phone(pages).post("/", {"name": "Ida"}).status_code == 409
    assert not waiting(tmp_path / "club.db")


def test_a_joker_is_slowed_down_and_the_list_has_an_end(file: Path) -> None:
    with serving(file) as pages:
        pages.joins.rate = 0
        phone = Phone(pages)
        answers = [sign_up(phone, f"Nobody {number}") for number in range(32)]
        assert answers == [200] * 30 + [429] * 2
        assert phone.send("POST", "/", data={"name": "x"}).headers["retry-after"]
        assert sign_up(Phone(pages, address="10.0.0.3"), "Ida") == 200, "others do not wait"
        for name in ("", "?", "[x]", "n" * 200, "\x00", "two\nlines[1]"):
            assert sign_up(Phone(pages, address="10.0.0.4"), name) in (409, 422)
        with open_store(str(file)) as store:
            event = event_named(store, "Club")
            free = MOST_WAITING - len(sign_ups(store, event))
        add_many(file, event.id, free)
        assert sign_up(Phone(pages, address="10.0.0.5"), "Late") == 409
        desk = organiser(pages)
        (everybody,) = re.findall(r'name="who" value="(\d+\.[\d.]+)"', desk.get("/desk").text)[:1]
        desk.post("/desk", {"do": "sign-up decline", "who": everybody})
    assert len(waiting(file)) < MOST_WAITING


def test_forms_in_plain_utf_8_are_read_as_they_are(file: Path) -> None:
    with serving(file) as pages:
        body = f"token={pages.token('join')}&name=山田 花子".encode()
        kind = {"content-type": "application/x-www-form-urlencoded"}
        assert Phone(pages).send("POST", "/", content=body, headers=kind).status_code == 200
    assert waiting(file) == ["山田 花子"]


def test_names_that_wait_are_forgotten_with_the_person_and_with_the_event(file: Path) -> None:
    with open_store(str(file)) as store:
        event = event_named(store, "Club")
        for name in ("aiko", "Ida"):
            add_sign_up(store, event, name)
        forget_player(store, "Aiko")
        assert waiting(file) == ["Ida"]
        delete_event(store, event)
        assert not sign_ups(store, event)


def test_the_desk_publishes_the_site_and_shows_its_files_only(tmp_path: Path) -> None:
    public = tmp_path / "public"
    with serving(club(tmp_path), site=public) as pages:
        phone, desk = Phone(pages), organiser(pages)
        assert phone.get("/site/").status_code == 404
        assert "/site/" not in phone.get("/").text
        desk.get("/desk")
        desk.post("/desk", {"do": "report site"})
        assert f"wrote the site to &#39;{public}&#39;" in desk.page
        assert (public / "index.html").is_file()
        assert 'href="/site/"' in phone.get("/").text
        assert "Club" in phone.get("/site").text
        assert phone.get("/site/players/aiko.html").status_code == 200
        (public / "secret.txt").write_text("mine")
        (public / "index.html").rename(public / "moved.html")
        (public / "index.html").symlink_to(tmp_path / "club.db")
        for path in (
            "secret.txt", "moved.html", "index.html", "", ".tourney-site", "../club.db",
            "%2e%2e/club.db", "players", "/etc/passwd", "players/../secret.txt",
        ):  # fmt: skip
            assert phone.get(f"/site/{path}").status_code == 404, path
        # A folder of somebody else is not written over.
        desk.post("/desk", {"do": "report site"})
        assert desk.page.count('class="notice bad"') <= 1
        assert (tmp_path / "club.db").read_bytes()[:6] == b"SQLite"
    other = tmp_path / "other"
    other.mkdir()
    (other / "index.html").write_text("mine")
    with serving(tmp_path / "club.db", site=other) as pages:
        desk = organiser(pages)
        desk.get("/desk")
        assert desk.post("/desk", {"do": "report site"}).status_code == 409
        assert (other / "index.html").read_text() == "mine"


def test_the_desk_publishes_as_the_site_was_written_before_and_not_over_another_one(
    tmp_path: Path,
) -> None:
    public, file = (
        tmp_path / "public",
        club(tmp_path, ("Sato Aiko", *CLUB[1:]), TABLES.replace("Aiko", "Sato Aiko")),
    )
    with open_store(str(file)) as store:
        asked = AskedSite("ja", "Diamond Club", "initials", views="spectator")
        write_site(store, asked, public, lambda *_: None)
    before = content(public)
    assert not any(b"Sato Aiko" in data for data in before.values())
    with serving(file, site=public) as pages:
        desk = organiser(pages)
        desk.get("/desk")
        desk.post("/desk", {"do": "report site"})
        assert "0 files written" in desk.page
        assert content(public) == before
        assert "Sato Aiko" not in desk.get("/site/").text
    (tmp_path / "else").mkdir()
    with serving(club(tmp_path / "else"), site=public) as pages:
        desk = organiser(pages)
        desk.get("/desk")
        assert desk.post("/desk", {"do": "report site"}).status_code == 409
        assert "is that of another database" in desk.page
        assert content(public) == before
    with open_store(str(file)) as store:  # what is said holds, and the rest stays
        write_site(store, AskedSite(names="full"), public, lambda *_: None)
    assert any(b"Sato Aiko" in data for data in content(public).values())
    assert "Diamond Club" in (public / "index.html").read_text("utf-8")


def test_two_desks_may_decide_about_everybody_and_nobody_is_left_out(file: Path) -> None:
    with open_store(str(file)) as store, closing(sqlite3.connect(file)) as direct:
        # Numbers as long as they are after many years.
        direct.execute("INSERT INTO sqlite_sequence VALUES ('sign_up', 100000000)")
        direct.commit()
        event = event_named(store, "Club")
    add_many(file, event.id, 120)
    with serving(file) as pages:
        desks = [organiser(pages), organiser(pages)]
        for desk in desks:
            desk.get("/desk")
        everybody = re.findall(r'name="who" value="(\d+\.[\d.]+)"', desk.page)[0]
        some = ".".join(everybody.split(".")[:2])
        assert desks[0].post("/desk", {"do": "sign-up accept", "who": some}).status_code == 200
        assert desks[1].post("/desk", {"do": "sign-up accept", "who": some}).status_code == 422
        assert "nobody who was chosen waits any more" in desks[1].page
        desks[0].post("/desk", {"do": "sign-up decline", "who": everybody})
    assert waiting(file) == []


def test_who_has_left_is_told_to_ask_the_organiser(file: Path) -> None:
    with serving(file) as pages:
        desk, phone = organiser(pages), Phone(pages)
        desk.get("/desk")
        desk.post("/desk", {"do": "event drop", "player": "Ben"})
        assert sign_up(phone, "ben") == 409
        assert "Ben has left this event: ask the organiser" in phone.page


def test_what_is_said_to_one_telephone_is_not_shown_to_others(file: Path) -> None:
    with serving(file) as pages:
        assert "has arrived" in Phone(pages).get("/?done=t").text
        assert "has arrived" not in Phone(pages).get("/").text


def test_an_event_that_was_deleted_is_gone_and_another_of_its_name_is_shown(file: Path) -> None:
    with serving(file) as pages:
        phone = Phone(pages)
        assert phone.get("/").status_code == 200
        with open_store(str(file)) as store:
            delete_event(store, event_named(store, "Club"))
        for path in ("/", "/screen", "/?q=aiko", "/"):
            assert phone.get(path).status_code == 404, path
            assert "the event &#39;Club&#39; was deleted" in phone.page
            assert str(file) not in phone.page
        not_drawn(file.parent, ("Xenia",))
        assert "Xenia" in phone.get("/").text


def test_a_site_that_cannot_be_written_is_told_at_the_desk(tmp_path: Path) -> None:
    file = club(tmp_path)
    for site in (file / "public", tmp_path / ("n" * 300)):
        with serving(file, site=site) as pages:
            desk = organiser(pages)
            desk.get("/desk")
            assert desk.post("/desk", {"do": "report site"}).status_code == 409
            assert "the site was not completely written" in desk.page


def test_the_site_has_a_round_that_is_not_published_only_if_the_organiser_says_so(
    tmp_path: Path,
) -> None:
    file, public = not_drawn(tmp_path, ("Aiko", "Ben", "Chie", "Dan")), tmp_path / "public"
    with serving(file, site=public) as pages:
        desk = organiser(pages)
        desk.get("/desk")
        desk.post("/desk", {"do": "event pair", "event": "Club"})
        desk.post("/desk", {"do": "report site"})
        assert "Round 1 is not published yet, and would be on the site." in desk.page
        assert not public.exists()
        desk.post("/desk", {"do": "report site", "yes": "1"})
        assert (public / "index.html").is_file()


def test_a_file_that_is_missing_or_lies_elsewhere_is_no_part_of_the_site(tmp_path: Path) -> None:
    public = tmp_path / "public"
    with serving(club(tmp_path), site=public) as pages:
        desk, phone = organiser(pages), Phone(pages)
        desk.get("/desk")
        desk.post("/desk", {"do": "report site"})
        tag = phone.get("/site/").headers["etag"]
        assert phone.send("GET", "/site/", headers={"if-none-match": tag}).status_code == 304
        assert phone.send("HEAD", "/site/").status_code == 200
        (public / "feed.xml").unlink()
        (public / "players").rename(tmp_path / "elsewhere")
        (public / "players").symlink_to(tmp_path / "elsewhere")
        for path in ("feed.xml", "players/aiko.html"):
            assert phone.get(f"/site/{path}").status_code == 404, path


def test_the_link_of_an_entry_that_was_taken_back_leads_to_nobody(tmp_path: Path) -> None:
    """Its number is given to the next one, who has another link."""
    file = not_drawn(tmp_path)

    def links(pages: Pages) -> list[str]:
        desk = organiser(pages)
        desk.get("/desk")
        return re.findall(r"/me/[\w-]+", desk.page)

    with serving(file) as pages:
        old = links(pages)
        desk = organiser(pages)
        desk.post("/desk", {"do": "event add-player", "player": "Gus"})
        (of_gus,) = set(links(pages)) - {*old}
        # The organiser takes it back at the command line, while the server runs.
        with open_store(str(file)) as store:
            undo_last(ListHost(store, yes=True))
        assert set(links(pages)) == {*old}
        desk.post("/desk", {"do": "event add-player", "player": "Hal"})
        (of_hal,) = set(links(pages)) - {*old}
        assert of_hal != of_gus
        assert Phone(pages).get(of_gus).status_code == 404
        assert Phone(pages).get(of_hal).status_code == 200
