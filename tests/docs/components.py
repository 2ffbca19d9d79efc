"""The page of all parts of the pages: docs/components.html, made of real pages and style sheets.

python -m tests.docs.components --write     writes it; else it says whether it is outdated

The page contains real pages of a small club, of an evening and of matches, in both languages, and
shows one part of them at a time, light and dark side by side. So a part looks there as it looks
to readers, at the width that it has on a telephone or beside others.
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from engines.api import EVERYTHING
from tests.docs.transcripts import ROOT
from tests.reports.matches import played_with
from tests.reports.sites import call
from tests.serve.phones import Phone, served
from tourney.insight.account import Judge
from tourney.insight.match_analysis import analyse
from tourney.records.record_positions import readable
from tourney.reports.content import day_words
from tourney.reports.replay_page import ReplayOptions, replay_page
from tourney.serve.web_pages import Pages

FILE: Final = ROOT / "docs" / "components.html"
SHEETS: Final = sorted((ROOT / "tourney").glob("*/templates/*.css"))
LANGS: Final = ("en", "ja")
PEOPLE: Final = (
    "Mei", "Ben", "千恵", "五郎", "Zoe", "Yui", "Ren", "Aiko", "Emi", "Ono", "Tomo", "Dan",
)  # fmt: skip
PODS: Final = (
    "Mei,Zoe,Ben,Yui;千恵,Ren,五郎,Aiko;Emi,Ono,Tomo,Dan",
    "千恵,Mei,Emi,Ono;Zoe,五郎,Dan,Ren;Ben,Aiko,Yui,Tomo",
    "Ben,千恵,Zoe,Emi;Mei,Aiko,Dan,五郎;Ren,Tomo,Ono,Yui",
)
ADDRESS: Final = "http://192.168.1.7:8765/"
POINTS: Final = {
    "diamonds": ((41, 33, 28, 12), (38, 30, 22, 9), (44, 24, 21, 17)),
    "blue-border": ((7, 4, 3), (6, 5, 2), (5, 3, 1)),
}
DAY: Final = "2026-11-26"
"""The day of all that would else have the day on which the page is made."""


class Component(NamedTuple):
    """A part of pages: on which page it is, the selectors of its elements, what must be seen."""

    name: str
    page: str
    selectors: str
    width: int
    about: str


class Role(NamedTuple):
    """A colour by role: its value light and dark."""

    name: str
    light: str
    dark: str


ROLES: Final = {
    "paper": "below everything",
    "card": "panels, chips, cards of tables",
    "felt": "below boards; winners in a bracket",
    "ink": "text",
    "soft": "notes, heads of columns, what is less important",
    "line": "hairlines",
    "shade": "a row under the pointer, verbatim text",
    "link": "links, the current place, the main button",
    "good": "done, won, gained; the cut of standings",
    "odd": "waits, doubtful, corrected",
    "bad": "wrong, lost, needs somebody",
    "mark": "the target of a link",
    "gold": "the winner of an event",
    **{f"p{seat}": f"the player of seat {letter}" for seat, letter in enumerate("ABCDEF")},
}
SIZES: Final = {13: "notes, heads of columns", 15: "replays, secondary lines", 16: "text",
                18: "headings, winners", 24: "titles on telephones", 28: "titles"}  # fmt: skip
STEPS: Final = {4: "between signs", 8: "inside, between chips", 16: "between panels, in panels",
                32: "before headings"}  # fmt: skip
TEXT: Final = (
    "ink",
    "soft",
    "link",
    "good",
    "odd",
    "bad",
    "mark",
    "p0",
    "p1",
    "p2",
    "p3",
    "p4",
    "p5",
)
"""Roles in which text is written: contrast of 4.5 or more to paper and cards."""

BOARDS: Final = {
    "diams": (4, {"length": "quick"}, 28), "diamonds": (3, {"rounds": "1"}, 7),
    "blue-border": (3, {"limit": "60"}, 7), "diamond-boxes": (3, {}, 7),
    "diamond-boxes-2": (3, {}, 7),
}  # fmt: skip
PARTS: Final = tuple(
    Component(name, page, selectors, int(width), about)
    for name, page, selectors, width, about in (
        line.split(" | ")
        for line in """
