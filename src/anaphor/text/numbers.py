"""Numbers as each language writes them: the point, the thousands, the minus, per cent."""

from anaphor.text.spoken import Interface, interface

_POINT = {Interface.EN: ".", Interface.FR: ","}
_THOUSANDS = {Interface.EN: ",", Interface.FR: "\u202f"}
_PER_CENT = {Interface.EN: " %", Interface.FR: "\u00a0%"}


def number(value: float, form: int | str | None = None, language: str | None = None) -> str:
    """A number; `form` is how many decimals it has, or a format of Python's; whole numbers group their thousands.

    >>> number(12345), number(0.5, 3, "fr"), number(-2.5, 1), number(0.25, "g")
    ('12,345', '0,500', '−2.5', '0.25')
    """
    spoken = Interface(language) if language else interface()
    if form is None:
        form = "," if isinstance(value, int) else "g"
    written = f"{value:.{form}f}" if isinstance(form, int) else format(value, form)
    if written.startswith("-"):
        written = "−" + written[1:] if written.strip("-0.,") else written[1:]
    return written.replace(",", "\0").replace(".", _POINT[spoken]).replace("\0", _THOUSANDS[spoken])


def percent(share: float, *, sign: bool = True, language: str | None = None) -> str:
    """A share in per cent with one decimal, a second one where the first would be 0.

    >>> percent(0.1243), percent(0.1243, language="fr"), percent(0.0004), percent(0.000001), percent(0.5, sign=False)
    ('12.4 %', '12,4\\xa0%', '0.04 %', '<0.01 %', '50.0')
    """
    spoken = Interface(language) if language else interface()
    value = 100 * share
    if 0 < abs(value) < 0.005:
        written = "<0" + _POINT[spoken] + "01"
    else:
        written = number(value, 2 if 0 < abs(value) < 0.095 else 1, spoken)
    return written + (_PER_CENT[spoken] if sign else "")


def percent_range(low: float, high: float, language: str | None = None) -> str:
    """The ends of an interval of shares.

    >>> percent_range(0.483, 0.54, "fr")
    '48,3–54,0\\xa0%'
    """
    return f"{percent(low, sign=False, language=language)}–{percent(high, language=language)}"


def probability(p: float, digits: int = 3) -> str:
    """A probability; one that would be printed as nought is said to be smaller than the last digit.

    >>> probability(0.0421), probability(4.8e-07)
    ('0.042', '< 0.001')
    """
    least = 10**-digits
    return f"< {number(least, digits)}" if p < least else number(p, digits)
