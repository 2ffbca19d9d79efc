"""The terminal: streams and signals, lines that are typed, whole screens, the user's editor."""
