"""Who meets whom; pure functions of plain values."""
