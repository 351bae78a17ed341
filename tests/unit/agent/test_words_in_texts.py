"""Which texts hold the words that are looked for: in any form, as one word or as two."""

from agent.language.inflected import holds_words
from tests.cases import each_case

HOLD = (
    ("Replace the dimmers", "dimmer"), ("Stand-by duty at weekends", "standby"), ("Stand-by duty at weekends", "weekend"),
    ("Standby plan", "stand-by"), ("Standby plan", "stand by"), ("The check lists of May", "checklist"), ("Checklists of May", "check list"),
    ("Paid twice?", "?"),
)
DO_NOT_HOLD = (
    ("Drivers of the van", "drive"), ("Log in to the shop", "into"), ("Stand by duty", "stand duty"), ("By standing order", "standby"),
    ("Weekend plan", "week plan"), ("", "standby"),
    ("Paid twice", "?"), ("Weekend plan", "&"),
)


@each_case(("text", "sought"), HOLD)
def test_a_word_is_found_in_every_form_and_spelling(text: str, sought: str) -> None:
    assert holds_words(text, sought)


@each_case(("text", "sought"), DO_NOT_HOLD)
def test_what_merely_looks_alike_is_not_found(text: str, sought: str) -> None:
    assert not holds_words(text, sought)
