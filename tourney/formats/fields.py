"""Finite fields of small order, for designs. Elements are the numbers 0 to order - 1."""

from functools import lru_cache
from typing import Final

_REDUCTIONS: Final = {
    4: (2, (1, 1)), 8: (2, (1, 1, 0)), 9: (3, (2, 0)), 16: (2, (1, 1, 0, 0)),
    25: (5, (2, 0)), 27: (3, (2, 1, 0)), 32: (2, (1, 0, 1, 0, 0)),
}  # fmt: skip
"""For a prime power: the prime, and x^m written as a polynomial of lower degree, constant first."""


class FiniteField:
    """Addition and multiplication in the field of an order."""

    def __init__(self, order: int, prime: int, reduction: tuple[int, ...]) -> None:
        self.order = order
        self._prime = prime
        self._reduction = reduction

    def add(self, first: int, second: int) -> int:
        """The sum: digits to the base of the prime are added separately."""
        return self._number(
            [a + b for a, b in zip(*map(self._digits, (first, second)), strict=True)]
        )

    def times(self, first: int, second: int) -> int:
        """The product of two polynomials, reduced to the degree of the field."""
        degree = len(self._reduction)
        product = [0] * (2 * degree - 1)
        for low, a in enumerate(self._digits(first)):
            for high, b in enumerate(self._digits(second)):
                product[low + high] += a * b
        for power in range(2 * degree - 2, degree - 1, -1):
            for at, factor in enumerate(self._reduction):
                product[power - degree + at] += product[power] * factor
        return self._number(product[:degree])

    def _digits(self, number: int) -> list[int]:
        return [number // self._prime**at % self._prime for at in range(len(self._reduction))]

    def _number(self, digits: list[int]) -> int:
        return sum(digit % self._prime * self._prime**at for at, digit in enumerate(digits))


@lru_cache(maxsize=64)
def finite_field(order: int) -> FiniteField | None:
    """The field of this order; None if there is none or it is not in the table of prime powers."""
    if order > 1 and all(order % divisor for divisor in range(2, int(order**0.5) + 1)):
        return FiniteField(order, order, (0,))
    known = _REDUCTIONS.get(order)
    return None if known is None else FiniteField(order, *known)
