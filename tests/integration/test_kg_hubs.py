"""The same person or company in several apps, joined in the real graph: decisions, undoing, and no dependence on order."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations
from uuid import uuid4

import neo4j
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from kg import hubs, upsert
from kg.match.keys import join_keys
from kg.remove import remove_account
from kg.schema import ensure_schema
from tests.integration.chaos_servers import wait_while
from tests.integration.kg_rows import at, key, node, write

SECRET = b"of the tests"
AT_WORK = "bill.haverstock@acme.example"


@pytest.fixture(scope="module", autouse=True)
def schema(graph):
    ensure_schema(graph)


def record(tenant, model, merge_id, name=None, *, mail=(), phone=(), **rest):
    """A record whose private addresses and numbers are kept as hashes, as projections make it."""
    keys = (*join_keys(SECRET, "mail", mail), *join_keys(SECRET, "phone", phone))
    return replace(node(tenant, model, merge_id, name, **rest), join_keys=keys)


def bill(tenant, *, modified=0.0):
    """One person in three apps, under three names."""
    return [
        record(tenant, "hris/Employee", "e1", "William Haverstock", mail=["bill@home.example"], email=AT_WORK, modified=modified),
        record(tenant, "crm/User", "u1", "Bill Haverstock", mail=[AT_WORK], email=AT_WORK, modified=modified),
        record(tenant, "ats/Candidate", "c1", "Bill Haverstock", mail=["Bill@home.example"], restricted=True, modified=modified),
    ]


def join(graph, tenant, *, hours=1.0, run="join"):
    return hubs.join_due(graph, tenant, run=run, now=at(hours))


def groups(graph, tenant, records):
    """The hubs as sets of what is joined in them: what a reader can tell."""
    found = hubs.together(graph, tenant, [r.key for r in records])
    return {frozenset(members) for members in found.values()}


def test_one_person_in_three_apps_is_one_hub_that_says_why(graph, tenant):
    people = bill(tenant)
    write(graph, tenant, people)
    done = join(graph, tenant)
    assert (done.records, done.joins, done.is_done) == (3, 3, True)
    assert groups(graph, tenant, people) == {frozenset(r.key for r in people)}
    hub = hubs.why_joined(graph, tenant, people[2].key)
    assert hub.name == "William Haverstock"
    assert hub == hubs.why_joined(graph, tenant, hub.key)
    assert all(join.method == "rules" and join.score >= 0.9 and join.evidence for join in hub.joins)


def test_evidence_says_what_is_the_same_and_not_what_it_is(graph, tenant):
    people = bill(tenant)
    write(graph, tenant, people)
    join(graph, tenant)
    told = " ".join(text for j in hubs.why_joined(graph, tenant, people[0].key).joins for text in j.evidence).lower()
    assert "same address of their own" in told
    assert not any(word in told for word in ("bill", "haverstock", "home", "@"))


def test_nothing_is_left_to_do_after_it_is_done(graph, tenant):
    write(graph, tenant, bill(tenant))
    join(graph, tenant)
    assert join(graph, tenant).records == 0


def test_a_name_alone_joins_nobody(graph, tenant):
    people = [record(tenant, "crm/Contact", m, "Maria Garcia", mail=[f"{m}@x.example"], email=f"{m}@{m}.example") for m in ("a", "b")]
    write(graph, tenant, people)
    join(graph, tenant)
    assert groups(graph, tenant, people) == set()


def test_never_again_holds_when_records_are_written_deleted_and_come_back(graph, tenant):
    people = bill(tenant)
    write(graph, tenant, people)
    join(graph, tenant)
    employee, user, candidate = (r.key for r in people)
    assert hubs.decide(graph, tenant, candidate, employee, False, by="ana@acme.example", now=at(1)) == "never"
    join(graph, tenant, hours=2)
    assert groups(graph, tenant, people) == {frozenset({employee, user})}
    upsert.tombstone(graph, tenant, [candidate], at(3), "run")
    join(graph, tenant, hours=3)
    write(graph, tenant, bill(tenant, modified=4), seen=5)
    join(graph, tenant, hours=5)
    assert groups(graph, tenant, people) == {frozenset({employee, user})}
    (pair,) = hubs.review(graph, tenant, state="never")
    assert (pair.decided_by, {pair.left.key, pair.right.key}) == ("ana@acme.example", {candidate, employee})


def test_an_undone_join_stays_undone_until_it_is_decided_otherwise(graph, tenant):
    people = bill(tenant)[:2]
    write(graph, tenant, people)
    join(graph, tenant)
    both = [r.key for r in people]
    assert hubs.decide(graph, tenant, *both, None, by="ana", now=at(1)) == "undone"
    write(graph, tenant, bill(tenant, modified=2)[:2], seen=2)
    join(graph, tenant, hours=2)
    assert groups(graph, tenant, people) == set()
    assert hubs.decide(graph, tenant, *both, None, by="ana", now=at(3)) == "automatic"
    join(graph, tenant, hours=3)
    assert groups(graph, tenant, people) == {frozenset(both)}


def test_a_person_joins_what_the_rules_would_only_ask_about(graph, tenant):
    people = [record(tenant, "hris/Employee", "e1", "Sinisa Perisic", mail=["s.perisic@acme.example"], email="s.perisic@acme.example"),
              record(tenant, "ats/RemoteUser", "r1", "Bo Perisic", mail=["s.perisic@acme.example"], email="s.perisic@acme.example")]
    write(graph, tenant, people)
    join(graph, tenant)
    (proposal,) = hubs.review(graph, tenant)
    assert "another first name (-6.0)" in proposal.evidence
    hubs.decide(graph, tenant, proposal.left.key, proposal.right.key, True, by="ana", now=at(1))
    join(graph, tenant, hours=2)
    hub = hubs.why_joined(graph, tenant, people[0].key)
    assert {(j.method, j.decided_by) for j in hub.joins} == {("decision", "ana")}


def test_two_active_employees_of_one_account_are_joined_only_by_a_decision(graph, tenant):
    people = [record(tenant, "hris/Employee", m, "Jo Kerr", mail=["jo@home.example"], employee_number=f"1000{m}", status="ACTIVE") for m in "12"]
    people.append(record(tenant, "crm/User", "u", "Jo Kerr", mail=["jo@home.example"]))
    write(graph, tenant, people)
    join(graph, tenant)
    (group,) = groups(graph, tenant, people)
    assert len(group & {people[0].key, people[1].key}) == 1
    hubs.decide(graph, tenant, people[0].key, people[1].key, True, by="ana", now=at(1))
    join(graph, tenant, hours=2)
    assert groups(graph, tenant, people) == {frozenset(r.key for r in people)}


def test_companies_join_by_their_site_and_their_people_by_company(graph, tenant):
    companies = [record(tenant, "crm/Account", "a1", "Juniper Labs, Inc.", domain="juniper.example"),
                 record(tenant, "ticketing/Account", "t1", "Juniper Labs", domain="juniper.example", aliases=["juniper.example"])]
    people = [record(tenant, "crm/Contact", "c1", "Zeljko Simic-Markovic"), record(tenant, "ticketing/Contact", "d1", "Zeljko Simic-Markovic")]
    edges = [upsert.Edges(people[0].key, "WORKS_FOR", (companies[0].key,)), upsert.Edges(people[1].key, "WORKS_FOR", (companies[1].key,))]
    write(graph, tenant, people, edges)
    join(graph, tenant)
    assert groups(graph, tenant, people) == set()
    write(graph, tenant, companies)
    join(graph, tenant, hours=2)
    assert groups(graph, tenant, companies + people) == {frozenset(r.key for r in companies), frozenset(r.key for r in people)}


def test_what_very_many_share_says_nothing(graph, tenant):
    many = [record(tenant, "ticketing/Contact", f"c{i}", None, phone=["+1 555 010 2233"]) for i in range(70)]
    write(graph, tenant, many)
    done = join(graph, tenant)
    assert (done.pairs, done.too_large) == (0, 1)


def test_two_that_cannot_be_one_are_refused(graph, tenant):
    person, company = key(tenant, "crm/Contact", "1"), key(tenant, "crm/Account", "1")
    for left, right in ((person, company), (person, person), (person, key("another", "crm/Contact", "1")), (person, key(tenant, "crm/Stage", "1"))):
        with pytest.raises(ValueError, match="joined"):
            hubs.decide(graph, tenant, left, right, True, by="ana", now=at(1))


# Records that may be one in several ways; None is "deleted". Each has few forms, so that schedules meet.
FORMS = {
    ("hris/Employee", "e1"): [{"name": "Ana Ruiz", "mail": ["ana@home.example"], "employee_number": "70001"},
                              {"name": "Ana Ruiz", "mail": ["other@home.example"], "employee_number": "70001"}, None],
    ("hris/Employee", "e2"): [{"name": "Ana Ruiz", "mail": ["ana@home.example"], "employee_number": "70002"},
                              {"name": "Ana Ruiz", "mail": ["other@home.example"], "employee_number": "70002"}],
    ("accounting/Employee", "p1"): [{"name": "Ana Ruiz", "employee_number": "70001"}, {"name": "Ana Ruiz", "employee_number": "70002"}, None],
    ("crm/User", "u1"): [{"name": "Ana Ruiz", "mail": ["ana@home.example"]}, {"name": "Bea Soto", "mail": ["ana@home.example"]}],
    ("ats/Candidate", "c1"): [{"name": "Ana Ruiz-Soto", "mail": ["ana@home.example", "other@home.example"]},
                              {"name": None, "mail": ["other@home.example"]}, None],
}
CHANGES = st.lists(st.sampled_from([(which, form) for which, forms in FORMS.items() for form in range(len(forms))]), min_size=1, max_size=10)


def put(graph, tenant, which, form, hours):
    held = FORMS[which][form]
    gone = held is None
    fields = dict(FORMS[which][0] if gone else held)
    name, mail = fields.pop("name"), fields.pop("mail", ())
    write(graph, tenant, [record(tenant, *which, name, mail=mail, modified=hours, deleted=gone, **fields)], seen=hours)


def state(graph, tenant):
    """Groups, their ids and names, without the tenant."""
    found = hubs.together(graph, tenant, [key(tenant, *which) for which in FORMS])
    why = {hubs.why_joined(graph, tenant, k) for k in found}
    joins = {h: tuple((j.member.key.partition("|")[2], j.score, j.evidence) for j in h.joins) for h in why}
    return {(h.key.partition("|")[2], h.name, joins[h]) for h in why}


# Decisions of a person: of which two records, and what.
WORDS = st.lists(st.tuples(st.sampled_from(list(combinations(FORMS, 2))), st.sampled_from([True, False])), max_size=2, unique_by=lambda w: w[0])


SCHEDULES = {"changes": CHANGES, "words": WORDS, "order": st.permutations(list(FORMS)),
             "limits": st.lists(st.sampled_from([0, 1, 2, None]), min_size=15, max_size=15)}


@pytest.mark.long
def test_hubs_depend_on_records_and_decisions_alone(graph, full):
    check = settings(max_examples=200 if full else 10, deadline=None, phases=[Phase.generate],
                     suppress_health_check=list(HealthCheck), derandomize=True)
    check(given(**SCHEDULES)(lambda **schedule: same_hubs_in_any_order(graph, **schedule)))()


def say(graph, slug, words):
    for (left, right), same in words:
        hubs.decide(graph, slug, key(slug, *left), key(slug, *right), same, by="ana", now=at(50))


def same_hubs_in_any_order(graph, changes, words, order, limits):
    """Written and joined bit by bit, or the last of each record at once and joined once: the same hubs, under the same decisions."""
    messy, clean = f"m{uuid4().hex[:12]}", f"c{uuid4().hex[:12]}"
    known = [(which, 0) for which in FORMS if any(which in pair for pair, _ in words)]
    steps = [*known, *changes]
    for hours, ((which, form), limit) in enumerate(zip(steps, limits, strict=False)):
        put(graph, messy, which, form, hours)
        if hours == len(known):
            say(graph, messy, words)
        hubs.join_due(graph, messy, run="r", now=at(hours), limit=limit)
    last = {which: (hours, form) for hours, (which, form) in enumerate(steps)}
    for which in sorted(last, key=order.index):
        put(graph, clean, which, last[which][1], last[which][0])
    say(graph, clean, words)
    for slug in (messy, clean):
        hubs.join_due(graph, slug, run="r", now=at(99))
    assert state(graph, messy) == state(graph, clean)


class JoinedMeanwhile:
    """The graph as whoever removes an account sees it: after the first statement of its first transaction somebody joins, as far as he comes."""

    def __init__(self, graph, is_waiting, joined):
        self._graph, self._is_waiting, self._joined, self.joining = graph, is_waiting, joined, None

    def write_all(self, steps, **rest):
        def work(send):
            first, *others = steps
            rows = [send(first.name, **first.parameters)]
            if self.joining is None:
                self.joining = self._joined()
                assert wait_while(lambda: not (self.joining.done() or self._is_waiting()), 30)
            return rows + [send(step.name, **step.parameters) for step in others]

        return self._graph.transaction(work, **rest)


@pytest.fixture
def is_waiting(graph_server, tenant):
    """Whether a transaction of this tenant waits for another one."""
    with neo4j.GraphDatabase.driver(graph_server.uri, auth=(graph_server.user, graph_server.password), notifications_min_severity="OFF") as driver:
        shown = "SHOW TRANSACTIONS YIELD status, parameters WHERE status STARTS WITH 'Blocked' AND parameters.tenant = $tenant RETURN status"
        yield lambda: bool(driver.execute_query(shown, tenant=tenant).records)


def test_who_is_joined_while_an_account_goes_is_not_left_with_what_went(graph, tenant, is_waiting):
    employee, *others = bill(tenant)
    employee = replace(employee, provenance=replace(employee.provenance, linked_account="hr"))
    write(graph, tenant, [employee, *others])
    with ThreadPoolExecutor(1) as aside:
        between = JoinedMeanwhile(graph, is_waiting, lambda: aside.submit(join, graph, tenant))
        assert remove_account(between, tenant, "hr") == 1
        between.joining.result(60)
    join(graph, tenant, hours=2.0)
    assert groups(graph, tenant, others) == set()       # the employee alone led from one to the other
