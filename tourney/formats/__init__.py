"""Schedules and seatings of bots; pure functions of plain values."""
