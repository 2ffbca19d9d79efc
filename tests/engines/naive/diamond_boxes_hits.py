"""What the naive Diamond Boxes count while they are played: rules, rulings, rare situations."""

# What a class can count. A rule or ruling counts when it was used; the words after it say more
# exactly when. Rulings that only say that something is not there count when it mattered.
HITS_1: tuple[str, ...] = (
    *(f"DJ1-R{number}" for number in range(1, 10)),
    *(f"DJ1-R5 turned {turn}" for turn in "nesw"),
    "DJ1-R10",
    "DJ1-R11",  # something lay under what is covered
    "DJ1-R12 diamonds",  # that alone forbade a placement
    "DJ1-R12 colour",  # that alone forbade a placement
    "DJ1-R13",
    *(f"DJ1-R14 {number}" for number in range(7)),
    "DJ1-R15",
    "DJ1-R16",
    "DJ1-R17",
    "DJ1-R18",
    *(f"DJ1-Q{number}" for number in range(1, 4)),
    "DJ1-Q4",  # a corner alone would have touched
    "DJ1-Q5",
    "DJ1-Q6",
    "DJ1-Q7",
    "DJ1-Q8",  # a hand ran out with the deck as it was
    "DJ1-Q9",
    "DJ1-Q9 not the sum",  # the smallest sum would have said otherwise
    "DJ1-Q10",  # a card was laid on one that others had covered before
    "DJ1-Q11",  # its own colour lay further down
    "DJ1-Q12",
    "DJ1-Q13",  # laid another way than an engine does
)

HITS_2: tuple[str, ...] = (
    *(f"DJ2-R{number}" for number in range(1, 6)),
    "DJ2-R6",
    "DJ2-R6 diamonds",  # that alone forbade a placement
    "DJ2-R6 own colour",
    "DJ2-R6 specified colour",
    "DJ2-R6 three cells",
    "DJ2-R7",
    "DJ2-R8",
    "DJ2-R9 four",
    "DJ2-R9 five",
    "DJ2-R9 six",
    "DJ2-R9 chain",  # a bonus turn brought another one
    "DJ2-R9 passed",  # a bonus turn was passed
    "DJ2-R10",
    "DJ2-R11 placer",
    "DJ2-R11 previous",
    "DJ2-R12",
    "DJ2-R13 won",
    "DJ2-R13 drawn",
    "DJ2-R14",
    "DJ2-R14 shared",
    "DJ2-Q1",  # a colour vanished of which cards lie covered
    "DJ2-Q2",
    "DJ2-Q3",  # a pass in a bonus turn was one of those that all had made
    "DJ2-Q3 anew",  # a placement after some had passed
    "DJ2-Q4",
    "DJ2-Q5",  # the card that covered the colour shows the only other one
    "DJ2-Q6",
    "DJ2-Q7",
    "DJ2-Q7 goes on",  # only a hand with nothing for the specified colour kept it going
    "DJ2-Q8",
    "DJ2-Q9",
    "DJ2-Q10",
    "DJ2-Q11",
    "DJ2-Q12",
    "DJ2-Q13",
    "DJ2-Q14",  # a spot beside the others, or over fewer than three cells, is none
)
