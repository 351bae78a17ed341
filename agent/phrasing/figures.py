"""How figures are told, for every text, table, chart and file: the one place where they are rounded. Pure."""

from decimal import Decimal

SHARE = "share"
_STATED = 2                             # places that a source states: hours of a quarter, cents
_STATED_OF_RATES = 4                    # those of a rate, which has no unit and few digits before the point: 1.0834
_STATED_IN_FILES = 6                    # and those that who calculates with a file needs
_DIGITS_WITH_CENTS = 3                  # a reckoned amount of more than so many digits is told without cents
_DIGITS_WITH_PLACES = 3                 # and any other figure of more without places
_FEWEST_DIGITS = 2                      # of a figure that is rounded: 0.034
_LARGEST = 18                           # digits before the point of a figure that is rounded at all
_CODE = 3                               # letters of a currency's code


def decimal(value: Decimal | int | float) -> Decimal:
    """A figure as it is written, so that 0.1 is a tenth."""
    return value if isinstance(value, Decimal) else Decimal(str(value))


def rounded(number: Decimal, unit: str | None) -> Decimal:
    """A figure as people say it: what a source can have stated is told as it is, what was reckoned loses places, never all that it says."""
    if not _has_places(number) or number == round(number, _stated(number, unit)):
        return number
    most, fewest = (_DIGITS_WITH_CENTS, _STATED) if is_currency(unit) else (_DIGITS_WITH_PLACES, 1)
    return round(number, 0 if number.adjusted() >= most else max(fewest, _FEWEST_DIGITS - number.adjusted() - 1))


def _stated(number: Decimal, unit: str | None) -> int:
    """The places that a source can have stated of such a figure."""
    return _STATED_OF_RATES if unit is None and number.adjusted() < _DIGITS_WITH_PLACES else _STATED


def grouped(number: Decimal, *, cents: bool = False) -> str:
    """A figure with its thousands apart: "1,250.5"; money with both places where it has any: "1,250.50"."""
    whole = number == number.to_integral_value()
    if cents and not whole and number == round(number, _STATED):
        return f"{number:,.{_STATED}f}"
    return f"{number:,.0f}" if whole else f"{number:,f}".rstrip("0")


def in_cell(value: Decimal | int | float, unit: str | None) -> str:
    """A figure in a table or beside a bar, without the unit that the head tells: "1,250.50", "62.5%"."""
    number = decimal(value)
    return f"{grouped(rounded(number * 100, SHARE))}%" if unit == SHARE else grouped(rounded(number, unit), cents=is_currency(unit))


def in_file(value: Decimal | int | float, unit: str | None) -> int | float:
    """A figure for programs that calculate with it: as it is where a source can have stated it, else as it is told."""
    number = decimal(value)
    if not _has_places(number) or number == round(number, _STATED_IN_FILES):
        return value if isinstance(value, int) else float(value)
    return float(round(rounded(number * 100, SHARE) / 100 if unit == SHARE else rounded(number, unit), _STATED_IN_FILES))


def _has_places(number: Decimal) -> bool:
    """Can it have any? Of what is larger a Decimal holds none."""
    return number.is_finite() and number.adjusted() < _LARGEST


def is_figure(value: object) -> bool:
    """Is it a number, and no truth?"""
    return isinstance(value, Decimal | int | float) and not isinstance(value, bool)


def is_currency(unit: str | None) -> bool:
    """Is it a currency's code: USD?"""
    return unit is not None and len(unit) == _CODE and unit.isalpha() and unit.isupper()
