"""A company's settings: what a change opens is what the policy says of every pair of people, nothing is lost, and every change can be taken back."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from agent.access.rights import Employee, People, rights
from agent.access.rights_change import Probe, changed_rights
from agent.policy.decision import HOWS, Case, Subject, decide
from ingest.company import Account, Company, Definitions, Person, Policy, settings_text
from ingest.json_place import line_of
from kg.errors import BadInput
from ui.text.words import catalogue
from workers.storage.tenant_registry import Tenant, TenantRegistry
from workers.tenants.changes import describe_changes, effects, warnings
from workers.tenants.sentences import Sentence
from workers.tenants.settings_editor import SettingsEditor

NOW = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
CHAIN = {"chief": (), "mara": ("chief",), "nils": ("chief",), "ada": ("mara", "chief"), "bo": ("mara", "chief"), "ida": ("nils", "chief")}
PLACES = {"ada": "Berlin", "bo": "Berlin", "mara": "Oslo"}
PEOPLE = People([Employee(name.title(), f"{name}@acme.test", Subject(name, chain, PLACES.get(name))) for name, chain in CHAIN.items()])
OLA = Person(email="ola@acme.test", roles=frozenset({"operator"}))


def company(*people: Person, **policy: Any) -> Company:
    account = Account(id="4b1a5b7e-0000-4000-8000-000000000001", category="hris", integration="BambooHR", token="account-token")
    everybody = people or tuple(Person(email=f"{name}@acme.test") for name in CHAIN)
    return Company(tenant="acme", name="Acme", domain="acme.test", people=(OLA, *everybody), linked_accounts=(account,),
                   definitions=Definitions(policy=Policy(**policy)))


@pytest.fixture
def desk(tmp_path: Path) -> SettingsEditor:
    TenantRegistry(tmp_path).save(Tenant(company=company()))
    return SettingsEditor(SimpleNamespace(home=tmp_path))


def test_a_preview_counts_the_managers_to_whom_pay_opens():
    opened = effects(company(), company(managers_see_pay="rows"), PEOPLE)
    assert opened == [
        "Opens pay to 3 managers (of up to 2 direct reports each): chief@acme.test, mara@acme.test, nils@acme.test.",
        "Opens pay to 1 manager (of 3 people further down): chief@acme.test."]
    assert effects(company(managers_see_pay="rows"), company(), PEOPLE)[0].startswith("Closes pay for 3 managers")
    assert effects(company(), company(managers_see_pay="totals"), PEOPLE)[0].startswith("Opens totals of pay to 3 managers")


def test_what_finance_sees_of_pay_can_be_narrowed_and_the_preview_says_for_whom():
    books = Person(email="mara@acme.test", roles=frozenset({"finance"}))
    others = "1 person of finance (of {number} people): mara@acme.test."
    number = len(PEOPLE.employees) - 1          # besides the own pay, which stays
    narrowed, shut = (company(books, finance_sees_pay=said) for said in ("totals", "off"))
    assert effects(company(books), shut, PEOPLE) == [f"Closes pay for {others.format(number=number)}"]
    assert effects(shut, narrowed, PEOPLE) == [f"Opens totals of pay to {others.format(number=number)}"]
    assert describe_changes(company(books), narrowed) == ["What finance sees of pay: totals now; it was rows."]
    plain = company(Person(email="mara@acme.test"))
    gets = (next(line for line in describe_changes(plain, after) if "gets" in line) for after in (company(books), narrowed, shut))
    assert [("everybody's pay" in line, "totals of pay" in line, "the books" in line) for line in gets] == [
        (True, False, True), (False, True, True), (False, False, True)]


def test_a_preview_tells_the_records_that_a_role_opens_whole():
    plain, recruits = (Person(email="mara@acme.test", roles=frozenset(roles)) for roles in ((), ("recruiter",)))
    [opened] = effects(company(plain), company(recruits), PEOPLE)
    assert opened.startswith("Opens candidates, ") and opened.endswith(" to 1 person, as recruiter: mara@acme.test.")
    [closed] = effects(company(recruits), company(plain), PEOPLE)
    assert closed == opened.replace("Opens", "Closes").replace(" to 1", " for 1")
    assert effects(company(plain), company(OLA.model_copy(update={"email": "mara@acme.test"})), PEOPLE) == []


def test_a_role_of_somebody_whom_hr_does_not_know_opens_nothing_and_the_preview_says_so():
    before, after = company(), company(*company().people[1:], Person(email="someone@else.example", roles=frozenset({"finance", "recruiter"})))
    assert effects(before, after, PEOPLE) == effects(after, before, PEOPLE) == []
    assert any("someone@else.example: HR lists no single active employee" in each for each in warnings(before, after, PEOPLE))
    assert "Opens the books" in " ".join(effects(before, after, People()))          # without an HR app the roles alone decide


def test_scope_preview_lists_whom_it_opens_and_warns_when_empty():
    partner = Person(email="mara@acme.test", roles=frozenset({"hr_partner"}), scope={"location": "Berlin"})
    assert "Opens private data to 1 HR partner (of 2 people): mara@acme.test." in effects(company(), company(partner), PEOPLE)
    nowhere = partner.model_copy(update={"scope": {"location": "Lodnon"}})
    assert [each for each in effects(company(), company(nowhere), PEOPLE) if "HR partner" in each and "counts" not in each] == []
    assert warnings(company(), company(nowhere), PEOPLE) == ["mara@acme.test: nobody is in this scope."]
    stranger = Person(email="stranger@acme.test", roles=frozenset({"payroll"}))
    assert "HR lists no single active employee" in warnings(company(), company(stranger), PEOPLE)[0]


SCOPES = st.sampled_from([None, {}, {"location": "Berlin"}, {"location": "Oslo"}])
ROLES = st.frozensets(st.sampled_from(["hr_partner", "pay_specialist", "payroll", "finance", "auditor"]), max_size=2)
PERSONS = st.builds(Person, email=st.sampled_from([f"{name}@acme.test" for name in (*CHAIN, "stranger")]), roles=ROLES, scope=SCOPES)
POLICIES = st.sampled_from([
    {}, {"managers_see_pay": "totals"}, {"finance_sees_pay": "off"}, {"finance_sees_pay": "totals", "managers_see_pay": "rows"},
    {"managers_see_pay": "rows", "protected_fields": False}, {"never": ("C", "hris.Employee.start_date")},
    {"never": ("B", "D"), "payroll_needs": ("hris.Employee.date_of_birth",)}, {"payroll_needs": ("hris.Employee.date_of_birth",)}])
SOME = st.lists(PERSONS, min_size=1, max_size=6, unique_by=lambda person: person.email)
COMPANIES = st.builds(lambda people, policy: company(*people, **policy), SOME, POLICIES)


@given(COMPANIES, COMPANIES)
@settings(max_examples=40, deadline=None)
def test_what_a_change_opens_is_what_the_policy_says_of_every_pair(before: Company, after: Company):
    changed = changed_rights(before, after, PEOPLE)
    counted = {(one.direction, one.probe, one.how, one.grant, email): of for one in changed for email, of in one.of.items()}
    probes = {probe for _, probe, *_ in counted} | {Probe(privacy) for privacy in ("B", "B-dates", "C", "D")}
    expected: dict[Any, int] = {}
    for email, probe, each in product({p.email for c in (before, after) for p in c.people}, probes, PEOPLE.employees):
        had, has = (most(c, email, probe, each.subject) for c in (before, after))
        direction, way = ("opens", has) if rank(has) < rank(had) else ("closes", had)
        is_new = before.person(email) is None or after.person(email) is None
        if rank(has) != rank(had) and not (is_new and way[1] == "self"):
            expected[direction, probe, *way, email] = expected.get((direction, probe, *way, email), 0) + 1
    assert counted == expected


def ours(said: object) -> set[str]:
    """The words of ours in a sentence and in what stands in its places."""
    if not isinstance(said, Sentence):
        return set().union(*map(ours, said)) if isinstance(said, tuple) else set()
    return {said.words}.union(*map(ours, said.values.values()))


SET_OTHERWISE = company(OLA.model_copy(update={"scope": {"team": "Web"}})).model_copy(update={"timezone": "Europe/Oslo", "definitions": Definitions(
    words={"seller": "crm.User"}, max_age_hours={"hris.Employee": 4}, policy=Policy(custom_fields={"hris.Employee.size": "A"}))})


@given(COMPANIES, COMPANIES)
@example(company(), SET_OTHERWISE)
@example(SET_OTHERWISE, company())
@settings(max_examples=30, deadline=None)
def test_all_that_is_told_of_a_change_has_words_in_every_language(before: Company, after: Company):
    told = (*describe_changes(before, after), *effects(before, after, PEOPLE), *warnings(before, after, PEOPLE))
    assert set().union(*map(ours, told)) - {"{what}"} <= set(catalogue("de"))
    assert all(isinstance(each, Sentence) for each in told)


def most(known: Company, email: str, probe: Probe, subject: Subject) -> Any:
    person = known.person(email)
    case = person and Case(known, PEOPLE.viewer(person), probe.privacy, probe.field)
    found = [(how, decide(replace(case, how=how), subject)) for how in HOWS] if case else []
    return next(((how, decision.grant) for how, decision in found if decision.allowed), None)


def rank(way: Any) -> int:
    return HOWS.index(way[0]) if way else len(HOWS)


def test_rights_preview_gives_each_class_with_its_reason():
    known = company(managers_see_pay="totals")
    mara, ada = PEOPLE.viewer(known.person("mara@acme.test")), PEOPLE.at("ada@acme.test").subject
    found = {one.privacy: (one.open_as, one.reason) for one in rights(known, mara, ada)}
    assert found["A"] == ("everything", "as everybody in the company")
    assert found["B-dates"] == ("everything", "as the direct manager")
    assert found["C"] == ("totals only", "as the direct manager")
    assert found["B"] == ("nothing", "ask the person, or your HR partner")


VALUES = st.recursive(st.none() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=12)


@given(VALUES, st.data())
@settings(max_examples=30, deadline=None)
def test_the_line_of_a_value_is_where_it_stands(value: Any, data: st.DataObject):
    path: list[Any] = []
    here = value
    while isinstance(here, dict | list) and here and data.draw(st.booleans()):
        path.append(data.draw(st.sampled_from(sorted(here) if isinstance(here, dict) else range(len(here)))))
        here = here[path[-1]]
    text = json.dumps(value, indent=1)
    line = text.split("\n")[line_of(text, path) - 1]
    shown = json.dumps(here, indent=1).split("\n")[0]
    assert line.rstrip(",").endswith(shown)


WRONG = [
    (lambda d: d["people"].append({"email": "x@acme.test", "roles": ["boss"]}), r"line \d+: people\.7\.roles\.0: .*hr_partner"),
    (lambda d: d["people"].append({"email": "ada@acme.test"}), r"people\.4\.email: ada@acme\.test stands here 2 times"),
    (lambda d: d["people"].append({"email": "nobody"}), r"people\.7\.email: 'nobody' is no e-mail address"),
    (lambda d: d.update(people=[]), r"line \d+: people: nobody would have the role operator"),
    (lambda d: d["definitions"]["policy"].update(never=["hris.Employee.salry"]), r"never\.0: 'hris\.Employee\.salry' is no class and no field"),
    (lambda d: d["definitions"]["policy"].update(tighter={"min_group": 2}), r"tighter\.min_group: 2 would loosen the rule\. Write 5"),
    (lambda d: d["definitions"].update(max_age_hours={"hris.Emploee": 4}), r"max_age_hours\.hris\.Emploee: 'hris\.Emploee' is no kind of record"),
    (lambda d: d["definitions"].update(words={"squad": "hris.Taem"}), r"definitions\.words\.squad: 'hris\.Taem' is no model"),
    (lambda d: d.update(fiscal_year_start="02-31"), r"fiscal_year_start: '02-31' is no day"),
    (lambda d: d.update(timezone="Mars/Base"), r"timezone: .*Europe/London"),
    (lambda d: d.update(linked_accounts=[]), r"linked_accounts: not a setting"),
    (lambda d: d.update(tenant="other"), r"for other, not for acme"),
]


@pytest.mark.parametrize(("change", "complaint"), WRONG)
def test_what_cannot_be_used_is_named_with_its_line_and_changes_nothing(desk, change, complaint):
    data = json.loads(desk.text("acme"))
    change(data)
    text, before = json.dumps(data, indent=1), desk.text("acme")
    with pytest.raises(BadInput, match=complaint) as caught:
        desk.apply("acme", text, "ola", NOW, where="s.json")
    assert "s.json, line " in str(caught.value) and "account-token" not in str(caught.value)
    assert (desk.text("acme"), desk.history("acme")) == (before, [])


def test_what_points_nowhere_already_is_told_and_stands_in_nobodys_way(desk, tmp_path):
    lost = company().model_copy(update={"definitions": Definitions(words={"squad": "hris.Taem"})})
    TenantRegistry(tmp_path).save(Tenant(company=lost))
    assert [said.partition(";")[0] for said in desk.left_out("acme")] == [
        "company.json: definitions.words.squad: 'hris.Taem' is no model of the catalogue"]
    changed = json.loads(desk.text("acme"))
    changed["currency"] = "EUR"
    assert desk.apply("acme", json.dumps(changed), "ola@acme.test", NOW) is not None
    changed["definitions"]["words"]["group"] = "hris.Goup"
    with pytest.raises(BadInput, match=r"definitions\.words\.group: 'hris\.Goup' is no model"):
        desk.apply("acme", json.dumps(changed), "ola@acme.test", NOW)


def test_a_misplaced_comma_is_named_with_its_line(desk):
    with pytest.raises(BadInput, match=r"s\.json, line 2: not JSON"):
        desk.apply("acme", '{\n "people": [,]}', "ola", NOW, where="s.json")


def changed(text: str, **policy: Any) -> str:
    data = json.loads(text)
    data["definitions"]["policy"] |= policy
    return json.dumps(data)


@pytest.mark.parametrize(("told", "value", "rest"), [
    ({"words": {"squad": "hris.Team"}}, ("words",), ("policy", "max_age_hours")),
    ({"policy": {"managers_see_pay": "totals"}}, ("policy", "managers_see_pay"), ("words", "max_age_hours")),
    ({"policy": {"tighter": {}}}, ("policy", "tighter"), ("words", "max_age_hours")),
    ({"customer_revenue": {"currency": "EUR"}}, ("customer_revenue", "in"), ("words", "policy", "max_age_hours")),
])
def test_what_a_file_with_some_settings_leaves_out_stays(desk, told, value, rest):
    data = json.loads(desk.text("acme"))
    data["definitions"] |= {"words": {"crew": "hris.Team"}, "max_age_hours": {"hris.Employee": 24.0}}
    data["definitions"]["policy"] |= {"never": ["hris.Employee.start_date"], "tighter": {"min_group": 10.0}}
    desk.apply("acme", json.dumps(data), "ola", NOW)
    desk.apply("acme", json.dumps({"definitions": told}), "ola", NOW)
    known, wanted = json.loads(desk.text("acme"))["definitions"], told
    assert {name: known[name] for name in rest} == {name: data["definitions"][name] for name in rest}
    assert known["policy"]["never"] == ["hris.Employee.start_date"]
    for name in value:
        known, wanted = known[name], wanted["currency" if name == "in" else name]
    assert known == wanted
    desk.undo("acme", "ola", NOW)
    assert json.loads(desk.text("acme"))["definitions"] == data["definitions"]


def test_settings_changes_are_kept_with_their_author_and_undone_in_reverse_order(desk):
    first = desk.text("acme")
    desk.apply("acme", changed(first, managers_see_pay="totals"), "ola", NOW)
    desk.apply("acme", changed(first, managers_see_pay="rows"), "owner", NOW)
    assert desk.apply("acme", desk.text("acme"), "ola", NOW) is None
    assert [(e["by"], e["told"]) for e in desk.history("acme")] == [
        ("ola", ["What managers see of pay: totals now; it was off."]),
        ("owner", ["What managers see of pay: rows now; it was totals."])]
    desk.undo("acme", "ola", NOW)
    desk.undo("acme", "ola", NOW)
    assert desk.text("acme") == first
    with pytest.raises(BadInput, match="no change to take back"):
        desk.undo("acme", "ola", NOW)


def test_second_of_two_concurrent_settings_changes_is_rejected(desk):
    seen = desk.version("acme")
    desk.apply("acme", changed(desk.text("acme"), managers_see_pay="rows"), "ola", NOW, version=seen)
    after = desk.text("acme")
    with pytest.raises(BadInput, match="Somebody changed the settings"):
        desk.apply("acme", changed(after, protected_fields=False), "ada", NOW, version=seen)
    assert desk.text("acme") == after


def test_a_companys_folder_that_is_taken_in_has_its_entry_and_is_taken_back_but_for_the_apps(desk, tmp_path):
    one = company().linked_accounts[0]
    another = one.model_copy(update={"id": "4b1a5b7e-0000-4000-8000-000000000002", "category": "crm"})
    entry = desk.take_in(company(managers_see_pay="totals").model_copy(update={"linked_accounts": (one, another)}), tmp_path, "ola", NOW)
    assert entry["told"] and [each["by"] for each in desk.history("acme")] == ["ola"]
    desk.undo("acme", "ola", NOW)
    now = TenantRegistry(tmp_path).get("acme").company
    assert (now.definitions, now.linked_accounts) == (company().definitions, (one, another))
    assert desk.take_in(now, tmp_path, "ola", NOW) is None


def test_an_undo_takes_nothing_with_it_that_came_by_another_way(desk, tmp_path):
    desk.apply("acme", changed(desk.text("acme"), managers_see_pay="rows"), "ola", NOW)
    TenantRegistry(tmp_path).save(Tenant(company=company(managers_see_pay="totals")))
    with pytest.raises(BadInput, match="by another way"):
        desk.undo("acme", "ola", NOW)
    assert "totals" in desk.text("acme")


@given(COMPANIES, COMPANIES)
@settings(max_examples=30, deadline=None)
def test_whatever_is_exported_says_the_same_when_it_is_applied_and_holds_no_token(one: Company, other: Company):
    assert "account-token" not in settings_text(one)
    assert bool(describe_changes(one, other)) == (settings_text(one) != settings_text(other))
