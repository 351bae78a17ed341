"""The part of a message that can be read: a stretch of it, the longest that is, found in few tries."""

from hypothesis import given
from hypothesis import strategies as st

from agent.dialogue.readable_parts import FEWEST, MOST_TRIES, readable_part
from agent.language.words import tokens
from tests.cases import each_case

WORDS = st.lists(st.sampled_from(["open", "deals", "who", "and", "my", "boss", "asks", ",", ".", "-"]), max_size=40).map(" ".join)


@each_case("message, read, part", [
    ("who is out next week and who covers for them", {"who is out next week", "next week"}, "who is out next week"),
    ("please tell me who is out next week", {"who is out next week", "tell me who is out"}, "who is out next week"),
    ("Sorry to bother, which deals are open right now my boss is asking", {"which deals are open right now"}, "which deals are open right now"),
    ("who is out", {"who is"}, ""),
    ("what is the tenure of my colleagues here", {"what is the tenure of my", "of my colleagues here"}, "of my colleagues here"),
    ("open deals, who is out", {"open deals", "who is"}, ""),
])
def test_longest_part_with_a_reading_is_found(message: str, read: set[str], part: str) -> None:
    assert readable_part(message, read.__contains__) == part


@given(WORDS, st.sets(st.integers(FEWEST, 20)))
def test_a_part_is_a_stretch_of_the_message_and_has_a_reading(message: str, lengths: set[int]) -> None:
    tried: list[str] = []

    def is_read(text: str) -> bool:
        tried.append(text)
        return len(tokens(text)) in lengths

    part = readable_part(message, is_read)
    assert len(tried) <= MOST_TRIES and message not in tried
    assert part == "" or (part in message and is_read(part) and len(tokens(part)) >= FEWEST)
