"""Scores: what joins two records and what does not, said in words; blocks and groups."""

from hypothesis import given
from hypothesis import strategies as st

from kg.match.blocks import blocks
from kg.match.clusters import Link, groups
from kg.match.features import TABLES
from kg.match.keys import join_keys
from kg.match.score import Reason, are_vetoed, read_reason, score
from kg.match.subjects import Subject
from tests.cases import each_case

SECRET = b"of the tests"


def subject(model, merge_id, name, *, context=(), account="a", aliases=(), **values):
    """A record as matching sees it; `mail`, `phone`, `tax`, `address` and `born` become join keys."""
    kinds = [kind for kind in ("mail", "phone", "tax", "address", "born", "called") if kind in values]
    keys = [key for kind in kinds for key in join_keys(SECRET, kind, [values.pop(kind)])]
    held = {"key": f"t|{model.replace('/', '|')}|{merge_id}", "model": model, "linked_account": account, "name": name, "aliases": aliases}
    return Subject(held | {"join_keys": keys} | values, context=tuple(context))


def state(left, right):
    found = score(left, right)
    return found.state if found else ""


def employee(merge_id, name, **values):
    return subject("hris/Employee", merge_id, name, **values)


def contact(merge_id, name, **values):
    return subject("crm/Contact", merge_id, name, **values)


def account(merge_id, name, **values):
    return subject("crm/Account", merge_id, name, **values)


HOME, MOBILE = "ana@home.example", "mobile|+49 151 2345678"


@each_case(("left", "right"), [
    (employee(1, "Ana Ruiz", mail=HOME), contact(2, "Ana Ruiz", mail=HOME)),
    (employee(1, "William Kerr", mail=HOME), contact(2, "Bill Kerr", mail=HOME)),
    (employee(1, "Ana Ruiz", mail=HOME), contact(2, "Ana Soto", mail=HOME)),
    (employee(1, "Ana Ruiz", mail=HOME), contact(2, None, mail=HOME)),
    (employee(1, "Ana Ruiz", phone=MOBILE), contact(2, "Ana Ruiz", phone="0151 2345678")),
    (employee(1, "Ana Ruiz", employee_number="070123"), subject("accounting/Employee", 2, "Ana Soto", employee_number="70123")),
    (employee(1, "Jo Kerr", mail=HOME, status="INACTIVE", employee_number="1"),
     employee(2, "Jo Kerr", mail=HOME, status="ACTIVE", employee_number="2")),
    (employee(1, "Jane Smith", email="jane@acme.example", status="INACTIVE", employee_number="17"),
     employee(2, "Jane Doe", email="jane@acme.example", status="ACTIVE", employee_number="17")),
    (employee(1, "Jane Smith", email="jane@acme.example", status="INACTIVE", employee_number="17", phone=MOBILE),
     employee(2, "Jane Doe", email="jane@acme.example", status="ACTIVE", employee_number="98", phone=MOBILE)),
    (contact(1, "Jo Kerr", mail="info@acme.example", context=["Acme"]), contact(2, "Jo Kerr", mail="info@acme.example", context=["Acme Inc."])),
    (contact(1, "Jo Kerr", email="jo.kerr@acme.com"), contact(2, "Jo Kerr", email="jo.kerr@acme.de")),
    (account(1, "Juniper Labs, Inc.", domain="juniper.example"), subject("ticketing/Account", 2, "Juniper Labs", domain="juniper.example")),
    (account(1, "Juniper Labs", tax="DE123456789"), account(2, "JL Trading", tax="DE 123 456 789")),
    (account(1, "Juniper Labs", phone="+49 30 123456", address="|Berlin"), account(2, "Juniper Labs GmbH", phone="030 123456", address="|Berlin")),
])
def test_what_is_one_is_joined(left, right):
    assert state(left, right) == state(right, left) == "automatic"


