"""A question in another language is told so in that language; English ones are not, whatever names are in them."""

import tomllib
from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st

from agent.language.foreign import foreign, languages
from tests.cases import each_case
from tests.unit.agent.slips import spoken_words
from tests.unit.agent.test_guard import ATTEMPTS, HARMLESS
from tests.unit.agent.test_rules import BILL, LOOKUPS, VACATION

ASKED = tomllib.loads(Path(__file__).with_name("foreign_questions.toml").read_text("utf-8"))
PAIRS = [(language, question) for language, questions in ASKED.items() for question in questions]
ENGLISH = (*BILL, *VACATION, *(q for q, _ in LOOKUPS), *HARMLESS, *(q for questions in ATTEMPTS.values() for q in questions))
NAMES = (
    "Zoë Marchand", "Fußball AG", "Banco de la Nación", "Société Générale", "Müller & Söhne GmbH", "van der Berg", "José da Silva",
    "El Corte Inglés", "Die Zeit", "Le Monde",
    "Łukasz Żółć", "Çağlar Yıldız", "Casa de la Cruz", "山田太郎", "王小明", "김민수", "Иван Петров", "محمد علي", "रमेश बाबू", "Νίκος Παππάς",
    "Compagnie des Alpes", "Hans im Glück",
)


@each_case("language, question", PAIRS)
def test_a_question_in_another_language_is_recognised(language, question):
    found = foreign(question)
    assert found is not None
    assert found.language == language


@each_case("question", ENGLISH)
def test_english_is_not_foreign(question):
    assert foreign(question) is None


@each_case("name", NAMES)
def test_a_name_alone_is_not_foreign(name):
    assert foreign(name) is None


@settings(deadline=None)
@given(st.sampled_from([question for question in ENGLISH if " " in question]), st.sampled_from(NAMES), st.data())
def test_a_foreign_name_makes_no_question_foreign(question, name, data):
    said = question.split()
    place = data.draw(st.integers(0, len(said)))
    assert foreign(" ".join([*said[:place], name, *said[place:]])) is None


@each_case("question", [
    "status Banco de la Nación", "open tickets La Poste service clients", "headcount Köln", "last call with Die Zeit",
    "wich jobs are opne in Berlin", "AI clients", "who is 山田太郎",
    "revenue El Corte Inglés 2026", "waht is the sttaus of Müller und Söhne", "", "?!", "12345", "ATL-9001", "schuler",
])
def test_telegrams_slips_and_names_are_not_foreign(question):
    assert foreign(question) is None


@settings(deadline=None)
@given(st.lists(st.sampled_from(spoken_words()), min_size=1, max_size=8))
@example(["net", "folder", "timesheet"])
def test_words_of_the_catalogue_are_english(said):
    assert foreign(" ".join(said), spoken_words()) is None


def test_every_language_says_what_can_be_read_in_its_own_words():
    said = languages()
    assert set(ASKED) == set(said)
    assert len(set(said.values())) == len(said)
    assert all("How many vacation days do I have left?" in sentence for sentence in said.values())


def test_what_is_said_is_in_the_language_of_the_question():
    assert [language for language, sentence in languages().items() if _spoken_in(sentence) not in (language, None)] == []


def _spoken_in(sentence):
    """The language of a sentence without the English question quoted in it."""
    found = foreign(sentence.replace("How many vacation days do I have left?", ""))
    return found.language if found else None
