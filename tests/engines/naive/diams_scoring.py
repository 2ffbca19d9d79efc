"""The scoring of a round in the naive Diam's."""

from tests.engines.naive.diams_cards import count_quality, diamonds_of, quality

# DI-R2, copied row by row: points for 3, 4 and 5 diamonds of one quality.
VALUES: dict[int, dict[int, int]] = {
    1: {3: 4, 4: 7, 5: 12},
    2: {3: 5, 4: 8, 5: 13},
    3: {3: 6, 4: 9, 5: 14},
    4: {3: 7, 4: 10, 5: 15},
    5: {3: 8, 4: 11, 5: 16},
    6: {3: 9, 4: 12, 5: 17},
    7: {3: 10, 4: 13, 5: 18},
    8: {3: 2, 4: 5, 5: 10},
    9: {3: 2, 4: 5, 5: 10},
    10: {3: 2, 4: 5, 5: 10},
}


def vault_value(vault: list[str]) -> int:
    """DI-R14 (1): points for the collections in a vault."""
    points = 0
    for q in range(1, 11):
        number = count_quality(vault, q)
        if number >= 3:
            points += VALUES[q][number]
    return points


def purity_bonus(counts: list[int]) -> list[int]:
    """DI-R14 (2), DI-Q23: points for the most starred diamonds; ties get fewer."""
    most = max(counts)
    if most == 0:
        return [0 for _ in counts]
    each = 5 if counts.count(most) == 1 else 2
    return [each if count == most else 0 for count in counts]


def hand_bonus(sums: list[int]) -> list[int]:
    """DI-R14 (3), DI-Q25: points for the only highest hand."""
    best = max(sums)
    if sums.count(best) > 1:
        return [0 for _ in sums]
    return [3 if value == best else 0 for value in sums]


def hand_sum(hand: list[str]) -> int:
    """DI-Q26: specials count 0."""
    return sum(quality(card) for card in diamonds_of(hand))


def chips_for(points: list[int]) -> list[int]:
    """DI-R15: every seat of a tied group gets the chips of the group's lowest position."""
    lowest_position = [len([p for p in points if p >= mine]) for mine in points]
    return [{1: 4, 2: 3, 3: 2, 4: 1, 5: 0}[position] for position in lowest_position]


def places_for(keys: list[tuple[int, int]]) -> list[int]:
    """Competition ranking: 1 + the number of players who are better."""
    return [1 + len([other for other in keys if other > mine]) for mine in keys]
