"""The catalogue is whole: classes known, fields of Merge, words reachable, nothing that nobody can ask for, no word that means two things unsaid."""

from collections import defaultdict
from dataclasses import replace

import pytest

from agent.catalogue import HUBS, SAME_PERSON, Catalogue, catalogue
from agent.catalogue.checking import check
from agent.catalogue.loading import Row
from agent.catalogue.spoken import spoken
from agent.language.words import phrase, words
from agent.plan.algebra import ANY_MODEL, Where, parts
from agent.plan.conditions import condition, derivation
from agent.policy.decision import tables
from agent.query.operations.columns import column_for
from agent.understand.grammar.evidence import LONGEST_PHRASE
from agent.understand.grammar.vocabulary import vocabulary
from ingest import merge_api
from ingest.projections import TABLE
from tests.cases import each_case
from tests.unit.agent.catalogue_collisions import collisions, separated
from tests.unit.agent.catalogue_coverage import left_out, needless, unclassified

MODELS = catalogue().models
FIELDS = tuple(catalogue().fields())
RELATIONS = tuple(catalogue().relations())
PREDICATES = tuple(catalogue().predicates())
METRICS = tuple(catalogue().metrics.values())
OF_MERGE = tuple(m for m in MODELS.values() if not m.derived)
HELD = tuple(f for f in FIELDS if f.derived is None and not MODELS[f.model].derived)


@each_case("field", FIELDS)
def test_a_field_has_a_class_that_the_policy_knows(field):
    of_people = field.model.startswith("hris/")
    assert field.privacy in (tables()["people"] if of_people else {**tables()["fields"], "X": "nobody"})


@each_case("one", [*RELATIONS, *PREDICATES])
def test_a_relation_and_a_named_condition_have_a_class_that_the_policy_knows(one):
    of_people = one.model.startswith("hris/")
    assert one.privacy in (tables()["people"] if of_people else tables()["fields"])


@each_case("model", MODELS.values())
def test_a_model_has_an_access_rule(model):
    assert model.access in tables()["records"]


@each_case("model", OF_MERGE)
def test_a_model_is_one_of_merge_and_every_column_that_it_names_is_there(model):
    known = merge_api.models()[model.id]
    named = [*model.name, *(c for c in (model.key, model.url, model.time) if c), *((model.email,) if model.email else ())]
    assert [n for n in named if known.field(n.partition("[")[0].partition(".")[0]) is None] == []


@each_case("field", HELD)
def test_a_field_lies_where_merge_keeps_it(field):
    assert merge_api.models()[field.model].field(field.path.partition("[")[0].partition(".")[0]) is not None


def test_a_relation_goes_by_one_foreign_key():
    for relation in RELATIONS:
        holder = relation.model if relation.fk else relation.to
        assert (relation.fk is None) != (relation.inverse is None)
        assert MODELS[holder].derived or merge_api.models()[holder].field((relation.fk or relation.inverse).partition("[")[0]) is not None


@each_case("predicate", PREDICATES)
def test_a_named_condition_is_no_more_open_than_what_it_looks_at(predicate):
    if not predicate.model.startswith("hris/"):
        return
    order = ["A", "B-dates", "B", "C", "D", "E", "X"]
    looked_at = [MODELS[predicate.model].fields[text.split()[0]] for text in predicate.all if text.split()[0] in MODELS[predicate.model].fields]
    assert all(order.index(predicate.privacy) >= order.index(f.privacy) for f in looked_at)


def test_a_derived_field_of_hr_is_no_more_open_than_what_it_is_made_of():
    """A tenure that ended with the day somebody left would tell that day to whoever may see a tenure."""
    order = ["A", "B-dates", "B", "C", "D", "E", "X"]
    made = [(field, MODELS[field.model].fields[name]) for field in FIELDS if field.derived and field.model.startswith("hris/")
            for name in derivation(field.derived).fields if "." not in name]
    assert made and [each.id for each, of in made if order.index(each.privacy) < order.index(of.privacy)] == []


def reachable(field):
    model = MODELS[field.model]
    said = field.words or field.when or field.remaining or field.forward or field.values or field.tenant_values
    shown = field.name in model.card or field.name in (*model.texts, model.time, model.period, *model.name)
    beside = any(field.name in (f.currency, f.unit_field, f.derived, *f.beside) for f in model.fields.values())
    derives = any(field.name in derivation(f.derived).fields for f in model.fields.values() if f.derived)
    condition = any(field.name in r.where for r in RELATIONS if r.to == field.model) or field.name in conditions_of(model)
    converts = field.name == "exchange_rate"
    return bool(said or shown or beside or derives or condition or converts or model.derived or field.privacy in ("E", "X"))


