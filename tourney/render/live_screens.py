"""A run on the terminal: its progress as text, and one screen of all its figures."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from textwrap import wrap
from typing import Final

from rich.text import Text

from engines.messages import Message, Sentence, say
from tourney.domain.safe_text import visible
from tourney.render.scenes import Theme
from tourney.render.screen_values import BotRow, EventPicture, Gauge, RunView
from tourney.render.text import cell_width, duration, pace, pad, wrapped
from tourney.render.text_tables import Table, fitted, fixed, translated

# The progress of a long task as text: a line, a bar, a duration.

BAR: Final = 30


def bar(done: int, total: int, width: int = BAR, *, ascii: bool = False) -> str:
    """A bar that is full exactly when everything is done."""
    full = width * done // total if total else width
    left, right = ("#", ".") if ascii else ("█", "░")
    return left * full + right * (width - full)


def gauge_bar(gauge: Gauge, width: int = BAR, *, ascii: bool = False) -> str:
    """A bar from the lower to the upper bound, filled between 0 and the figure."""
    scale = width / (gauge.high - gauge.low)
    value = min(max(gauge.value, gauge.low), gauge.high)
    ends = sorted(round((at - gauge.low) * scale) for at in (0.0, value))
    full, empty = ("#", ".") if ascii else ("█", "░")
    return empty * ends[0] + full * (ends[1] - ends[0]) + empty * (width - ends[1])


def line(
    health: str,
    done: int,
    total: int,
    rate: float | None,
    eta: float | None,
    lang: str = "en",
) -> str:
    """Health, progress, speed and remaining time in one line."""
    share = 100 * done // total if total else 100
    parts = [health, say("render.screen-done", done=done, total=total, share=share).text(lang)]
    if rate is not None:
        speed = say("render.screen-speed", rate=pace(rate)).text(lang)
        left = "" if eta is None else say("render.screen-left", time=duration(eta)).text(lang)
        parts.append(speed + left)
    return " | ".join(parts)


def open_line(
    health: str,
    done: int,
    most: int,
    rate: float | None,
    gauge: Gauge | None,
    lang: str = "en",
) -> str:
    """The same for a task that a rule ends, after `most` matches at the latest."""
    parts = [health, say("render.screen-at-most", done=done, most=most).text(lang)]
    if gauge:
        ends = {"low": f"{gauge.low:+.2f}", "high": f"{gauge.high:+.2f}"}
        name, value = gauge.text(lang), f"{gauge.value:+.2f}"
        parts.append(say("render.screen-figure", name=name, value=value, **ends).text(lang))
    if rate is not None:
        parts.append(say("render.screen-speed", rate=pace(rate)).text(lang))
    return " | ".join(parts)


# One screen of a run: faults, progress, standings with intervals, time per move.
#
# A pure function of plain values and the size of the terminal.

LABEL: Final = 10
BAR_MOST: Final = 40
BLAMED_MOST: Final = 3  # greatest number of bots listed with their faults; the rest is counted
NAME_LEAST: Final = 6
GAP: Final = "  "
DRAWN_FROM: Final = 100  # terminal width from which intervals are drawn
DRAWN: Final = 24
MORE_BLANKS: Final = 5  # columns before the number of rows that have no room
ANY_HEIGHT: Final = 10_000
LOW: Final = 16  # terminal height below which only the most important lines are shown


def compose(view: RunView, theme: Theme, height: int = ANY_HEIGHT) -> list[Text]:
    """At most `height` lines within the width of the theme; rows without room are counted."""
    low = height < LOW
    run, about = (theme.measured(visible(text)) for text in (view.run, view.about))
    name = theme.text(say("render.screen-run", run=run))
    heading = Text.assemble((name, theme.strong()), f"  {about}")
    above = [heading, *_health(view, theme, 1 if low else BLAMED_MOST)]
    above += _progress(view, theme)
    above += _rule(view, theme) if view.ranked else []
    notes = _run_notes(view, theme)[: 1 if low else None]
    blank = [] if low else [Text()]
    below = [*blank, *notes] if notes else []
    table = _standings(view, theme, height - len(above) - len(blank) - len(below))
    blank = blank if view.ranked else []
    return [theme.clip(line) for line in (*above, *blank, *table, *below)][:height]


def _label(theme: Theme, words: Message) -> str:
    """What a line is about, in the first columns."""
    return pad(theme.text(words), LABEL)


def _style(theme: Theme, style: str) -> str:
    return style if theme.color else ""


def _health(view: RunView, theme: Theme, most: int) -> Iterator[Text]:
    label, number = _label(theme, say("render.screen-health")), sum(view.faults.values())
    if not number:
        none = theme.text(say("render.screen-no-faults"))
        yield Text.assemble(label, (none, _style(theme, "green")))
        return
    words = theme.text(say("render.screen-faults", count=number, done=view.done))
    yield Text.assemble(label, (words, _style(theme, "bold red")))
    blamed = by_bot(view.faults)
    for bot, codes in blamed[:most]:
        counts = ", ".join(f"{visible(code)} {times}" for code, times in codes)
        shown = Text(theme.measured(visible(bot)) or theme.text(say("render.screen-nobody")))
        name = theme.clip(shown, max(theme.width // 3, NAME_LEAST)).plain
        yield Text(f"{' ' * LABEL}{name}: {counts}")
    if len(blamed) > most:
        yield _more(theme, LABEL, len(blamed) - most)


def by_bot(
    faults: Mapping[tuple[str, str], int],
) -> list[tuple[str, list[tuple[str, int]]]]:
    """Bots and their faults by code, most faults first."""
    bots: dict[str, Counter[str]] = {}
    for (bot, code), times in sorted(faults.items()):
        bots.setdefault(bot, Counter())[code] += times
    ranked = sorted(bots.items(), key=lambda item: -item[1].total())
    return [(bot, codes.most_common()) for bot, codes in ranked]


def _more(theme: Theme, blanks: int, count: int) -> Text:
    """How many lines have no room."""
    dots = theme.sign("…", "...")
    return Text(" " * blanks + theme.text(say("render.screen-more", dots=dots, count=count)))


def _rule(view: RunView, theme: Theme) -> list[Text]:
    words = visible(view.rule).replace("±", theme.sign("±", "+-"))
    room = max(theme.width - LABEL, LABEL)
    english = theme.lang == "en"
    lines = wrap(words, room, break_on_hyphens=False) if english else wrapped(words, room)
    first = _label(theme, say("render.screen-rule"))
    return [Text((" " * LABEL if at else first) + line) for at, line in enumerate(lines)]


def _progress(view: RunView, theme: Theme) -> list[Text]:
    lines = _open_progress(view, theme) if view.open else _bounded_progress(view, theme)
    return [
        Text.assemble(_label(theme, say("render.screen-progress")), lines[0][LABEL:]),
        *lines[1:],
    ]


def _open_progress(view: RunView, theme: Theme) -> list[Text]:
    """The figure of the rule between its bounds; no share and no time left, which it decides."""
    count = theme.text(say("render.screen-at-most", done=view.done, most=view.total))
    parts = list(filter(None, [count, _pace(view, theme)]))
    whole = theme.text(say("render.screen-both", first=parts[0], second=parts[-1]))
    words = [whole] if len(parts) > 1 and LABEL + cell_width(whole) <= theme.width else parts
    return [
        *([_gauge(view.gauge, theme)] if view.gauge else []),
        *(Text(" " * LABEL + part) for part in words),
    ]


def _gauge(gauge: Gauge, theme: Theme) -> Text:
    # The bar has what its ends and the figure leave.
    ends = f"{gauge.low:+.2f} ", f" {gauge.high:+.2f}"
    figure = f"  {gauge.text(theme.lang)} {gauge.value:+.2f}"
    room = theme.width - LABEL - len("".join(ends)) - cell_width(figure)
    drawn = gauge_bar(gauge, max(min(BAR_MOST, room), BAR_MOST // 4), ascii=theme.narrow)
    return Text.assemble(" " * LABEL, ends[0], (drawn, _style(theme, "cyan")), ends[1], figure)


def _bounded_progress(view: RunView, theme: Theme) -> list[Text]:
    share = 100 * view.done // view.total if view.total else 100
    count = theme.text(say("render.screen-share", share=share, done=view.done, total=view.total))
    room = min(BAR_MOST, theme.width - LABEL - cell_width(count))
    first = Text(" " * LABEL)
    if room >= BAR_MOST // 4:
        drawn = bar(view.done, view.total, room, ascii=theme.narrow)
        first.append(drawn, _style(theme, "cyan"))
    else:
        count = count.lstrip()
    first.append(count)
    speed = _pace(view, theme)
    if not speed:
        return [first]
    both = theme.text(say("render.screen-both", first="", second=speed))
    if first.cell_len + cell_width(both) <= theme.width:
        return [first.append(both)]
    return [first, Text(f"{' ' * LABEL}{speed}")]


def _pace(view: RunView, theme: Theme) -> str:
    """The speed, the time so far and the time that is left; empty if the run is not played."""
    if view.seconds is None:
        return ""
    left, time = "", duration(view.seconds)
    if view.eta is not None:
        left = theme.text(say("render.screen-left", time=duration(view.eta)))
    return theme.text(say("render.screen-pace", rate=pace(view.rate), time=time, left=left))


def _standings(view: RunView, theme: Theme, room: int) -> list[Text]:
    if not view.ranked:
        # Without a ranking the time per move of each bot is left to see, in one line.
        known = [row for row in view.rows if row.ms is not None]
        names = [theme.measured(visible(row.name)) for row in known]
        costs = ", ".join(f"{n} {milliseconds(r.ms)}" for n, r in zip(names, known, strict=True))
        return [Text(_label(theme, say("render.screen-ms")) + costs)] if known else []
    if not view.rows:
        nothing = _label(theme, say("render.screen-standings")) + theme.text(
            say("render.screen-no-results")
        )
        return [Text(nothing)][: max(room, 0)]
    if room < 2:
        return []
    fits = len(view.rows) < room
    shown = view.rows if fits else view.rows[: max(room - 2, 0)]
    lines = _table(shown, theme) if shown else []
    if not fits:
        lines.append(_more(theme, MORE_BLANKS, len(view.rows) - len(shown)))
    return lines[:room]


def _table(rows: Sequence[BotRow], theme: Theme) -> list[Text]:
    ended = any(row.p_best is not None for row in rows)
    lead = Sentence("render.heading-p-best") if ended else Sentence("render.screen-lead")
    heads = (
        "#",
        theme.text(say("render.screen-bot")),
        theme.text(say("render.screen-mean", sign=theme.sign("±", "+-"))),
        theme.text(lead()),
        theme.text(say("render.screen-ms")),
    )
    reaches: list[str] = []
    for row in rows:
        # The distance to the farther end of the interval: the nearer one may be clipped.
        if row.low is None or row.high is None:
            reaches.append("")
            continue
        half = max(row.high - row.mean, row.mean - row.low)
        reaches.append(f" {theme.sign('±', '+-')} {fixed(half, 2)}")
    width = max(map(len, reaches))
    cells = [heads]
    pairs = zip(rows, reaches, strict=True)
    cells += [_cells(row, reach.ljust(width), theme) for row, reach in pairs]
    widths = [max(map(cell_width, column)) for column in zip(*cells, strict=True)]
    drawn = _intervals(rows, theme) if theme.width >= DRAWN_FROM else []
    others = sum(widths) - widths[1] + len(GAP) * len(widths) + (DRAWN + len(GAP)) * bool(drawn)
    widths[1] = max(min(widths[1], theme.width - others), NAME_LEAST)
    lines = [Text(" " + _line(row, widths, theme)) for row in cells]
    lines[0].stylize(theme.faint())
    for line, interval in zip(lines[1:], drawn, strict=False):
        line.append(GAP + interval)
    return lines


def _line(cells: Sequence[str], widths: Sequence[int], theme: Theme) -> str:
    name = theme.clip(Text(cells[1]), widths[1]).plain
    return GAP.join(
        pad(name if at == 1 else cell, width, "left" if at == 1 else "right")
        for at, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )


def _cells(row: BotRow, reach: str, theme: Theme) -> tuple[str, str, str, str, str]:
    name, mean = theme.measured(visible(row.name)), fixed(row.mean, 2) + reach
    # The probability of being the best; during a run, a bot that is surely ahead is marked.
    chance = theme.text(say("render.screen-leads")) if row.leads else _percent(row.p_best)
    return str(row.place), name, mean, chance, milliseconds(row.ms)


def _percent(chance: float | None) -> str:
    """Whole per cent; never 0 % or 100 %."""
    if chance is None:
        return ""
    if chance > 0.995:
        return ">99 %"
    return f"{100 * chance:.0f} %" if chance >= 0.005 else "<1 %"


def milliseconds(ms: float | None) -> str:
    """About three significant digits: `0.021`, `3.50`, `120`."""
    if ms is None:
        return ""
    digits = 3 if ms < 1 else 2 if ms < 10 else 1 if ms < 100 else 0
    return fixed(ms, digits)


def _intervals(rows: Sequence[BotRow], theme: Theme) -> list[str]:
    """The intervals on a common scale, with marked means."""
    ends = [end for row in rows for end in (row.low, row.mean, row.high) if end is not None]
    least, most = min(ends), max(ends)
    scale = (DRAWN - 1) / (most - least) if most > least else 0.0

    def at(value: float) -> int:
        return round((value - least) * scale)

    drawn = []
    for row in rows:
        cells = [" "] * DRAWN
        if row.low is not None and row.high is not None:
            low, high = at(row.low), at(row.high)
            cells[low : high + 1] = theme.sign("─", "-") * (high - low + 1)
            cells[low], cells[high] = theme.sign("├", "["), theme.sign("┤", "]")
        cells[at(row.mean)] = theme.sign("●", "o")
        drawn.append("".join(cells).rstrip())
    return drawn


def _run_notes(view: RunView, theme: Theme) -> list[Text]:
    room = max(theme.width - 1, 1)
    # These signs have two columns on some terminals.
    plain = str.maketrans({"…": "...", "·": "-"})
    notes = (
        visible(note).translate(plain) if theme.narrow else visible(note) for note in view.notes
    )
    words = map(theme.measured, notes)
    return [Text(line) for note in words for line in wrapped(note, room)]


SIDE_BY_SIDE: Final = 100  # terminal width from which two parts are beside each other
BETWEEN: Final = "   "
HEADS: Final = 3  # lines of a part above its rows: its title, the names of the columns, and a line
FEWEST: Final = 3  # rows of a part that a page shows even on a very low terminal


def event_text(view: EventPicture, theme: Theme) -> list[Text]:
    """Everything below each other."""
    body = [line for part in view.parts for line in (Text(), *_part(*part, theme))]
    notes = _event_notes(view, theme)
    return [_event_heading(view, theme), *body, *([Text()] if notes else []), *notes]


def event_pages(view: EventPicture, theme: Theme, height: int) -> list[list[Text]]:
    """Pages of at most `height` lines; each has the title and the notes."""
    beside = theme.width >= SIDE_BY_SIDE and view.parts and len(view.parts) % 2 == 0
    notes = _event_notes(view, theme)
    room = max(height - 2 - len(notes) - bool(notes) - HEADS, FEWEST)
    bodies = list(_beside(view, theme, room) if beside else _stacked(view, theme, room))
    found = []
    for number, body in enumerate(bodies, start=1):
        count = f"{number}/{len(bodies)}" if len(bodies) > 1 else ""
        lines = [_event_heading(view, theme, count), Text(), *body]
        gap = [Text()] * max(height - len(lines) - len(notes), 0) if notes else []
        found.append([*lines[: height - len(notes)], *gap, *notes][:height])
    return found


def _event_heading(view: EventPicture, theme: Theme, count: str = "") -> Text:
    title = theme.measured(visible(view.title))
    about = theme.measured(visible("  ".join(filter(None, (view.about, count)))))
    return theme.clip(Text.assemble((title, theme.strong()), f"  {about}"))


def _part(title: str, table: Table, theme: Theme) -> list[Text]:
    """A part: its title, then the table without columns that do not fit."""
    shown = fitted(
        translated(table, theme.lang),
        ascii=theme.ascii,
        narrow=theme.narrow,
        wide=theme.wide,
        width=theme.width,
    )
    lines = [Text(theme.measured(visible(title)), theme.strong())]
    lines += [Text(theme.measured(line)) for line in shown.text.splitlines()]
    return [theme.clip(line) for line in lines]


def _beside(view: EventPicture, theme: Theme, room: int) -> Iterator[list[Text]]:
    """Two parts at a time side by side; a short one stays while the other goes on."""
    half = replace(theme, width=(theme.width - len(BETWEEN)) // 2)
    for pair in zip(view.parts[::2], view.parts[1::2], strict=True):
        left, right = (_chunks(part, half, room) for part in pair)
        for at in range(max(len(left), len(right))):
            rows = zip_longest(left[at % len(left)], right[at % len(right)], fillvalue=Text())
            yield [_joined(one, other, half.width) for one, other in rows]


def _joined(left: Text, right: Text, width: int) -> Text:
    return Text.assemble(left, pad("", width - left.cell_len), BETWEEN, right)


def _stacked(view: EventPicture, theme: Theme, room: int) -> Iterator[list[Text]]:
    """All parts on one page if they fit, else a page or more for each part."""
    whole = [[*_part(*part, theme), Text()] for part in view.parts]
    if sum(map(len, whole)) <= room + HEADS + 1:
        yield [line for part in whole for line in part][:-1]
        return
    for part in view.parts:
        yield from _chunks(part, theme, room)


def _chunks(part: tuple[str, Table], theme: Theme, room: int) -> list[list[Text]]:
    """A part in pieces of so many rows."""
    title, table = part
    rows = list(table.rows)
    starts = range(0, max(len(rows), 1), room)
    pieces = (replace(table, rows=rows[start : start + room]) for start in starts)
    return [_part(title, piece, theme) for piece in pieces]


def _event_notes(view: EventPicture, theme: Theme) -> list[Text]:
    texts = (theme.measured(visible(note)) for note in view.notes)
    return [Text(line) for note in texts for line in wrapped(note, max(theme.width, 1))]
