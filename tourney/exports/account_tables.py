"""Tables of accounts: of one match, and of the sums over many."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from engines.api import CHANCE, seat_letter
from engines.games import GAMES
from engines.messages import Message, say
from tourney.domain.match_values import StoredMatch
from tourney.domain.run_spec import BotEntry
from tourney.exports.match_tables import deal_of
from tourney.exports.run_statistics import comparison_table
from tourney.insight.account import ChanceEvent, Judge, JudgedMove
from tourney.insight.anchors import luck_mark, plays_like
from tourney.insight.match_analysis import MatchAnalysis, judge_name
from tourney.insight.reasons import told
from tourney.insight.totals import (
    PHASES,
    FoundChance,
    FoundMove,
    Rate,
    Summary,
    paired,
    removed,
)
from tourney.render.text_tables import Column, Row, Table
from tourney.stats import Paired
from tourney.stats.confidence import t_quantile

THOUSAND: Final = 1000
"""Losses and luck are told in thousandths of a share."""


def seats_table(names: Sequence[str], found: MatchAnalysis) -> Table:
    """The account, a row for each seat, with the error rate."""
    book, unknown = found.account, any(found.account.unknown)
    columns = (
        Column("player", say("exports.h-player"), importance=9),
        Column("result", say("exports.h-result"), "right", digits=3, importance=8),
        Column("start", say("exports.h-start"), "right", digits=3, importance=3),
        Column("deal", say("exports.h-deal"), "right", digits=3, importance=6),
        Column("draws", say("exports.h-draws"), "right", digits=3, importance=6),
        Column("errors", say("exports.h-errors"), "right", digits=3, importance=7),
        Column("gifts", say("exports.h-gifts"), "right", digits=3, importance=5),
        Column("unexplained", say("exports.h-unexplained"), "right", digits=3, importance=2),
        Column(
            "unknown",
            say("exports.h-unknown"),
            "right",
            digits=3,
            only="all" if unknown else "data",
        ),
        Column("luck_error", only="data"),
        Column("adjusted", say("exports.h-adjusted"), "right", digits=3, importance=4),
        Column("counted", say("exports.h-counted"), "right", importance=1),
        Column("rate", say("exports.h-rate"), "right", digits=1, importance=4),
        Column("rate_error", say("exports.h-error"), "right", digits=1, importance=1),
    )

    def rows() -> Iterator[Row]:
        for seat, player in enumerate(names):
            rate, error = book.rate(seat) or (None, None)
            yield (
                *(player, book.result[seat], book.start[seat], book.deal[seat]),
                *(book.draws[seat], -book.errors[seat], book.received(seat)),
                *(book.unexplained[seat], book.unknown[seat], book.luck_error(seat)),
                *(book.adjusted(seat), len(book.counted(seat))),
                None if rate is None else rate * THOUSAND,
                None if error is None else error * THOUSAND,
            )

    return Table(columns, rows())


def shown_decisions(found: MatchAnalysis, top: int | None) -> list[JudgedMove]:
    """The decisions that count, in order; only the `top` costliest ones for people."""
    shown = [one for one in found.account.decisions if one.counted]
    return shown if top is None else sorted(shown, key=lambda one: -one.loss)[:top]


def decisions_table(
    names: Sequence[str], found: MatchAnalysis, top: int | None = None, lang: str = "en"
) -> Table:
    """The decisions that count; as data with the facts that explain them, in a language."""
    columns = (
        Column("ply", say("exports.h-ply"), "right", importance=8),
        Column("player", say("exports.h-player"), importance=7),
        Column("played", say("exports.h-played"), importance=9),
        Column("better", say("exports.h-better"), importance=6),
        Column("cost", say("exports.h-cost"), "right", digits=0, importance=8),
        Column("error", say("exports.h-error"), "right", digits=0, importance=3),
        Column("mark", say("exports.h-mark"), importance=5),
        Column("most_to", say("exports.h-most-to"), importance=2),
        Column("why", only="data"),
    )

    def row(one: JudgedMove) -> Row:
        others = [seat for seat in range(len(names)) if seat != one.seat]
        gains = [one.effect[seat] for seat in others]
        most = names[others[gains.index(max(gains))]] if max(gains) > 0 else ""
        why = told(one.facts)
        return (
            *(one.ply, names[one.seat], one.played, "" if one.best == one.played else one.best),
            *(one.loss * THOUSAND + 0.0, 1.96 * one.error * THOUSAND, one.mark, most),
            why.text(lang, names) if why else "",
        )

    return Table(columns, map(row, shown_decisions(found, top)))


def reasons_table(
    moves: Iterable[tuple[str, Sequence[str], JudgedMove]], *, several: bool
) -> Table | None:
    """Why decisions of matches with these names and players cost something; None if unknown."""
    columns = (
        Column("match", say("exports.h-match"), importance=9, only="all" if several else "data"),
        Column("ply", say("exports.h-ply"), "right", importance=8),
        Column("why", say("exports.h-why"), importance=9),
    )
    rows = [
        (name, one.ply, why.named(players))
        for name, players, one in moves
        if (why := told(one.facts))
    ]
    return Table(columns, iter(rows)) if rows else None


def chances_table(names: Sequence[str], found: MatchAnalysis, top: int | None = None) -> Table:
    """The events of chance, in order; only the `top` luckiest for people."""
    shown = found.account.chances
    if top is not None:
        shown = sorted(shown, key=lambda one: -max(one.luck))[:top]
    columns = (
        Column("ply", say("exports.h-ply"), "right", importance=8),
        Column("player", say("exports.h-player"), importance=7),
        Column("move", say("exports.h-move"), importance=9),
        Column("luckiest", say("exports.h-luckiest"), importance=8),
        Column("luck", say("exports.h-luck"), "right", digits=0, importance=8),
        Column("mark", say("exports.h-mark"), importance=4),
    )

    def row(one: ChanceEvent) -> Row:
        dealt, luckiest = one.seat < 0, one.luck.index(max(one.luck))
        return (
            one.ply,
            say("exports.analyse-dealer") if dealt else names[one.seat],
            say("exports.analyse-deal") if dealt else one.played,
            names[luckiest],
            one.luck[luckiest] * THOUSAND,
            luck_mark(found.table, one.luck[luckiest]),
        )

    return Table(columns, map(row, shown))


# -- many matches


def _game(found: Summary) -> Column:
    """The column of the game, which people see only if there are several."""
    return Column("game", say("exports.h-game"), only="all" if len(found.totals) > 1 else "data")


def players_table(found: Summary) -> Table:
    """The account of each player in the mean of all matches, and the error rate."""
    unknown = any(
        own.lines["unknown"] for one in found.totals.values() for own in one.players.values()
    )
    columns = (
        _game(found),
        Column("player", say("exports.h-player"), importance=9),
        Column("matches", say("exports.h-matches"), "right", importance=2),
        Column("result", say("exports.h-result"), "right", digits=3, importance=8),
        Column("result_error", say("exports.h-error"), "right", digits=3, importance=5),
        Column("adjusted", say("exports.h-adjusted"), "right", digits=3, importance=8),
        Column("adjusted_error", say("exports.h-error"), "right", digits=3, importance=5),
        Column("start", say("exports.h-start"), "right", digits=3, importance=2),
        Column("deal", say("exports.h-deal"), "right", digits=3, importance=6),
        Column("draws", say("exports.h-draws"), "right", digits=3, importance=6),
        Column("errors", say("exports.h-errors"), "right", digits=3, importance=7),
        Column("gifts", say("exports.h-gifts"), "right", digits=3, importance=5),
        Column("unexplained", say("exports.h-unexplained"), "right", digits=3, importance=2),
        Column(
            "unknown",
            say("exports.h-unknown"),
            "right",
            digits=3,
            only="all" if unknown else "data",
        ),
        Column("luck", only="data"),
        Column("luck_error", only="data"),
        Column("decisions", say("exports.h-counted"), "right", importance=1),
        Column("rate", say("exports.h-rate"), "right", digits=1, importance=7),
        Column("rate_error", say("exports.h-error"), "right", digits=1, importance=7),
        Column("rate_every", only="data"),
        Column("plays_like", say("exports.h-plays-like"), importance=6),
    )

    def rows() -> Iterator[Row]:
        for game, totals in found.totals.items():
            slopes = totals.slopes()
            order = sorted(totals.players.items(), key=lambda one: -totals.raw(one[0]).mean)
            for player, own in order:
                raw, adjusted = totals.raw(player), totals.without_luck(player, slopes)
                luck = totals.luck(player)
                rate, error = own.counted.interval() or (None, None)
                every, _ = own.every.interval() or (None, None)
                means = {line: total / own.matches for line, total in own.lines.items()}
                yield (
                    *(game, player, own.matches, float(raw.mean), raw.half()),
                    *(float(adjusted.mean), adjusted.half(), means["start"], means["deal"]),
                    *(means["draws"], -means["errors"], means["gifts"], means["unexplained"]),
                    *(means["unknown"], float(luck.mean), luck.half(), own.counted.blocks.k),
                    *[None if one is None else one * THOUSAND for one in (rate, error, every)],
                    likeness(game, totals.judges, totals.tables, own.counted),
                )

    return Table(columns, rows())


def likeness(game: str, judges: Collection[str], tables: Collection[str], rate: Rate) -> str:
    """The bots that err as much at this table; "" if the rate cannot be compared with theirs.

    It cannot if it is by another judge, or of several kinds of tables.
    """
    usual, known = judge_name(GAMES[game], Judge(), ""), rate.interval()
    if known is None or len(tables) != 1 or not all(one.startswith(usual) for one in judges):
        return ""
    return ", ".join(plays_like(min(tables), *(one * THOUSAND for one in known)))


POINTS: Final = 4
"""The points of who beats all others, in the point system `scaled`."""


WITHOUT_LUCK: Final = (
    Column("adjusted", say("exports.h-adjusted"), "right", digits=3, importance=9),
    Column("adjusted_error", say("exports.h-error"), "right", digits=3, importance=7),
    Column("luck", say("exports.h-luck-points"), "right", digits=3, importance=5),
    Column("luck_error", say("exports.h-error"), "right", digits=3, importance=4),
    Column("removed", say("exports.h-removed"), "right", digits=0, importance=3),
)
"""Columns beside points: the same without luck, the luck, and how much surer that is."""


def adjusted_table(found: Summary) -> Table:
    """Points a match as they are and without luck, each with its interval; order by the former."""
    columns = (
        _game(found),
        Column("player", say("exports.h-player"), importance=9),
        Column("matches", say("exports.h-matches"), "right", importance=2),
        Column("points", say("exports.h-points"), "right", digits=3, importance=9),
        Column("points_error", say("exports.h-error"), "right", digits=3, importance=7),
        *WITHOUT_LUCK,
    )

    def rows() -> Iterator[Row]:
        for game, totals in found.totals.items():
            slopes = totals.slopes()
            for player in sorted(totals.players, key=lambda one: -totals.raw(one).mean):
                raw, adjusted = totals.raw(player), totals.without_luck(player, slopes)
                gone = removed(raw, adjusted)
                means = [
                    (
                        POINTS * float(one.mean),
                        None if (half := one.half()) is None else POINTS * half,
                    )
                    for one in (raw, adjusted, totals.luck(player))
                ]
                yield (
                    *(game, player, totals.players[player].matches, *means[0], *means[1]),
                    *(*means[2], None if gone is None else 100 * gone),
                )

    return Table(columns, rows())


def adjusted_comparison(
    changes: Sequence[tuple[BotEntry, BotEntry, Paired, Paired]],
    differences: Sequence[Sequence[tuple[float, float]]],
) -> Table:
    """A table of changes with the differences without luck beside them.

    For each change `differences` has what it brought in points and in luck, by deal.
    """
    table = comparison_table(changes)
    rows: list[Row] = []
    for row, (*_, pairs, _), by_deal in zip(table.rows, changes, differences, strict=True):
        adjusted, luck = paired([(points, POINTS * own) for points, own in by_deal], pairs.prior)
        if pairs.doubtful():
            adjusted = adjusted.without_bounds()
        gone = removed(pairs.difference(), adjusted)
        beside = (float(adjusted.mean), adjusted.half(), float(luck.mean), luck.half())
        rows.append((*row, *beside, None if gone is None else 100 * gone))
    return Table((*table.columns, *WITHOUT_LUCK), rows)


def kinds_table(found: Summary, *, words: bool) -> Table:
    """The error rates of each player by phase of the match and by kind of action."""
    known = {
        "phase": say("exports.analyse-phase"),
        "kind": say("exports.analyse-kind"),
        "early": say("exports.analyse-early"),
        "middle": say("exports.analyse-middle"),
        "late": say("exports.analyse-late"),
        "card": say("exports.analyse-card"),
    }
    columns = (
        _game(found),
        Column("player", say("exports.h-player"), importance=9),
        Column("by", say("exports.h-by"), importance=3),
        Column("what", say("exports.h-what"), importance=8),
        Column("decisions", say("exports.h-counted"), "right", importance=4),
        Column("loss", say("exports.h-loss"), "right", digits=3, importance=6),
        Column("rate", say("exports.h-rate"), "right", digits=1, importance=7),
        Column("rate_error", say("exports.h-error"), "right", digits=1, importance=5),
    )

    def place(key: tuple[str, str]) -> int:
        by, what = key
        return PHASES.index(what) if by == "phase" else len(PHASES)

    def rows() -> Iterator[Row]:
        for game, totals in found.totals.items():
            for player, own in totals.players.items():
                # Phases in their order, then actions as they came.
                for (by, what), rate in sorted(own.kinds.items(), key=lambda one: place(one[0])):
                    mean, error = rate.interval() or (None, None)
                    yield (
                        *(game, player, known[by] if words else by),
                        *(known.get(what, what) if words else what, rate.blocks.k),
                        float(rate.blocks.s) / own.matches,
                        *[None if one is None else one * THOUSAND for one in (mean, error)],
                    )

    return Table(columns, rows())


def rivals_table(found: Summary) -> Table:
    """What the errors of each player brought each other one, in the mean of shared matches."""
    columns = (
        _game(found),
        Column("player", say("exports.h-player"), importance=9),
        Column("giver", say("exports.h-giver"), importance=8),
        Column("matches", say("exports.h-matches"), "right", importance=2),
        Column("gifts", say("exports.h-gifts"), "right", digits=3, importance=7),
    )
    pairs = (
        (game, player, giver, int(shared), gifts / shared)
        for game, totals in found.totals.items()
        for player, own in totals.players.items()
        for giver, (shared, gifts) in sorted(own.givers.items())
    )
    return Table(columns, pairs)


def moves_table(found: Iterable[FoundMove], lang: str = "en") -> Table:
    """The decisions of all matches that count; for people the costliest ones."""
    columns = (
        Column("match", say("exports.h-match"), importance=9),
        Column("ply", say("exports.h-ply"), "right", importance=8),
        Column("player", say("exports.h-player"), importance=7),
        Column("played", say("exports.h-played"), importance=9),
        Column("better", say("exports.h-better"), importance=6),
        Column("cost", say("exports.h-cost"), "right", digits=0, importance=8),
        Column("error", say("exports.h-error"), "right", digits=0, importance=3),
        Column("mark", say("exports.h-mark"), importance=5),
        Column("why", only="data"),
    )

    def row(one: FoundMove) -> Row:
        move, players = one.move, one.match.players
        why = told(move.facts)
        return (
            *(one.match.name, move.ply, players[move.seat], move.played),
            "" if move.best == move.played else move.best,
            *(move.loss * THOUSAND, 1.96 * move.error * THOUSAND, move.mark),
            why.text(lang, players) if why else "",
        )

    return Table(columns, map(row, found))


def events_table(found: Iterable[FoundChance]) -> Table:
    """The events of chance of all matches; for people the luckiest ones."""
    columns = (
        Column("match", say("exports.h-match"), importance=9),
        Column("ply", say("exports.h-ply"), "right", importance=8),
        Column("player", say("exports.h-player"), importance=7),
        Column("move", say("exports.h-move"), importance=6),
        Column("luckiest", say("exports.h-luckiest"), importance=8),
        Column("luck", say("exports.h-luck"), "right", digits=0, importance=8),
        Column("mark", say("exports.h-mark"), importance=4),
    )

    def row(one: FoundChance) -> Row:
        event, players = one.event, one.match.players
        dealt, luckiest = event.seat < 0, event.luck.index(max(event.luck))
        return (
            *(one.match.name, event.ply),
            say("exports.analyse-dealer") if dealt else players[event.seat],
            say("exports.analyse-deal") if dealt else event.played,
            *(players[luckiest], event.luck[luckiest] * THOUSAND, one.mark),
        )

    return Table(columns, map(row, found))


def judged(known: Mapping[str, Mapping[str | None, int]]) -> Iterator[Message]:
    """How many matches of each game a judge has analysed; what is known are those of each judge."""
    for game, counts in known.items():
        total = sum(counts.values())
        for judge, count in counts.items():
            if judge is not None:
                yield say("exports.analyse-judged", count=count, total=total, judge=judge)
        if counts.keys() <= {None}:
            yield say("exports.analyse-not-judged", game=game, total=total)


def self_test(found: Summary) -> Message:
    """Whether the luck of every player is nothing in the mean, as it must be."""
    worst: tuple[float, str, float, float] | None = None
    count = sum(len(totals.players) for totals in found.totals.values())
    sure = True
    for totals in found.totals.values():
        for player in totals.players:
            luck = totals.luck(player)
            half, mean = luck.half(), float(luck.mean)
            if not half:
                continue
            usual = half / t_quantile(0.975, max(1, luck.blocks - 1))
            limit = t_quantile(1 - 0.025 / count, max(1, luck.blocks - 1)) * usual
            sure = sure and abs(mean) <= limit
            if worst is None or abs(mean) / half > worst[0]:
                worst = abs(mean) / half, player, mean, half
    if worst is None:
        return say("exports.analyse-test-none")
    _, player, mean, half = worst
    words = {
        "player": player,
        "luck": f"{mean * THOUSAND:+.0f}",
        "error": f"{half * THOUSAND:.0f}",
    }
    return say("exports.analyse-test-good" if sure else "exports.analyse-test-bad", **words)


# -- every decision and event of chance, for other programs

ANALYSIS_COLUMNS: Final = (
    *(Column("match"), Column("game"), Column("deal"), Column("ply"), Column("kind")),
    *(Column("seat"), Column("player"), Column("played"), Column("better"), Column("loss")),
    *(Column("error"), Column("counted"), Column("mark"), Column("luckiest"), Column("luck")),
    *(Column("shares"), Column("judge")),
)
"""`shares` has what an event changed for each seat, in their order."""


def analysis_table(analysed: Iterable[tuple[StoredMatch, MatchAnalysis]]) -> Table:
    """A row for each decision (`decision`) and each event of chance (`deal`, `draw`) of matches.

    Losses and luck are shares. A decision that is not counted has a row, too.
    """

    def by_seat(shares: Sequence[float]) -> str:
        return " ".join(f"{share:.5f}" for share in shares)

    def rows_of(match: StoredMatch, analysis: MatchAnalysis) -> list[Row]:
        place, judge = (match.name, match.game, deal_of(match)[0]), analysis.judge
        players = match.players
        rows: list[tuple[int, Row]] = []
        for one in analysis.account.decisions:
            who = (one.ply, "decision", seat_letter(one.seat), players[one.seat], one.played)
            better = None if one.best == one.played else one.best
            cost = (one.loss, one.error, int(one.counted), one.mark or None, None, None)
            rows.append((one.ply, (*place, *who, better, *cost, by_seat(one.effect), judge)))
        for event in analysis.account.chances:
            luckiest = event.luck.index(max(event.luck))
            luck = event.luck[luckiest]
            mark = luck_mark(analysis.table, luck) or None
            found = (None, None, None, None, mark, seat_letter(luckiest), luck)
            own = ("draw", seat_letter(event.seat), players[event.seat], event.played)
            drew = own if event.seat != CHANCE else ("deal", None, None, None)
            rest = (*drew, *found, by_seat(event.luck), judge)
            rows.append((event.ply, (*place, event.ply, *rest)))
        # A decision comes before what it drew.
        rows.sort(key=lambda row: row[0])
        return [row for _, row in rows]

    return Table(ANALYSIS_COLUMNS, (row for pair in analysed for row in rows_of(*pair)))
