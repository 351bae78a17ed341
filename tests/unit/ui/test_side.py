"""The side of the chat: conversations by day, what a search found, and who can be chosen in a demo."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from memory.sessions import FoundLine, Session
from tests.cases import each_case
from ui.asking.conversation import Welcome
from ui.chat.side import Reader, chats, hits, ways
from ui.chat.welcome import welcomed
from ui.pages.candidates import Candidate, a_few, found
from ui.pages.who import MOST_CARDS, who_page
from ui.text.labels import initials, name_of
from ui.text.words import speaking

NOW = datetime(2026, 11, 20, 9, tzinfo=UTC)
BOLD = "<b>bold</b>"


def session(name: str, days_ago: int = 0) -> Session:
    return Session(name, f"About {name}", 1, NOW, NOW - timedelta(days=days_ago))


def listed(*sessions: Session) -> str:
    return str(chats(sessions, NOW.date(), lambda moment: moment.date()))


def test_conversations_stand_under_the_day_on_which_they_were_used_last() -> None:
    drawn = listed(session("a"), session("b", 1), session("c", 2), session("d", 40))
    assert [part.partition("</h2>")[0] for part in drawn.split("<h2>")[1:]] == ["Today", "Yesterday", "Earlier"]
    assert drawn.index("About c") < drawn.index("About d") and drawn.count("<h2>Earlier") == 1


def test_what_is_pinned_stays_on_top_however_long_ago_it_was_used() -> None:
    drawn = listed(*(session(f"n{n}") for n in range(60)), replace(session("old", 90), pinned=True))
    assert [part.partition("</h2>")[0] for part in drawn.split("<h2>")[1:]] == ["Pinned", "Today"]
    assert drawn.index("About old") < drawn.index("About n0") and drawn.count('data-pinned="true"') == 1


def test_folders_stand_below_what_is_pinned_by_name_with_all_that_is_in_them() -> None:
    kept = [replace(session(f"k{n}", 90), folder="b<i>") for n in range(55)]
    drawn = listed(session("new"), *kept, replace(session("a", 3), folder="A"), replace(session("top"), pinned=True, folder="A"))
    assert [part.partition("</h2>")[0] for part in drawn.split("<h2>")[1:]] == ["Pinned", "A", "b&lt;i&gt;", "Today"]
    assert drawn.count('data-do="open"') == 58 and 'data-folder="b&lt;i&gt;"' in drawn


def test_conversations_that_begin_alike_are_told_apart_by_when_they_were_used_and_what_was_asked_last() -> None:
    alike = [Session(name, f"How many open tickets are there{more}?", 1, NOW, NOW, latest=latest)
             for name, more, latest in (("a", "", "Who owns them?"), ("b", " by team", ""))]
    drawn = listed(*alike, session("c"))
    assert "<small>20 Nov 2026 · Who owns them?</small>" in drawn and "<small>20 Nov 2026</small>" in drawn
    assert drawn.count("<small>") == 2


def test_a_title_is_text() -> None:
    drawn = listed(Session("s", BOLD, 1, NOW, NOW))
    assert BOLD not in drawn and "&lt;b&gt;bold" in drawn
    assert "will stand here" in listed()


def line(where: str, text: str) -> FoundLine:
    return FoundLine(where, "t:q", "person", NOW, text, 1.0)


def test_what_is_found_shows_the_words_where_they_stand_best_first() -> None:
    drawn = str(hits([line("b", f"once upon a time, long before anybody asked, there was a {BOLD} walrus"), line("a", "Walrus papers")],
                     {"a": "Papers", "b": "Tale", "c": "Walruses", "d": "Seals"}, "walrus"))
    assert drawn.index("Tale") < drawn.index("Papers") < drawn.index("data-title=\"Walruses\"")
    assert drawn.count("<mark>") == 3 and "…" in drawn and BOLD not in drawn and "Seals" not in drawn
    assert "holds these words" in str(hits([], {"a": "Papers"}, "walrus"))


@pytest.mark.parametrize(("email", "name", "face"), [
    ("ana.ruiz@acme.test", "Ana Ruiz", "AR"), ("bo@acme.test", "Bo", "BO"), ("@acme.test", "@acme.test", "@A"),
])
def test_somebody_is_called_by_their_address(email: str, name: str, face: str) -> None:
    assert (name_of(email), initials(email)) == (name, face)


def test_who_may_be_somebody_else_is_led_there_and_only_operators_to_their_pages() -> None:
    ordinary, operator = str(ways(Reader("ana@acme.test"))), str(ways(Reader("ola@acme.test", is_operator=True, is_demo=True)))
    assert "/operator" not in ordinary and "/who" not in ordinary
    assert 'href="/operator"' in operator and 'href="/who"' in operator
    assert 'href="/api/sign-in"' in str(ways(None, "/api/sign-in"))


@pytest.mark.parametrize(("welcome", "said", "unsaid"), [
    (Welcome("Acme", ("hris", "crm"), NOW, True), ("Hello Ana", "at Acme: HR and CRM.", "20 Nov 2026, 09:00", "A language model reads"), "No "),
    (Welcome("Acme", (), NOW, False), ("No app of Acme is connected", "No language model is set"), "oldest copy"),
    (Welcome("<b>Acme</b>", ("crm",), None, False), ("at &#60;b&#62;Acme", "CRM."), "oldest copy"),
])
def test_an_empty_conversation_says_what_can_be_asked_about_and_who_reads(welcome: Welcome, said: tuple[str, ...], unsaid: str) -> None:
    told = welcomed("ana.ruiz@acme.test", welcome)
    assert [part for part in said if part not in told] == [] and unsaid not in told


EVERYBODY = [Candidate(f"p{n}.plain@acme.test", "Acme") for n in range(50)] + [
    Candidate("olga@acme.test", "Acme", ("operator",)), Candidate("fay@bolt.test", "Bolt", ("finance", "hr_partner"))]


def test_a_few_people_are_one_of_each_kind_and_who_one_is_stands_first() -> None:
    few = a_few(EVERYBODY, "p7.plain@acme.test")
    assert few[0].email == "p7.plain@acme.test" and len(few) == MOST_CARDS
    assert {one.email for one in few} >= {"olga@acme.test", "fay@bolt.test"}
    many = [Candidate(f"f{n}@acme.test", "Acme", ("finance",) * (n % 2) + ("payroll",)) for n in range(9)]
    named = [one.email.partition("@")[0] for one in a_few([*many, *EVERYBODY])]
    assert named[:5] == ["p0.plain", "f0", "f1", "olga", "fay"]


@each_case(("words", "count"), [("fay", 1), ("HR partner", 1), ("bolt", 1), ("plain acme", 24), ("nobody", 0)])
def test_people_are_found_by_name_company_and_role(words: str, count: int) -> None:
    assert len(found(EVERYBODY, words)) == count


def test_the_page_says_what_is_special_about_everybody() -> None:
    drawn = str(who_page(None, a_few(EVERYBODY), len(EVERYBODY)))
    assert "runs Evergraph" in drawn and "sees the books" in drawn and "Search all 52 people" in drawn and drawn.count('name="email"') == MOST_CARDS
    with speaking("de"):
        drawn = str(who_page(None, a_few(EVERYBODY), len(EVERYBODY)))
    assert "Betreiber bei Acme" in drawn and "sieht das Verzeichnis" in drawn and " at Acme" not in drawn