Head with search | event | .head | 620 | The name of the site, its lists, the search box.
Breadcrumb and title | player | .trail, h1, .lead | 620 | Where this is; who or what; the facts.
Result chips | diams | .chips | 620 | Places and scores; the winner has a green ring.
Podium | event | .podium | 620 | The answer of an event; gold only when it is over.
Panel with head and action | player | #games | 620 | A head, facts, a table, lines that open.
Standings with cut line | event | #standings | 620 | Why each is above the next; who goes on.
Round list | event | #rounds | 620 | A line for each round, which opens.
Bracket | knockout | .bracket | 620 | From the first matches to the last.
Places by round | event | #places | 620 | Lines of different colour, pattern and sign.
List of matches | index | #latest | 620 | The result leads to its match.
Board: caption, zones, seats | diams | .board | 620 | What happened, what came, who moves next.
Board on a telephone | diams | .board, .controls | 390 | It fits 390 × 844 with its controls.
Signs of Diam's | diams | .signs | 620 | Cards, gems, tiles, swatches and backs.
Signs of Diamonds | diamonds | .signs | 620 | Cards, gems, tiles, swatches and backs.
Signs of Blue Border | blue-border | .signs | 620 | Cards, gems, tiles, swatches and backs.
Signs of Diamond Boxes | diamond-boxes | .signs | 620 | Cards, gems, tiles, swatches and backs.
Signs of Diamond Boxes 2 | diamond-boxes-2 | .signs | 620 | Cards, gems, tiles, swatches and backs.
River and controls | diams | .controls | 620 | Expected shares are the slider; marks lie on it.
Move list with marks | diams | .text | 620 | Sentences; the record is one click away.
Account table | diams | .account | 620 | Where the result came from, and what cost most.
Find your table | front | form.find, .cards | 390 | Tables as cards: amber waits, green is done.
Form: score boxes | open | .report | 390 | Who hands in; boxes with the limits of the game.
Form: confirm | reported | .live, .report | 390 | What somebody reported, ready to confirm.
Notice: reports differ | disputed | .live | 390 | Red, with what to do.
Notice: done | entered | .live | 390 | Green: nothing is left to do.
Notice: no network | offline | .offline | 390 | What was typed is kept and sent later.
Empty state | nobody | .notice:not(.offline) | 390 | What is not there, and what to do next.
Wall with QR | wall | .wall, h1 | 1280 | Read from ten metres; dark in both schemes.
""".strip().splitlines()
    )
)
"""Part, page, selectors, width in pixels, and what it does."""


def all_roles() -> Mapping[str, Role]:
    """The colours of all pages by role, and those of players, from their style sheets."""
    css = "".join(sheet.read_text("utf-8") for sheet in SHEETS)
    css = re.sub(r"\.(p\d) \{ --me: (#\w+); \}", r":root { --\1: \2; }", css)
    # The first rule of a role is that of light pages, the second that of dark ones.
    found: dict[str, list[str]] = {}
    for rule in re.findall(r":root \{([^}]*)\}", css):
        for name, value in re.findall(r"--(\w+): (#\w+)", rule):
            found.setdefault(name, []).append(value)
    return {name: Role(name, *values[:2]) for name, values in found.items()}


def contrast(one: str, other: str) -> float:
    """The contrast of two colours after WCAG 2."""
    first, second = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (first + 0.05) / (second + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def play_round(folder: Path, event: str, at: str, pods: str, game: str = "diamonds") -> None:
    """Draw a round and enter a result at each of its tables."""
    call(folder, "event", "pair", event, "--pods", pods, "-q")
    for number, pod in enumerate(pods.split(";"), 1):
        points = POINTS[game][number % 3][: pod.count(",") + 1]
        scores = ",".join(map(str, points))
        call(folder, "match", "result", f"{event}/{at}/t{number}", scores, "-y", "-q")


def site_pages(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Pages of a club with a cup and a knockout: name, language, text."""
    days = ("--dates", "2026-11-24,2026-11-25,2026-11-25")
    cup = ("event", "new", "Autumn Cup", "--players", ",".join(PEOPLE), "--game", "diamonds")
    call(
        folder,
        *cup,
        "--sizes",
        "4",
        "--rounds",
        "3",
        "--final",
        "top4:diamonds",
        *days,
        "--seed",
        "7",
        "-q",
    )
    for number, pods in enumerate(PODS, 1):
        play_round(folder, "Autumn Cup", f"main/r{number}", pods)
    call(folder, "event", "pair", "Autumn Cup", "-q")
    call(folder, "match", "result", "Autumn Cup/final/r1/t1", "28,35,22,11", "-y", "-q")
    call(folder, "event", "close", "Autumn Cup", "-q")
    knockout = ("event", "new", "Knockout", "--players", ",".join(PEOPLE[:4]), "--game", "diamonds")
    call(folder, *knockout, "--sizes", "2", "--format", "knockout", "--seed", "3", "-q")
    for tables in (2, 1):
        call(folder, "event", "pair", "Knockout", "-q")
        for number in range(1, tables + 1):
            at = f"Knockout/r{3 - tables}/t{number}"
            call(folder, "match", "result", at, "34,27", "-q")
    made = {"event": "events/autumn-cup/index.html", "knockout": "events/knockout/index.html",
            "player": "players/mei.html", "index": "index.html"}  # fmt: skip
    for lang in LANGS:
        call(folder, "--lang", lang, "report", "site", "-o", lang, "--title", "Diamond Club", "-q")
        today, day = (day_words(one, lang) for one in (date.today().isoformat(), DAY))
        for name, path in made.items():
            text = (folder / lang / path).read_text("utf-8")
            yield name, lang, text.replace(today, day).replace(date.today().isoformat(), DAY)


