"""Names made comparable."""

from hypothesis import example, given
from hypothesis import strategies as st

from kg.names import fold, name_key, nicknames, short_words, shortened, words
from tests.cases import each_case


@each_case("text, folded", [
    ("Jörg Weiß", "jorg weiss"), ("ŁÓDŹ", "lodz"), ("Søren Æbelø", "soren aebelo"), ("İzmir", "izmir"), ("田中", "田中")])
def test_folding_takes_case_and_accents_away(text, folded):
    assert fold(text) == folded


@each_case("one, other", [
    ("Juniper Labs, Inc.", "juniper labs"), ("The Juniper Labs", "Juniper Labs GmbH & Co. KG"), ("O'Brien", "O’Brien"),
    ("J.P. Morgan", "JP Morgan"), ("Philips B.V.", "Philips")])
def test_spellings_of_one_name_have_one_key(one, other):
    assert name_key(one) == name_key(other)


def test_a_name_made_of_a_legal_form_alone_keeps_it():
    assert name_key("Company") == "company"


@given(st.text(max_size=60))
def test_a_key_is_its_own_key_in_words(text):
    assert all(word == fold(word) for word in words(text))
    assert name_key(text) == "" or name_key(text) == " ".join(words(name_key(text)))


def test_short_forms_lead_to_formal_names_and_back_and_not_to_each_others_namesakes():
    assert {"william", "will"} <= nicknames("Bill")
    assert "bill" in nicknames("William")
    assert {"katherine", "katie"} <= nicknames("Kate")
    assert "alexandra" not in nicknames("Alexander")
    assert nicknames("Halcyon") == frozenset()


@each_case("mention, name, kind", [
    ("J. Smith", "John Smith", "person"), ("Smith, J.", "John Smith", "person"), ("John S", "John Smith", "person"),
    ("J.P. Smith", "Jean Paul Smith", "person"), ("Ö. Weiß", "Özgür Weiss", "either"),
    ("IBM", "International Business Machines Corporation", "company"), ("BA", "Bank of America", "company"), ("BoA", "", "company"),
    ("j. smith", "", "person"), ("Smith", "", "person"), ("A very long name here", "", "person")])
def test_a_mention_and_a_name_are_shortened_to_one_word(mention, name, kind):
    assert bool(set(shortened(mention)) & set(short_words(name, kind))) is bool(name)


@given(st.text(max_size=60), st.sampled_from(["person", "company", "either", ""]))
@example("A¼", "person")
def test_what_is_shortened_is_safe_in_a_search(text, kind):
    found = {*short_words(text, kind), *shortened(text)}
    assert all("_" in word and word == fold(word) and word.replace("_", "x").isalnum() for word in found)
