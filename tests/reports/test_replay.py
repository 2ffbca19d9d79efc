"""The page of a match: its record, its positions, and what it must not contain."""

import html
import re
from dataclasses import replace

import pytest
from hypothesis import given

from engines.api import CHANCE, EVERYTHING, Who, seat_letter
from engines.games import GAMES
from tests.engines.contract.playing import Case
from tests.examples import examples, share, usual
from tests.records.strategies import records
from tests.reports.matches import (
    PageText,
    engine_match,
    played_with,
    recorded,
    sample,
    shown_words,
)
from tourney.contracts.twin_worlds import World, pairs
from tourney.domain.match_values import MoveInfo, StoredMatch
from tourney.records import record
from tourney.records.record_positions import replay_of_stored
from tourney.reports.content import REPLAY_SCRIPTS, _joined
from tourney.reports.replay_page import ReplayOptions, replay_page, replay_part
from tourney.reports.source import ShownNames, people_in

NOTEBOOK = sample("notebook-diamonds")
LONG = {"diams", "blue-border", "diamond-boxes-2"}
"""Games whose pages take long enough for `make full`; a new game is tried at once."""


@pytest.mark.parametrize(
    "name", usual(("notebook-diamonds", "table-blue-border"), (
        "notebook-diamonds", "table-blue-border", "evening-diams", "spring-diams-wrong",
        "notes-diamond-boxes-2", "table-diamond-boxes",
    )),
)  # fmt: skip
def test_the_open_page_has_the_record_byte_for_byte(name: str) -> None:
    match = sample(name)
    assert PageText(match).record() == match.text
    assert match.has_moves


def test_the_version_of_a_bot_tells_bots_of_one_name_apart_and_is_not_taken_for_a_score() -> None:
    match = engine_match("diamonds", 4)
    versions, names = ("2", "3", *match.versions[2:]), ("guide", "guide", *match.players[2:])

    def chips(shown: StoredMatch) -> list[str]:
        items = PageText(shown).tree.iter("li")
        return [" ".join("".join(one.itertext()).split()) for one in items
                if (one.get("class") or "").startswith("p")]  # fmt: skip

    held = list(zip(match.places, match.scores, strict=True))[:2]
    told = chips(replace(match, players=names, versions=versions))
    assert {f"{held[at][0]} guide v{at + 2} {held[at][1]}" for at in (0, 1)} < {*told}
    told = chips(replace(match, versions=versions))
    assert {f"{held[at][0]} Player-{at} {held[at][1]}" for at in (0, 1)} < {*told}


@pytest.mark.full
@examples(60)
@given(records())
def test_every_record_with_gaps_marks_and_comments_has_a_page(text: str) -> None:
    match = recorded(text)
    replay_page(match, ReplayOptions((None, 0)))
    assert PageText(match).record() == text


@pytest.mark.parametrize("game", usual(set(GAMES) - LONG, GAMES))
def test_the_last_frame_shows_the_recorded_scores_and_places(game: str) -> None:
    match = engine_match(game, 4)
    page = PageText(match)
    assert page.record() == record(match)
    shown = list(page.shown(0, page.script_data()["known"][0] - 1).values())
    for score, place in zip(match.scores, match.places, strict=True):
        assert f"score {score}" in shown
        assert f"place {place}" in shown


@pytest.mark.parametrize("game", usual(("diamond-boxes-2",), GAMES))
def test_frames_show_what_the_engine_shows_in_every_view(game: str) -> None:
    match = engine_match(game, 3)
    replay = replay_of_stored(match)
    viewers: list[Who] = [EVERYTHING, None, 1]
    page = PageText(match, viewers)
    for view, who in enumerate(viewers):
        for at in range(0, len(replay.frames), 7):
            scene = replay.scene(at, who)
            assert scene is not None
            visible = {page.words(text) for text in page.shown(view, at).values()
                       if text and set(text) <= set(letters(page))}  # fmt: skip
            for zone in scene.zones:
                words = shown_words(zone.tokens)
                if zone.tokens and "?" not in words:
                    assert words in visible


def letters(page: PageText) -> list[str]:
    return re.findall(r"<symbol id=(\w+) ", page.drawings())


def unfinished(case: Case, world: World) -> StoredMatch:
    """The match up to a point of it, as the engine records it."""
    game = case.game
    nothing = (None,) * case.seats
    return StoredMatch(
        id=0, name="x", game=game.name, rules=game.version, options=case.setting,
        headers=(("source", "engine"), ("deal", f"seed {len(world.changed)}")),
        players=tuple("abcdefgh"[: case.seats]), versions=nothing, scores=nothing,
        places=nothing, status="unfinished",
        entries=[(ply.seat, game.text(ply)) for ply in world.log],
    )  # fmt: skip