@each_case(("left", "right"), [
    (contact(1, "Maria Garcia"), contact(2, "Maria Garcia")),
    (contact(1, "Maria Garcia", context=["Acme"]), contact(2, "Maria Garcia", context=["Zenith"])),
    (contact(1, "Jo Kerr", email="jo.kerr@yahoo.com"), contact(2, "Jo Kerr", email="jo.kerr@yahoo.co.uk")),
    (contact(1, "Ana Ruiz", phone="home|+49 30 123456"), contact(2, "Luis Ruiz", phone="home|+49 30 123456")),
    (contact(1, "Jo Kerr Jr.", phone=MOBILE), contact(2, "Jo Kerr Sr.", phone=MOBILE)),
    (contact(1, "Ana Ruiz", mail="family.ruiz@home.example"), contact(2, "Luis Ruiz", mail="family.ruiz@home.example")),
    (employee(1, "Ana Ruiz", mail=HOME), contact(2, "Luis Soto", mail=HOME)),
    (employee(1, "Jo Kerr", employee_number="10001", status="ACTIVE"), employee(2, "Jo Kerr", employee_number="10002", status="ACTIVE")),
    (employee(1, "Jane Smith", email="jane@acme.example", status="INACTIVE", employee_number="17"),
     employee(2, "Jane Doe", email="jane@acme.example", status="ACTIVE", employee_number="98")),
    (employee(1, "Jo Kerr", mail=HOME, born="1990-01-01"), employee(2, "Jo Kerr", mail=HOME, born="1960-01-01")),
    (account(1, "Kerr & Sons", address="|Reno"), account(2, "Kerr & Sons", address="|Leipzig")),
    (account(1, "Northwind Traders", domain="northwind.example"), account(2, "Northwind Logistics", domain="northwind.example")),
    (account(1, "Acme Inc.", domain="acme.example", tax="US12345678"), account(2, "Acme GmbH", domain="acme.example", tax="DE123456789")),
    (account(1, "Acme", domain="acme.example"), account(2, "Acme Foundation", domain="acme.example")),
    (account(1, "Acme Fund II", domain="acme.example"), account(2, "Acme Fund V", domain="acme.example")),
    (account(1, "Acme", domain="acme.myshopify.com"), account(2, "Acme", domain="other.myshopify.com")),
    (account(1, "Acme", phone="+49 30 123456", address="1 Main St|Berlin"), account(2, "Zenith", phone="+49 30 123456", address="1 Main St|Berlin")),
    (contact(1, "Acme", mail=HOME), account(2, "Acme", mail=HOME)),
])
def test_what_is_two_is_not_joined(left, right):
    assert state(left, right) == state(right, left) != "automatic"


def test_a_score_says_why_without_a_value():
    found = score(employee(1, "William Kerr", mail=HOME), contact(2, "Bill Kerr", mail=HOME))
    assert [str(reason) for reason in found.reasons] == ["same address of their own (+12.0)", "same name (+4.5)"]


def test_tables_weigh_for_and_against_and_say_each_thing_once():
    for table in TABLES.values():
        assert len({feature.says for feature in table}) == len(table)
        assert all(feature.weight < 0 for feature in table if feature.is_veto)


def test_whoever_is_joined_shares_a_block():
    pairs = [(employee(1, "Ana Ruiz", mail=HOME), contact(2, "Ana Soto", mail=HOME)), (employee(1, "William Kerr"), contact(2, "Bill Kerr")),
             (account(1, "Acme", domain="eu.acme.example"), account(2, "Acme", domain="acme.example"))]
    assert all({*blocks(a)} & {*blocks(b)} for a, b in pairs)


def test_a_contact_of_the_books_is_a_company_where_its_name_says_so():
    assert subject("accounting/Contact", 1, "Acme Inc.").kinds == {"company"}
    assert subject("accounting/Contact", 1, "Matteo Di Stefano").kinds == {"company", "person"}
    assert score(subject("accounting/Contact", 1, "Ana Ruiz", mail=HOME), employee(2, "Ana Ruiz", mail=HOME)).kind == "person"


KEYS = "abcdef"
LINKS = st.lists(st.builds(
    lambda pair, state_, points: Link(*sorted(pair), state=state_, kind="person", score=points),
    st.lists(st.sampled_from(KEYS), min_size=2, max_size=2, unique=True), st.sampled_from(["automatic", "review", "confirmed", "never", "undone"]),
    st.sampled_from([0.9, 0.95, 1.0])), max_size=12, unique_by=lambda link: (link.left, link.right))
VETOES = st.sets(st.sampled_from([(a, b) for a in KEYS for b in KEYS if a < b]), max_size=4)


@given(LINKS, VETOES, st.randoms())
def test_groups_do_not_depend_on_the_order_and_keep_apart_what_is_apart(links, vetoes, dice):
    shuffled = dice.sample(links, len(links))
    found = groups(links, lambda a, b: (a, b) in vetoes)
    assert found == groups(shuffled, lambda a, b: (a, b) in vetoes)
    together = {(a, b) for group in found for a in group.members for b in group.members if a < b}
    assert not {(one.left, one.right) for one in links if one.state in ("never", "undone")} & together
    members = [member for group in found for member in group.members]
    assert len(members) == len(set(members))
    assert all(group.by.keys() == {*group.members} for group in found)


@given(LINKS)
def test_without_vetoes_and_parting_words_groups_are_what_hangs_together(links):
    joining = [one for one in links if one.state in ("automatic", "confirmed")]
    found = groups(joining, lambda a, b: False)
    assert all(any({one.left, one.right} <= {*group.members} for group in found) for one in joining)


@given(st.sampled_from([feature.says for table in TABLES.values() for feature in table]), st.integers(-120, 120))
def test_a_reason_is_read_as_it_was_written(says, tenths):
    reason = Reason(says, tenths / 10)
    assert read_reason(str(reason)) == reason
    assert read_reason(says) == Reason(says, 0.0)


def test_a_third_record_cannot_outweigh_a_veto():
    father, son = contact(1, "Jo Kerr Sr.", mail=HOME), contact(2, "Jo Kerr Jr.", mail=HOME)
    assert are_vetoed(father, son)
    link = [Link("a", "c", "automatic", "person", 1.0), Link("b", "c", "automatic", "person", 0.95)]
    assert [group.members for group in groups(link, lambda a, b: (a, b) == ("a", "b"))] == [("a", "c")]
