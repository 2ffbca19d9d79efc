"""People: several names for one person, merges that can be undone, names that are erased."""

import json
from pathlib import Path

import pytest

from tests.store.sample import add, new_store, on_both_kinds, record, unchecked
from tourney.domain.errors import Conflict, NotFound, UsageFault
from tourney.records import read, stored
from tourney.store import Store, open_store
from tourney.store.integrity import problems

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


def names(store: Store) -> dict[str, tuple[str, ...]]:
    return {one.name: one.aliases for one in store.players()}


def seated(store: Store, *players: str) -> None:
    """Imports a match between these people."""
    number = len(list(store.matches())) + 1
    versions = (None,) * len(players)
    add(store, record(f"club/{number}", f"match: club/{number}\n", players=players,
                      versions=versions, scores=(1,) * len(players), places=(1,) * len(players),
                      faults=()))  # fmt: skip


def test_a_merge_counts_all_matches_for_one_person_and_can_be_undone(any_store: Store) -> None:
    seated(any_store, "Aiko", "Ben")
    seated(any_store, "aiko", "Ben")
    seated(any_store, "Ai", "Chie")
    before = any_store.players()
    any_store.merge_players("aiko", "Ai")
    any_store.merge_players("Aiko", "aiko")
    assert names(any_store) == {"Aiko": ("Ai", "aiko"), "Ben": (), "Chie": ()}
    assert [match.players[0] for match in any_store.matches()] == ["Aiko"] * 3
    assert any_store.player("Ai") == any_store.player("Aiko")
    assert any_store.player("Aiko").matches == 3
    any_store.unmerge_players("Aiko", "aiko")
    assert names(any_store) == {"Aiko": (), "aiko": ("Ai",), "Ben": (), "Chie": ()}
    any_store.unmerge_players("aiko", "Ai")
    assert any_store.players() == before
    assert problems(any_store.database) == []


def test_people_who_sat_at_one_table_cannot_be_merged(store: Store) -> None:
    seated(store, "Aiko", "Ben")
    seated(store, "aiko", "Chie")
    store.merge_players("Aiko", "aiko")
    with pytest.raises(Conflict, match="sat at one table in match 'club/2': they are two people"):
        store.merge_players("Chie", "Aiko")
    with pytest.raises(Conflict) as refused:
        store.merge_players("Aiko", "aiko")
    assert refused.value.text("ja") == "'Aiko'と'aiko'はもう同じ人です"
    with pytest.raises(Conflict, match="already the same person"):
        store.merge_players("aiko", "Aiko")


def test_an_old_name_stays_an_alias_and_merges_can_still_be_undone(store: Store) -> None:
    seated(store, "Aiko", "Ben")
    seated(store, "Ai", "Ben")
    store.merge_players("Aiko", "Ai")
    store.edit_player("Aiko", name="Ai", reading="あい")
    assert names(store) == {"Ben": (), "Ai": ("Aiko",)}
    assert store.player("Aiko").reading == "あい"
    store.edit_player("Ai", name="愛子", aliases=["Aichan"])
    assert names(store)["愛子"] == ("Ai", "Aichan", "Aiko")
    seated(store, "Aichan", "Ben")
    assert store.player("愛子").matches == 3
    store.unmerge_players("愛子", "Ai")
    assert {one.name: one.matches for one in store.players()} == {"Ai": 2, "Ben": 3, "愛子": 1}


def test_players_are_sorted_by_reading(store: Store) -> None:
    for name, reading in (("千恵", "ちえ"), ("愛子", "あいこ"), ("勉", "ベン"), ("恵美", "エミ")):
        store.add_player(name, reading)
    assert [one.name for one in store.players()] == ["愛子", "恵美", "千恵", "勉"]
    assert store.player("2").name == "愛子"


def test_names_that_are_known_or_impossible_are_refused(store: Store) -> None:
    store.add_player("Aiko")
    store.edit_player("Aiko", aliases=["Ai"])
    with pytest.raises(Conflict, match="'Ai' is a known player, an alias of 'Aiko'"):
        store.add_player("Ai")
    with pytest.raises(NotFound, match="no player 'aikoo'; did you mean 'Aiko'"):
        store.player("aikoo")
    for name in ("", " ", "?", "a\nb", "x" * 101):
        with pytest.raises(UsageFault, match="cannot be a name"):
            store.add_player(name)


def test_new_names_that_look_like_known_ones_are_found(store: Store) -> None:
    store.add_player("愛子", "あいこ")
    store.add_player("Tomoko")
    found = store.lookalikes(["Tomoko", "tomoko", "アイコ", "Emi", "Emii", "ｅｍｉ"])
    assert [tuple(one) for one in found] == [
        ("tomoko", "Tomoko", "Tomoko"),
        ("アイコ", "あいこ", "愛子"),
        ("ｅｍｉ", "Emi", "Emi"),
    ]


def test_a_new_name_can_be_imported_as_a_known_person(store: Store) -> None:
    seated(store, "Tomoko", "Ben")
    new = record("club/2", players=("tomoko", "Dan", "greedy"))
    store.import_records(lambda: [new], same={"tomoko": "Tomoko"}, check=unchecked)
    assert names(store)["Tomoko"] == ("tomoko",)
    both = record("club/3", players=("Tomoko", "ＴＯＭＯＫＯ", "greedy"))
    with pytest.raises(Conflict, match="they are two people"):
        store.import_records(lambda: [both], same={"ＴＯＭＯＫＯ": "Tomoko"}, check=unchecked)


@on_both_kinds
def test_forgetting_replaces_the_name_everywhere_and_nothing_else(any_store: Store) -> None:
    any_store.database.actor = SECRET
    add(any_store, stored(read(TEXT).matches[0]))
    seated(any_store, "Kathi", "Ben")
    any_store.merge_players(SECRET, "Kathi")
    log = list(any_store.log())
    (before, other) = any_store.matches()
    any_store.database.actor = "Ben"
    new, records = any_store.forget_player("Kathi")
    assert (new, records) == ("player-1", 1)
    (after, later) = any_store.matches()
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
    assert any_store.player(new).matches == 2
    assert [entry.hash for entry in any_store.log()][:-1] == [entry.hash for entry in log]
    assert {entry.actor for entry in any_store.log()} == {new, "Ben"}
    assert problems(any_store.database) == []


def test_a_forgotten_name_is_in_no_byte_of_the_files(tmp_path: Path) -> None:
    with new_store(tmp_path) as store:
        store.database.actor = SECRET
        add(store, stored(read(TEXT).matches[0]))
        store.edit_player(SECRET, reading="Kasarina", aliases=["Kathi"])
    with open_store(str(tmp_path / "tourney.db")) as store:
        store.forget_player(SECRET)
        content = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for name in (SECRET, "Kasarina", "Kathi"):
        assert name.encode() not in content.replace(b"Katharinas", b"")


def test_nobody_in_a_recording_in_progress_is_forgotten(store: Store) -> None:
    store.add_player('Kat "K" 山')
    setup = json.dumps({"players": ["Ann", 'Kat "K" 山']}, ensure_ascii=False)
    mine = store.start_recording("club/1", setup, "me")
    with pytest.raises(Conflict, match="recording 'club/1' contains"):
        store.forget_player('Kat "K" 山')
    store.drop_recording(mine)
    assert store.forget_player('Kat "K" 山').name == ""