def linked(page: PageText) -> list[tuple[int, str]]:
    """The entries that can be clicked: number and text; without a number, the next one.

    An element may have several, which are words but for the last one.
    """
    found: list[tuple[int, str]] = []
    number = 0
    for written, many, text in re.findall(
        r"<a(?: id=p(\d+))?(?: data-n=(\d+))?(?: class=\w+)?>(.*?)</a>", page.text
    ):
        words = html.unescape(text).split(" ", int(many) - 1) if many else [html.unescape(text)]
        first = int(written or number + 1)
        found += enumerate(words, first)
        number = first + len(words) - 1
    return found


@pytest.mark.parametrize("game", GAMES)
def test_each_entry_of_the_record_is_named_after_the_seat_that_decided_in_the_engine(
    game: str,
) -> None:
    """A trick has cards of every seat in one line, a safecracker's line what the victim gives."""
    match = engine_match(game, 1)
    page = PageText(match)
    log = [("-" if seat == CHANCE else seat_letter(seat), text) for seat, text in match.entries]
    assert page.script_data()["seats"] == "".join(letter for letter, _ in log)
    seen = linked(page)
    assert [number for number, _ in seen] == list(range(1, len(log) + 1))
    for number, text in seen:
        assert text.startswith("--") or log[number - 1][1].endswith(text)


SEEDS = range(1 if share[0] > 1 else 6)
HIDING = ("diams", "diamonds", "diamond-boxes-2", "blue-border")


@pytest.mark.parametrize("name", usual(("diams",), HIDING))
def test_a_sealed_view_is_the_same_page_in_twin_worlds(name: str) -> None:
    case = Case(GAMES[name], (), 3)
    found = 0
    for who, one, two in pairs(case, SEEDS, 12):
        first, second = unfinished(case, one), unfinished(case, two)
        if record(first) != record(second):
            found += 1
            hidden = ReplayOptions((who,))
            assert replay_page(first, hidden) == replay_page(second, hidden)
            assert replay_page(first) != replay_page(second)
    assert found


def test_without_the_open_view_neither_seeds_nor_comments_nor_bots_words_are_in_the_page() -> None:
    match = replace(
        engine_match("diamond-boxes-2", 3), infos=(MoveInfo(9, 0, "my secret plan"),),
        headers=(("event", "Cup"), ("deal", "seed 4711"), ("x-cards", "secret")),
    )  # fmt: skip
    for text in ("my secret plan", "4711", "x-cards"):
        assert text in PageText(match).text
        assert text not in PageText(match, (None, 1)).text
    assert "my secret plan" in PageText(match, (0,)).text
    assert "taken back" not in PageText(NOTEBOOK, (None,)).record()


def test_the_record_of_a_view_is_readable_and_marks_stay() -> None:
    text = PageText(NOTEBOOK, (None,)).record()
    assert "E: H12 ^C11 H10 H14 S7 = C\n" in text
    assert "E: hand ? ? ? ? ? ? ? ? ? ?\n" in text
    assert recorded(text).status == "abandoned"


def test_taken_back_irregular_and_first_error_are_marked() -> None:
    page = PageText(NOTEBOOK).text
    assert "<del>~H1</del>" in page
    assert re.search(r"<a class=odd>\^C11</a>", page)
    wrong = PageText(sample("spring-diams-wrong"), rules="../games/").text
    found = re.search(r'<a href="../games/diams.html#([A-Z0-9-]+)">\1</a>', wrong)
    assert found
    assert wrong.count(" class=bad") == 1
    assert found[1] in PageText(sample("spring-diams-wrong")).text


RESULT_ONLY = """match: x/1
game: diamonds
seat A: Aiko
seat B: Ben
seat C: ?

result: A 5, B 7, C 1
rank: B > A > C
status: complete
"""


@pytest.mark.parametrize(
    "text",
    [
        RESULT_ONLY,
        RESULT_ONLY.replace("status: complete", "status: forfeit\nforfeit: C no-show"),
        RESULT_ONLY.partition("result:")[0] + "status: unfinished\n",
    ],
)
def test_a_match_without_moves_has_a_page_with_its_result(text: str) -> None:
    page = PageText(recorded(text))
    assert page.record() == text
    assert "only the result was recorded" in page.text
    assert "<script" not in page.text.partition("</main>")[0]


def test_positions_that_are_not_known_are_said_to_be_unknown() -> None:
    text = NOTEBOOK.text or ""
    page = PageText(recorded(text.replace("E: H12 ^C11 H10 H14 S7 = C", "E: ? ? ? ? ?")))
    assert "game: diamonds" in page.record()
    wrong = PageText(sample("spring-diams-wrong"))
    assert "The position is not known from here on: " in wrong.text
    assert "The position is not known from here on." in PageText(
        sample("spring-diams-wrong"), (None,)
    ).text  # fmt: skip


