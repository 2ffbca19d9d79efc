"""Names of people: several in one text, and which look so alike that they may be one person's."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

NAME_STYLES: Final = ("full", "nick", "initials", "hidden")  # how much of a name a page shows
VIEW_STYLES: Final = ("open", "spectator", "all")  # whose view replays of a site show
# Letters from which on one wrong, missing, extra or swapped letter still looks alike.
SHORTEST: Final = 4
_MARKS_OF_KANA: Final = "\u3099\u309a"  # voiced か is another letter, accented e is not
_TO_HIRAGANA: Final = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}


def names_of(text: str) -> list[str]:
    """Names or words separated by commas, which may be full-width or Japanese."""
    return [part for part in parts_of(text) if part]


def parts_of(text: str) -> list[str]:
    """What stands between commas of any width, also where that is nothing."""
    return [" ".join(part.split()) for part in re.split(r"[,\uff0c、]", text)]


def name_key(name: str) -> str:
    """A form of a name without width, case, accents, blanks and the kind of kana."""
    spread = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    plain = (c for c in spread if c in _MARKS_OF_KANA or not unicodedata.combining(c))
    joined = unicodedata.normalize("NFC", "".join(plain)).translate(_TO_HIRAGANA)
    return "".join(c for c in joined if c.isalnum()) or name


def alike(one: str, other: str) -> bool:
    """Whether two names may belong to the same person: the same key, or one letter differs.

    Names with different digits belong to different people: `Ann 1`, `Ann 2`.
    """
    return _alike(name_key(one), name_key(other))


def _alike(one: str, other: str) -> bool:
    if one == other:
        return True
    if re.sub(r"\D", "", one) != re.sub(r"\D", "", other):
        return False
    short, long = sorted((one, other), key=len)
    if len(short) < SHORTEST or len(long) > len(short) + 1:
        return False
    # One letter is wrong, missing or extra, or two neighbours are swapped.
    pairs = zip(short, long, strict=False)
    same = next((at for at, (a, b) in enumerate(pairs) if a != b), len(short))
    if len(short) < len(long):
        return short[same:] == long[same + 1 :]
    swapped = long[same + 1 : same + 2] + long[same : same + 1] + long[same + 2 :]
    return short[same + 1 :] == long[same + 1 :] or short[same:] == swapped


class NameIndex:
    """Known names, to find those that look like a new one without comparing it with all."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._keys: dict[str, str] = {}
        self._near: dict[str, dict[str, None]] = {}
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        """Add a known name; of those with the same key, the first one is found."""
        key = name_key(name)
        if key not in self._keys:
            self._keys[key] = name
            for part in _shortened(key):
                self._near.setdefault(part, {})[key] = None

    def find(self, name: str) -> str | None:
        """The first known name that looks like `name`, rather one with the same key."""
        key = name_key(name)
        if key in self._keys:
            return self._keys[key]
        # Keys that share a part are alike, unless their digits differ: few are looked at.
        near = (other for part in _shortened(key) for other in self._near.get(part, ()))
        return next((self._keys[other] for other in near if _alike(key, other)), None)


def _shortened(key: str) -> Iterator[str]:
    """The key, and the key without each of its letters: keys one letter apart share one of them."""
    yield key
    if len(key) >= SHORTEST:
        yield from {key[:at] + key[at + 1 :] for at in range(len(key))}
