"""What counts as text: arguments of a command may hold bytes that are none."""


def is_text(text: str) -> bool:
    """Whether files and databases can hold it: it can be encoded, and has no NUL character."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:  # half of a surrogate pair, which stands for a byte that is no UTF-8
        return False
    return "\0" not in text
