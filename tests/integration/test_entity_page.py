"""The pages of people and things on the real parts: what each reader may know, and nothing else."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from ingest.sandbox import running
from kg.graph import Graph
from kg.hubs import join_due
from kg.schema import ensure_schema
from memory.preferences import Preference, Source
from tests.cases import each_case
from tests.integration.asked_company import ANA, BEN, CLEO, EVA, FINN, HOUSE, Office, opened, write_company
from tests.integration.axe import findings
from tests.integration.chromium import PATIENCE, browser
from tests.integration.kg_rows import employee, manager, write
from tests.integration.scripted import served
from tests.integration.small_company import merge_id
from tests.page_words import untranslated
from ui.sign_in.access import local_token
from ui.text.words import LANGUAGES
from workers.settings import make_settings

__all__ = ["browser"]                   # a fixture
MODELS = ("hris/Employee", "crm/User", "crm/Account", "crm/Contact", "crm/Engagement", "ticketing/User", "ticketing/Ticket", "accounting/Contact",
          "accounting/Invoice")
ANA_HERE, KENMORE = f"/entities/hris/Employee/{merge_id(HOUSE, 'Ana Ruiz')}", f"/entities/crm/Account/{merge_id(HOUSE, 'Kenmore Freight')}"
PRIVATE, ITS_PART = (f"/entities/ticketing/Ticket/{merge_id(HOUSE, name)}" for name in ("ATL-2", "ATL-3"))
BOOKS = f"/entities/accounting/Contact/{merge_id(HOUSE, 'Kenmore books')}"
NARROW, WIDE = 360, 1440
TALK = f"/entities/crm/Engagement/{merge_id(HOUSE, 'Insurance')}"


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory, graph_server: Any, redis_url: str, graph: Graph) -> Iterator[Office]:
    ensure_schema(graph)
    home = tmp_path_factory.mktemp("home")
    settings = make_settings(home=home, neo4j_uri=graph_server.uri, neo4j_password=graph_server.password, redis_url=redis_url)
    folder = write_company(tmp_path_factory.mktemp("explored") / HOUSE)
    with running([]) as sandbox, opened(folder, f"explored-{home.parent.name}".lower()[:60], sandbox, settings, MODELS) as stage:
        join_due(graph, stage.slug, run="test", now=datetime(2026, 11, 20, tzinfo=UTC))
        yield stage


@pytest.fixture(scope="module")
def url(office: Office) -> Iterator[str]:
    with served(office.installation) as address:
        yield address


def get(url: str, office: Office, person: str, path: str, language: str = "en-US") -> httpx.Response:
    owner = {"Authorization": f"Bearer {local_token(office.settings.home)}"}
    return httpx.get(url + path, cookies={"evergraph_person": person}, headers=owner | {"Accept-Language": language}, timeout=60)


def post(url: str, office: Office, person: str, path: str, **form: str) -> httpx.Response:
    headers = {"Authorization": f"Bearer {local_token(office.settings.home)}", "Origin": url}
    return httpx.post(url + path, data=form, cookies={"evergraph_person": person}, headers=headers, timeout=60)


def opened_by_ben(browser: Browser, url: str, office: Office, width: int) -> Page:
    owner = {"Authorization": f"Bearer {local_token(office.settings.home)}"}
    context = browser.new_context(viewport={"width": width, "height": 740}, extra_http_headers=owner)
    context.set_default_timeout(PATIENCE)
    context.add_cookies([{"name": "evergraph_person", "value": BEN, "url": url}])
    return context.new_page()


@pytest.mark.parametrize("language", sorted(LANGUAGES.keys() - {"en"}))
def test_pages_of_things_and_answers_are_drawn_in_the_readers_language(url: str, office: Office, language: str) -> None:
    assert office.ask(BEN, "Who owns Kenmore Freight?", session="told")["status"] == "answered"
    turn = office.installation.history.read(office.slug, BEN, "told")[-1]["id"]
    paths = ("/entities", KENMORE, ANA_HERE, f"{KENMORE}/way", f"/answers/told/{turn}")
    left = {path: untranslated(get(url, office, BEN, path).text, get(url, office, BEN, path, language).text) for path in paths}
    assert {path: texts for path, texts in left.items() if texts} == {}


def test_facts_days_and_reasons_of_joins_are_called_as_in_the_readers_language_and_what_several_apps_say_is_told_once(
    url: str, office: Office,
) -> None:
    customer, herself = (words(get(url, office, CLEO, path, "de")) for path in (KENMORE, ANA_HERE))
    assert "Branche Logistics" in customer and "Insurance Gespräch (CRM)" in customer and "Gespräch (CRM), " not in customer
    assert "für dasselbe gehalten wegen: derselbe Name" in herself
    assert "Dasselbe sagen: Benutzer (CRM) und Benutzer (Tickets)." in herself and "Zuerst gesehen" in herself


def words(page: httpx.Response) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page.text).split())


def test_a_customer_is_shown_with_its_owner_its_people_and_a_drawing_of_them(url: str, office: Office) -> None:
    page = get(url, office, BEN, KENMORE)
    told = words(page)
    assert page.status_code == 200
    assert all(name in told for name in ("Kenmore Freight", "CRM account", "Logistics", "Is owned by", "Ana Ruiz", "Bill Ashworth", "Greta Gilmore"))
    assert "Bill Tran" not in told
    drawn, _, listed = page.text.rpartition("</svg>")
    assert "2 CRM contacts" in drawn and 'href="#kind-2"' in drawn
    assert 'id="kind-2"' in listed and f'href="/entities/crm/Contact/{merge_id(HOUSE, "Bill Ashworth")}"' in listed
    assert "Website kenmore.example" in told and "their data is as of" in told


def test_facts_are_read_live_as_far_as_the_reader_may_see_them_and_dated_records_are_told_on_their_days(url: str, office: Office) -> None:
    told = words(get(url, office, EVA, BOOKS))
    assert "Still to come Dec 11, 2026 INV-7 accounting invoice, due date" in told
    assert "Insurance CRM conversation" in words(get(url, office, CLEO, KENMORE)) and "Insurance" not in words(get(url, office, BEN, KENMORE))


def test_person_page_joins_records_without_naming_the_private_match(url: str, office: Office) -> None:
    told = words(get(url, office, CLEO, ANA_HERE))
    assert "Why these records are one" in told
    assert "Ana Ruiz , CRM user and ticketing user: taken for the same by: same name" in told
    assert "Owns · CRM account Kenmore Freight" in told         # owned by the record of hers in the CRM
    other = get(url, office, CLEO, f"/entities/crm/User/{merge_id(HOUSE, 'crm Ana')}")
    assert (other.status_code, other.headers["location"]) == (303, ANA_HERE)
    assert words(post(url, office, CLEO, "/entities", q="Ana Ruiz")).count("Ana Ruiz ,") == 1
    assert not re.search(r"same address|birth date|mobile|private\.example|91000", told)


def test_path_between_two_entities_crosses_joined_records(url: str, office: Office) -> None:
    told = words(post(url, office, CLEO, f"{ANA_HERE}/way", **{"with": "Greta Gilmore"}))
    assert "Ana Ruiz , HR employee is the same as Ana Ruiz , CRM user owns Kenmore Freight , CRM account has the contact Greta Gilmore" in told


@pytest.mark.parametrize(("path", "allowed", "refused"), [(BOOKS, EVA, BEN), (PRIVATE, ANA, CLEO), (TALK, CLEO, BEN)])
def test_what_is_not_for_everybody_is_shown_to_those_it_is_for(url: str, office: Office, path: str, allowed: str, refused: str) -> None:
    assert get(url, office, allowed, path).status_code == 200
    page = get(url, office, refused, path)
    assert page.status_code == 403
    assert not any(name in words(page) for name in ("Kenmore", "Severance", "Insurance"))


def test_a_name_is_meant_otherwise_by_choosing_among_what_one_may_see(browser: Any, url: str, office: Office) -> None:
    then = datetime(2026, 11, 20, tzinfo=UTC)
    said = Preference("name_means", "bill", "Bill Tran", Source("s", "m", "by Bill I mean Bill Tran", then))
    kept = office.installation.preferences.learn(office.slug, BEN, said, then)
    assert kept is not None
    assert post(url, office, BEN, "/preferences/names", q="INV-7").json() == []
    assert "INV-7" in post(url, office, EVA, "/preferences/names", q="INV-7").json()
    refused = post(url, office, BEN, f"/preferences/{kept.preference.id}/change", value="INV-7")
    assert refused.status_code == 400 and "Nothing that you may see is called “INV-7”." in words(refused)
    page = opened_by_ben(browser, url, office, NARROW)
    page.goto(f"{url}/preferences")
    page.get_by_text("Change it", exact=True).press("Enter")
    name = page.get_by_label("It should be")
    name.fill("")
    name.press_sequentially("Bill A")
    expect(page.locator("datalist option[value='Bill Ashworth']")).to_have_count(1)
    name.fill("ashworth")
    name.press("Enter")
    expect(page.get_by_role("heading", name="From now on by “Bill” I take “Bill Ashworth”.")).to_be_visible()
    expect(page.get_by_text("Bill Ashworth, CRM contact")).to_be_visible()
    expect(page.get_by_role("button", name="Save")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Changed")
    now = office.installation.preferences.of(office.slug, BEN).current[-1].preference
    assert (now.value, now.keys) == ("Bill Ashworth", (f"{office.slug}|crm|Contact|{merge_id(HOUSE, 'Bill Ashworth')}",))
    page.context.close()


@each_case("begun, offered", [("ke", "Kenmore Freight"), ("Kenmore F", "Kenmore Freight"), ("freig", "Kenmore Freight"), ("ashw", "Bill Ashworth"),
                             ("bi tr", "Bill Tran"), ("zebr", "")])
def test_a_name_is_offered_from_its_first_letters_and_found_by_them(url: str, office: Office, begun: str, offered: str) -> None:
    names, page = post(url, office, CLEO, "/preferences/names", q=begun).json(), words(post(url, office, CLEO, "/entities", q=begun))
    assert (offered in names, offered in page) == (True, True) if offered else (names, "I find nothing" in page) == ([], True)
    assert "INV-7" not in post(url, office, BEN, "/preferences/names", q="IN").json(), "what one may not know of is not offered"


def test_a_name_is_offered_in_a_question_behind_an_at_and_taken_by_keyboard(browser: Any, url: str, office: Office) -> None:
    page = opened_by_ben(browser, url, office, NARROW)
    page.goto(url)
    box, offers = page.get_by_label("Your question"), page.get_by_role("option").and_(page.locator("#eg-names li"))
    expect(box).to_be_visible(timeout=60_000)           # the chat is loaded once somebody wants it
    box.press_sequentially("Whose is @kenm")
    expect(offers).to_have_text(["Kenmore Freight"])
    expect(box).to_have_attribute("aria-activedescendant", "eg-name-0")
    assert findings(page) == []
    box.press("Escape")
    expect(offers).to_have_count(0)
    expect(box).to_have_value("Whose is @kenm")
    box.press_sequentially("o")
    expect(offers).to_have_count(1)
    box.press("Enter")
    expect(box).to_have_value("Whose is Kenmore Freight ")
    expect(offers).to_have_count(0)
    said = page.locator('#talk [data-testid="user"]')
    expect(said.filter(has_text="Whose is")).to_have_count(0)       # nothing was asked
    box.press_sequentially("bill@kenm")
    box.press("Enter")
    expect(said.last).to_have_text("Whose is Kenmore Freight bill@kenm")
    page.context.close()


def test_a_name_is_added_as_the_record_that_was_chosen_for_it(url: str, office: Office) -> None:
    told = words(post(url, office, CLEO, "/preferences/add", subject="the hauler", value="kenmore"))
    assert "From now on by “the hauler” I take “Kenmore Freight”." in told or "Which one do you mean?" in told
    key = f"{office.slug}|crm|Account|{merge_id(HOUSE, 'Kenmore Freight')}"
    assert post(url, office, CLEO, "/preferences/added", subject="hauler", value="kenmore", key=key).status_code == 303
    kept = office.installation.preferences.of(office.slug, CLEO).current[-1].preference
    assert (kept.relation, kept.value, key in kept.keys) == ("name_means", "Kenmore Freight", True)


def test_nothing_tells_that_something_was_left_out(url: str, office: Office) -> None:
    for person, is_shown in ((EVA, True), (BEN, False)):
        found = words(post(url, office, person, "/entities", q="INV-7"))
        assert ("accounting invoice" in found) is is_shown
    assert "I find nothing for “INV-7” that you may see." in words(post(url, office, BEN, "/entities", q="INV-7"))
    told = words(get(url, office, CLEO, ITS_PART))
    assert "Part of something" in told
    assert "Severance" not in told and merge_id(HOUSE, "ATL-2") not in get(url, office, CLEO, ITS_PART).text


def test_who_has_left_or_asks_for_another_company_gets_nothing(url: str, office: Office) -> None:
    assert get(url, office, FINN, KENMORE).status_code == 403
    assert get(url, office, BEN, f"/entities/crm/Account/{merge_id(HOUSE, 'nobody')}").status_code == 404
    other = f"other|crm|Account|{merge_id(HOUSE, 'Foxglove Apparel')}"
    assert "Foxglove" not in words(get(url, office, BEN, f"{KENMORE}/way?to={other}"))


def test_a_relation_that_the_company_keeps_from_everybody_is_not_shown(url: str, office: Office) -> None:
    tenants = office.installation.tenants
    before = tenants.get(office.slug)
    policy = before.company.definitions.policy.model_copy(update={"never": ("hris.Employee.manager",)})
    definitions = before.company.definitions.model_copy(update={"policy": policy})
    assert "Eva Stone" in words(get(url, office, CLEO, ANA_HERE))
    tenants.save(before.model_copy(update={"company": before.company.model_copy(update={"definitions": definitions})}))
    try:
        assert "Eva Stone" not in words(get(url, office, CLEO, ANA_HERE))
    finally:
        tenants.save(before)


def test_entity_pages_work_by_keyboard_on_a_narrow_dark_screen(browser: Any, url: str, office: Office) -> None:
    page = opened_by_ben(browser, url, office, NARROW)
    page.emulate_media(color_scheme="dark")
    page.goto(f"{url}/entities")
    page.get_by_label("Name").fill("Kenmore")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Kenmore Freight").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Kenmore Freight", level=1)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator("svg a", has_text="2 CRM contacts").focus()
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Bill Ashworth", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Bill Ashworth", level=1)).to_be_visible()
    page.get_by_role("link", name="Ask about this").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Your question")).to_have_value("Who is Bill Ashworth?")
    expect(page.get_by_label("Your question")).to_be_focused()
    page.context.close()


@pytest.mark.parametrize("width", [NARROW, WIDE])
def test_no_page_keeps_anybody_out_or_needs_sideways_scrolling(browser: Browser, url: str, office: Office, width: int) -> None:
    assert office.ask(BEN, "Who owns Kenmore Freight?", session="seen")["status"] == "answered"
    turn = office.installation.history.read(office.slug, BEN, "seen")[-1]["id"]
    page, found = opened_by_ben(browser, url, office, width), []
    looked = (("/entities", "Kenmore"), ("/entities", "nobody"), (ANA_HERE, "Greta Gilmore"))
    opened = ((path, "") for path in ("/entities", KENMORE, f"/answers/seen/{turn}", BOOKS, "/api/nowhere"))        # the last two are refused
    for path, name in (*looked, *opened):
        page.goto(url + path)
        if name:
            main = page.locator("main")
            main.get_by_role("textbox").or_(main.get_by_role("combobox")).fill(name)
            with page.expect_navigation():
                page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        found += findings(page)
    page.context.close()
    assert found == []


def test_answer_page_and_drawing_are_open_only_to_its_asker(url: str, office: Office) -> None:
    assert office.ask(BEN, "Who owns Kenmore Freight?", session="rests")["status"] == "answered"
    turn = office.installation.history.read(office.slug, BEN, "rests")[-1]["id"]
    shown, drawn = (get(url, office, BEN, f"/answers/rests/{turn}{file}") for file in ("", "/graph.svg"))
    assert "Who owns Kenmore Freight?" in words(shown)
    assert (shown.status_code, drawn.status_code, drawn.headers["content-type"]) == (200, 200, "image/svg+xml")
    assert "Kenmore Freight" in drawn.text and "<script" not in drawn.text
    for file in ("", "/graph.svg"):
        assert get(url, office, CLEO, f"/answers/rests/{turn}{file}").status_code == 404


def test_a_record_that_others_lead_to_and_that_was_not_read_says_so(url: str, office: Office) -> None:
    write(office.installation.graph, office.slug, [employee(office.slug, "new-here", "Zed Novak")], [manager(office.slug, "new-here", "awaited")])
    page = get(url, office, BEN, "/entities/hris/Employee/awaited")
    assert page.status_code == 404
    assert "This employee has not been read from its app yet." in words(page)
