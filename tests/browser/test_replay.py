"""The replay of a match in a browser: every key, every view, links, and what must not happen."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from engines.api import EVERYTHING
from engines.games import GAMES
from tests.browser.chromium import AXE, Visit, visited
from tests.reports.matches import SAMPLES, engine_match, played_with, sample, shown_words
from tests.reports.test_replay import HOSTILE
from tourney.domain.match_values import MoveInfo, StoredMatch
from tourney.records import record
from tourney.records.record_positions import replay_of_stored
from tourney.reports.replay_page import ReplayOptions, replay_page

pytestmark = pytest.mark.slow

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
    """The ply shown and what happened."""
    return int(visit.text(".now").partition(" / ")[0]), visit.text(".tell")


def test_a_match_can_be_replayed_with_keys_links_and_views(chromium: Any, tmp_path: Path) -> None:
    page = written(tmp_path, NOTEBOOK, **everybody(NOTEBOOK))
    with visited(chromium, page, "#p20", accept_downloads=True) as visit:
        assert now(visit) == (20, "Aiko plays C11.")
        assert visit.page.locator(".live [aria-label='H12 (E) C11 (A)'] use").first.is_visible()
        visit.press("ArrowRight", "ArrowLeft", "ArrowLeft")
        assert now(visit) == (19, "Emi plays H12.")
        visit.press("PageUp", "PageUp", "PageDown")
        assert now(visit) == (14, "Chie plays D2.")
        visit.press("End")
        assert now(visit)[0] == 34
        visit.press("Home")
        assert now(visit)[0] == 1
        visit.page.get_by_role("button", name="Notation").click()
        assert not visit.page.locator(".story").is_visible()
        visit.page.get_by_text("~H1").click()
        assert now(visit) == (4, "Ben plays C6.")
        visit.page.get_by_role("button", name="Notation").click()
        visit.page.get_by_text("Emi plays D15").click()
        assert now(visit)[1] == "Emi plays D15."
        assert visit.page.url.endswith("#p16")
        visit.page.locator("select").select_option(label="spectator")
        assert "hand ? ?" in visit.text(".record")
        assert "Emi first" not in visit.text(".record")
        assert "Emi is dealt 10 cards." in visit.text(".story")
        visit.page.locator("select").select_option(index=0)
        assert visit.text(".record") == NOTEBOOK.text
        visit.page.get_by_role("button", name="Notation").click()
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
        told = f"{visit.text('.now')}  {visit.text('.tell')}"
        assert visit.page.locator("input").get_attribute("aria-valuetext") == told


@pytest.mark.full
def test_the_record_is_copied(chromium: Any, tmp_path: Path) -> None:
    allowed = {"permissions": ["clipboard-read", "clipboard-write"]}
    with visited(chromium, written(tmp_path, NOTEBOOK), **allowed) as visit:
        visit.page.get_by_role("button", name="Notation").click()
        visit.page.get_by_role("button", name="Copy the record").click()
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
        chips = sorted(
            (place, score) for place, score in zip(match.places, match.scores, strict=True)
        )
        told = [re.sub(r"Player-\d", "", text).split() for text in visit.texts(".chips li")]
        assert sorted((int(words[0]), int(words[-1])) for words in told) == chips
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
                names = re.findall(r"Player-\d", text)
                if text.startswith("Player-") and len(set(names)) == 1:  # of one player
                    assert names[0] == match.players[match.entries[at - 1][0]], text
                    said.add(at)
            assert len(said) > len(match.entries) / 4


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


WINDOWS = [(1280, 860), (390, 844)]


@pytest.mark.full
@pytest.mark.parametrize("size", WINDOWS, ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_board_caption_and_controls_fit_in_one_window_and_cover_nothing(
    chromium: Any, tmp_path: Path, game: str, size: tuple[int, int]
) -> None:
    match = played_with(game, min(4, GAMES[game].seats[-1]), {}, 7)
    width, height = size
    around = {"viewport": {"width": width, "height": height}}
    with visited(chromium, written(tmp_path, match), **around) as visit:
        for _ in range(12):
            visit.press("PageDown")
            boxes = [
                visit.page.locator(f".live {part}").bounding_box()
                for part in (".caption", ".board", ".controls")
            ]
            caption, board, controls = [box for box in boxes if box]
            assert controls["y"] >= board["y"] + board["height"]
            # Penalties of players at random fill hands as those of people never do.
            if game != "diamond-boxes":
                assert controls["y"] + controls["height"] - caption["y"] <= height
        assert visit.overflow() == 0


@pytest.mark.full
def test_what_changed_is_marked_and_a_picture_of_it_can_be_saved(
    chromium: Any, tmp_path: Path
) -> None:
    match = engine_match("diams", 1)
    with visited(chromium, written(tmp_path, match), accept_downloads=True) as visit:
        came = went = 0
        for _ in range(12):
            visit.press("ArrowRight")
            came += visit.page.locator(".board .new").count()
            went += visit.page.locator(".board .gone").count()
        assert came
        assert went
        with visit.page.expect_download() as download:
            visit.press("i")
        ply = visit.text(".now").partition(" / ")[0]
        assert download.value.suggested_filename.endswith(f"-p{ply}.svg")
        drawing = ElementTree.fromstring(Path(download.value.path()).read_text("utf-8"))
        words = " ".join("".join(node.itertext()) for node in drawing.iter() if "text" in node.tag)
        for name in match.players:
            assert name in words
        assert (visit.requests, visit.messages) == ([], [])
