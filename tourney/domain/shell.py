"""Quotes words of commands that users paste into a shell."""

import os
from collections.abc import Iterable
from shlex import quote
from typing import Final

PLAIN: Final = {"'": "\\'", "\\": "\\\\"}


def shell_word(text: str) -> str:
    """One word, quoted for a shell.

    Control characters, marks of the writing direction and bytes that are not UTF-8 are written in
    $'…' as octal numbers.
    """
    if text.isprintable():
        return quote(text)
    return "$'" + "".join(PLAIN.get(c) or _escaped(c) for c in text) + "'"


def _escaped(character: str) -> str:
    if character.isprintable():
        return character
    return "".join(f"\\{byte:03o}" for byte in os.fsencode(character))


def shell_line(words: Iterable[str]) -> str:
    """A command, quoted for a shell."""
    return " ".join(map(shell_word, words))


def file_word(path: str | os.PathLike[str]) -> str:
    """A file name, quoted for a shell; it cannot be mistaken for an option."""
    name = os.fspath(path)
    return shell_word(f"./{name}" if name.startswith("-") else name)
