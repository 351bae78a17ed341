"""Which records a prompt tells of for words of a message."""

from agent.catalogue import catalogue
from agent.understand.grammar.evidence import VALUE
from agent.understand.model.catalogue_view import CatalogueView
from agent.understand.model.surroundings import candidates_of
from kg.resolve import Candidate

CATALOGUE = catalogue()
EVERYTHING = CatalogueView(frozenset(CATALOGUE.models), frozenset(), frozenset(m.category for m in CATALOGUE.models.values()))


def called(model: str, name: str, how: str, score: float) -> Candidate:
    return Candidate(f"t|{model}|{name}", model, name, model, name, (), None, {}, how, score, ())


def told(*found: Candidate) -> list[str]:
    return [c.name for c in candidates_of(CATALOGUE, EVERYTHING, {"Orchard & Pine": found})["Orchard & Pine"]]


FOLDER = called("filestorage/Folder", "Orchard & Pine", "exact", 1.0)
HOTELS = called("crm/Account", "Orchard & Pine Hotels", "part", 0.8)
ROLLOUT = called("filestorage/File", "Orchard & Pine rollout", "part", 0.7)
OTHERS = [called(model, "Orchard & Pine Hotels", "part", 0.5) for model in ("accounting/Contact", "ticketing/Account")]


def test_what_has_the_words_in_its_name_is_told_beside_another_kind_that_is_called_so() -> None:
    assert told(FOLDER, HOTELS, ROLLOUT, *OTHERS) == ["Orchard & Pine", "Orchard & Pine Hotels", "Orchard & Pine rollout"]


def test_of_the_kind_that_is_called_so_no_other_is_told() -> None:
    assert told(FOLDER, called("filestorage/Folder", "Orchard & Pine archive", "part", 0.9)) == ["Orchard & Pine"]


def test_values_of_other_fields_that_have_the_words_in_them_are_told_beside_the_one_that_is_written_so() -> None:
    def value(field: str, text: str, how: str, score: float) -> Candidate:
        return Candidate(f"t|{field}|{text}", VALUE, text, "", text, (), None, {"field": field, "value": text}, how, score, ())

    town, place = value("hris/Location.city", "Oslo", "exact", 1.0), value("ats/Office.city", "Oslo, Norway", "part", 0.7)
    longer, account = value("hris/Location.city", "Oslo West", "part", 0.8), called("crm/Account", "Oslo Sails", "part", 0.9)
    told = candidates_of(CATALOGUE, EVERYTHING, {"Oslo": (account, longer, place, town)})["Oslo"]
    assert [c.name for c in told] == ["Oslo", "Oslo, Norway"]
