"""Sentences of ours that keep what they were made of, so that a surface can say them in another language. Pure."""

Value = str | tuple[str, ...]            # a Sentence inside it is ours; an InFile is a name of the settings' file; other text stays as it is


class InFile(str):
    """Something by the name that the settings' file has for it, such as `hris.Employee.start_date`."""

    __slots__ = ()


class Sentence(str):
    """An English sentence, or a part of one: equal to its text. `words`: with places in braces; `values`: what stands in them."""

    words: str
    values: dict[str, Value]

    def __new__(cls, words: str, **values: Value) -> "Sentence":
        """The words with the values in their places; several are listed with commas."""
        made = super().__new__(cls, words.format(**{name: listed(value) for name, value in values.items()}) if values else words)
        made.words, made.values = words, values
        return made


def listed(value: Value) -> str:
    """A value as it is read in English."""
    return value if isinstance(value, str) else ", ".join(value)
