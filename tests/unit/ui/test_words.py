"""The interface's words: every catalogue holds all of them, every word that is said stands in it, and who reads decides the language."""

import ast
import re
from itertools import product

import pytest

from agent.access.explore import BACK, GONE, JOINED, PRIVATE_REASON, SEEN
from agent.access.rights import NOTHING, OPEN_AS
from agent.access.roles import WORDS, openings
from agent.answer import Reason
from agent.catalogue import catalogue as catalogue_of_apps
from agent.dialogue.entity_page import times_of
from agent.dialogue.shared_answer import SEALED
from agent.errors import Declined
from agent.phrasing.inflection import capital
from agent.policy.decision import tables
from agent.policy.wording import called, kinds, open_to, relation_in_words
from agent.respond.names import STANDING, card_label
from agent.understand.preferences import SENTENCES, as_told, values
from ingest.company import ROLES, Policy
from ingest.json_place import Misplaced
from ingest.projections.tables import TABLE
from kg.errors import BadInput, HistoryUnavailable
from kg.match.features import TABLES
from memory.sessions import Session
from tests.page_words import AS_THEY_ARE, FOLDER, Words, literals
from tests.unit.ui.test_side import NOW
from ui.actions.settings_forms import tried
from ui.chat import frame
from ui.chat.side import Reader, chats, ways
from ui.pages.layout import problem_page
from ui.problems import NoSuchRoute, NoSuchTalk, NotShared, as_shown
from ui.sign_in.access import NotOperator, NotSignedIn, UnknownPerson, UnnamedCompany
from ui.text.labels import app_of, kind_in_parts, kind_of, more_records
from ui.text.openings import opened
from ui.text.words import LANGUAGES, catalogue, language_of, read_as, say, speaking
from workers.services.neo4j.grass import PAINTS
from workers.tenants.linking import categories
from workers.tenants.sentences import Sentence

OTHERS = [language for language in LANGUAGES if language != "en"]
ENGLISH = set(catalogue("de"))
PLACES = re.compile(r"\{\w+\}")
BELIEFS = {(kind, subject, value) for kind, subjects in (("unit", ("leave", "")), ("form", ("",)), ("calendar", ("quarter", "year", "half")),
                                               ("week", ("week",)))
           for subject in subjects for value in values(kind)}       # preferences out of lists, each a sentence of its own
SAME_IN_ALL = {"Evergraph", "?", "@", "↑", "Esc", "K", "O", ",", *LANGUAGES.values()}


def labels_of_things() -> set[str]:
    """What the page of a thing calls facts and days of any kind of record, and what the settings call its fields."""
    apps = catalogue_of_apps()
    known = [model for model in apps.models.values() if not model.derived]
    return {capital(label) for model in known
            for label in (*(card_label(apps, model, name) for name in model.card), *(each.label for each in times_of(apps, model.id)))} | {
        capital(one.label or one.name.replace("_", " ")) for one in apps.fields()}


def told_of_rights() -> set[str]:
    """What is told of kinds of data, of who may see them under any policy, and of whom to ask instead."""
    says = ("off", "totals", "rows")
    settings = product(says, says, ((), ("hris.Employee.personal_email",)), ((), ("B", "C")))
    policies = [Policy(managers_see_pay=above, finance_sees_pay=books, payroll_needs=needs, never=never) for above, books, needs, never in settings]
    relations = {relation_in_words(relation) for row in tables()["people"].values() for relation in row}
    return relations | {*map(called, kinds()), *tables()["ask_instead"].values()} | {
        who for kind in kinds() for policy in policies for who in open_to(kind, policy)}


def in_scripts() -> str:
    return "".join(file.read_text("utf-8") for file in (FOLDER / "chat").glob("*.js"))


def said() -> set[str]:
    """What `say` and the page's scripts are called with."""
    calls = (node for file in FOLDER.rglob("*.py") for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Call))
    ours = {call.args[0].value for call in calls if isinstance(call.func, ast.Name) and call.func.id in ("say", "_dated")
            and call.args and isinstance(call.args[0], ast.Constant)}
    scripts = in_scripts() + (FOLDER / "chat" / "steps.py").read_text("utf-8")
    return ours | set(re.findall(r'evergraphSay\("([^"]+)"', scripts))


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_all_words_with_their_places(language: str) -> None:
    words = catalogue(language)
    assert set(words) == ENGLISH
    assert [english for english, told in words.items() if not told.strip() or sorted(PLACES.findall(told)) != sorted(PLACES.findall(english))] == []


