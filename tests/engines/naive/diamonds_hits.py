"""Names of the rules, rulings and rare situations that the naive Diamonds counts."""

# The names that the class can count. A rule or ruling counts when it is used; a comment after it
# says when exactly. A ruling that only excludes something counts when that makes a difference.
HITS: tuple[str, ...] = (
    "DM-R1",
    "DM-R2",
    "DM-R3",
    "DM-R3 reshuffled",  # a deal after the first one
    "DM-R4",
    "DM-R4 one card",
    "DM-R4 two cards",
    "DM-R4 three cards",
    "DM-R5",
    "DM-R6",
    "DM-R6 must follow",  # a card was illegal because the hand had the led suit
    "DM-R6 off-suit action",
    "DM-R6 winner's action",
    "DM-R7 D",
    "DM-R7 H",
    "DM-R7 S",
    "DM-R7 C",
    "DM-R8",
    "DM-R8 majority D",
    "DM-R8 majority H",
    "DM-R8 majority S",
    "DM-R8 majority C",
    "DM-R8 no trick",
    "DM-R9",
    "DM-R10",
    "DM-R11",
    "DM-R12",
    "DM-R13",
    "DM-R13 2 players",
    "DM-R13 3 players",
    "DM-R13 4 players",
    "DM-R13 5 players",
    "DM-R14",  # a view showed a vault because of the option
    "DM-R14 hidden",  # a view hid a vault
    "DM-R15",
    "DM-R15 swap",
    "DM-R15 majority together",  # no single seat of the team had that majority
    "DM-R15 no trick",
    "DM-Q1",
    "DM-Q2",
    "DM-Q3",
    "DM-Q4",  # the token was not at its initial seat when a later round began
    "DM-Q5",  # the holder had crystals only in the vault
    "DM-Q6",
    "DM-Q7",  # the seats had more crystals than the box contains
    "DM-Q8",
    "DM-Q9",  # a majority and the bonus for no trick went to the same team
    "DM-Q10",
    "DM-Q11",
    "DM-Q12",
    "DM-Q13",  # a majority depended on cards that the winner played itself
    "DM-Q14",
    "DM-Q15",
    "DM-Q16",
    "DM-Q17",
    "DM-Q18",
    "DM-Q19",
    "DM-Q20",  # another seat than the holder had crystals in the showroom
    "DM-Q21",
    "DM-Q22",
    "DM-Q23",  # an off-suit action before the last card of a trick
    "DM-Q24",  # a view showed the cards that others took
    "club steals",
    "club with holder acting",
    "club partner holds",
    "club empty showroom",
    "club takes the holder's last diamond",
    "club off-suit",
    "club by the winner",
    "club at round end steals",
    "club at round end, holder acting",
    "club at round end, empty showroom",
    "token moves more than once in a trick",
    "spade empty showroom",
    "spade empty showroom at round end",
    "majority tie",
    "suit nobody took",
    "no majority at all",
    "one side has every majority",
    "no trick bonus",
    "no trick bonus though the partner took tricks",
    "no trick bonus for both partners",
    "one player took every trick",
    "void shown",
    "everybody followed",
    "everybody else off-suit",
    "higher off-suit card does not win",
    "leader wins",
    "action with the last card before the winner's action",
    "off-suit action of the leader's second card",
    "leader's second card wins",
    "chosen cards hidden",  # a view between the first and the last choice
    "received cards seen by the receiver",
    "vault decides a tie",
    "shared place",
    "rounds option",
)