HOSTILE = (
    "</pre><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "javascript:alert(1)",
    "\u202egnp\u2066",
    "'\"` onmouseover=alert(1) x='",
    "</script><script>alert(1)</script>",
    "x" * 10_000,
)


@pytest.mark.parametrize("name", usual(HOSTILE[:2], HOSTILE), ids=HOSTILE.index)
def test_hostile_names_and_texts_stay_text(name: str) -> None:
    match = engine_match("diamond-boxes", 2)
    players = (name, *match.players[1:])
    found = replace(
        match, players=players, infos=(MoveInfo(7, 0, name),), headers=(("event", name),)
    )
    page = PageText(found, (EVERYTHING, None))
    tags = [node.tag for node in page.tree.iter() if isinstance(node.tag, str)]
    assert tags.count("script") == 2
    assert "img" not in tags
    attributes = {key for node in page.tree.iter() for key in node.attrib}
    assert not {key for key in attributes if key.startswith("on")}
    assert name in page.record()


def test_hidden_names_are_nowhere_in_the_page() -> None:
    nicks = {"Aiko": "A.", "Ben": "Benny"}
    people = [
        replace(one, nick=nicks.get(one.name, ""), shown="hidden" if one.name == "Emi" else "")
        for one in people_in(NOTEBOOK)
    ]
    page = PageText(ShownNames(people, "nick", "en").match(NOTEBOOK))
    assert "Aiko" not in page.text
    assert "Dan" not in page.text
    assert "Emi" not in page.text
    assert "seat A: A.\nseat B: Benny\n" in page.record()
    assert "seat E: Player 5\n" in page.record()


def test_two_replays_in_one_page_share_no_id() -> None:
    parts = [replay_part(NOTEBOOK, ReplayOptions(key=key)) for key in ("m1-", "m2-")]
    listed = [re.findall(r' id="?([^\s">]+)', part) for part in parts]
    ids = [set(each) for each in listed]
    assert len(ids[0]) == len(listed[0])
    assert ids[0]
    assert not ids[0] & ids[1]
    used = set(re.findall(r'href="?#([^\s">]+)', parts[0]))
    assert used <= ids[0]


def test_the_caption_says_who_won_and_lost_crystals_of_which_no_action_tells() -> None:
    page = PageText(engine_match("diamonds", 3), (None,))
    told = re.findall(r"data-s=(\d+)", page.text.split("<p class=sub>")[1].split("<b ")[0])
    frames = len(page.script_data()["frames"].split(" "))
    found = [page.shown(0, at).get(int(slot), "") for at in range(frames) for slot in told]
    lines = [one for one in found if one.startswith("showroom: ")]
    wins = [found for line in lines for found in re.findall(r"Player-(\d) (\d+) → (\d+)", line)]
    assert len(wins) > 10
    before: dict[str, str] = {}
    for who, old, new in wins:
        assert before.get(who, old) == old
        before[who] = new


def test_the_same_match_gives_the_same_bytes() -> None:
    assert replay_page(NOTEBOOK) == replay_page(NOTEBOOK)


def test_the_page_speaks_japanese() -> None:
    page = PageText(NOTEBOOK, lang="ja")
    assert '<html lang="ja">' in page.text
    assert page.record() == NOTEBOOK.text
    assert "Position" not in page.text


def test_the_viewer_is_small() -> None:
    tells, moves = REPLAY_SCRIPTS
    assert len(_joined((tells,)).encode()) <= 3 * 1024
    assert len(_joined((moves,)).encode()) <= 8 * 1024


LONG_MATCHES = (
    ("diams", 5, {"closing": "fixed"}), ("diamonds", 6, {"rounds": "4"}),
    ("blue-border", 4, {"limit": "165"}), ("diamond-boxes-2", 4, {}),
)  # fmt: skip
"""Matches of about 300 plies, or the longest that there are, with most seats."""


@pytest.mark.parametrize("lang", usual(("ja",), ("en", "ja")))
@pytest.mark.parametrize("case", usual((LONG_MATCHES[1],), LONG_MATCHES))
def test_a_match_of_300_plies_with_all_views_stays_below_60_kilobytes(
    case: tuple[str, int, dict[str, str]], lang: str
) -> None:
    game, seats, options = case
    match = played_with(game, seats, options, 7)
    views = (EVERYTHING, None, *range(seats))
    assert len(replay_page(match, ReplayOptions(views, lang)).encode()) < 60 * 1024


def test_zones_without_cards_have_their_notes_on_paper_and_no_room_for_cards() -> None:
    page = PageText(sample("table-blue-border")).text
    moments = page[page.index("<div class=moments>") :]
    assert re.search(r"<span class=label>deck</span><span class=note>\d+ cards</span>", moments)
    assert re.search(r"<span class=label>deck</span><span class=note data-s=", page)
