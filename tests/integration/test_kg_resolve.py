"""Mentions and their candidates."""

import pytest

from kg.resolve import Wanted, beginning, by_email, find, find_each
from kg.schema import ensure_schema
from kg.upsert import retire_unseen, tombstone
from tests.integration.kg_rows import ACCOUNT, at, employee, key, node, write

HOSTILE = ["", " ", "*", "OR", "AND NOT", "a/b", '"', '"x', "\\", "acme AND (", "+tenant_token:* OR *", "x" * 10_000, "x " * 5_000,
           "{}", "~", "a~99", "[* TO *]", "?", "'s", "\x00", "🙂", "العربية"]


@pytest.fixture
def people(graph, tenant):
    ensure_schema(graph)
    write(graph, tenant, [
        employee(tenant, "1", "Bill Ashworth", email="bill.ashworth@juniper.example", aliases=("E-77",), title="Buyer"),
        employee(tenant, "2", "William Ashworth"),
        employee(tenant, "3", "Jörg Weiß"),
        node(tenant, "crm/Account", "4", "Juniper Retail"), node(tenant, "crm/Account", "5", "Juniper Labs, Inc."),
        node(tenant, "crm/Account", "6", "Halcyon Pharma"),
        node(tenant, "ticketing/Ticket", "7", "Checkout fails", aliases=("ATL-9001",)),
        node(tenant, "ats/Job", "8", "Product Manager, Fleet"),
        node(tenant, "ticketing/Ticket", "9", None),
        employee(tenant, "13", "Zoe Adams", email="zadams77@juniper.example"),
        node(tenant, "crm/Account", "10", "International Business Machines Corp."),
        node(tenant, "crm/Contact", "12345678-1234-1234-1234-1234567890ab", "Jean Paul Smithers"),
    ])
    return tenant


@pytest.mark.parametrize("mention, expected", [
    ("Bill Ashworth", [("1", "exact"), ("2", "nickname")]),
    ("Bill's", [("1", "part"), ("2", "nickname")]),
    ("jorg weiss", [("3", "exact")]),
    ("Jörg Weiß's", [("3", "exact")]),
    ("Halcyon Phrama", [("6", "typo")]),
    ("atl-9001", [("7", "alias")]),
    ("ATL-9002", []),
    ("E-77", [("1", "alias")]),
    ("the Product Manager, Fleet", [("8", "exact")]),
    ("BILL.ASHWORTH@juniper.example", [("1", "exact")]),
    ("Bill Ashworth <bill.ashworth@juniper.example>", [("1", "exact")]),
    ("mailto:bill.ashworth@juniper.example", [("1", "exact")]),
    ("Bill Nobody", []),
    ("J. Weiß", [("3", "initials")]),
    ("Weiss, J.", [("3", "initials")]),
    ("Jörg W.", [("3", "initials")]),
    ("j weiss", []),
    ("J.P. Smithers", [("12345678-1234-1234-1234-1234567890ab", "initials")]),
    ("IBM", [("10", "acronym")]),
    ("ibm", []),
    ("12345678-1234-1234-1234-1234567890AB", [("12345678-1234-1234-1234-1234567890ab", "exact")]),
    ("12345678-1234-1234-1234-1234567890ac", []),
    ("zadams77", [("13", "address")]),
    ("Asworth Bill", [("1", "typo"), ("2", "typo")]),
    ("Bill Ashwotr", [("1", "typo"), ("2", "typo")]),                   # two letters swapped, and one left out
    ("Bill Ashmore", []),
])
def test_a_mention_finds(graph, people, mention, expected):
    assert [(c.merge_id, c.how) for c in find(graph, people, [mention])[mention]] == expected


def test_two_names_that_share_a_word_are_equally_likely_and_in_a_fixed_order(graph, people):
    first, second = find(graph, people, ["Juniper"])["Juniper"]
    assert (first.name, second.name) == ("Juniper Labs, Inc.", "Juniper Retail")
    assert first.score == second.score < 1


def test_exact_beats_part_beats_nickname_beats_typo(graph, people):
    scores = [find(graph, people, [m])[m][i].score for m, i in (("Bill Ashworth", 0), ("Ashworth Bill", 0), ("Ashworth Bill", 1), ("Ashwort", 0))]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == 4


