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
    "the fixed seats of {entrants} do not fit at one table of {size}; "
    "free one of these seats with tourney event restrict --lift, or put them at different tables",
    "{entrants}の固定席は{size}人の1卓に収まりません。tourney event restrict --liftで席を外すか、"
    "別の卓に分けてください",
)
