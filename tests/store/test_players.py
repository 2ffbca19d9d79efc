"""People: several names for one person, merges that can be undone, names that are erased."""

import json
from pathlib import Path

import pytest

from tests.store.sample import add, new_store, record, unchecked
from tourney.domain.errors import Conflict, NotFound, UsageFault
from tourney.records import read, stored
from tourney.store import Database, open_store
from tourney.store.forget import forget_player
from tourney.store.imports import import_records
from tourney.store.integrity import problems
from tourney.store.log import log_entries
from tourney.store.matches import stored_matches
from tourney.store.players import (
    add_player,
    all_players,
    edit_player,
    lookalikes,
    merge_players,
    stored_player,
    unmerge_players,
)
from tourney.store.recordings import drop_recording, start_recording

SECRET = "Katharina"
TEXT = f"""\
# {SECRET} kept the record.
match: club/9
game: diamonds
options: rounds=1
event: Evening at {SECRET}'s
recorder: {SECRET}
source: notes
seat A: {SECRET}
seat B: Ben
seat C: Chie
seat D: Dan [bot 1]

-- round 1 dealer A pass 3
B: C6 C12 C4 D14 = C  # {SECRET.lower()} was late; Katharinas is another word
-- note "ask {SECRET} again"
-- forfeit D reason "left with {SECRET}"

status: abandoned
forfeit: D left
"""


def names(store: Database) -> dict[str, tuple[str, ...]]:
    return {one.name: one.aliases for one in all_players(store)}


def seated(store: Database, *players: str) -> None:
    """Imports a match between these people."""
    number = len(list(stored_matches(store))) + 1
    versions = (None,) * len(players)
    add(store, record(f"club/{number}", f"match: club/{number}\n", players=players,
                      versions=versions, scores=(1,) * len(players), places=(1,) * len(players),
                      faults=()))  # fmt: skip


def test_a_merge_counts_all_matches_for_one_person_and_can_be_undone(any_store: Database) -> None:
    seated(any_store, "Aiko", "Ben")
    seated(any_store, "aiko", "Ben")
    seated(any_store, "Ai", "Chie")
    before = all_players(any_store)
    merge_players(any_store, "aiko", "Ai")
    merge_players(any_store, "Aiko", "aiko")
    assert names(any_store) == {"Aiko": ("Ai", "aiko"), "Ben": (), "Chie": ()}
    assert [match.players[0] for match in stored_matches(any_store)] == ["Aiko"] * 3
    assert stored_player(any_store, "Ai") == stored_player(any_store, "Aiko")
    assert stored_player(any_store, "Aiko").matches == 3
    unmerge_players(any_store, "Aiko", "aiko")
    assert names(any_store) == {"Aiko": (), "aiko": ("Ai",), "Ben": (), "Chie": ()}
    unmerge_players(any_store, "aiko", "Ai")
    assert all_players(any_store) == before
    assert problems(any_store) == []


def test_people_who_sat_at_one_table_cannot_be_merged(store: Database) -> None:
    seated(store, "Aiko", "Ben")
    seated(store, "aiko", "Chie")
    merge_players(store, "Aiko", "aiko")
    with pytest.raises(Conflict, match="sat at one table in match 'club/2': they are two people"):
        merge_players(store, "Chie", "Aiko")
    with pytest.raises(Conflict) as refused:
        merge_players(store, "Aiko", "aiko")
    assert refused.value.text("ja") == "'Aiko'と'aiko'はもう同じ人です"
    with pytest.raises(Conflict, match="already the same person"):
        merge_players(store, "aiko", "Aiko")


def test_an_old_name_stays_an_alias_and_merges_can_still_be_undone(store: Database) -> None:
    seated(store, "Aiko", "Ben")
    seated(store, "Ai", "Ben")
    merge_players(store, "Aiko", "Ai")
    edit_player(store, "Aiko", name="Ai", reading="あい")
    assert names(store) == {"Ben": (), "Ai": ("Aiko",)}
    assert stored_player(store, "Aiko").reading == "あい"
    edit_player(store, "Ai", name="愛子", aliases=["Aichan"])
    assert names(store)["愛子"] == ("Ai", "Aichan", "Aiko")
    seated(store, "Aichan", "Ben")
    assert stored_player(store, "愛子").matches == 3
    unmerge_players(store, "愛子", "Ai")
    assert {one.name: one.matches for one in all_players(store)} == {"Ai": 2, "Ben": 3, "愛子": 1}


