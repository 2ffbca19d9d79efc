"""Sentences of charts."""

from typing import Final

from engines.messages import Sentence

MORE: Final = Sentence("pictures.more", "and {count} more", "ほか{count}件")
NO_DATA: Final = Sentence("pictures.no-data", "no data", "データがありません")
FIRST_OF: Final = Sentence(
    "pictures.first-of",
    "Only the first {shown} of {count} are drawn.",
    "{count}件のうち最初の{shown}件だけを描いています。",
)
FIRST_FIT: Final = Sentence(
    "pictures.first-fit",
    "Only the first {shown} of {count} fit; the table has all.",
    "{count}件のうち最初の{shown}件だけを描いています。表にはすべてあります。",
)
GREY: Final = Sentence(
    "pictures.grey",
    "The first {shown} of {count} have names; the others are grey.",
    "{count}件のうち最初の{shown}件に名前があり、残りは灰色です。",
)
RANGE: Final = Sentence(
    "pictures.range", "{name}: {value}, from {low} to {high}", "{name}: {value}({low}から{high})"
)
VALUE: Final = Sentence("pictures.value", "{name}: {value}", "{name}: {value}")
COURSE: Final = Sentence(
    "pictures.course",
    "{name}: from {first} to {last}{range}",
    "{name}: {first}から{last}{range}",
)
WITHIN: Final = Sentence(
    "pictures.within", ", interval from {low} to {high}", "(区間{low}から{high})"
)
CELL: Final = Sentence(
    "pictures.cell", "{row} above {column}: {value}", "{row}が{column}より上: {value}"
)
LOGARITHMIC: Final = Sentence(
    "pictures.logarithmic",
    "{label}; logarithmic scale: every line is ten times the one before",
    "{label}(対数目盛: 線ごとに10倍)",
)
SPREAD: Final = Sentence(
    "pictures.spread",
    "{name}: {low} to {high}, median {median}, mean {mean}, {count} values",
    "{name}: {low}から{high}、中央値{median}、平均{mean}、{count}個",
)
NO_RESVG: Final = Sentence(
    "pictures.no-resvg",
    "no program to make PNG files: pip install 'tabletop-tourney[png]', or write a file .svg",
    "PNGを作るプログラムがありません。pip install 'tabletop-tourney[png]'で入れるか、.svgで"
    "書き出してください",
)
