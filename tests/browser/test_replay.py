"""The replay of a match in a browser: every key, every view, links, and what must not happen."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engines.api import EVERYTHING
from engines.games import GAMES
from tests.browser.chromium import AXE, Visit, visited
from tests.reports.matches import SAMPLES, engine_match, sample, shown_words
from tests.reports.test_replay import HOSTILE
from tourney.domain.match_values import MoveInfo, StoredMatch
from tourney.records import record
from tourney.records.record_positions import replay_of_stored
from tourney.reports.replay_page import ReplayOptions, replay_page

NOTEBOOK = sample("notebook-diamonds")
PHONE = {"viewport": {"width": 360, "height": 740}}


def written(folder: Path, match: StoredMatch, **options: Any) -> Path:
    """The page of a match as a file."""
    file = folder / "match.html"
    file.write_text(replay_page(match, ReplayOptions(**options)), "utf-8")
    return file


def everybody(match: StoredMatch) -> Mapping[str, Any]:
    return {"views": (EVERYTHING, None, *range(len(match.players)))}


def now(visit: Visit) -> tuple[int, str]:
    """The ply shown and its text."""
    found = re.fullmatch(r"(\d+) / \d+  (.*)", visit.text(".now"))
    assert found
    return int(found[1]), found[2]


def test_a_match_can_be_replayed_with_keys_links_and_views(chromium: Any, tmp_path: Path) -> None:
    page = written(tmp_path, NOTEBOOK, **everybody(NOTEBOOK))
    with visited(chromium, page, "#p20", accept_downloads=True) as visit:
        assert now(visit) == (20, "A: ^C11")
        assert visit.page.locator(".live [aria-label='H12 (E) C11 (A)'] use").first.is_visible()
        visit.press("ArrowRight", "ArrowLeft", "ArrowLeft")
        assert now(visit) == (19, "E: H12")
        visit.press("PageUp", "PageUp", "PageDown")
        assert now(visit) == (14, "C: D2")
        visit.press("End")
        assert now(visit)[0] == 34
        visit.press("Home")
        assert now(visit)[0] == 1
        visit.page.get_by_text("~H1").click()
        assert now(visit) == (4, "B: C6")
        visit.page.get_by_text("D15").click()
        assert now(visit)[1] == "E: D15"
        assert visit.page.url.endswith("#p16")
        visit.page.locator("select").select_option(label="spectator")
        assert "hand ? ?" in visit.text(".record")
        assert "Emi first" not in visit.text(".record")
        visit.page.locator("select").select_option(index=0)
        assert visit.text(".record") == NOTEBOOK.text
        with visit.page.expect_download() as download:
            visit.page.get_by_role("button", name="Download").click()
        assert download.value.suggested_filename == "club-2026-11-14-1.tmr"
        assert Path(download.value.path()).read_text("utf-8") == NOTEBOOK.text
        assert (visit.requests, visit.messages, visit.overflow()) == ([], [], 0)


@pytest.mark.full
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_space_plays_and_under_reduced_motion_goes_one_ply(
    chromium: Any, tmp_path: Path, motion: str
) -> None:
    with visited(chromium, written(tmp_path, NOTEBOOK), reduced_motion=motion) as visit:
        before = now(visit)[0]
        visit.press("Space")
        if motion == "reduce":
            assert now(visit)[0] > before
            assert not visit.texts(".playing")
        else:
            visit.page.locator(".now").filter(has_not_text=re.compile("^1 ")).wait_for()
            visit.press("Space")
            assert visit.page.locator(".playing").count() == 0
            visit.press("Space", "ArrowRight")
            assert visit.page.locator(".playing").count() == 0


@pytest.mark.full
def test_the_slider_and_every_button_move_the_match(chromium: Any, tmp_path: Path) -> None:
    with visited(chromium, written(tmp_path, NOTEBOOK)) as visit:
        visit.page.locator("input").fill("10")
        at = now(visit)[0]
        for name, way in (("One ply back", -1), ("One ply forward", 1)):
            visit.page.get_by_role("button", name=name).click()
            at += way
            assert now(visit)[0] == at
        visit.page.get_by_role("button", name="Last position").click()
        assert now(visit)[0] == 34
        visit.page.get_by_role("button", name="Previous turn").click()
        visit.page.get_by_role("button", name="Next turn").click()
        visit.page.get_by_role("button", name="First position").click()
        assert now(visit)[0] == 1
        visit.page.locator("input").focus()
        visit.press("ArrowRight", "PageDown", "End")
        assert now(visit)[0] == 34
        assert visit.page.locator("input").get_attribute("aria-valuetext") == visit.text(".now")


@pytest.mark.full
def test_the_record_is_copied(chromium: Any, tmp_path: Path) -> None:
    allowed = {"permissions": ["clipboard-read", "clipboard-write"]}
    with visited(chromium, written(tmp_path, NOTEBOOK), **allowed) as visit:
        visit.page.get_by_role("button", name="Copy").click()
        visit.page.get_by_text("Copied.").wait_for()
        assert visit.page.evaluate("navigator.clipboard.readText()") == NOTEBOOK.text


SEATED = [(name, seats) for name, game in GAMES.items() for seats in game.seats]


def seated(game: str, seats: int) -> StoredMatch:
    """A random match of the engine with this number of seats."""
    found = (engine_match(game, seed) for seed in range(100))
    return next(match for match in found if len(match.players) == seats)


@pytest.mark.full
@pytest.mark.parametrize(("game", "seats"), SEATED)
def test_the_last_frame_is_the_recorded_result(
    chromium: Any, tmp_path: Path, game: str, seats: int
) -> None:
    match = seated(game, seats)
    with visited(chromium, written(tmp_path, match)) as visit:
        visit.press("End")
        shown = [text.split() for text in visit.texts(".live .score")]
        assert [int(words[1]) for words in shown] == list(match.scores)
        assert [int(words[3]) for words in shown] == list(match.places)
        assert visit.text(".record") == record(match)
        assert (visit.requests, visit.messages) == ([], [])


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_every_ply_is_said_of_the_seat_that_decided_in_the_engine(
    chromium: Any, tmp_path: Path, game: str
) -> None:
    match = engine_match(game, 1)
    with visited(chromium, written(tmp_path, match, **everybody(match))) as visit:
        for view in range(3):
            visit.page.locator("select").select_option(index=view)
            said = set()
            for number in range(1, len(match.entries) + 1):
                visit.page.evaluate(f"location.hash = 'p{number}'")
                visit.page.evaluate("new Promise((done) => setTimeout(done))")
                at, text = now(visit)
                if re.fullmatch(r"[A-F]: (?!.*; --)[^:]*", text):  # one entry, of a player
                    assert text[0] == "ABCDEF"[match.entries[at - 1][0]], text
                    said.add(at)
            assert len(said) > len(match.entries) / 2


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_every_view_shows_what_the_engine_shows_backwards_and_forwards(
    chromium: Any, tmp_path: Path, game: str
) -> None:
    match = seated(game, GAMES[game].seats[-1])
    replay = replay_of_stored(match)
    with visited(chromium, written(tmp_path, match, **everybody(match))) as visit:
        for view, who in enumerate(everybody(match)["views"]):
            if view:
                visit.page.locator("select").select_option(index=view)
            for at in (len(replay.frames) // 2, 3, len(replay.frames) - 1, 0):
                visit.page.locator("input").fill(str(at))
                scene = replay.scene(at, who)
                assert scene is not None
                labels = (
                    "[...document.querySelectorAll('.live [role=img].cards')].map(e => e.ariaLabel)"
                )
                shown = visit.page.evaluate(labels)
                for zone in scene.zones:
                    words = shown_words(zone.tokens)
                    if words and "?" not in words:
                        assert words in shown


@pytest.mark.full
@pytest.mark.parametrize("name", sorted(file.stem for file in SAMPLES.glob("*.tmr")))
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_and_nothing_is_wider_than_a_phone(
    chromium: Any, tmp_path: Path, name: str, scheme: str
) -> None:
    match = sample(name)
    page = written(tmp_path, match, **everybody(match))
    with visited(chromium, page, "#p12", color_scheme=scheme, **PHONE) as visit:
        assert visit.overflow() == 0
        if not AXE.is_file():
            pytest.skip("axe-core is not installed")
        assert visit.serious() == []
    with visited(chromium, page, color_scheme=scheme, java_script_enabled=False, **PHONE) as visit:
        assert visit.page.locator("figure").first.is_visible()
        assert not visit.page.locator(".controls").is_visible()


@pytest.mark.full
@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_names_do_nothing_in_a_browser(chromium: Any, tmp_path: Path, name: str) -> None:
    match = engine_match("diamond-boxes", 2)
    infos = (MoveInfo(7, 0, name),)
    found = replace(match, players=(name, *match.players[1:]), infos=infos)
    with visited(chromium, written(tmp_path, found, **everybody(found)), **PHONE) as visit:
        visit.page.on("dialog", lambda dialog: visit.messages.append("dialog"))
        visit.press("ArrowRight", "ArrowRight", "End")
        visit.page.locator("select").select_option(index=2)
        assert (visit.requests, visit.messages, visit.overflow()) == ([], [], 0)
        assert visit.page.locator("script").count() == 2


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_the_board_does_not_move_between_plies(chromium: Any, tmp_path: Path, game: str) -> None:
    match = seated(game, 3)
    with visited(chromium, written(tmp_path, match)) as visit:
        places = """[...document.querySelectorAll('.seat, .grid, .controls')].map(
            (each) => each.offsetTop || each.getBoundingClientRect().height)"""
        before = visit.page.evaluate(places)
        for _ in range(12):
            visit.press("PageDown")
            assert visit.page.evaluate(places) == before
