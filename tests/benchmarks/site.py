"""A club evening and a run of many matches, published side by side: time, size, memory of the site.

    python -m tests.benchmarks.site --matches 10000
    python -m tests.benchmarks.site --matches 10000 --folder DIR --json

Plays a run of Blue Border between random bots, imports the five sample records of a club and
corrects one, writes the site of both in a process of its own, and again: that writes nothing.
Times are processor time. With `--folder` the database and the site are kept there.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
CLUB = (
    "notebook-diamonds", "evening-diams", "notes-diamond-boxes-2", "table-blue-border",
    "table-diamond-boxes",
)  # fmt: skip
CORRECTED = "club-2026-11-21/2"
SEATS = 2
RUN = """\
name = "many"
game = "blue-border"
deals = {deals}
seed = 1
log = "packed"
[bots]
a = "random"
b = "random"
"""
BUILD = """
import resource, sys
from tourney.cli.root import main
code = main(sys.argv[1:])
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
sys.exit(code)
"""


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with TemporaryDirectory() as other:
        folder = given.folder or Path(other)
        folder.mkdir(parents=True, exist_ok=True)
        play(folder, given.matches)
        found = figures(folder)
    print(json.dumps(found) if given.json else shown(found))


def play(folder: Path, matches: int) -> None:
    """Play a run of so many matches and store the club evening, unless the folder has them."""
    if (folder / "tourney.db").exists():
        return
    (folder / "many.toml").write_text(RUN.format(deals=matches // SEATS), "utf-8")
    tourney(folder, "run", "many.toml", "-q", "-j", "2")
    records = [str(ROOT / "data" / "records" / f"{name}.tmr") for name in CLUB]
    tourney(folder, "import", *records)
    text = next(Path(one) for one in records if "evening" in one).read_text("utf-8")
    (folder / "right.tmr").write_text(text.replace("table: 2", "table: 1"), "utf-8")
    reason = ("--reason", "wrong table", "-y")
    tourney(folder, "match", "edit", CORRECTED, "--file", "right.tmr", *reason)


def tourney(folder: Path, *words: str) -> None:
    """Run a command in the folder."""
    command = [sys.executable, "-m", "tourney", *words]
    subprocess.run(command, cwd=folder, env=environment(), check=True, capture_output=True)


def environment() -> dict[str, str]:
    """The environment in which this checkout is imported."""
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def figures(folder: Path) -> dict[str, float]:
    """Seconds, megabytes of memory and files written, of two builds; size and number of pages."""
    first, second = build(folder), build(folder)
    files = [path for path in (folder / "public").rglob("*") if path.is_file()]
    return {
        "pages": sum(path.suffix == ".html" for path in files),
        "of_run": sum(
            path.parent.name == "many" for path in (folder / "public" / "matches").rglob("*.html")
        ),
        "of_club": sum(
            path.parent.name.startswith("club-")
            for path in (folder / "public" / "matches").rglob("*.html")
        ),
        "size": sum(path.stat().st_size for path in files) / 1e6,
        "seconds": first[0],
        "megabytes": first[1],
        "written": first[2],
        "second_seconds": second[0],
        "second_megabytes": second[1],
        "second_written": second[2],
    }


def build(folder: Path) -> Sequence[float]:
    """Seconds of processor time, megabytes of memory, and files that were written."""
    before = times(folder / "public")
    command = [sys.executable, "-c", BUILD, "report", "site", "-o", "public", "-q"]
    done = subprocess.run(command, cwd=folder, env=environment(), check=True, capture_output=True)
    after = times(folder / "public")
    written = sum(before.get(path) != time for path, time in after.items())
    seconds, megabytes = map(float, done.stdout.split())
    return seconds, megabytes, written


def times(site: Path) -> dict[Path, int]:
    """The times at which the files of a site were written."""
    return {path: path.stat().st_mtime_ns for path in site.rglob("*") if path.is_file()}


def shown(found: dict[str, float]) -> str:
    """The figures for people."""
    return (
        f"{found['pages']:.0f} pages, {found['size']:.1f} MB: "
        f"{found['of_run']:.0f} matches of the run, {found['of_club']:.0f} of the club\n"
        f"first build: {found['seconds']:.1f} s of processor time, "
        f"{found['megabytes']:.0f} MB of memory, {found['written']:.0f} files written\n"
        f"second build: {found['second_seconds']:.1f} s "
        f"({found['second_seconds'] / found['seconds']:.2f} of the first), "
        f"{found['second_megabytes']:.0f} MB of memory, {found['second_written']:.0f} files written"
    )


if __name__ == "__main__":
    main()