def test_models_narrow_the_search_and_candidates_bring_their_search_keys(graph, people):
    assert find(graph, people, ["Ashworth"], models=["crm/Account"]) == {"Ashworth": ()}
    found = find(graph, people, ["Bill Ashworth"], models=["hris/Employee"])["Bill Ashworth"][0]
    assert (found.key, dict(found.properties), found.linked_account) == (key(people, "hris/Employee", "1"), {"title": "Buyer"}, "account-1")


def test_hostile_mentions_neither_raise_nor_find_everything(graph, people):
    assert find(graph, people, HOSTILE) == dict.fromkeys(HOSTILE, ())


def test_an_address_is_found_without_regard_to_case(graph, people):
    found = by_email(graph, people, ["Bill.Ashworth@Juniper.example", "nobody@x.example"])
    assert {email: [c.merge_id for c in cs] for email, cs in found.items()} == {"Bill.Ashworth@Juniper.example": ["1"], "nobody@x.example": []}


def test_what_is_looked_up_together_is_found_as_if_each_were_looked_up_alone(graph, people):
    crowd = [node(people, "crm/Opportunity", f"o{number}", f"Ashworth {number}") for number in range(201)]      # more than are looked at
    write(graph, people, crowd)
    mentions = ["Ashworth", "Bill Ashworth", "Ashwort", "Halcyon Phrama", "E-77", ""]
    wanted = [Wanted(mentions, ["hris/Employee"]), Wanted(mentions, ["crm/Opportunity"]), Wanted(mentions[:2], ["crm/Account", "crm/Lead"])]
    together = find_each(graph, people, wanted)
    assert together == [find(graph, people, one.mentions, models=one.models) for one in wanted]
    assert [c.merge_id for c in together[0]["Ashworth"]] == ["1", "2"]
    assert together[1]["Ashworth"]


def test_slips_are_looked_for_in_those_mentions_alone_that_may_have_some(graph, people):
    wanted = [Wanted(["Ashwort", "Halcyon Phrama"], ["hris/Employee", "crm/Account"])]
    found = find_each(graph, people, wanted, slips={"Halcyon Phrama"})[0]
    assert {mention: [c.merge_id for c in candidates] for mention, candidates in found.items()} == {"Ashwort": [], "Halcyon Phrama": ["6"]}


def crowd(tenant, **rest):
    return [node(tenant, "crm/Contact", f"old{number}", f"Bill Old {number}", **rest) for number in range(60)]      # more than are looked at


def retire(graph, tenant):
    retire_unseen(graph, tenant, linked_account=ACCOUNT, model="crm/Contact", run="full", run_started_at=at(2))


GO = {
    "deleted": lambda graph, tenant: write(graph, tenant, crowd(tenant, modified=1, deleted=True), seen=2),
    "found gone": lambda graph, tenant: tombstone(graph, tenant, [one.key for one in crowd(tenant)], at(2), "check"),
    "retired": retire,
}


@pytest.mark.parametrize("way", GO)
def test_who_is_gone_crowds_nobody_out_and_is_found_again_when_seen_again(graph, tenant, way):
    def bills():
        said = find(graph, tenant, ["Bill"])["Bill"], beginning(graph, tenant, "Bil"), find(graph, tenant, ["Bilk"])["Bilk"]
        return [{c.name for c in found} for found in said]

    ensure_schema(graph)
    write(graph, tenant, crowd(tenant))
    GO[way](graph, tenant)
    write(graph, tenant, [node(tenant, "crm/Contact", "1", "Bill Tran"), node(tenant, "crm/Contact", "2", "Bill Ashworth Montgomery")], seen=3)
    assert bills() == [{"Bill Tran", "Bill Ashworth Montgomery"}] * 3
    write(graph, tenant, crowd(tenant, modified=2 if way == "deleted" else 0)[:1], seen=4)
    assert bills() == [{"Bill Tran", "Bill Ashworth Montgomery", "Bill Old 0"}] * 3
    assert find(graph, tenant, ["0 Old Bill"])["0 Old Bill"]
