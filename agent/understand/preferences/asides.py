"""What is meant by a word, said beside it: "the owls (Learning Resources, as I call them)". Pure text."""

from collections.abc import Iterator

from agent.understand.preferences.cores import Core, core_of
from agent.understand.preferences.sentences import Sentence, sentences
from agent.understand.preferences.tables import compiled, has, pattern, table

_VETOES = ("imagined", "denied", "of_others", "once")


def asides(message: str) -> Iterator[tuple[Sentence, str, str]]:
    """Words and their meanings, each with its place: of what stands behind a word and says that its meaning is the speaker's own."""
    for sentence in sentences(message, frozenset()):
        whole = message[sentence.first : sentence.last]
        for place in pattern("asides", "beside").finditer(whole):
            core = core_of(place["a"] or place["b"])
            meaning = _meaning(core)
            if meaning and not any(has(veto, core.text) for veto in _VETOES):
                at = Sentence(place.group(), sentence.first + place.start(), sentence.first + place.end(), True, frozenset(), sentence.scope)
                yield at, place["s"], meaning


def _meaning(core: Core) -> str:
    """What an aside says that the word before it means; "" where it says none, or not that it is so for the speaker."""
    groups = ("own", *(["meant"] if core.is_meant else []))
    found = (compiled(each).fullmatch(core.text) for group in groups for each in table()["asides"][group])
    return next((match["v"] for match in found if match), "")