def test_players_are_sorted_by_reading(store: Database) -> None:
    for name, reading in (("千恵", "ちえ"), ("愛子", "あいこ"), ("勉", "ベン"), ("恵美", "エミ")):
        add_player(store, name, reading)
    assert [one.name for one in all_players(store)] == ["愛子", "恵美", "千恵", "勉"]
    assert stored_player(store, "2").name == "愛子"


def test_names_that_are_known_or_impossible_are_refused(store: Database) -> None:
    add_player(store, "Aiko")
    edit_player(store, "Aiko", aliases=["Ai"])
    with pytest.raises(Conflict, match="'Ai' is a known player, an alias of 'Aiko'"):
        add_player(store, "Ai")
    with pytest.raises(NotFound, match="no player 'aikoo'; did you mean 'Aiko'"):
        stored_player(store, "aikoo")
    for name in ("", " ", "?", "a\nb", "x" * 101):
        with pytest.raises(UsageFault, match="cannot be a name"):
            add_player(store, name)


def test_new_names_that_look_like_known_ones_are_found(store: Database) -> None:
    add_player(store, "愛子", "あいこ")
    add_player(store, "Tomoko")
    found = lookalikes(store, ["Tomoko", "tomoko", "アイコ", "Emi", "Emii", "ｅｍｉ"])
    assert [tuple(one) for one in found] == [
        ("tomoko", "Tomoko", "Tomoko"),
        ("アイコ", "あいこ", "愛子"),
        ("ｅｍｉ", "Emi", "Emi"),
    ]


def test_a_new_name_can_be_imported_as_a_known_person(store: Database) -> None:
    seated(store, "Tomoko", "Ben")
    new = record("club/2", players=("tomoko", "Dan", "greedy"))
    import_records(store, lambda: [new], same={"tomoko": "Tomoko"}, check=unchecked)
    assert names(store)["Tomoko"] == ("tomoko",)
    both = record("club/3", players=("Tomoko", "ＴＯＭＯＫＯ", "greedy"))
    with pytest.raises(Conflict, match="they are two people"):
        import_records(store, lambda: [both], same={"ＴＯＭＯＫＯ": "Tomoko"}, check=unchecked)


def test_forgetting_replaces_the_name_everywhere_and_nothing_else(any_store: Database) -> None:
    any_store.actor = SECRET
    add(any_store, stored(read(TEXT).matches[0]))
    seated(any_store, "Kathi", "Ben")
    merge_players(any_store, SECRET, "Kathi")
    log = list(log_entries(any_store))
    (before, other) = stored_matches(any_store)
    any_store.actor = "Ben"
    new, records = forget_player(any_store, "Kathi")
    assert (new, records) == ("player-1", 1)
    (after, later) = stored_matches(any_store)
    assert after.text == TEXT.replace(SECRET, new).replace(SECRET.lower(), new).replace(
        f"{new}s", "Katharinas"
    )
    assert stored(read(after.text or "").matches[0]).entries == after.entries
    assert dict(after.headers)["event"] == "Evening at player-1's"
    assert (after.players, later.players) == ((new, "Ben", "Chie", "Dan"), (new, "Ben"))
    assert (after.scores, after.places, later.scores) == (
        before.scores,
        before.places,
        other.scores,
    )
    assert stored_player(any_store, new).matches == 2
    assert [entry.hash for entry in log_entries(any_store)][:-1] == [entry.hash for entry in log]
    assert {entry.actor for entry in log_entries(any_store)} == {new, "Ben"}
    assert problems(any_store) == []


def test_a_forgotten_name_is_in_no_byte_of_the_files(tmp_path: Path) -> None:
    with new_store(tmp_path) as store:
        store.actor = SECRET
        add(store, stored(read(TEXT).matches[0]))
        edit_player(store, SECRET, reading="Kasarina", aliases=["Kathi"])
    with open_store(str(tmp_path / "tourney.db")) as store:
        forget_player(store, SECRET)
        content = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for name in (SECRET, "Kasarina", "Kathi"):
        assert name.encode() not in content.replace(b"Katharinas", b"")


def test_nobody_in_a_recording_in_progress_is_forgotten(store: Database) -> None:
    add_player(store, 'Kat "K" 山')
    setup = json.dumps({"players": ["Ann", 'Kat "K" 山']}, ensure_ascii=False)
    mine = start_recording(store, "club/1", setup, "me")
    with pytest.raises(Conflict, match="recording 'club/1' contains"):
        forget_player(store, 'Kat "K" 山')
    drop_recording(store, mine)
    assert forget_player(store, 'Kat "K" 山').name == ""
