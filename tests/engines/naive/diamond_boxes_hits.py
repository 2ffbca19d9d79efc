"""Names of the rules, rulings and rare situations that the naive Diamond Boxes count."""

# The names that a class can count. A rule or ruling counts when it is used; a comment after it
# says when exactly. A ruling that only excludes something counts when that makes a difference.
HITS_1: tuple[str, ...] = (
    *(f"DJ1-R{number}" for number in range(1, 10)),
    *(f"DJ1-R5 turned {turn}" for turn in "nesw"),
    "DJ1-R10",
    "DJ1-R11",  # the covered card covered another one
    "DJ1-R12 diamonds",  # the only reason against a placement
    "DJ1-R12 colour",  # the only reason against a placement
    "DJ1-R13",
    *(f"DJ1-R14 {number}" for number in range(7)),
    "DJ1-R15",
    "DJ1-R16",
    "DJ1-R17",
    "DJ1-R18",
    *(f"DJ1-Q{number}" for number in range(1, 4)),
    "DJ1-Q4",  # a card would have touched only a corner
    "DJ1-Q5",
    "DJ1-Q6",
    "DJ1-Q7",
    "DJ1-Q8",  # a hand became empty and the deck did not change
    "DJ1-Q9",
    "DJ1-Q9 not the sum",  # the smallest sum would have given another order
    "DJ1-Q10",  # a card was placed on a card that was already partly covered
    "DJ1-Q11",  # a card of the same colour lay further down
    "DJ1-Q12",
    "DJ1-Q13",  # not the layout that the engine uses
)

HITS_2: tuple[str, ...] = (
    *(f"DJ2-R{number}" for number in range(1, 6)),
    "DJ2-R6",
    "DJ2-R6 diamonds",  # the only reason against a placement
    "DJ2-R6 own colour",
    "DJ2-R6 specified colour",
    "DJ2-R6 three cells",
    "DJ2-R7",
    "DJ2-R8",
    "DJ2-R9 four",
    "DJ2-R9 five",
    "DJ2-R9 six",
    "DJ2-R9 chain",  # a bonus turn led to another one
    "DJ2-R9 passed",  # a bonus turn was passed
    "DJ2-R10",
    "DJ2-R11 placer",
    "DJ2-R11 previous",
    "DJ2-R12",
    "DJ2-R13 won",
    "DJ2-R13 drawn",
    "DJ2-R14",
    "DJ2-R14 shared",
    "DJ2-Q1",  # a colour vanished although covered cards have it
    "DJ2-Q2",
    "DJ2-Q3",  # a round of passes contained one in a bonus turn
    "DJ2-Q3 anew",  # a card was placed after some seats had passed
    "DJ2-Q4",
    "DJ2-Q5",  # the covering card shows the only other colour
    "DJ2-Q6",
    "DJ2-Q7",
    "DJ2-Q7 goes on",  # some card fits, but none on the specified colour
    "DJ2-Q8",
    "DJ2-Q9",
    "DJ2-Q10",
    "DJ2-Q11",
    "DJ2-Q12",
    "DJ2-Q13",
    "DJ2-Q14",  # a spot was illegal because it covers fewer than three cells
)
