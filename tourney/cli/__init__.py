"""The command line: one file per command or group of commands, thin, importing late.

Whoever sits at the terminal is met here and nowhere below.
"""
