"""What good players say of a move, a file for each game."""
