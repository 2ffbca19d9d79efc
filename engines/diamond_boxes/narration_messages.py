"""Diamond Boxes: actions as sentences for people, in English and Japanese."""

from typing import Final

from engines.messages import Sentence

STARTS: Final = Sentence("diamond-boxes.n-starts", "on the table: {cards}", "中央のカード: {cards}")
STARTS_WITH: Final = Sentence(
    "diamond-boxes.n-starts-with",
    "on the table: {cards}; {who} starts",
    "中央のカード: {cards}。{who}から始めます",
)
PLACES: Final = Sentence(
    "diamond-boxes.n-places",
    "{who} places {card} at {place} over {count} {count:cell|cells}",
    "{who}は{card}を{place}に置きました({count}マス重ね)",
)
PENALTY: Final = Sentence(
    "diamond-boxes.n-penalty",
    "{what} and draws {cards} as penalty",
    "{what}。ペナルティーとして{cards}を引きました",
)
DRAWS: Final = Sentence(
    "diamond-boxes.n-draws", "{what} and draws {cards}", "{what}。{cards}を引きました"
)
DRAWS_HIDDEN: Final = Sentence(
    "diamond-boxes.n-draws-hidden",
    "{what} and draws {count} {count:card|cards}",
    "{what}。{count}枚引きました",
)
CHOOSES: Final = Sentence(
    "diamond-boxes.n-chooses",
    "{who} specifies the colour {colour}",
    "{who}は指定色を{colour}にしました",
)
DRAWN: Final = Sentence(
    "diamond-boxes.n-drawn", "the match is drawn: {reason}", "引き分けです: {reason}"
)
