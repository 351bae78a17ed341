"""Names of people and companies, addresses and numbers, compared as people would."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.match.companies import Called, company_names, compare_titles
from kg.match.hosts import is_shared_mailbox, registered, site_name
from kg.match.keys import KINDS, join_keys
from kg.match.people import Like, compare_names, person_name
from tests.cases import each_case

SECRET = b"of the tests"


def people(a, b):
    left, right = (person_name(text) for text in (a, b))
    found = compare_names([left], [right])
    return found.given, found.family


def companies(a, b):
    return compare_titles(company_names(a), company_names(b))


@each_case(("a", "b"), [
    ("Bill Haverstock", "William Haverstock"), ("Haverstock, Bill", "William A. Haverstock"),
    ("Zhang Wei", "Wei Zhang"), ("王伟", "Wei Wang"),
    ("Владимир Щукин", "Vladimir Shchukin"), ("Jörg Müller", "Joerg Mueller"), ("Dr. Ana García Márquez", "Ana García"),
    ("Jan van der Berg", "Jan Vanderberg"),
    ("Алексей Иванов", "Alexei Ivanov"), ("J. William Carter", "William Carter"),
    ("Mohammed Al-Sayed", "Muhammad Alsayed"), ("Mary Ann Poe", "Maryann Poe"),
    ("Jonathan Smith", "Jonathon Smith"), ("Jane Smith-Jones", "Jane Smith"), ('William "Bill" Tran', "Bill Tran"),
    ("Evgeny Gritsenko", "Yevhenii Hrytsenko"),
])
def test_forms_of_one_name_are_one_name(a, b):
    for given_, family in (people(a, b), people(b, a)):
        assert given_ >= Like.PART
        assert family >= Like.PART


@each_case(("a", "b"), [
    ("Daniel Kerr", "Daniela Kerr"), ("Christian Kerr", "Christina Kerr"), ("Jon Kerr", "Joan Kerr"),
    ("Hùng Đỗ", "Hương Đỗ"), ("Marc Lee", "Mary Lee"),
])
def test_names_that_are_nearly_alike_are_two_names(a, b):
    assert people(a, b)[0] is Like.DIFFERENT


def test_two_romanisations_of_a_family_name_leave_the_first_name_open():
    assert people("Chun-kit Wong", "Junjie Wang") == (Like.MISSING, Like.RESPELT)
    assert people("Amy Wang", "Junjie Wang") == (Like.DIFFERENT, Like.SAME)


def test_letters_that_hardly_compare_say_nothing_against_it():
    assert people("優子 本間", "Yuko Homma") == (Like.MISSING, Like.MISSING)
    assert people("عمر محمود", "Omar Mahmoud") == (Like.RESPELT, Like.RESPELT)


@each_case("text", ["Admin", "API User", "n/a", "", "  ", "Accounts Payable"])
def test_what_nobody_is_called_is_no_name(text):
    assert person_name(text) is None


@each_case(("a", "b", "like"), [
    ("Orchard & Pine Hotels, Inc.", "The Orchard and Pine Hotels", Called.SAME), ("Acme Robotics GmbH & Co. KG", "ACME Robotics", Called.SAME),
    ("Müller & Söhne OHG", "Mueller und Soehne", Called.RESPELT), ("ООО Ромашка", "Romashka", Called.SAME), ("株式会社トヨタ", "Toyota", Called.SAME),
    ("Foxglove Studios (formerly Iris Clinics)", "Iris Clinics", Called.SAME), ("Basalt Bakery (old)", "Basalt Bakery", Called.SAME),
    ("IBM", "International Business Machines", Called.ACRONYM), ("NFC", "Northern Freight Company", Called.ACRONYM),
    ("Veirty Furniture", "Verity Furniture", Called.SLIP),
    ("Jasper", "Jasper Outfitters Group", Called.PART), ("Northwind Traders Ltd", "Northwind Logistics Ltd", Called.RELATED),
    ("Acme", "Zenith", Called.DIFFERENT), ("Cash Customer", "Acme", Called.MISSING), ("مجموعة الفجر", "Al Fajr Group", Called.MISSING),
])
def test_names_of_companies_compare_as_people_would(a, b, like):
    assert companies(a, b) is companies(b, a) is like


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_compares_and_the_same_from_both_sides(a, b):
    assert companies(a, b) is companies(b, a)
    assert companies(a, a) in (Called.SAME, Called.MISSING)
    left, right = person_name(a), person_name(b)
    if left and right:
        assert compare_names([left], [right]).family in Like


@each_case(("kind", "a", "b"), [
    ("mail", "Jo.Ann+news@GoogleMail.com", "joann@gmail.com"), ("mail", " Ana@Acme.example", "ana@acme.example"),
    ("phone", "mobile|+49 (0)151 234 5678", "0151-2345678"),
    ("phone", "+45 51 65 13 09", "51651309"), ("phone", "(720) 248-3136 x12", "+1 720 248 3136"), ("tax", "DE 123.456.789", "de123456789"),
    ("url", "https://www.linkedin.com/in/Jo/", "linkedin.com/in/jo"), ("born", "1995-03-21T00:00:00Z", "1995-03-21"),
    ("called", "Juniper Labs, Inc.", "juniper labs"),
])
def test_two_spellings_of_a_value_share_a_join_key(kind, a, b):
    assert {*join_keys(SECRET, kind, [a])} & {*join_keys(SECRET, kind, [b])}


def test_a_mobile_number_is_known_by_a_plain_one():
    plain, mobile = join_keys(SECRET, "phone", ["mobile|+1 720 248 3136"])
    assert plain.partition(":")[2] == mobile.partition(":")[2]
    assert len(join_keys(SECRET, "phone", ["work|+1 720 248 3136"])) == 1


@pytest.mark.parametrize("kind", KINDS)
@given(text=st.text(max_size=80))
def test_join_keys_never_hold_what_they_are_made_of(kind, text):
    for key in join_keys(SECRET, kind, [text]):
        assert key.partition(":")[0] in KINDS[kind]
        assert len(key.partition(":")[2]) == 24


def test_without_a_secret_there_are_no_keys():
    with pytest.raises(ValueError, match="secret"):
        join_keys(b"", "mail", ["ana@acme.example"])


@each_case(("address", "is_shared"), [
    ("info@x.example", True), ("accounts-payable@x.example", True), ("sales.emea@x.example", True), ("smithfamily@x.example", True),
    ("it.admin@x.example", True),
    ("dev.patel@x.example", False), ("jo@x.example", False), ("infosec.jane@x.example", False),
])
def test_an_offices_mailbox_is_told_from_a_persons(address, is_shared):
    assert is_shared_mailbox(address) is is_shared


def test_what_is_registered_of_a_host_is_found():
    assert [registered(h) for h in ("mail.eu.acme.co.uk", "acme.com")] == ["acme.co.uk", "acme.com"]
    assert site_name("orchard-pine.co.uk") == "orchardpine"
