"""Why entrants cannot be split into tables or seated at one."""

from typing import Final

from engines.messages import Sentence

NO_SPLIT: Final = Sentence(
    "formats.no-split",
    "{count} {count:entrant cannot|entrants cannot} fill a table of {least}; "
    "add entrants until there are {least}, or allow smaller tables",
    "{count}人では{least}人の卓を作れません。{least}人になるまで参加者を加えるか、"
    "もっと小さい卓を認めてください",
)
FIXED_SEATS: Final = Sentence(
    "formats.fixed-seats",
    "the fixed seats of entrants {entrants} do not fit at one table of {size}; "
    "change one of these seats or put them at different tables",
    "参加者{entrants}の固定席は{size}人の1卓に収まりません。席を変えるか、別の卓に分けてください",
)
