"""Statistics of a run as tables: seats, match lengths, faults, times of moves."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from engines.api import seat_letter
from engines.messages import say
from tourney.domain.match_values import MatchResult
from tourney.domain.run_spec import BotEntry
from tourney.render.code_words import word_of
from tourney.render.text_tables import Column, Row, Table, distribution
from tourney.scoring import UNIT, finishes, in_units, point_system
from tourney.stats import BlockMeans, Interval, Lengths, Paired, Prior, share_interval

if TYPE_CHECKING:
    from tourney.ratings.pairs import PairFinding

HALF = Column("ci_half", say("render.heading-half"), "right", only="people", importance=8)
ENDS = (Column("ci_low", only="data"), Column("ci_high", only="data", importance=7))


def _bounds(found: Interval) -> Sequence[float | None]:
    """The distance to the farther end of an interval, and both ends."""
    return found.half(), found.low, found.high


SEATS = (
    Column("seat"),
    Column("matches", align="right", importance=6),
    Column("points_mean", say("render.heading-per-match"), "right", importance=7),
    Column("advantage", align="right", digits=3, importance=9),
    HALF,
    *ENDS,
    Column("first", say("render.heading-first-places"), "right", importance=5),
    Column("score_mean", say("render.heading-mean-score"), "right", importance=4),
)


def seats_table(
    results: Iterable[MatchResult], by: str = "scaled", scores: Prior | None = None
) -> Table:
    """Points of each seat relative to the mean of all seats of the same match.

    `first` is the share of first places; a shared first place counts as a fraction. `scores` are
    the limits of scores, if they are known.
    """
    system = point_system(by)
    worth, wins = in_units(system), in_units(point_system("wins"))
    means, prior = None, None
    sums: dict[str, Counter[str]] = defaultdict(Counter)
    for result in results:
        ends = finishes(result)
        seats = len(ends)
        if means is None:
            means, sides = BlockMeans(UNIT * seats), ends[0].sides
            # Before the first match counts: how far points can be from the mean of a match.
            known = Prior.of_places(system.of_places(sides)) if system.by_place else scores
            prior = known and known.beyond_mean(sides)
        units = [worth(end) for end in ends]
        names = [seat_letter(seat) for seat in range(seats)]
        beyond = [seats * each - sum(units) for each in units]
        # Matches of one deal are not independent: their block counts once.
        means.add(result.block, zip(names, beyond, strict=True))
        for name, each, end, score in zip(names, units, ends, result.scores, strict=True):
            sums[name].update(matches=1, units=each, wins=wins(end), score=score)
    rows: list[Row] = []
    for name, of_seat in sorted(sums.items()):
        assert means is not None, "a seat has a match"
        advantage, matches = means.interval(name, prior=prior), of_seat["matches"]
        points = Fraction(of_seat["units"], UNIT * matches)
        first = Fraction(of_seat["wins"], UNIT * matches)
        mean_score = Fraction(of_seat["score"], matches)
        rows.append((name, matches, points, advantage.mean, *_bounds(advantage), first, mean_score))
    return Table(SEATS, rows)


LENGTHS = (
    Column("status"),
    Column("matches", align="right", importance=6),
    Column("mean", say("render.heading-mean-plies"), "right", digits=1, importance=9),
    HALF,
    *ENDS,
    *(Column(key, align="right") for key in ("shortest", "p05", "median", "p95", "longest")),
    Column("distribution", only="screen", importance=4, whole=True),
)
ALL = "all"


def lengths_table(matches: Iterable[tuple[int, str, int]]) -> Table:
    """Match lengths in plies, from (deal, status, plies) in the order of deals."""
    means, counts = BlockMeans(), defaultdict[str, Lengths](Lengths)
    for deal, status, plies in matches:
        means.add((deal, 0), [(status, plies), (ALL, plies)])
        for name in (status, ALL):
            counts[name].add(plies)
    names = sorted(counts.keys() - {ALL})
    ends = (min(counts[ALL].counts), max(counts[ALL].counts)) if names else (0, 0)
    rows: list[Row] = []
    # One status alone needs no total. All drawings have the scale of the total.
    for name in names if len(names) < 2 else [*names, ALL]:
        mean, found = means.interval(name), counts[name]
        head = (word_of(name), found.counts.total(), mean.mean, *_bounds(mean))
        inner = [found.share(share) for share in (0.05, 0.5, 0.95)]
        drawn = distribution(found.counts, *ends)
        rows.append((*head, min(found.counts), *inner, max(found.counts), drawn))
    return Table(LENGTHS, rows)


FAULTS = (
    Column("bot"),
    Column("fault", importance=9),
    Column("faults", align="right", importance=9),
    Column("matches", align="right", importance=6),
    Column("deals_hit", say("render.heading-deals-hit"), "right", importance=5, group="deals"),
    Column("deals", say("render.heading-of"), "right", importance=5, group="deals"),
    Column("share", align="right", digits=3, importance=8),
    Column("ci_low", say("render.heading-ci-low"), "right", digits=3, importance=7, group="ci"),
    Column("ci_high", say("render.heading-to"), "right", digits=3, importance=7, group="ci"),
)
ANY = "any"
RUNNER = "(runner)"  # the name shown for faults of the program itself


@dataclass(slots=True)
class BotMatches:
    """Counts the matches and deals of a bot; deals must ascend."""

    matches: int = 0
    deals: int = 0
    last: int = -1

    def add(self, deal: int) -> None:
        """Count a match."""
        self.matches += 1
        self.deals += deal != self.last
        self.last = deal


@dataclass(slots=True)
class FaultBook:
    """Faults of a run by bot and code, and the deals with such a fault."""

    played: dict[str, BotMatches] = field(default_factory=lambda: defaultdict(BotMatches))
    faults: Counter[tuple[str, str]] = field(default_factory=Counter)
    hit: dict[tuple[str, str], set[int]] = field(default_factory=lambda: defaultdict(set))

    def match(self, deal: int, bots: Sequence[str]) -> None:
        """Count a match; deals must ascend."""
        for bot in bots:
            self.played[bot].add(deal)
        self.played[RUNNER].add(deal)

    def fault(self, bot: str, code: str, deal: int) -> None:
        """Count a fault."""
        for key in ((bot, code), (bot, ANY)):
            self.faults[key] += 1
            self.hit[key].add(deal)


def faults_table(book: FaultBook, bots: Sequence[str]) -> Table:
    """One row for each bot and kind of fault, and a total for a bot with several kinds.

    The share is of deals, because the matches of one deal are not independent. It has an interval
    even if there are no faults.
    """
    rows: list[Row] = []
    for bot in (*bots, RUNNER) if book.faults[RUNNER, ANY] else bots:
        codes = sorted(code for name, code in book.faults if name == bot and code != ANY)
        for code in codes if len(codes) == 1 else [*codes, ANY]:
            hit, played = len(book.hit.get((bot, code), ())), book.played[bot]
            share = Fraction(hit, played.deals) if played.deals else None
            counts = (book.faults[bot, code], played.matches, hit, played.deals)
            ends = share_interval(hit, played.deals)
            rows.append((bot, word_of(code), *counts, share, *ends))
    return Table(FAULTS, rows)


TIMES = (
    Column("bot", importance=9),
    Column("moves", align="right", importance=7),
    Column("mean_ms", say("render.heading-mean-ms"), "right", digits=3, importance=8),
    Column("p50_ms", say("render.heading-p50-ms"), "right", digits=3, importance=5),
    Column("p99_ms", say("render.heading-p99-ms"), "right", digits=3, importance=8),
    Column("max_ms", say("render.heading-max-ms"), "right", digits=3, importance=8),
)
# Times from here on are counted to three digits, so that long runs need little memory.
DIGITS: Final = 1000


def times_table(times: Iterable[tuple[str, int]]) -> Table:
    """Bots by name with the times of their moves, from (bot, microseconds) in any order."""
    totals, most = Counter[str](), Counter[str]()
    counts = defaultdict[str, Lengths](Lengths)
    for bot, used in times:
        totals[bot] += used
        most[bot] = max(most[bot], used)
        step = 1
        while used >= DIGITS * step:
            step *= 10
        counts[bot].add(used - used % step)
    rows: list[Row] = []
    for bot, found in sorted(counts.items()):
        number = found.counts.total()
        shares = [found.share(share) / 1000 for share in (0.5, 0.99)]
        rows.append((bot, number, totals[bot] / number / 1000, *shares, most[bot] / 1000))
    return Table(TIMES, rows)


PAIRS = (
    Column("player", importance=9),
    Column("beside", importance=9),
    Column("matches", align="right", importance=4),
    Column("points_more", say("render.heading-points"), "right", importance=8, group="points"),
    Column("points_half", say("render.heading-half"), "right", importance=5),
    Column("points_p", say("render.heading-p"), "right", 3, probability=True, group="points"),
    Column("points_verdict", only="data"),
    Column("judged", align="right", importance=3),
    Column("gifts_more", say("render.heading-gifts"), "right", importance=7, group="gifts"),
    Column("gifts_half", say("render.heading-half"), "right", importance=4),
    Column("gifts_p", say("render.heading-p"), "right", 3, probability=True, group="gifts"),
    Column("gifts_verdict", only="data"),
)


def pairs_table(
    results: Sequence["PairFinding"], gifts: Sequence["PairFinding"], top: int | None = None
) -> Table:
    """What each player gets beyond what strengths explain beside each other one, by two witnesses.

    In points 4 to 0 a shared match: of the results, and of the gifts of the other player. The least
    probable pairs come first; `top` is how many people see besides those that are flagged.
    """
    points = {(one.helper, one.player): one for one in results}
    given = {(one.helper, one.player): one for one in gifts}

    def improbable(pair: tuple[str, str]) -> tuple[bool, float, float]:
        found = [one for one in (points.get(pair), given.get(pair)) if one is not None]
        sizes = [one.effect / one.error for one in found]
        return not any(one.verdict > 0 for one in found), min(one.p for one in found), -max(sizes)

    def cells(one: "PairFinding | None") -> Row:
        if one is None:
            return (None,) * 5
        return one.matches, 4 * one.effect, 4 * one.half, one.p, one.verdict

    order = sorted(dict.fromkeys([*points, *given]), key=improbable)
    if top is not None:
        flagged = sum(not improbable(pair)[0] for pair in order)
        order = order[: max(top, flagged)]
    rows = [
        (player, helper, *cells(points.get((helper, player))), *cells(given.get((helper, player))))
        for helper, player in order
    ]
    unseen = {"judged", "gifts_more", "gifts_half", "gifts_p"} if not gifts else set()
    unseen |= {"matches", "points_more", "points_half", "points_p"} if not results else set()
    columns = [replace(one, only="data") if one.key in unseen else one for one in PAIRS]
    return Table(columns, rows)


Pair = tuple[Fraction, Fraction]  # points per match of one deal before and after a change

COLUMNS = (
    Column("bot", only="people"),
    Column("bot_before", only="data"),
    Column("version_before", only="data"),
    Column("bot_after", only="data"),
    Column("version_after", only="data"),
    Column("deals", align="right", importance=6),
    Column("mean_before", say("render.heading-before"), "right", importance=4, group="means"),
    Column("mean_after", say("render.heading-after"), "right", importance=4, group="means"),
    Column("difference", align="right", digits=3, importance=9),
    Column("ci_half", say("render.heading-half"), "right", digits=3, only="people", importance=8),
    Column("ci_low", only="data"),
    Column("ci_high", only="data"),
    Column("p_better", say("render.heading-p-better"), "right", probability=True, importance=7),
    Column("clean_deals", say("render.heading-without-faults"), "right", group="clean"),
    Column("clean_difference", say("render.heading-difference"), "right", digits=3, group="clean"),
    Column(
        "clean_ci_half", say("render.heading-half"), "right", digits=3, only="people", group="clean"
    ),
    Column("clean_ci_low", only="data"),
    Column("clean_ci_high", only="data"),
)
CLEAN = {"clean_deals", "clean_difference", "clean_ci_half"}


def comparison_table(changes: Sequence[tuple[BotEntry, BotEntry, Paired, Paired]]) -> Table:
    """Points per match before and after a change, and their difference with its interval.

    Each change is followed by its pairs of all deals and of deals without faults; people see the
    second difference only if there are faults.
    """
    faults = any(clean.blocks.blocks < pairs.blocks.blocks for *_, pairs, clean in changes)
    columns = [
        replace(column, only="data") if column.key in CLEAN and not faults else column
        for column in COLUMNS
    ]
    rows: list[Row] = []
    for before, after, pairs, clean in changes:
        found, spotless = pairs.difference(), clean.difference()
        bots = (before.name, before.version, after.name, after.version)
        means = (pairs.before(), pairs.after(), found.mean)
        # Without a clean deal there is no mean.
        spotless_mean = spotless.mean if spotless.blocks else None
        rows.append(
            (
                change_name(before, after),
                *bots,
                found.blocks,
                *means,
                *_bounds(found),
                pairs.better(),
                spotless.blocks,
                spotless_mean,
                *_bounds(spotless),
            )
        )
    return Table(columns, rows)


DEALS = (
    Column("bot", importance=5),
    Column("deal", align="right", importance=9),
    Column("mean_before", say("render.heading-before"), "right", importance=6),
    Column("mean_after", say("render.heading-after"), "right", importance=6),
    Column("difference", align="right", digits=3, importance=8),
    Column("first_match", say("render.heading-from-match"), "right", importance=7, group="matches"),
    Column("last_match", say("render.heading-to-match"), "right", importance=7, group="matches"),
)


def deals_table(changes: Sequence[tuple[str, Mapping[int, Pair]]], deal_size: int) -> Table:
    """Points per match on every deal before and after a change, the greatest loss first.

    Each change is followed by its pairs by the number of the deal; `deal_size` matches of a run
    are played on a deal.
    """
    found = [
        (after - before, deal, name, before, after)
        for name, pairs in changes
        for deal, (before, after) in pairs.items()
    ]
    rows = [
        (name, deal, before, after, change, deal * deal_size + 1, (deal + 1) * deal_size)
        for change, deal, name, before, after in sorted(found)
    ]
    bot = DEALS[0] if len(changes) > 1 else replace(DEALS[0], only="data")
    return Table((bot, *DEALS[1:]), rows)


def change_name(before: BotEntry, after: BotEntry) -> str:
    """The bot and its changed name, target or version."""
    if before == after:
        return before.name
    if before.name != after.name:
        return f"{before.name} -> {after.name}"
    if before.target != after.target:
        return f"{before.name} {before.target} -> {after.target}"
    return f"{before.name} {before.version} -> {after.version}"
