"""A whole site of a small club and of a run: valid, linked, the same numbers as the commands."""

import html
import json
import re
from contextlib import chdir
from pathlib import Path
from urllib.parse import unquote

import feedparser
import pytest

from tests.conftest import Tourney
from tests.reports.sites import (
    HREF,
    LEAGUE,
    STAGES,
    XHTML,
    call,
    content,
    make_club,
    make_league,
    make_run,
    make_stages,
    pages,
    parsed,
    some_pages,
    tables,
    told,
    told_rows,
)
from tourney.cli.root import main

BASE = "https://club.example.org/diamonds"
EVENTS = {"club-night-14-nov": "Club night 14 Nov", "club-night-21-nov": "Club night 21 Nov",
          "autumn-league": LEAGUE, "two-stages": STAGES}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the database of the club and its site in `public`."""
    place = tmp_path_factory.mktemp("club")
    make_club(place)
    make_league(place)
    make_stages(place)
    make_run(place)
    call(place, "report", "site", "-o", "public", "--base-url", BASE, "-q")
    return place


@pytest.fixture(scope="module")
def site(folder: Path) -> Path:
    return folder / "public"


@pytest.mark.parametrize("of_each", [1, pytest.param(None, marks=pytest.mark.full)])
def test_every_page_is_valid_has_one_heading_landmarks_and_captions(
    site: Path, of_each: int | None
) -> None:
    for page in some_pages(site, of_each):
        tree = parsed(page.read_text("utf-8"))
        count = {tag: len(list(tree.iter(XHTML + tag))) for tag in ("table", "caption")}
        assert {one.get("lang") for one in tree.iter(f"{XHTML}html")} <= {"en", None}
        if "sheets-" in page.name:
            continue
        assert count["table"] == count["caption"], page
        landmarks = [
            len(list(tree.iter(XHTML + tag))) for tag in ("h1", "main", "header", "footer")
        ]
        assert landmarks == [1, 1, 1, 1], page
        ids = [one.get("id") for one in tree.iter() if one.get("id")]
        assert len(ids) == len(set(ids)), page


def test_every_link_leads_to_a_file_and_an_anchor_of_the_site(site: Path) -> None:
    texts = {page: page.read_text("utf-8") for page in pages(site)}
    for page, text in texts.items():
        for link in {html.unescape(link) for link in HREF.findall(text)}:
            path, _, anchor = link.partition("#")
            if path.startswith("https://"):
                assert page.parent.name == "games"
                continue
            target = (page.parent / unquote(path)).resolve() if path else page
            assert target.is_file(), (page, link)
            assert not anchor or re.search(
                f'id="?{re.escape(unquote(anchor))}[" >]', texts[target]
            ), link


def test_no_page_has_a_script_or_a_style_of_its_own_elements(site: Path) -> None:
    for page in pages(site):
        text = page.read_text("utf-8")
        scripts = re.findall("<script([^>]*)>", text)
        match = "matches" in page.relative_to(site).parts
        data = {' type="application/json"'} if match else set()
        assert set(scripts) <= {""} | data
        assert "default-src &#39;none&#39;" in text or "default-src 'none'" in text
        if "sheets-" not in page.name:
            assert not re.search(r"<[^>]* (style|on[a-z]+)=", text), page


def test_a_second_build_writes_nothing(folder: Path, site: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in site.rglob("*")}
    call(folder, "report", "site", "-o", "public", "--base-url", BASE, "-q")
    assert {path: path.stat().st_mtime_ns for path in site.rglob("*")} == before


@pytest.mark.full
def test_another_folder_gets_the_same_bytes(folder: Path, site: Path) -> None:
    call(folder, "report", "site", "-o", "again", "--base-url", BASE, "-q")
    assert content(folder / "again") == content(site)


@pytest.mark.parametrize("slug", EVENTS)
def test_numbers_of_an_event_are_those_of_the_commands(
    folder: Path, site: Path, capfd: pytest.CaptureFixture[str], slug: str
) -> None:
    name = f"event:{EVENTS[slug]}"
    data = site / "data" / "events" / slug
    for suffix in ("json", "csv"):
        said = told(folder, capfd, "standings", name, "--format", suffix)
        assert (data / f"standings.{suffix}").read_text("utf-8-sig") == said
    if (data / "crosstable.json").exists():
        said = told(folder, capfd, "crosstable", name, "--json")
        assert (data / "crosstable.json").read_text("utf-8") == said
    page = (site / "events" / slug / "index.html").read_text("utf-8")
    rows = told_rows(folder, capfd, "standings", name)
    assert shown(page, "Standings") == (rows if len(rows) > 1 else [])
    # The short table above all figures has the same places and points.
    if len(rows) > 1 and slug != "two-stages":
        (_, short), *_ = tables(page)
        points = rows[0].index("per match" if "per match" in rows[0] else "points")
        assert [row[:3] for row in short[1:]] == [[*row[:2], row[points]] for row in rows[1:]]


def test_the_standings_of_the_event_and_of_each_stage_are_those_of_the_commands(
    folder: Path, site: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    page = (site / "events" / "two-stages" / "index.html").read_text("utf-8")
    found = dict(tables(page))
    name = f"event:{STAGES}"
    for caption, file, more in (
        ("Standings", "standings", ()),
        ("Standings of main", "standings-main", ("--stage", "main")),
        ("Standings of final", "standings-final", ("--stage", "final")),
    ):
        words = ("standings", name, *more)
        assert found[caption] == told_rows(folder, capfd, *words)
        for suffix in ("json", "csv"):
            data = site / "data" / "events" / "two-stages" / f"{file}.{suffix}"
            said = told(folder, capfd, *words, "--format", suffix)
            assert data.read_text("utf-8-sig") == said
    assert [row[1:3] for row in found["Standings"][1:]] == [
        ["Max", "final"], ["Lou", "final"], ["Kei", "final"], ["Nao", "main"],
    ]  # fmt: skip
    assert "Over all stages; no result is missing." in page


RUN_TABLES = (
    ("Standings", ("standings", "cup"), "standings"),
    ("Crosstable", ("crosstable", "cup"), "crosstable"),
    ("Seats", ("stats", "seats", "cup"), "seats"),
    ("Length of matches", ("stats", "length", "cup"), "lengths"),
    ("Faults of bots", ("stats", "faults", "cup"), "faults"),
)


def test_numbers_of_a_run_and_of_ratings_are_those_of_the_commands(
    folder: Path, site: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    page = (site / "runs" / "cup" / "index.html").read_text("utf-8")
    for caption, words, file in RUN_TABLES:
        assert shown(page, caption) == told_rows(folder, capfd, *words)
        data = (site / "data" / "runs" / "cup" / f"{file}.json").read_text("utf-8")
        assert data == told(folder, capfd, *words, "--json")
    rated = told(folder, capfd, "ratings", "--json")
    assert (site / "data" / "ratings.json").read_text("utf-8") == rated
    page = (site / "players" / "aiko.html").read_text("utf-8")
    mine = [row for row in json.loads(rated) if row["player"] == "Aiko"]
    rows = shown(page, "Rating")[1:]
    assert [row[1:4] for row in rows] == [
        [str(one["place"]), f"{one['rating']:.0f}", f"{one['high'] - one['rating']:.0f}"]
        for one in mine
    ]


def test_head_to_head_agrees_with_the_crosstable(
    folder: Path, site: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (first, _) = json.loads(told(folder, capfd, "crosstable", "cup", "--json"))
    page = (site / "players" / f"{first['player']}.html").read_text("utf-8")
    (row,) = shown(page, "Head-to-head")[1:]
    assert row[1] == str(first[f"matches {row[0]}"])
    assert row[5] == f"{first[f'above {row[0]}']:.2f}"


def shown(page: str, caption: str) -> list[list[str]]:
    """The rows of a table of a page."""
    return next((rows for name, rows in tables(page) if name == caption), [])


def test_an_event_shows_rounds_rulings_and_corrections_without_authors(site: Path) -> None:
    page = (site / "events" / "autumn-league" / "index.html").read_text("utf-8")
    captions = [caption for caption, _ in tables(page)]
    assert captions == [
        "Not final: 1 of 2 tables of round 2 has no result.", "Standings", "Tables of round 2",
        "Tables of round 1", "Standings after round 1", "Crosstable",
    ]  # fmt: skip
    assert re.search(r"corrected [0-9-]{10}: Aiko [0-9]+ → 0 \(Emi misread it\)", page)
    assert "Tomo (absent)" in page
    first = shown(page, "Tables of round 1")
    assert first[1] == ["1", "A", "Ken", "41", "1", "4.00", "Match"]
    assert [row[2:6] for row in first[6:8]] == [
        ["Ono", "5", "1", "4.00"],
        ["Tomo (absent)", "", "", ""],
    ]
    ruled = (site / "events" / "club-night-14-nov" / "index.html").read_text("utf-8")
    assert "Round 1, table 1: ruling: adjust A showroom -1 C showroom +1" in ruled


def test_the_feed_is_read_by_feedparser_and_has_times_from_the_records(site: Path) -> None:
    found = feedparser.parse((site / "feed.xml").read_bytes())
    assert not found.bozo
    entries = {one.title: one for one in found.entries}
    evening = entries["Diam's: club-2026-11-21/2"]
    assert evening.link == f"{BASE}/matches/club-2026-11-21/2.html"
    assert entries["Diamonds: club-2026-11-14/1"].updated == "2026-11-14T10:05:00Z"
    assert evening.updated > "2026-11-21T11:15:00Z"  # it was corrected
    assert len({one.id for one in found.entries}) == len(found.entries)


def test_the_site_map_lists_every_page(site: Path) -> None:
    listed = re.findall("<loc>([^<]*)</loc>", (site / "sitemap.xml").read_text("utf-8"))
    plain = {unquote(one.removeprefix(f"{BASE}/")) for one in listed}
    paths = {page.relative_to(site).as_posix() for page in pages(site)}
    assert plain == {path for path in paths if "sheets-" not in path and "matches-" not in path}


def test_a_page_of_an_event_stands_alone(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    page = told(folder, capfd, "report", "event", "Club night 21 Nov")
    parsed(page)
    links = {html.unescape(link) for link in HREF.findall(page)}
    assert "#match-club-2026-11-21/2" in links
    assert all(link.startswith("#") for link in links)
    assert {unquote(link[1:]) for link in links} <= set(re.findall('id="?([^" >]*)', page))
    assert "-- market 2 2 3" in page
    for words in (("run", "cup"), ("player", "Aiko")):
        text = told(folder, capfd, "report", *words)
        parsed(text)
        assert all(link.startswith("#") for link in HREF.findall(text))


@pytest.mark.parametrize(
    ("words", "code", "error"),
    [
        (("site",), 2,
         "no folder for the site; add -o FOLDER, or set one: tourney config set site FOLDER"),
        (("site", "-o", "right.tmr"), 6, "'right.tmr' is a file; choose a folder for the site"),
        (("site", "-o", "x", "--base-url", "club"), 2,
         "'club' is no web address for --base-url; write it as https://example.org/club/; "
         "see: tourney report site --help"),
        (("event", "Nobody"), 5,
         "no event 'Nobody'; an event is named in the headers of stored records"),
        (("player", "Nobody"), 5,
         "no player or bot 'Nobody'; see tourney player list and tourney bot list"),
        (("run", "cup", "--json"), 2, "a report is a web page; remove --format and --columns"),
    ],
)  # fmt: skip
def test_errors_are_one_line(
    folder: Path, capfd: pytest.CaptureFixture[str], words: tuple[str, ...], code: int, error: str
) -> None:
    capfd.readouterr()
    with chdir(folder):
        assert main(["report", *words]) == code
    said = capfd.readouterr()
    assert said.out == ""
    assert said.err.splitlines()[0] == f"tourney: {error}"
    assert len(said.err.splitlines()) == 1


NAMES = ("Aiko", "Ben", "Chie", "Dan", "Emi", "Ken", "Mei", "Yui", "Ren", "Ono", "Tomo", "Zoe")


def with_name(place: Path, name: str) -> list[str]:
    """The files whose path or content has a name as a word.

    Frames are numbers written as letters, which may spell a short name.
    """
    word = re.compile(rf"\b{name}\b".encode(), re.IGNORECASE)
    return [
        path
        for path, data in content(place).items()
        if word.search(path.encode() + b" " + re.sub(rb'"frames":"[^"]*"', b"", data))
    ]


def test_a_hidden_name_is_in_no_file_and_the_site_can_be_japanese(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    capfd.readouterr()
    call(folder, "report", "site", "-o", "hidden", "--names", "hidden", "--lang", "ja")
    assert "sitemap.xmlは作りません" in capfd.readouterr().err
    place = folder / "hidden"
    assert {name: found for name in NAMES if (found := with_name(place, name))} == {}
    text = (place / "matches" / "club-2026-11-21" / "2.html").read_text("utf-8")
    assert '<html lang="ja">' in text
    assert "seat A: プレイヤー" in text
    assert "recorder: プレイヤー" in text
    ruled = (place / "events" / "autumn-league" / "index.html").read_text("utf-8")
    assert re.search(r"プレイヤー[0-9]+ misread it", ruled)
    start = (place / "index.html").read_text("utf-8")
    assert "<h2>イベント</h2>" in start
    assert "<h2>Events</h2>" not in start
    assert not (place / "sitemap.xml").exists()
    feed = feedparser.parse((place / "feed.xml").read_bytes())
    assert not feed.bozo
    assert "matches/club-2026-11-14/5.html" in [one.link for one in feed.entries]


@pytest.mark.full
def test_a_wish_is_stronger_than_the_choice_of_the_maker(folder: Path) -> None:
    (folder / "wish.db").write_bytes((folder / "tourney.db").read_bytes())
    void = ("match", "void", "club-2026-11-14/5", "--reason", "Dan dealt twice", "--yes", "-q")
    call(folder, *void, "--db", "wish.db")
    for name, style in (("Emi", "hidden"), ("Aiko", "full"), ("Ben", "nick")):
        call(folder, "player", "edit", name, "--shown", style, "--db", "wish.db", "-q")
    call(folder, "player", "edit", "Ben", "--nick", "Boxer", "--db", "wish.db", "-q")
    options = ("--names", "initials", "--db", "wish.db", "-q")
    call(folder, "report", "site", "-o", "wish", *options)
    for name in ("Emi", "Ben", "Chie", "Dan"):
        assert with_name(folder / "wish", name) == [], name
    void_page = (folder / "wish" / "matches" / "club-2026-11-14" / "5.html").read_text("utf-8")
    assert "void: this match counts nowhere" in void_page
    assert "(D. dealt twice)" in void_page
    page = (folder / "wish" / "matches" / "club-2026-11-14" / "1.html").read_text("utf-8")
    assert re.findall("seat [A-E]: (.*)", page) == ["Aiko", "Boxer", "C.", "D.", "Player 5"]
    rows = shown((folder / "wish" / "players" / "index.html").read_text("utf-8"), "People")
    assert {"Aiko", "Boxer", "C.", "K."} <= {row[0] for row in rows}
    assert len({row[0] for row in rows}) == len(rows)


def test_charts_have_the_numbers_of_the_tables_and_two_widths(site: Path) -> None:
    charts = {
        "runs/cup/index.html": ["Points per match", "Crosstable", "Advantage of each seat",
                                "Points per match after each deal", "Scores"],
        "events/autumn-league/index.html": ["Places round by round"],
    }  # fmt: skip
    for name, expected in charts.items():
        text = (site / name).read_text("utf-8")
        captions = re.findall("<figcaption[^>]*>(.*?)</figcaption>", text)
        assert [one.partition(", ")[0] for one in captions][: len(expected)] == expected
        drawings = re.findall(r'<div class="(broad|slim)"><svg .*? width="(\d+)"', text)
        assert drawings == [("broad", "500"), ("slim", "328")] * len(captions)
        assert "prefers-color-scheme:dark){.series.s1" in text
    league = (site / "events" / "autumn-league" / "index.html").read_text("utf-8")
    rows = next(rows for caption, rows in tables(league) if caption == "Standings")
    described = re.search("<desc>(.*?)</desc>", league, re.DOTALL)
    assert described
    for row in rows[1:]:
        assert re.search(rf"^{row[1]}: places .*, {row[0]}$|^{row[1]}: places {row[0]}$",
                         described[1], re.MULTILINE)  # fmt: skip


def test_a_match_without_a_date_is_among_the_latest_when_it_was_stored_last(
    tourney: Tourney, tmp_path: Path
) -> None:
    head = "match: m/{}\ngame: diamonds\n{}seat A: Ann\nseat B: Bob\n\nresult: A 9, B 7\n"
    days = [f"date: 2026-11-{day:02}\n" for day in range(1, 26)]
    texts = (head.format(n, day) for n, day in enumerate([*days, "", "date: ?\n"]))
    (tmp_path / "all.tmr").write_text("\n".join(f"{one}rank: A > B\n" for one in texts))
    assert tourney("import", "all.tmr", "-q").code == 0
    assert tourney("report", "site", "-o", "public", "-q").code == 0
    page = (tmp_path / "public/index.html").read_text("utf-8")
    assert re.findall(r'"matches/(m/\d+)\.html"', page)[:3] == ["m/26", "m/25", "m/24"]


def test_corrections_that_end_where_they_began_are_one_line(
    tourney: Tourney, tmp_path: Path
) -> None:
    first = ("event", "new", "Cup", "--players", "Ann,Bob,Cy", "--game", "diams", "--rounds", "1")
    assert tourney(*first, "--schedule", "swiss", "-q").code == 0
    assert tourney("event", "pair", "-q").code == 0
    assert tourney("match", "result", "r1/t1", "12,9,6", "-q").code == 0
    fix = ("match", "result", "cup/r1/t1", "A=11", "--yes", "-q")
    assert tourney(*fix, "--reason", "misread").code == 0
    assert tourney("report", "event", "Cup", "-o", "cup.html", "-q").code == 0
    page = (tmp_path / "cup.html").read_text("utf-8")
    found = re.findall(r"corrected (?:[0-9-]{10}|and)[^<]*", page)
    assert [re.sub("[0-9-]{10}", "DAY", one) for one in found] == [
        f"corrected DAY: {seated(page)} 12 → 11 (misread)"
    ]
    assert tourney("match", "restore", "cup/r1/t1", "--revision", "1", "--yes", "-q").code == 0
    assert tourney("report", "event", "Cup", "-o", "cup.html", "-q").code == 0
    page = (tmp_path / "cup.html").read_text("utf-8")
    found = re.findall(r"corrected (?:[0-9-]{10}|and)[^<]*", page)
    assert [re.sub("[0-9-]{10}", "DAY", one) for one in found] == [
        "corrected and set back on DAY (misread)"
    ]


def test_a_page_says_since_when_and_why_a_match_is_void(tourney: Tourney) -> None:
    """Its scores are corrected before; both are said."""
    text = "match: m/1\ngame: diamonds\n{}\nresult: A 9, B 7\nrank: A > B\n"
    Path("m.tmr").write_text(text.format("seat A: Ann\nseat B: Bob\n"), "utf-8")
    assert tourney("import", "m.tmr", "-q").code == 0

    def said(*words: str) -> list[str]:
        if words:
            done = tourney("match", words[0], "m/1", *words[1:], "--yes", "-q")
            assert done.code == 0, done.err
        assert tourney("report", "site", "-o", "public", "-q").code == 0
        page = Path("public/matches/m/1.html").read_text("utf-8")
        found = re.findall(r"<li><bdi>((?:void|corrected) [^<]*)", page)
        return [re.sub("[0-9]{4}-[0-9]{2}-[0-9]{2}", "DAY", one) for one in found]

    assert said() == []
    void = "void since DAY (double entry)"
    assert said("void", "--reason", "double entry") == [void]
    assert said("restore", "--revision", "1") == ["corrected and set back on DAY (double entry)"]
    corrected = "corrected DAY: Ann 9 → 8 (double entry; misread)"
    assert said("result", "A=8", "--reason", "misread") == [corrected]
    void = "void since DAY (Bob was not there)"
    assert said("void", "--reason", "Bob was not there") == [void, corrected]
    assert tourney("report", "match", "m/1", "-o", "m.html", "-q").code == 0
    page = Path("m.html").read_text("utf-8")
    assert "This match is void: it counts nowhere." in page
    assert "This match was corrected" not in page


def seated(page: str) -> str:
    """The player at seat A of the first table."""
    return shown(page, "Tables of round 1")[1][2]


def test_the_start_page_says_what_is_on_and_who_won(site: Path) -> None:
    page = (site / "index.html").read_text("utf-8")
    now = re.search(r'<section id="now".*?</section>', page, re.DOTALL)
    assert now
    assert "1 table without a result" in now[0]
    assert "Mei in the lead" in now[0]
    won = {row[0]: row[-1] for row in shown(page, "Events")[1:]}
    assert won["Two Stages"] == "Max"
    assert won[LEAGUE] == ""
    (first, *_) = shown(page, "Latest matches")[1:]
    assert first[1] == "Max 12 · Lou 8 · Kei 7"


def test_a_player_has_a_best_and_a_worst_result(site: Path) -> None:
    page = (site / "players" / "mei.html").read_text("utf-8")
    facts = re.findall("<dt>(.*?)</dt><dd>(.*?)</dd>", page)
    plain = {label: re.sub("<.*?>", "", text) for label, text in facts}
    assert plain["Best result"] == "Zoe 6 · Mei 5 · Aiko 4 · Ken 3, Diamonds"
    assert plain["Worst result"] == "Ken 41 · Mei 38 · Yui 38 · Ren 20, Diamonds"


def test_ratings_tell_people_and_bots_apart(site: Path) -> None:
    page = (site / "ratings.html").read_text("utf-8")
    found = dict(tables(page))
    assert {"a", "b"} <= {row[1] for row in found["Blue Border: Bots"]}
    assert not {"a", "b"} & {row[1] for row in found["Blue Border: People"]}
    assert "Bots with few matches (2)" in page


def test_the_search_index_finds_everything_and_is_small(site: Path) -> None:
    text = (site / "search.js").read_text("utf-8")
    assert len(text.encode()) < 200 * 1024
    index, _ = json.JSONDecoder().raw_decode(text.removeprefix("window.found="))
    found = {where for _, _, where in index["pages"]}
    assert all((site / where).is_file() for where in found)
    assert {"players/mei.html", "events/autumn-league/index.html", "runs/cup/index.html"} <= found
    assert index["runs"] == [["cup", 4]]
    name, ids = "", []
    for entry in index["matches"].split(";"):
        cut, who, _ = entry.split("|")
        name = name[: int(cut[0], 36)] + unquote(cut[1:])
        ids.append(name)
        players = [index["names"][int(one, 36)] for one in who.split()]
        page = (site / "matches" / f"{name}.html").read_text("utf-8")
        assert all(html.escape(one) in page for one in players)
    assert len(ids) == len(set(ids)) == 10


def test_a_player_has_the_places_of_the_last_matches_as_marks(site: Path) -> None:
    page = (site / "players" / "mei.html").read_text("utf-8")
    (strip,) = re.findall('<ol class="form">(.*?)</ol>', page, re.DOTALL)
    marks = re.findall(
        r'<li class="(\w*)"><a href="([^"]+)">(\d+)<span class="unseen"> ([^<]+)', strip
    )
    assert 1 < len(marks) <= 10
    assert f"Places in the last {len(marks)} matches" in page
    for look, href, place, said in marks:
        assert (site / "players" / href).is_file()
        assert re.fullmatch(r"of \d, [\w' ]+", said)
        assert look == "good" or place != "1"
