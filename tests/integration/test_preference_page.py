"""What Evergraph believes of a person, on the page: seen, corrected by keyboard, kept from everybody else."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from memory.preferences import Preference, PreferenceRecord, Source
from tests.integration.axe import findings
from tests.integration.chromium import browser
from tests.integration.scripted import ANA, BOB, HOSTILE, NOW, OLA, ScriptedInstallation
from tests.page_words import untranslated
from ui.text.words import LANGUAGES

__all__ = ["browser"]                   # a fixture
INDUSTRY = '{"set": "crm/Account", "where": [{"field": "crm/Account.industry", "value": "Mining"}]}'


@pytest.fixture
def bill(installation: ScriptedInstallation) -> PreferenceRecord:
    """Ana said once, yesterday, whom she means by Bill; nothing else is known of anybody."""
    for person in (ANA, BOB, OLA):
        installation.preferences.erase("acme", person)
        installation.history.forget_person("acme", person)
    source = Source("s1", "m1", f"when I say Bill I mean Bill Stone {HOSTILE}", NOW - timedelta(days=1))
    kept = installation.preferences.learn("acme", ANA, Preference("name_means", "bill", "Bill Stone", source, ("acme|crm|Contact|2",)), NOW)
    assert kept is not None
    return kept


def as_person(url: str, person: str, **headers: str) -> httpx.Client:
    return httpx.Client(base_url=url, cookies={"evergraph_person": person}, headers=headers, timeout=30)


@pytest.mark.parametrize("language", sorted(LANGUAGES.keys() - {"en"}))
def test_the_page_is_drawn_in_the_readers_language(url: str, installation: ScriptedInstallation, bill: PreferenceRecord, language: str) -> None:
    with as_person(url, ANA) as english, as_person(url, ANA, **{"Accept-Language": language}) as other:
        for api in (english, other):
            api.headers["Origin"] = url
        assert other.post(f"/preferences/{bill.preference.id}/pinned").status_code == 303
        pages = [(english.get(path).text, other.get(path).text) for path in ("/preferences", "/preferences?done=pinned")]
    with as_person(url, BOB) as english, as_person(url, BOB, **{"Accept-Language": language}) as other:
        pages.append((english.get("/preferences").text, other.get("/preferences").text))
    assert [untranslated(*both) for both in pages] == [set(), set(), set()]
    assert not any("I take" in told or "I show" in told for _, told in pages), "nor is what is believed told in English"


def holds(installation: ScriptedInstallation, person: str = ANA) -> dict[str, Any]:
    return {k.preference.value: k for k in installation.preferences.of("acme", person).current}


@pytest.fixture
def page(browser: Any, url: str, bill: PreferenceRecord) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 360, "height": 740}, color_scheme="dark")
    context.add_cookies([{"name": "evergraph_person", "value": ANA, "url": url}])
    page = context.new_page()
    page.goto(f"{url}/preferences")
    yield page
    context.close()


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).focus()
    page.keyboard.press("Enter")


def test_a_belief_is_changed_pinned_turned_off_forgotten_and_brought_back_by_keyboard(page: Page, installation: ScriptedInstallation) -> None:
    expect(page.get_by_role("heading", name="By “Bill” I take “Bill Stone”")).to_be_visible()
    expect(page.get_by_text("19 Nov 2026, you told me")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_text("Change it", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_label("It should be").fill("Bill Ashworth")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="From now on by “Bill” I take “Bill Ashworth”.")).to_be_visible()
    expect(page.get_by_text("Until now by “Bill” I take “Bill Stone”.")).to_be_visible()
    assert "Bill Stone" in holds(installation) and findings(page) == []
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Changed")
    for button, said in (("Pin", "Pinned"), ("Turn off", "Turned off"), ("Forget", "Forgotten")):
        press(page, f"{button}: by “Bill” I take “Bill Ashworth”")
        expect(page.get_by_role("status")).to_contain_text(said)
    expect(page.get_by_text("I have learned nothing about you yet.")).to_be_visible()
    press(page, "Take it back")
    expect(page.get_by_role("heading", name="By “Bill” I take “Bill Ashworth”")).to_be_visible()
    kept = holds(installation)["Bill Ashworth"]
    assert (kept.is_pinned, kept.is_on) == (True, False)
    assert page.title() == "What Evergraph believes about you · Evergraph"       # words of a person ran nothing
    assert page.locator("img").count() == 0


def test_the_head_is_one_row_on_a_phone_and_opens_its_ways_by_keyboard(page: Page) -> None:
    assert page.locator("body > header").evaluate("head => head.getBoundingClientRect().height") <= 60
    ways = page.get_by_role("link", name="People and things")
    expect(ways).to_be_hidden()
    press(page, "Pages")
    expect(ways).to_be_visible()
    expect(page.get_by_title(ANA)).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Ask")).to_be_focused()
    page.keyboard.press("Escape")
    expect(ways).to_be_hidden()
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(ways).to_be_visible()


def test_words_of_ones_own_are_added_by_keyboard_once_it_is_told_what_they_do(page: Page, installation: ScriptedInstallation) -> None:
    page.get_by_label("When I say").fill("key accounts")
    page.get_by_label("I mean").fill("the moon")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("I find nothing called “the moon” that you may see, and cannot read it")
    expect(page.get_by_label("When I say")).to_have_value("key accounts")
    expect(page.get_by_label("I mean")).to_be_focused()
    assert findings(page) == []
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("customers with an open deal")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="From now on by “key accounts” I take “customers with an open deal”.")).to_be_visible()
    expect(page.get_by_text("That is read as: the customers with an open deal.")).to_be_visible()
    assert "customers with an open deal" not in holds(installation) and findings(page) == []
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Added")
    added = holds(installation)["customers with an open deal"].preference
    assert (added.relation, added.subject, added.authority) == ("term_means", "key accounts", "statement")


def test_how_results_are_shown_is_chosen_from_a_list_beside_what_held_until_then(page: Page, installation: ScriptedInstallation) -> None:
    for choice, before in (("I show leave in days", ""), ("I show leave in hours", "Until now I show leave in days.")):
        page.get_by_label("How results are shown").focus()
        page.get_by_label("How results are shown").select_option(label=choice)
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name=f"From now on {choice}.")).to_be_visible()
        expect(page.get_by_text("Until now")).to_have_text([before] if before else [])
        page.keyboard.press("Enter")
        expect(page.get_by_role("status")).to_contain_text("Added")
    assert [(k.preference.subject, value) for value, k in holds(installation).items() if k.preference.relation == "unit"] == [("leave", "hours")]


@pytest.mark.parametrize(("form", "told"), [
    ({"subject": "", "value": "customers"}, "Write a word or two"), ({"subject": "bill", "value": "bill"}, "Write a word or two"),
    ({"choice": "unit|leave|fortnights"}, "Write a word or two"), ({"subject": "herd", "value": "<i>zebras</i>"}, "I find nothing called"),
])
def test_a_form_that_cannot_be_used_keeps_nothing_and_says_why(url: str, bill: PreferenceRecord, form: dict[str, str], told: str) -> None:
    with as_person(url, ANA, Origin=url) as client:
        answers = [client.post(path, data=form) for path in ("/preferences/add", "/preferences/added")]
        assert [(each.status_code, told in each.text, "<i>" in each.text) for each in answers] == [(400, True, False)] * 2
        assert len(client.get("/api/preferences").json()["now"]) == 1


def test_what_was_never_to_be_learned_is_not_added_either(url: str, installation: ScriptedInstallation, bill: PreferenceRecord) -> None:
    form = {"subject": "vip", "value": "customers"}
    with as_person(url, ANA, Origin=url) as client:
        assert client.post("/preferences/added", data=form).status_code == 303
        client.post(f"/preferences/{holds(installation)['customers'].preference.id}/never")
        refused = client.post("/preferences/added", data=form)
    assert (refused.status_code, "Allow it again on this page first." in refused.text) == (400, True)


def test_what_is_never_to_be_learned_is_listed_until_it_is_allowed_again(
    page: Page, installation: ScriptedInstallation, bill: PreferenceRecord,
) -> None:
    press(page, "Never learn this: by “Bill” I take “Bill Stone”")
    expect(page.get_by_role("heading", name="What I never learn")).to_be_visible()
    assert installation.preferences.of("acme", ANA).never == {bill.preference.about}
    press(page, "Allow again")
    expect(page.get_by_role("heading", name="What I never learn")).to_have_count(0)
    assert installation.preferences.of("acme", ANA).never == frozenset()


def test_answers_in_which_it_was_used_are_shown_with_their_question(url: str, installation: ScriptedInstallation, bill: PreferenceRecord) -> None:
    told = "by “Bill” Bill Stone is meant, as you told me on 2026-11-19; say “forget bill” to change that"
    for number, text in enumerate((told, "Something else.")):
        answer = {"status": "answered", "text": text, "references": []}
        installation.history.append("acme", ANA, "s2", {"id": f"t{number}", "at": NOW, "question": f"Who is Bill {number}?", "answer": answer})
    with as_person(url, ANA) as client:
        shown = client.get("/preferences").text
    assert ("Used in 1 answer" in shown, "Who is Bill 0?" in shown, "Who is Bill 1?" in shown) == (True, True, False)


def test_nobody_sees_or_changes_what_is_another_persons(url: str, installation: ScriptedInstallation, bill: PreferenceRecord) -> None:
    with as_person(url, BOB, Origin=url) as bob:
        assert "when I say Bill" not in bob.get("/preferences").text
        refused = bob.post(f"/preferences/{bill.preference.id}/forgotten")
    assert (refused.status_code, "Bill Stone" in holds(installation)) == (400, True)


def test_a_form_of_another_site_or_of_nowhere_does_nothing(url: str, installation: ScriptedInstallation, bill: PreferenceRecord) -> None:
    for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"}, {}):
        with as_person(url, ANA, **headers) as client:
            refused = client.post(f"/preferences/{bill.preference.id}/forgotten")
        assert (refused.status_code, refused.headers["content-type"]) == (401, "text/html; charset=utf-8")
    assert "Bill Stone" in holds(installation)


def test_a_value_that_cannot_be_used_is_refused_with_what_to_do(url: str, installation: ScriptedInstallation, bill: PreferenceRecord) -> None:
    source = Source("s1", "m2", "show my vacation in days", NOW)
    unit = installation.preferences.learn("acme", ANA, Preference("unit", "leave", "days", source), NOW)
    assert unit is not None
    with as_person(url, ANA, Origin=url) as client:
        refused = client.post(f"/preferences/{unit.preference.id}/edited", data={"value": "<i>weeks</i>"})
        assert (refused.status_code, "Take one of: hours, days" in refused.text, "<i>" in refused.text) == (400, True, False)
        shown = client.post(f"/preferences/{unit.preference.id}/change", data={"value": "hours"}).text
        assert "From now on I show leave in hours." in shown and "Until now I show leave in days." in shown
        assert client.post(f"/preferences/{unit.preference.id}/edited", data={"value": "hours"}).headers["location"] == "/preferences?done=edited"
    assert "hours" in holds(installation)


@pytest.mark.parametrize(("learned", "choices", "chosen", "told"), [
    (("default", "industry", "Mining", INDUSTRY), ["Logistics", "Retail", "Mining"], "Retail", "unless you say otherwise, industry is Retail"),
    (("metric_basis", "revenue", "booked", ""), ["sales", "customer", "invoiced", "booked", "won"], "invoiced", "revenue is invoiced revenue"),
])
def test_another_value_is_chosen_out_of_those_that_there_are(
    page: Page, installation: ScriptedInstallation, learned: tuple[str, str, str, str], choices: list[str], chosen: str, told: str,
) -> None:
    relation, subject, value, plan = learned
    kept = installation.preferences.learn("acme", ANA, Preference(relation, subject, value, Source("s1", "m4", "so", NOW), plan=plan), NOW)
    assert kept is not None
    page.reload()
    card = page.locator(f"#p-{kept.preference.id}")
    card.get_by_text("Change it", exact=True).press("Enter")
    field = card.get_by_label("It should be")
    assert (field.locator("option").all_inner_texts(), field.input_value()) == (choices, value)
    field.select_option(chosen)
    card.get_by_role("button", name="Show what changes").press("Enter")
    expect(page.get_by_role("heading", name=f"From now on {told}.")).to_be_visible()
    assert findings(page) == []
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Changed")
    assert holds(installation)[chosen].preference.plan == plan.replace(value, chosen), "the plan goes with the value"


@pytest.mark.parametrize(("relation", "value", "plan"), [
    ("time_means", "April to October", '{"period": ["04-01", "11-01"]}'), ("claim", "has 40 people", ""),
    ("default", "open", '{"set": "crm/Account", "where": [{"is": "crm/Account.open"}]}'),
])
def test_what_only_words_can_say_is_changed_in_the_chat_and_keeps_its_plan(
    url: str, installation: ScriptedInstallation, bill: PreferenceRecord, relation: str, value: str, plan: str,
) -> None:
    kept = installation.preferences.learn("acme", ANA, Preference(relation, "season", value, Source("s1", "m5", "so", NOW), plan=plan), NOW)
    assert kept is not None
    with as_person(url, ANA, Origin=url) as client:
        page = client.get("/preferences").text
        assert page.count("To change it, say it anew in the chat.") == 1 and f"/preferences/{kept.preference.id}/change" not in page
        refused = client.post(f"/preferences/{kept.preference.id}/edited", data={"value": "May to June"})
        assert (refused.status_code, "say it anew there" in refused.text) == (400, True)
        assert client.put(f"/api/preferences/{kept.preference.id}", json={"value": "May to June"}).status_code == 400
    assert holds(installation)[value].preference.plan == plan


def test_what_was_proposed_for_everybody_is_confirmed_by_operators_only(url: str, installation: ScriptedInstallation, bill: PreferenceRecord) -> None:
    source = Source("s1", "m3", "for all of us, MRR means monthly revenue", NOW)
    made = installation.preferences.learn("acme", ANA, Preference("term_means", "mrr", "monthly revenue", source, scope="tenant"), NOW)
    assert made is not None
    confirm = f"/preferences/shared/{made.preference.id}/confirmed"
    with as_person(url, ANA, Origin=url) as ana, as_person(url, OLA, Origin=url) as ola:
        assert "Confirm" not in ana.get("/preferences").text
        assert ana.post(confirm).status_code == 403
        assert "Confirm: by “MRR”" in ola.get("/preferences").text
        assert ola.post(confirm).status_code == 303
        assert f"confirmed by {OLA}" in ana.get("/preferences").text


def test_another_value_for_everybody_waits_for_an_operator_again(url: str, installation: ScriptedInstallation, bill: PreferenceRecord) -> None:
    one = Preference("unit", "leave", "hours", Source("s1", "m4", "for all of us", NOW), scope="tenant")
    made = installation.preferences.learn("acme", ANA, one, NOW)
    assert made is not None
    installation.preferences.decide("acme", made.preference.id, confirm=True, operator=OLA, at=NOW)
    with as_person(url, ANA, Origin=url) as ana:
        changed = ana.post(f"/preferences/{made.preference.id}/edited", data={"value": "weeks"})
        assert changed.headers["location"] == "/preferences?done=proposed"
        assert "once an operator confirms it" in ana.get("/preferences?done=proposed").text
    assert not installation.preferences.known("acme", BOB).effective
