"""The life of an event: its plan, its log, its draws and its standings; no terminal."""
