"""The digests of matches, beside what their definition says."""

from hashlib import sha256

import pytest

from tourney.domain.match_values import Entries
from tourney.store.digests import match_digest

PLACE = (7, 3, 0, 2, "complete")
SEATS = [(11, -4, 2), (12, 30, 1)]
RESULT = b"((7, 3, 0, 2, 'complete'), [(11, -4, 2), (12, 30, 1)])"


def by_definition(*parts: bytes) -> bytes:
    """Half of a hash over the hashes of the parts, then the first byte of each; none if empty."""
    hashes = [sha256(part).digest() if part else b"" for part in parts]
    return sha256(b"|".join(hashes)).digest()[:12] + b"".join(one[:1] or b"\0" for one in hashes)


def test_a_match_without_log_has_the_digest_of_its_result() -> None:
    expected = by_definition(RESULT, b"", b"", b"")
    assert match_digest(PLACE, SEATS, None) == expected
    assert expected.hex() == "de473d53d071d92ffd2202e482000000"


def test_an_abandoned_match_has_no_scores_and_places() -> None:
    place = (1, 0, 0, 0, "abandoned")
    text = b"((1, 0, 0, 0, 'abandoned'), [(5, None, None)])"
    assert match_digest(place, [(5, None, None)], None) == by_definition(text, b"", b"", b"")


def test_a_value_of_another_type_has_another_digest() -> None:
    """Another program can store the text None where nothing was, and 2.0 for 2."""
    for strange in ("None", 2.0):
        other = match_digest(PLACE, [(11, strange, 2)], None)
        assert other not in [match_digest(PLACE, [(11, own, 2)], None) for own in (None, 2)]


@pytest.mark.parametrize(("seats", "packed"), [((-1, 0, 1), b"\xff\0\1"), ((300, 0, 1), b",\0\1")])
def test_a_log_counts_with_its_seats_as_bytes_and_its_texts(
    seats: tuple[int, ...], packed: bytes
) -> None:
    log = Entries(seats, ("deal", "♦7", "p"))
    expected = by_definition(RESULT, packed + "\0deal\0♦7\0p".encode(), b"", b"")
    assert match_digest(PLACE, SEATS, log) == expected


def test_a_packed_log_counts_as_it_is_stored() -> None:
    expected = by_definition(RESULT, b"\x01\x02", b"", b"")
    assert match_digest(PLACE, SEATS, b"\x01\x02") == expected


def test_faults_and_texts_about_moves_count_without_times_that_nobody_measured() -> None:
    faults = [(1, 0, "timeout", 4, "", "slow")]
    infos = [(1, 4, 0, "depth 3", None), (2, 5, 1, "depth 4", 81)]
    expected = by_definition(
        RESULT,
        b"",
        b"[(1, 0, 'timeout', 4, '', 'slow')]",
        b"[(1, 4, 0, 'depth 3'), (2, 5, 1, 'depth 4', 81)]",
    )
    assert match_digest(PLACE, SEATS, None, faults, infos) == expected
