"""Text made safe for where it goes: a shell, the name of a file, a message, a database."""

import os
import re
import unicodedata
from collections.abc import Callable, Iterable
from shlex import quote
from typing import Final

# Control characters (a terminal executes them), line and paragraph separators, overrides of the
# writing direction (they show a name backwards), surrogates (they cannot be encoded).
UNSEEN: Final = "\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
_CONTROLS = re.compile(f"[\x00-\x1f{UNSEEN}]")
_CONTROLS_IN_LINES = re.compile(f"[\x00-\x08\x0b-\x1f{UNSEEN}]")
PLAIN: Final = {"'": "\\'", "\\": "\\\\"}


def visible(text: str) -> str:
    """The text with control characters as escapes such as \\x1b."""
    if text.isprintable():  # nearly every text; none of the controls is printable
        return text
    return _CONTROLS.sub(lambda match: _escape(match[0]), text)


def harmless(text: str) -> str:
    """As `visible`, but line breaks and tabs are kept."""
    return _CONTROLS_IN_LINES.sub(lambda match: _escape(match[0]), text)


def _escape(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def shell_word(text: str) -> str:
    """One word, quoted for a shell.

    Control characters, marks of the writing direction and bytes that are not UTF-8 are written in
    $'…' as octal numbers.
    """
    if text.isprintable():
        return quote(text)
    octal = {c: "".join(f"\\{byte:03o}" for byte in os.fsencode(c)) for c in text}
    shown = (PLAIN.get(c) or (c if c.isprintable() else octal[c]) for c in text)
    return "$'" + "".join(shown) + "'"


def shell_line(words: Iterable[str]) -> str:
    """A command, quoted for a shell."""
    return " ".join(map(shell_word, words))


def file_word(path: str | os.PathLike[str]) -> str:
    """A file name, quoted for a shell; it cannot be mistaken for an option."""
    name = os.fspath(path)
    return shell_word(f"./{name}" if name.startswith("-") else name)


# An address with `/`, `?` or `#` in its password works, and so this password is found, too.
_PASSWORD: Final = re.compile(
    r"(://[^:/?#@]*:)(?:[^/?#]*|[^@]*)(?=@)|([?&](?:ssl)?password=)[^&]*", re.IGNORECASE
)


def without_password(url: str) -> str:
    """A URL for messages, with asterisks instead of its password; any other text unchanged."""
    if "://" not in url:
        return url
    return _PASSWORD.sub(lambda found: f"{found[1] or found[2]}***", url)


def is_text(text: str) -> bool:
    """Whether files and databases can store it: valid UTF-8 without NUL characters."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:  # a surrogate, which represents a byte that is not UTF-8
        return False
    return "\0" not in text


LONGEST: Final = 100  # characters of a name, so that it fits with any suffix and a number

_UNSAFE: Final = re.compile(r"[^\w.-]+")
_RESERVED: Final = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)


def safe_name(text: str) -> str:
    """A text as the name of a file: letters, digits, dots, hyphens and underscores."""
    plain = unicodedata.normalize("NFC", text)
    name = _UNSAFE.sub("-", plain)[:LONGEST].strip("-.")
    return f"{name}-" if _RESERVED.fullmatch(name) else name or "unnamed"


def unique_names() -> Callable[[str], str]:
    """A function that gives each text a safe name of its own, always the same one.

    Names differ in more than case; of two texts with one name the second gets a number.
    """
    given: dict[str, str] = {}
    taken: set[str] = set()

    def name_of(text: str) -> str:
        if text not in given:
            name, number = safe_name(text), 1
            while (known := name if number == 1 else f"{name}-{number}").casefold() in taken:
                number += 1
            taken.add(known.casefold())
            given[text] = known
        return given[text]

    return name_of


def one_form(text: str) -> str:
    """A text in one form: neither the kind nor the number of blanks counts.

    Full-width signs are the usual ones (NFKC), so that two people write a beacon alike.
    """
    return " ".join(unicodedata.normalize("NFKC", text).split())


def in_one_form(text: str) -> bool:
    """Whether a beacon or its source has this form; else it could be chosen among many forms."""
    return text == one_form(text) and text.isprintable()