def served_pages(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Pages of an evening in its second round: a table in each state, the start page, the wall."""
    new = ("event", "new", "Autumn Cup", "--players", ",".join(PEOPLE), "--game", "blue-border")
    call(folder, *new, "--sizes", "3", "--rounds", "3", "-q")
    first, second = (
        ";".join(
            ",".join(PEOPLE[at::4] if split else PEOPLE[at * 3 : at * 3 + 3]) for at in range(4)
        )
        for split in (True, False)
    )
    play_round(folder, "Autumn Cup", "r1", first, "blue-border")
    call(folder, "event", "pair", "Autumn Cup", "--pods", second, "-q")
    call(folder, "event", "lock", "Autumn Cup", "-q")
    hall = served(folder / "tourney.db", event="Autumn Cup")._replace(address=ADDRESS)
    pages = Pages(hall)
    try:
        phone = Phone(pages)
        links = {number: phone.table(number) for number in range(1, 5)}
        for number, who, scores in (
            (1, 0, "7 4 3"), (1, 1, "7 4 3"), (2, 0, "5 6 2"), (3, 0, "1 2 6"), (3, 1, "1 3 6"),
        ):  # fmt: skip
            answer = phone.report(number, PEOPLE[number * 3 - 3 + who], scores)
            assert answer.status_code == 200, answer.text
        made = {"front": "/?q=e", "entered": links[1], "reported": links[2],
                "disputed": links[3], "open": links[4], "offline": links[4],
                "nobody": "/?q=Nao", "wall": "/screen"}  # fmt: skip
        for lang in LANGS:
            for name, path in made.items():
                yield name, lang, Phone(pages, lang).get(path).text
    finally:
        pages.close()


def match_pages() -> Iterator[tuple[str, str, str]]:
    """A match of each game; that of Diam's is judged."""
    head = (("event", "Autumn Cup"), ("stage", "final"), ("round", "1"), ("date", DAY))
    for game, (seats, options, seed) in BOARDS.items():
        match = played_with(game, seats, options, seed)
        match = replace(match, players=PEOPLE[:seats], headers=head, name="autumn-cup/17")
        known = analyse(readable(match), Judge(4), "1", match.name) if game == "diams" else None
        for lang in LANGS:
            yield game, lang, replay_page(match, ReplayOptions((EVERYTHING,), lang, analysis=known))


def page() -> str:
    """The whole page."""
    with TemporaryDirectory() as club_folder, TemporaryDirectory() as evening:
        found = [*site_pages(Path(club_folder)), *served_pages(Path(evening)), *match_pages()]
    shared: list[str] = []

    def once(block: re.Match[str]) -> str:
        """Style sheets and scripts, which many pages have, stand in the page once."""
        if len(block[2]) < 200 or "json" in block[1]:
            return block[0]
        if block[2] not in shared:
            shared.append(block[2])
        return f"{block[1]}@@{shared.index(block[2])}@@{block[3]}"

    texts = {}
    for name, lang, text in found:
        plain = re.sub(r"<meta http-equiv.*?>\n?", "", text)
        # Sections of which no part is shown would only make the page large.
        wanted = [
            word[1:] for one in PARTS if one.page == name for word in one.selectors.split(", ")
        ]
        plain = re.sub(
            r"<section id=.*?</section>\n?",
            lambda found, wanted=wanted: found[0] * any(f'"{word}"' in found[0] for word in wanted),
            plain,
            flags=re.DOTALL,
        )
        if name in BOARDS and name != "diams":  # of these only the signs are shown
            plain = re.sub(
                r"<div class=moments>.*?(?=<script|</section>)|<pre.*?</pre>",
                "",
                plain,
                flags=re.DOTALL,
            )
        if name not in ("diams",):  # only the board of this one moves
            plain = re.sub(r"<script.*?</script>", "", plain, flags=re.DOTALL)
        texts[f"{name}-{lang}"] = re.sub(
            r"(<(?:style|script)[^>]*>)(.*?)(</(?:style|script)>)", once, plain, flags=re.DOTALL
        )
    data = json.dumps({"shared": shared, "pages": texts}, ensure_ascii=False, indent=0)
    return PAGE.format(
        colours="\n".join(_colour(all_roles()[name]) for name in ROLES),
        sizes="\n".join(
            f'<p style="font-size:{size / 16}rem">{size} {about}: 千恵 wins with 35 gems</p>'
            for size, about in SIZES.items()
        ),
        steps="\n".join(
            f'<p><span class="step" style="width:{step}px"></span> {step} {about}</p>'
            for step, about in STEPS.items()
        ),
        parts="\n".join(map(_part, PARTS)),
        data=data.replace("</", "<\\/"),
    )


def _colour(role: Role) -> str:
    known = all_roles()
    cells = [f'<th scope="row"><code>--{role.name}</code></th><td>{ROLES[role.name]}</td>']
    for scheme in ("light", "dark"):
        value = getattr(role, scheme)
        on = [f"{contrast(value, getattr(known[one], scheme)):.1f}" for one in ("paper", "card")]
        said = " / ".join(on) if role.name in TEXT else ""
        cells.append(f'<td><span class="swatch" style="background:{value}"></span> {value}</td>')
        cells.append(f'<td class="number">{said}</td>')
    return f"<tr>{''.join(cells)}</tr>"


def _part(one: Component) -> str:
    name, anchor = escape(one.name), re.sub(r"\W+", "-", one.name.lower()).strip("-")
    frames = "".join(
        f'<iframe loading="lazy" title="{name}, {lang}, {scheme}" data-page="{one.page}-{lang}" '
        f'data-show="{escape(one.selectors)}" data-scheme="{scheme}" width="{one.width}" '
        f'data-height="{720 if one.page == "wall" else ""}"></iframe>'
        for lang in LANGS
        for scheme in ("light", "dark")
    )
    return (
        f'<section id="{anchor}"><h3>{name}</h3>\n<p>{one.about} '
        f"<code>{escape(one.selectors)}</code></p>\n<div>{frames}</div></section>"
    )


PAGE: Final = (Path(__file__).parent / "components_page.html").read_text("utf-8")

if __name__ == "__main__":
    made = page()
    if "--write" in sys.argv:
        FILE.write_text(made, "utf-8")
    elif not FILE.exists() or FILE.read_text("utf-8") != made:
        print("outdated:", FILE)
