"""Number, possessives and enumerations in English."""


from agent.phrasing.inflection import listed, noun, possessive
from tests.cases import each_case


@each_case("one, many", [
    ("ticket", "tickets"), ("person", "people"), ("entry", "entries"), ("status", "statuses"), ("series", "series"), ("job opening", "job openings"),
    ("September", "Septembers"), ("customer or supplier", "customers or suppliers"), ("member of staff", "members of staff"),
    ("employee in the books", "employees in the books"), ("day", "days"), ("full year", "full years"),
])
def test_noun_gets_the_same_singular_and_plural_from_either_form(one, many):
    assert {noun(form, True) for form in (one, many)} == {one}
    assert {noun(form, False) for form in (one, many)} == {many}


@each_case("parts, said", [
    ([], ""), (["A"], "A"), (["A", "B"], "A and B"), (["A", "B", "C"], "A, B and C"), (["A, B", "C"], "A, B; C"),
])
def test_things_are_listed_as_one_says_them(parts, said):
    assert listed(parts) == said


@each_case("whose, said", [
    ("you", "Your manager"), ("Ana Ruiz", "Ana Ruiz's manager"), ("Juniper Labs", "Juniper Labs' manager"),
    ("Aurora Grocers - 3 Tern arm", "The manager of Aurora Grocers - 3 Tern arm"), ("SUP-1 “Leak”", "The manager of SUP-1 “Leak”"),
])
def test_a_long_name_takes_no_apostrophe(whose, said):
    assert possessive(whose, "manager") == said
