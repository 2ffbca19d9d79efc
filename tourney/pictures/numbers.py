"""Numbers in drawings: the same text on every machine, as short as the eye needs."""


def short(number: float) -> str:
    """A coordinate with at most two decimals and no needless zeros; never "-0"."""
    text = f"{number:.2f}".rstrip("0").rstrip(".") if isinstance(number, float) else str(number)
    return "0" if text == "-0" else text
