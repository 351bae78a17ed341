"""Questions worth trying: of the examples for what is connected, those that have one reading and that the asker may be answered."""

from collections.abc import Iterator

from agent.catalogue import Catalogue
from agent.errors import Declined
from agent.examples import BLANK, examples
from agent.goals import readings_of
from agent.mentions import connected, permitted
from agent.turn import Turn


def suggestions(catalogue: Catalogue, turn: Turn) -> Iterator[str]:
    """The examples one by one, each tried as a question of this person, but for reading its facts."""
    turn.run.viewer()
    for text in examples(turn.run.live.gateway.categories()):
        turn.text = text
        if BLANK not in text and _is_open(catalogue, turn):
            yield text


def _is_open(catalogue: Catalogue, turn: Turn) -> bool:
    try:
        return len(permitted(turn.run, connected(turn.run, readings_of(catalogue, turn).goals))) == 1
    except Declined:
        return False
