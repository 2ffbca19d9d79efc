"""Plain values that the rooms of the program hand to each other, and the error tree."""
