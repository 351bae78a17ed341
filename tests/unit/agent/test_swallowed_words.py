"""A number, a time, a unit, a currency or a word such as "both" and "first" that is put into a question that is read is never overlooked.

The question is read otherwise, asked about or not read at all; never is it answered as if the word were not there.
"""


from tests.cases import each_case
from tests.unit.agent.directory import read_question
from tests.unit.agent.test_set_questions import READ
from tests.unit.agent.test_short_questions import MEANT

ASKED = (*(questions[0] for _, questions in READ.values()), *MEANT)
WORDS = (
    "7", "2019", "3rd", "half", "twice", "dozen", "at most 3",                              # numbers
    "yesterday", "in March 2025", "before Friday", "since Monday", "next month",            # times
    "in hours", "in weeks", "percent", "in GBP", "£", "CHF",                                # units and currencies
    "both", "each", "first", "second", "last", "other", "only", "again", "once", "not", "no", "none", "never", "neither",
    "there", "exactly", "nearly", "almost", "except", "former", "previous", "double", "or Porto",
)
# Places where a word says nothing new, and why: a key is each of its values anyway, and "how many are there" asks no place.
SAYS_NOTHING = {"each": ("by", "per", "of"), "there": ("are", "is", "was", "were")}


def put(question, word, at):
    """The question with a word at a place; None where it says nothing new there."""
    said = question.rstrip("?").split()
    before = said[at - 1].lower() if at else ""
    return None if before in SAYS_NOTHING.get(word, ()) else " ".join([*said[:at], word, *said[at:]])


@each_case("word", WORDS)
def test_no_such_word_is_overlooked(word, full):
    at = WORDS.index(word)
    for place, question in enumerate(ASKED):
        if not full and (place + at) % 9:           # in short each word in a ninth of the questions, at one place
            continue
        goals = read_question(question).goals
        last = len(question.split())
        for put_at in range(last + 1) if full else ((place * 3 + at) % (last + 1),):
            asked = put(question, word, put_at)
            assert asked is None or read_question(asked).goals != goals or not goals, asked


def test_what_the_words_are_put_into_is_read():
    """The test before this one would hold of a planner that reads nothing."""
    unread = [question for question in ASKED if not read_question(question).goals]
    assert unread == []
