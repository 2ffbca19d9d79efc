"""Results and records as tables and files. Knows no database: it is given streams of values."""