def test_what_is_said_stands_in_the_catalogues_and_nothing_else_does() -> None:
    assert said() - ENGLISH == set()
    months = {f"{NOW.replace(day=1, month=month):%b}" for month in range(1, 13)}
    scripts = in_scripts()
    of_policy = {role.replace("_", " ") for role in ROLES} | {*OPEN_AS.values(), NOTHING} | WORDS
    apps = {app_of(category) for category in (*PAINTS, *categories())}
    things = {kind_in_parts(model.partition("/")[0], model)[1] for model in TABLE}
    of_beliefs = {as_told(*each) for each in BELIEFS} | set(SENTENCES)
    of_agent = told_of_rights() | of_beliefs | {SEALED.today.text, NOTHING} | WORDS
    of_things = labels_of_things() | {feature.says for table in TABLES.values() for feature in table} | {
        PRIVATE_REASON, capital(STANDING), JOINED, SEEN, GONE, BACK}
    assert (of_agent | things | of_things) - ENGLISH == set()
    problems = {str(HistoryUnavailable())}
    told = literals() | said() | problems | months | apps | of_policy | of_agent | things | of_things | {
        kind_of(model.partition("/")[0], model) for model in TABLE}
    unused = {english for english in ENGLISH - told if f'"{english}"' not in scripts}
    assert unused == {f"{step} version of this question" for step in ("Previous", "Next")}


def test_every_fixed_part_of_the_chat_can_be_said_in_all_languages() -> None:
    fixed = (frame.skip_link(), frame.head(), frame.search(), frame.top(), frame.dialog(), frame.menu(), frame.toast(), frame.keys(), frame.unsent(),
             frame.names())
    assert Words("".join(fixed)).found - ENGLISH == SAME_IN_ALL - {",", *LANGUAGES.values()}


@pytest.mark.parametrize("language", OTHERS)
def test_the_side_is_drawn_in_the_language_that_is_spoken_and_what_people_wrote_stays(language: str) -> None:
    with speaking(language):
        drawn = str(chats([Session("s", "Today", 1, NOW, NOW)], NOW.date(), lambda moment: moment.date()))
        around = str(ways(Reader("ana@acme.test", is_operator=True, is_demo=True)))
        assert {"Today", say("Today"), say("More: {title}", title="Today")} <= Words(drawn).found
        assert [words for words in Words(around).found & ENGLISH if catalogue(language)[words] != words] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_page_that_is_not_there_or_not_for_the_reader_says_so_in_the_language_that_is_spoken(language: str) -> None:
    met = (NoSuchRoute(), NoSuchTalk(), NotShared(), NotOperator(), NotSignedIn(), UnknownPerson(), UnnamedCompany(),
           *(Declined(reason, title) for reason, title in ((Reason.NO_RECORD, "There is no such record."),
                                                           (Reason.NOT_PERMITTED, "This is not for you to see."),
                                                           (Reason.FAILED, "This cannot be looked up now."))))
    english = [problem_page(as_shown(error)) for error in met]
    with speaking(language):
        other = [problem_page(as_shown(error)) for error in met]
    both = [Words(one).found & Words(two).found - AS_THEY_ARE for one, two in zip(english, other, strict=True)]
    assert both == [set()] * len(met)


@pytest.mark.parametrize(("languages", "chosen", "spoken", "habits"), [
    ("de-CH,de;q=0.9", "", "de", "de-CH,de;q=0.9"), ("it,pt-BR;q=0.8,en;q=0.5", "", "pt", "it,pt-BR;q=0.8,en;q=0.5"), ("ja", "", "en", "ja"),
    ("en-US", "fr", "fr", "fr,en-US"), ("fr-CA", "fr", "fr", "fr-CA"), ("es", "<script>", "es", "es"), ("", "", "en", ""),
])
def test_the_language_is_the_one_that_was_chosen_else_the_first_of_the_browsers_that_there_is(
    languages: str, chosen: str, spoken: str, habits: str,
) -> None:
    assert (language_of(languages, chosen), read_as(languages, chosen)) == (spoken, habits)


def test_what_a_role_opens_is_told_in_the_language_that_is_spoken() -> None:
    with speaking("de"):
        assert opened(openings("finance", Policy())) == "Vergütung von allen, die Buchhaltung"
        assert opened(openings("payroll", Policy(payroll_needs=("hris.Employee.date_of_birth",)))).startswith("private Daten, soweit")


def test_values_are_put_in_as_they_are() -> None:
    with speaking("fr"):
        assert say("Instead: {label}", label="{name} {0}") == "Plutôt : {name} {0}"


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_wrong_in_the_settings_is_said_beside_its_field_in_the_language_that_is_spoken(language: str) -> None:
    said = Sentence("{email} stands here {times} times. Keep one, with all the roles.", email="ana@acme.test", times="2")
    with speaking(language):
        shown = tried("person", {}, Misplaced("settings", '{"people": [{"email": "ana@acme.test"}]}', ("people", 0, "email"), said))
        stale = tried("file", {}, BadInput(Sentence("There is no change to take back.")))
    assert (shown.name, shown.wrong) == ("email", catalogue(language)[said.words].format(email="ana@acme.test", times="2"))
    assert stale.wrong == catalogue(language)["There is no change to take back."] != "There is no change to take back."


@pytest.mark.parametrize("language, one, several", [
    ("en", "and 1 more record", "and 2 more records"), ("de", "und 1 weiterer Datensatz", "und 2 weitere Datensätze"),
])
def test_one_record_more_is_no_records(language, one, several):
    with speaking(language):
        assert (more_records(1), more_records(2)) == (one, several)
