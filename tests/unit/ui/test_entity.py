"""The page of a thing, drawn of what is known of it."""

from datetime import UTC, datetime

from agent.access.explore import Entity, Thing, Tie
from agent.answer import Visible
from agent.dialogue.entity_page import Dated, Sheet
from tests.page_words import Words
from ui.pages.entity import Telling, entity_page
from ui.pages.layout import Reader
from ui.text.words import speaking

NOW = datetime(2026, 11, 20, tzinfo=UTC)
ANA, SALES, ITS_NAMESAKE, BOARD = (Thing(f"acme|hris|{model}|{number}", Visible(name)) for number, (model, name) in enumerate(
    (("Employee", "Ana Ruiz"), ("Group", "Sales"), ("Group", "Sales"), ("Group", "Board"))))


def test_what_is_around_it_and_when_is_told_in_the_language_that_is_spoken() -> None:
    contact, bill, company = (Thing(f"acme|accounting|{model}|1", Visible(name)) for model, name in (
        ("Contact", "Ann"), ("Invoice", "FL-1"), ("CompanyInfo", "Fennimore")))
    ties = (Tie(bill, "WITH_CONTACT", contact), Tie(contact, "OF_COMPANY", company))
    ann = Entity(contact, "live", (Visible("Ann"),), None, {}, None, None, (), ties, (), ())
    with speaking("de"):
        told, sheet = Telling(Reader("ana@acme.test"), lambda moment: moment, NOW), Sheet((), (Dated(NOW, "payment", bill),), ())
        drawn = Words(str(entity_page(told, ann, sheet))).found
    around = {text.partition(" · ")[0] for text in drawn if " · " in text}
    assert {"Ist Kontakt bei", "Gehört zu"} <= around and ", Zahlung" in "".join(drawn) and not any("payment" in text for text in drawn)


def test_what_is_not_known_has_no_card_and_nothing_is_said_to_be_tied_only_where_nothing_is() -> None:
    interview, application = Thing("acme|ats|ScheduledInterview|1", None), Thing("acme|ats|Application|1", None)
    bare = Entity(interview, "live", (), None, {}, None, None, (), (), (), ())
    told = Telling(Reader("ana@acme.test"), lambda moment: moment, NOW)
    alone, dated = (Words(str(entity_page(told, bare, Sheet((), days, ())))).found for days in ((), (Dated(NOW, "applied", application),)))
    assert "What is known" not in alone | dated and "What it is found by" in alone & dated
    nothing = "Nothing that you may see is tied to this."
    assert nothing in alone and nothing not in dated and "When" in dated


def test_several_of_one_name_are_named_once_and_each_has_its_way() -> None:
    ties = tuple(Tie(ANA, "IN_GROUP", group) for group in (SALES, ITS_NAMESAKE, BOARD))
    ana = Entity(ANA, "live", (Visible("Ana Ruiz"),), None, {}, None, None, (), ties, (), ())
    drawn = str(entity_page(Telling(Reader("ana@acme.test"), lambda moment: moment, NOW), ana, Sheet((), (), ())))
    listed = drawn[drawn.rindex('id="kind-1"'):].partition("</ul>")[0]
    assert [listed.count(f"/entities/hris/Group/{number}\"") for number in (1, 2, 3)] == [1, 1, 1]
    assert {"Sales", "(2)", "Sales (2)", "Board"} <= Words(f"<p {listed}").found and listed.count(">Sales<") == 1