def conditions_of(model):
    return {text.removeprefix("not ").split()[0] for p in model.predicates.values() for text in p.all}


def test_no_field_lies_there_that_nobody_can_ask_for():
    assert [f.id for f in FIELDS if f.spoken and not reachable(f)] == []


def test_no_relation_lies_there_that_nobody_can_ask_for():
    said = [r for r in RELATIONS if r.spoken]
    used = [r for r in said if r.words or r.forward or r.backward or r.prepositions or r.default or r.name in MODELS[r.model].card]
    walked = {text.split(".")[0] for p in PREDICATES for text in p.all if "." in text}
    whose = {r for m in METRICS for r in m.whose}
    assert [r.id for r in said if r not in used and r.name not in walked and r.id not in whose] == []


def test_every_named_condition_can_be_said_or_is_used():
    used = {part for holder in (*PREDICATES, *METRICS) for text in holder_texts(holder) for part in text.split()}
    used |= {part for model in MODELS.values() for text in model.everybody for part in text.split()}
    used |= {p.why[0].rpartition(".")[2] for p in PREDICATES if p.why}
    assert [p.id for p in PREDICATES if not (p.words or p.verbs or p.nouns or p.name in used or p.name.startswith("without_"))] == []


def holder_texts(holder):
    return holder.all if holder in PREDICATES else (*holder.where, *holder.part)


def test_every_phrase_of_the_catalogue_means_what_it_stands_beside():
    lost = {text for text, ids in phrases().items() if not ids <= {m.target for m in vocabulary(catalogue())[phrase(text)]}}
    assert lost == set()


def phrases():
    """Phrase → what it stands beside: ids of models, fields and relations."""
    targets = defaultdict(set)
    for model in MODELS.values():
        for text in (*model.words, *model.verbs):
            targets[text].add(model.id)
    for field in FIELDS:
        for text in (*field.words, *field.when, *field.remaining, *field.forward):
            targets[text].add(field.id)
    for relation in RELATIONS:
        for text in (*relation.words, *relation.forward, *relation.backward):
            targets[text].add(relation.id)
    return targets


def test_every_word_for_a_value_means_that_value():
    for field in FIELDS:
        for value, texts in field.values.items():
            wanted = (field.model, f"{field.name}={value}") if field.values_are_nouns else (field.id, value)
            assert all(wanted in {(m.target, m.detail) for m in vocabulary(catalogue())[phrase(text)]} for text in texts)


def test_every_value_is_one_of_merge():
    for field in HELD:
        known = merge_api.models()[field.model].field(field.path)
        if known is not None and known.type == "enum":
            category = field.model.partition("/")[0]
            assert set(field.values) <= set(merge_api.enums()[f"{category}/{known.target}"]), field.id


@each_case("predicate", [p for p in PREDICATES if p.all])
def test_a_condition_compares_an_enum_with_values_of_it(predicate):
    compared = [w for text in predicate.all for w in parts(parsed(text, predicate.model)) if isinstance(w, Where)]
    for where in compared:
        model, _, name = where.field.partition(".")
        known = merge_api.models()[model].field(name)
        if known is not None and known.type == "enum" and where.value is not None:
            allowed = set(merge_api.enums()[f"{model.partition('/')[0]}/{known.target}"])
            assert set([where.value] if isinstance(where.value, str) else where.value) <= allowed


def parsed(text, model):
    return condition(text, model, MODELS)


def test_every_phrase_is_short_enough_to_be_found():
    assert [p for p in map(phrase, all_texts()) if len(p) > LONGEST_PHRASE] == []


def all_texts():
    yield from phrases()
    for predicate in PREDICATES:
        yield from (*predicate.words, *predicate.verbs, *predicate.nouns, *predicate.opposite)
    for metric in METRICS:
        yield from metric.words


def test_no_phrase_of_the_catalogue_is_a_word_without_content_or_one_that_changes_the_meaning():
    known = words()
    single = {text for text in all_texts() if phrase(text) in known.empty or text in known.meaning - {"former"}}
    assert single <= {"own", "total", "under"} | set(remaining_words())     # a verb, a noun of invoices, and who is under somebody


def remaining_words():
    return (text for f in FIELDS for text in f.remaining)


def test_a_phrase_means_one_thing_or_it_is_written_down_what_separates_the_meanings():
    unsaid = {text: sorted(ids) for text, ids in separated(catalogue()).items() if text not in collisions()}
    assert unsaid == {}


def test_nothing_is_separated_that_does_not_collide():
    assert sorted(set(collisions()) - set(separated(catalogue()))) == []


