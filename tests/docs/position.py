"""The last position of a sample record as one SVG, from the drawings of the page of a match."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engines.api import EVERYTHING, Scene, Token, Zone, seat_letter
from tests.docs.transcripts import ROOT
from tourney.pictures.look import DARK_INK, DARK_PAPER, FONT, INK, PAPER, drawing, element, label
from tourney.pictures.scene_pieces import HERE, SHAPES, Piece, pieces
from tourney.records import read, stored
from tourney.records.record_positions import readable, replay_of

SAMPLE: Final = ROOT / "data" / "records" / "table-blue-border.tmr"
WIDTH: Final = 720
EDGE: Final = 16
LABEL: Final = 84
"""Room of the name of a zone."""
BESIDE: Final = 3
"""Zones of the table side by side."""
SCALE: Final = 0.75
ROW: Final = 70
LETTERS: Final = 20
"""The size of letters on cards, as pages have it."""
STYLE: Final = (
    f"svg{{color:{INK};background:{PAPER}}}"
    f"@media (prefers-color-scheme:dark){{svg{{color:{DARK_INK};background:{DARK_PAPER}}}}}"
)


def position() -> str:
    """The drawing."""
    match = stored(read(SAMPLE.read_text("utf-8")).matches[0])
    replay = replay_of(readable(match))
    state = replay.frames[-1].state
    assert state is not None
    scene = replay.game.scene(state.view(EVERYTHING))
    zones = [zone for zone in scene.zones if zone.tokens]
    common = [_row(zone, scene, match.players) for zone in zones if zone.owner is None]
    seats = [_row(zone, scene, match.players) for zone in zones if zone.owner is not None]
    rows = [*map("".join, _in_lines(map(_beside, range(len(common)), common))), *seats]
    title = scene.title.text("en", match.players)
    lines = [title, *(note.text("en", match.players) for note in scene.notes)]
    height = 64 + ROW * len(rows)
    words = [
        label(EDGE, 28, lines[0], font_size=17, font_weight=600),
        label(EDGE, 48, " · ".join(lines[1:]), font_size=13, fill_opacity=0.7),
    ]
    shared = (element("g", _here(body), id=name) for name, body in SHAPES.items())
    placed = (
        element("g", row, transform=f"translate({EDGE} {60 + ROW * at})")
        for at, row in enumerate(rows)
    )
    used = [element("style", STYLE), element("defs", *shared), *words, *placed]
    attributes = {"fill": "currentColor", "font_family": FONT}
    description = "\n".join(lines[1:])
    return drawing(WIDTH, height, title=title, description=description, children=used, **attributes)


def _in_lines(texts: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Three at a time."""
    found = list(texts)
    for at in range(0, len(found), BESIDE):
        yield tuple(found[at : at + BESIDE])


def _beside(number: int, row: str) -> str:
    """A zone of the table in one of three columns."""
    return element("g", row, transform=f"translate({number % BESIDE * WIDTH // BESIDE} 0)")


def _row(zone: Zone, scene: Scene, players: Sequence[str]) -> str:
    """A zone: whose it is, what it is, the score at that time, and its cards."""
    owner = zone.owner
    name = "" if owner is None else f"{seat_letter(owner)} {players[owner]}"
    score = "" if owner is None else f"score {scene.scores[owner]}"
    said = [text for text in (name, zone.label.text("en", players), score) if text]
    words = [label(0, 18 + 17 * at, text, font_size=13) for at, text in enumerate(said)]
    return "".join([*words, *_cards(zone.tokens)])


def _cards(tokens: Sequence[Token]) -> Iterator[str]:
    """The cards side by side; a badge lies on its card."""
    x = float(LABEL)
    for token in tokens:
        for piece in pieces(token):
            wide, high = (SCALE * size for size in piece.size)
            badge = piece.kind == "b"
            place = (x - wide, 0.75 * ROW - high) if badge else (x, 0.0)
            yield _placed(piece, *place)
            x += 0 if badge else wide + 6


def _placed(piece: Piece, x: float, y: float) -> str:
    where = f"translate({round(x, 1)} {round(y, 1)}) scale({SCALE})"
    return element("g", _here(piece.body), transform=where, fill="#1f1d1a", font_size=LETTERS)


def _here(body: str) -> str:
    """The elements with the ids of this file."""
    return body.replace(f'href="#{HERE}', 'href="#')
