"""The catalogue is whole: classes known, fields of Merge, words reachable, nothing that nobody can ask for."""

import pytest

from agent.catalogue import HUBS, catalogue
from agent.language import phrase
from agent.plan import ANY_MODEL
from agent.policy import tables
from agent.rules.evidence import vocabulary
from ingest import merge_api

MODELS = catalogue().models
FIELDS = tuple(catalogue().fields())
RELATIONS = tuple(catalogue().relations())


@pytest.mark.parametrize("field", FIELDS, ids=lambda f: f.id)
def test_a_field_has_a_class_that_the_policy_knows(field):
    of_people = field.model.startswith("hris/")
    assert field.privacy in (tables()["people"] if of_people else {**tables()["fields"], "X": "nobody"})


@pytest.mark.parametrize("relation", RELATIONS, ids=lambda r: r.id)
def test_a_relation_has_a_class_that_the_policy_knows(relation):
    of_people = relation.model.startswith("hris/")
    assert relation.privacy in (tables()["people"] if of_people else tables()["fields"])


@pytest.mark.parametrize("model", MODELS.values(), ids=lambda m: m.id)
def test_a_model_is_one_of_merge_and_has_an_access_rule(model):
    assert model.id in merge_api.models()
    assert model.access in tables()["records"]


@pytest.mark.parametrize("model", MODELS.values(), ids=lambda m: m.id)
def test_every_column_that_a_model_names_is_there(model):
    known = merge_api.models()[model.id]
    named = [*model.name, *(c for c in (model.key, model.url, model.time) if c), *((model.email,) if model.email else ())]
    assert [n for n in named if known.field(n.partition("[")[0].partition(".")[0]) is None] == []


@pytest.mark.parametrize("field", FIELDS, ids=lambda f: f.id)
def test_a_field_lies_where_merge_keeps_it(field):
    assert merge_api.models()[field.model].field(field.path.partition("[")[0].partition(".")[0]) is not None


@pytest.mark.parametrize("relation", RELATIONS, ids=lambda r: r.id)
def test_a_relation_goes_by_one_foreign_key(relation):
    assert (relation.fk is None) != (relation.inverse is None)
    holder = relation.model if relation.fk else relation.to
    assert merge_api.models()[holder].field(relation.fk or relation.inverse) is not None


def reachable(field):
    model = MODELS[field.model]
    said = field.words or field.when or field.remaining or field.forward or field.values
    shown = field.name in model.card or field.name in (*model.texts, model.time, *model.name)
    beside = any(field.name in (f.currency, *f.beside) for f in model.fields.values())
    condition = any(field.name in r.where for r in RELATIONS if r.to == field.model)
    return bool(said or shown or beside or condition or field.privacy in ("E", "X"))


def test_no_field_lies_there_that_nobody_can_ask_for():
    assert [f.id for f in FIELDS if not reachable(f)] == []


def test_no_relation_lies_there_that_nobody_can_ask_for():
    used = [r for r in RELATIONS if r.words or r.forward or r.backward or r.prepositions or r.default or r.name in MODELS[r.model].card]
    assert [r.id for r in RELATIONS if r not in used] == []


def test_every_phrase_of_the_catalogue_means_what_it_stands_beside():
    targets = {}
    for model in MODELS.values():
        for text in (*model.words, *model.verbs):
            targets.setdefault(text, set()).add(model.id)
    for field in FIELDS:
        for text in (*field.words, *field.when, *field.remaining, *field.forward):
            targets.setdefault(text, set()).add(field.id)
    for relation in RELATIONS:
        for text in (*relation.words, *relation.forward, *relation.backward):
            targets.setdefault(text, set()).add(relation.id)
    lost = {text for text, ids in targets.items() if not ids <= {m.target for m in vocabulary()[phrase(text)]}}
    assert lost == set()


def test_every_word_for_a_value_means_that_value():
    for field in FIELDS:
        for value, texts in field.values.items():
            wanted = (field.model, f"{field.name}={value}") if field.values_are_nouns else (field.id, value)
            assert all(wanted in {(m.target, m.detail) for m in vocabulary()[phrase(text)]} for text in texts)


def test_every_phrase_is_short_enough_to_be_found():
    assert [p for p in vocabulary() if len(p) > 5] == []


@pytest.mark.parametrize("one, other", HUBS)
def test_people_of_two_apps_are_joined_by_addresses(one, other):
    assert MODELS[one].email
    assert MODELS[other].email


def test_the_mark_of_a_name_found_nowhere_is_no_model():
    assert ANY_MODEL not in MODELS


@pytest.mark.parametrize("field_id", ["hris/Employee.ssn", "hris/BankInfo.account_number"])
def test_what_is_never_shown_has_a_class_for_it(field_id):
    assert catalogue().field(field_id).privacy == "E"


@pytest.mark.parametrize("field_id, privacy", [
    ("hris/Employee.personal_email", "B"), ("hris/Employee.mobile_phone_number", "B"), ("hris/Employee.date_of_birth", "B"),
    ("hris/Employee.marital_status", "B"), ("hris/Employee.termination_date", "B"), ("hris/TimeOffBalance.balance", "B"),
    ("hris/Employment.pay_rate", "C"), ("hris/Employment.pay_currency", "C"), ("hris/Employment.pay_period", "C"),
    ("hris/Employee.gender", "D"), ("hris/Employee.ethnicity", "D"), ("hris/Employee.work_email", "A"), ("hris/Employee.start_date", "A"),
    ("crm/Opportunity.amount", "opportunity_amount"), ("crm/Engagement.content", "engagement"), ("crm/Note.content", "note"),
])
def test_the_classes_are_those_of_the_policy_page(field_id, privacy):
    assert catalogue().field(field_id).privacy == privacy


def test_the_home_address_and_the_bank_account_are_private_ways():
    assert catalogue().relation("hris/Employee.home_location").privacy == "B"
    assert catalogue().relation("hris/Employee.bank_account").privacy == "E"
