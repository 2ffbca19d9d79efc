"""Results and records as tables and files, made from streams of values."""