@each_case("one, other", HUBS)
def test_what_is_joined_in_two_apps_has_something_to_be_joined_by(one, other):
    if (one, other) in SAME_PERSON:
        assert MODELS[other].email
        assert MODELS[one].email
    else:
        assert MODELS[one].name == MODELS[other].name == ("name",)


def test_the_mark_of_a_name_found_nowhere_is_no_model():
    assert ANY_MODEL not in MODELS


@pytest.mark.parametrize("field_id", ["hris/Employee.ssn", "hris/BankInfo.account_number", "hris/BankInfo.routing_number"])
def test_what_is_never_shown_has_a_class_for_it(field_id):
    assert catalogue().field(field_id).privacy == "E"


@each_case("field_id, privacy", [
    ("hris/Employee.personal_email", "B"), ("hris/Employee.mobile_phone_number", "B"), ("hris/Employee.date_of_birth", "B"),
    ("hris/Employee.age", "B"), ("hris/Employee.marital_status", "B"), ("hris/Employee.termination_date", "B"),
    ("hris/TimeOffBalance.balance", "B"), ("hris/TimeOff.start_time", "B-dates"), ("hris/TimeOff.status", "B-dates"),
    ("hris/TimeOff.amount", "B-dates"), ("hris/TimeOff.request_type", "B-dates"), ("hris/TimeOff.employee_note", "B"),
    ("hris/Employment.pay_rate", "C"), ("hris/Employment.pay_currency", "C"), ("hris/Employment.pay_period", "C"), ("hris/Pay.annual", "C"),
    ("hris/EmployeePayrollRun.gross_pay", "C"), ("hris/Benefit.company_contribution", "C"), ("hris/TimesheetEntry.hours_worked", "B"),
    ("hris/Employee.gender", "D"), ("hris/Employee.ethnicity", "D"), ("hris/Employee.work_email", "A"), ("hris/Employee.start_date", "A"),
    ("crm/Opportunity.amount", "opportunity_amount"), ("crm/Engagement.content", "engagement"), ("crm/Note.content", "note"),
    ("ats/Candidate.email_addresses", "candidate_private"), ("ats/Offer.status", "offer"),
])
def test_the_classes_are_those_of_the_policy_page(field_id, privacy):
    assert catalogue().field(field_id).privacy == privacy


def test_the_home_address_and_the_bank_account_are_private_ways():
    assert catalogue().relation("hris/Employee.home_location").privacy == "B"
    assert catalogue().relation("hris/Employee.bank_account").privacy == "E"


def test_a_tenants_own_words_are_those_of_fields_that_everybody_may_see():
    assert {f.privacy for f in FIELDS if f.tenant_values} <= {"A", "ticket"}


def test_the_graph_holds_the_values_of_just_the_fields_that_are_a_tenants_own_words():
    assert {f.id for f in FIELDS if f.tenant_values} == {
        f"{model}.{name}" for model, row in TABLE.items() for name in row.values.keys() - row.values_own}


# ---------------------------------------------------------------- all that Merge has


def test_every_model_and_field_of_merge_is_in_the_catalogue_or_left_out_with_a_reason():
    assert unclassified(catalogue(), left_out(), merge_api.models()) == ()
    assert needless(catalogue(), left_out(), merge_api.models()) == ()


def test_what_a_new_sdk_brings_is_named():
    merge = merge_api.models()
    user, line = merge["crm/User"], merge["accounting/InvoiceLineItem"]
    shoe = merge_api.Field("shoe_size", "number", None, is_list=False, is_foreign_key=False)
    newer = {
        **merge, "crm/User": replace(user, fields=(*user.fields, shoe)), "accounting/InvoiceLineItem": replace(line, fields=(*line.fields, shoe)),
        "hris/Parking": merge_api.Model("hris", "Parking", "common", (shoe,)), "chat/Message": merge_api.Model("chat", "Message", "common", (shoe,)),
    }
    assert unclassified(catalogue(), left_out(), newer) == ("accounting/InvoiceLineItem.shoe_size", "crm/User.shoe_size", "hris/Parking")


def test_what_is_left_out_for_nothing_is_named():
    left = left_out()
    more = replace(left, models={**left.models, "crm/Account": "why"}, fields={**left.fields, "crm/User.email": "why", "crm/User.shoe_size": "why"})
    assert needless(catalogue(), more, merge_api.models()) == ("crm/Account", "crm/User.email", "crm/User.shoe_size")


def test_the_grammar_sees_nothing_of_what_is_for_plans_alone():
    seen = spoken(catalogue())
    assert seen is spoken(catalogue())
    assert not [one.id for one in (*seen.models.values(), *seen.fields(), *seen.relations()) if not one.spoken]
    assert vocabulary(seen) == vocabulary(catalogue())
    check(seen)


