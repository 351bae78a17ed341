"""Sentences of the workers, said in the language of whoever reads."""

from collections.abc import Callable

from ui.text.words import say
from workers.tenants.sentences import InFile, Sentence, Value


def told(value: Value, called: Callable[[str], str]) -> str:
    """A sentence in the language that is spoken here. `called`: what people call something by its name in the settings' file."""
    if isinstance(value, Sentence):
        return say(value.words, **{name: told(each, called) for name, each in value.values.items()})
    if isinstance(value, InFile):
        return called(value)
    return value if isinstance(value, str) else ", ".join(told(each, called) for each in value)
