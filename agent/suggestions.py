"""Questions worth trying: of the examples for what is connected, those that have one reading and that the asker may be answered."""

from collections.abc import Iterator

from agent.about.patterns import table
from agent.catalogue import Catalogue
from agent.errors import Declined
from agent.mentions import connected, permitted
from agent.turn import Turn
from agent.understanding import readings_of

_BLANK = "…"                            # an example in which a name has to be filled in


def suggestions(catalogue: Catalogue, turn: Turn) -> Iterator[str]:
    """The examples one by one, each tried as a question of this person, but for reading its facts."""
    linked = turn.run.live.gateway.categories()
    turn.run.viewer()
    for category, texts in table()["examples"].items():
        for text in texts if category in linked else ():
            turn.text = text
            if _BLANK not in text and _is_open(catalogue, turn):
                yield text


def _is_open(catalogue: Catalogue, turn: Turn) -> bool:
    try:
        return len(permitted(turn.run, connected(turn.run, readings_of(catalogue, turn).goals))) == 1
    except Declined:
        return False