def test_what_is_for_plans_alone_has_no_words():
    unspoken = [one for one in (*FIELDS, *RELATIONS) if not one.spoken]
    assert [one.id for one in unspoken if one.words or one.forward] == []
    assert [m.id for m in MODELS.values() if not m.spoken and (m.words or m.verbs or m.predicates)] == []


def test_no_two_models_and_no_two_fields_of_a_model_are_called_alike():
    for labels in ([m.label for m in MODELS.values()], *([f.label for f in m.fields.values()] for m in MODELS.values())):
        assert [label for label in labels if labels.count(label) > 1] == []


@each_case("model", [m for m in MODELS.values() if not m.spoken])
def test_what_a_record_is_called_is_no_more_private_than_that_it_is_there(model):
    order = ["A", "B-dates", "B", "C", "D", "E", "X"]
    named = [model.fields[name].privacy for name in model.name]
    if model.id.startswith("hris/"):
        assert all(order.index(privacy) <= order.index(tables()["existence"].get(model.id, "A")) for privacy in named)
    else:
        assert set(named) <= {"A", "ticket", "candidate_private"} or tables()["records"][model.access]["read"] == "nobody"


@each_case("model", [m for m in MODELS.values() if m.rows_of])
def test_rows_of_employees_records_say_whose_they_are(model):
    assert not model.id.startswith("hris/") or "employee" in model.carries


# ---------------------------------------------------------------- complaints


def with_model(model_id, **changed):
    known = catalogue()
    return Catalogue({**known.models, model_id: replace(known.models[model_id], **changed)}, known.metrics)


LEAD = MODELS["crm/Lead"]


@each_case("changed, complaint", [
    ({"card": ("shoe_size",)}, "crm/Lead: shoe_size is neither field nor relation"),
    ({"beside": ("shoe_size",)}, "crm/Lead: shoe_size is neither field nor relation"),
    ({"beside": ("title",), "fields": {"title": replace(LEAD.fields["title"], privacy="candidate_private")}}, "title is of the private class"),
    ({"period": "someday"}, "'someday' is no field"),
    ({"everybody": {"is purple": ()}}, "crm/Lead has no named condition 'purple'"),
    ({"everybody": {"status equals OPEN": ()}}, "is no condition; write one like"),
    ({"fields": {"size": replace(LEAD.fields["title"], name="size", path="shoe_size")}}, "has no field shoe_size"),
    ({"fields": {"age": replace(LEAD.fields["age"], derived="now minus birth")}}, "derives nothing; write one like"),
    ({"relations": {"owner": replace(LEAD.relations["owner"], fk="keeper")}}, "has no foreign key keeper"),
    ({"relations": {"owner": replace(LEAD.relations["owner"], to="crm/Keeper")}}, "crm/Keeper has no table; add one"),
])
def test_a_row_that_does_not_fit_is_refused_with_its_place(changed, complaint):
    bare = {"card": (), "beside": (), "everybody": {}, "period": None, "predicates": {}}
    with pytest.raises(ValueError, match=complaint):
        check(with_model("crm/Lead", **bare | changed))


@each_case("values, complaint", [
    ({"label": "lead", "words": "lead"}, r"crm.toml, \[Lead\]: `words` must be a list of texts"),
    ({"label": "lead", "who": "yes"}, "`who` must be true or false"),
    ({"label": "lead", "colour": "red"}, "unknown key colour; known are"),
    ({"label": 3}, "`label` must be a text in quotes"),
    ({}, '`label` is missing; add label = "…"'),
])
def test_a_table_that_cannot_be_read_names_file_row_and_remedy(values, complaint):
    with pytest.raises(ValueError, match=complaint):
        read_row(Row("crm.toml, [Lead]", values))


def read_row(row):
    row.texts("words"), row.flag("who"), row.text("label"), row.end()


WITHOUT_WHOSE = {"hris/BankInfo", "ats/Eeoc", "hris/PayrollRun", "accounting/GeneralLedgerTransaction"}     # never told; nobody's


def test_what_has_no_name_is_listed_with_whose_it_is():
    nameless = {m.id: m for m in MODELS.values() if not m.name and not m.key}
    told = {i for i, m in nameless.items() if any(column_for(catalogue(), m, name).field is None for name in m.card)}
    assert nameless.keys() - told == WITHOUT_WHOSE
    offer = nameless["ats/Offer"]
    assert [column_for(catalogue(), offer, name).path[-1].to for name in offer.card[:2]] == ["ats/Candidate", "ats/Job"]
