"""The folder of a site: what is written, removed and kept; and after a kill."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.reports.sites import content
from tourney.domain.errors import Conflict
from tourney.reports.folder import MANIFEST, SiteCount, SiteFolder


def build(place: Path, files: Mapping[str, str], stop: int | None = None) -> SiteCount:
    """Write a site; stop before the file with this number, as a kill would."""
    with SiteFolder(place) as folder:
        for number, (path, text) in enumerate(files.items()):
            if number == stop:
                raise KeyboardInterrupt
            folder.write(path, [text])
        return folder.finish()


FILES = {"index.html": "a", "x/y/1.html": "b", "x/y/2.html": "c"}


def test_only_changed_files_are_written_and_others_removed(tmp_path: Path) -> None:
    assert build(tmp_path, FILES) == (3, 0, 0, (), 3)
    assert build(tmp_path, FILES) == (0, 3, 0, (), 3)
    assert build(tmp_path, {"index.html": "new"}) == (1, 0, 2, (), 3)
    assert content(tmp_path).keys() == {"index.html", MANIFEST}
    assert not (tmp_path / "x").exists()


def test_files_of_others_are_neither_removed_nor_overwritten(tmp_path: Path) -> None:
    (tmp_path / "CNAME").write_text("club.example.org")
    build(tmp_path, FILES)
    (tmp_path / "x" / "y" / "1.html").write_text("by hand")
    (tmp_path / "x" / "notes.txt").write_text("mine")
    assert build(tmp_path, {"index.html": "a"}).kept == ("x/y/1.html",)
    assert content(tmp_path).keys() == {
        "CNAME", "index.html", "x/notes.txt", "x/y/1.html", MANIFEST
    }  # fmt: skip
    with pytest.raises(Conflict, match="was not written by tourney report"):
        build(tmp_path, {"index.html": "a", "CNAME": "other"})
    assert (tmp_path / "CNAME").read_text() == "club.example.org"


def test_a_file_that_was_changed_by_hand_is_written_again(tmp_path: Path) -> None:
    build(tmp_path, FILES)
    (tmp_path / "index.html").write_text("by hand")
    assert build(tmp_path, FILES).written == 1
    assert (tmp_path / "index.html").read_text() == "a"


@pytest.mark.parametrize("stop", range(4))
def test_the_next_build_completes_one_that_was_stopped(tmp_path: Path, stop: int) -> None:
    old = {"index.html": "old", "gone.html": "old", "x/y/2.html": "old"}
    build(tmp_path / "whole", FILES)
    build(tmp_path / "stopped", old)
    if stop < len(FILES):
        with pytest.raises(KeyboardInterrupt):
            build(tmp_path / "stopped", FILES, stop)
    manifest = tmp_path / "stopped" / MANIFEST
    manifest.write_text(manifest.read_text() + "0123456789 - half of a li")
    build(tmp_path / "stopped", FILES)
    assert content(tmp_path / "stopped") == content(tmp_path / "whole")


def test_a_page_is_current_only_if_file_and_source_are_the_same(tmp_path: Path) -> None:
    def is_current(source: str) -> bool:
        with SiteFolder(tmp_path) as folder:
            return folder.is_current("m.html", source)

    assert not is_current("1")
    with SiteFolder(tmp_path) as folder:
        folder.write("m.html", ["text"], "1")
        folder.finish()
    assert is_current("1")
    assert not is_current("2")
    (tmp_path / "m.html").write_text("by hand")
    assert not is_current("1")


def test_a_page_that_was_announced_but_not_written_is_not_current(tmp_path: Path) -> None:
    with SiteFolder(tmp_path) as folder:
        folder.write("m.html", ["old"], "1")
        folder.finish()
    with SiteFolder(tmp_path) as folder:
        folder.write("m.html", ["new"], "2")
    (tmp_path / "m.html").write_text("old")  # as after a kill between the line and the file
    with SiteFolder(tmp_path) as folder:
        assert not folder.is_current("m.html", "2")
        assert folder.finish().removed == 1


def test_nothing_is_written_or_removed_outside_of_the_folder(tmp_path: Path) -> None:
    outside, place = tmp_path / "outside", tmp_path / "site"
    outside.mkdir()
    place.mkdir()
    (outside / "1.html").write_text("mine")
    (place / "matches").symlink_to(outside)
    with pytest.raises(Conflict, match="leads out of the folder"):
        build(place, {"matches/1.html": "x"})
    digest = "50ea8d2e2ed7d3a9f1c5d2a3b0e6b1c4"
    (place / MANIFEST).write_text(
        f"head\n{digest} - ../outside/1.html\n{digest} - matches/1.html\n"
    )
    build(place, {"index.html": "a"})
    assert (outside / "1.html").read_text() == "mine"
    assert list(outside.iterdir()) == [outside / "1.html"]


def test_two_processes_do_not_write_one_site(tmp_path: Path) -> None:
    with (
        SiteFolder(tmp_path),
        pytest.raises(Conflict, match="another process is writing"),
        SiteFolder(tmp_path),
    ):
        pass
