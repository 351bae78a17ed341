"""The pages for operators in a real browser, by keyboard: syncs, joins, a company's settings on the real registry, who sees what."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from ingest.sandbox import running
from kg.errors import BadInput
from kg.graph import Graph
from kg.schema import ensure_schema
from memory.readings import LearnedReading
from tests.integration.asked_company import HOUSE, Office, opened
from tests.integration.axe import findings
from tests.integration.chromium import browser
from tests.integration.guarded_company import ALL, MARA, OPERATOR, PAY, mail, write_company
from tests.integration.scripted import served
from tests.integration.scripted_operations import FINE, PAIR, ScriptedOperations
from tests.page_words import Words, untranslated
from ui.actions.operations import Pair, side
from ui.text.words import LANGUAGES
from workers.settings import make_settings
from workers.storage.tenant_registry import with_company
from workers.tenants.administration import TenantAdministration as OfficeOfSettings

__all__ = ["browser"]                   # a fixture
AS = "X-Forwarded-Email"
NARROW, WIDE = {"width": 360, "height": 740}, {"width": 1440, "height": 900}
PATHS = ("", "/joins", "/settings", "/readings", "/rights", "/connections", "/usage")


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory, graph_server: Any, redis_url: str, graph: Graph) -> Iterator[Office]:
    """A company of 17 people, whose sign-in is a proxy on this machine."""
    ensure_schema(graph)
    settings = make_settings(home=tmp_path_factory.mktemp("home"), neo4j_uri=graph_server.uri, neo4j_password=graph_server.password,
                             redis_url=redis_url, trusted_proxies="127.0.0.1/32")
    folder = write_company(tmp_path_factory.mktemp("seen") / HOUSE)
    with running([]) as sandbox, opened(folder, f"seen-{folder.parent.name}".lower()[:60], sandbox, settings, ("hris/Employee",)) as stage:
        yield stage


@pytest.fixture(scope="module")
def url(office: Office) -> Iterator[str]:
    plan = '{"acts": [{"goal": "card", "node": {"name": "{name1}", "model": "hris/Employee"}}]}'
    made = LearnedReading("what of {name1}", plan, "", mail(OPERATOR), office.installation.now(office.slug), "written")
    office.installation.readings.write(office.slug, made)
    with served(office.installation, operations=ScriptedOperations()) as address:
        yield address


@pytest.fixture
def page(browser: Any, url: str) -> Iterator[Page]:
    context = browser.new_context(viewport=NARROW, color_scheme="dark", extra_http_headers={AS: mail(OPERATOR)})
    page = context.new_page()
    page.goto(f"{url}/operator/settings")
    yield page
    context.close()


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).first.focus()
    page.keyboard.press("Enter")


def as_person(url: str, person: str, **headers: str) -> httpx.Client:
    return httpx.Client(base_url=url, headers={AS: person, **headers}, timeout=30)


@pytest.mark.parametrize("language", sorted(LANGUAGES.keys() - {"en"}))
def test_pages_for_operators_are_drawn_in_the_readers_language(url: str, language: str) -> None:
    of_catalogues = {"People", "files", "payroll", "email"}         # kinds of data and of apps whose words stand in our code, too
    paths = (*PATHS, "?done=delta", "/rights?kind=C&role=finance", f"/rights?viewer={mail(MARA)}&subject={mail('Ada Berg')}")
    tries = (("policy", {"managers_see_pay": "rows"}), ("word", {"name": "", "value": ""}))
    with as_person(url, mail(OPERATOR), Origin=url) as client:
        def drawn(spoken: str) -> list[str]:
            told = {"Accept-Language": spoken}
            pages = [client.get(f"/operator{path}", headers=told).text for path in paths]
            return pages + [client.post(f"/operator/settings/preview/{what}", data=form, headers=told).text for what, form in tries]

        left = [untranslated(*both) - of_catalogues for both in zip(drawn("en"), drawn(language), strict=True)]
    assert [texts for texts in left if texts] == []


@pytest.mark.parametrize("language", sorted(LANGUAGES.keys() - {"en"}))
def test_a_change_is_previewed_in_the_readers_language_with_the_fields_called_as_it_calls_them(url: str, language: str) -> None:
    change = {"managers_see_pay": "rows", "never+": "hris.Employee.start_date"}
    with as_person(url, mail(OPERATOR), Origin=url) as client:
        english, told = (Words(client.post("/operator/settings/preview/policy", data=change, headers={"Accept-Language": each}).text).found
                         for each in ("en", language))
    lines = {text for text in english if text.startswith(("Opens", "Closes", "What managers", "What is never shown"))}
    assert "What is never shown: HR employee: Start date now; it was empty." in lines
    assert len(lines) >= 4 and lines & told == set() and not any("Start date" in text for text in told)


@pytest.mark.parametrize("language", sorted(LANGUAGES.keys() - {"en"}))
def test_who_sees_what_and_why_is_told_in_the_readers_language(url: str, language: str) -> None:
    asked = f"/operator/rights?viewer={mail(MARA)}&subject={mail('Ada Berg')}"
    with as_person(url, mail(OPERATOR)) as client:
        english, told = (Words(client.get(asked, headers={"Accept-Language": each}).text).found for each in ("en", language))
    reasons = {text for text in english if text.startswith(("as ", "ask "))}
    assert len(reasons) >= 3 and reasons & told == set()


def test_a_switch_is_previewed_with_whom_it_opens_to_applied_and_taken_back(page: Page, office: Office) -> None:
    page.get_by_label("What managers see of pay").select_option("rows")
    page.get_by_label("Never shown to anybody: one more").select_option(label="HR employee: Start date")
    press(page, "Show what this opens: policy")
    expect(page.get_by_text("Opens pay to 3 managers (of up to")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    assert office.installation.tenants.get(office.slug).company.definitions.policy.managers_see_pay == "off"
    press(page, "Apply this")
    expect(page.get_by_role("status")).to_contain_text("from the next question on")
    policy = office.installation.tenants.get(office.slug).company.definitions.policy
    assert (policy.managers_see_pay, policy.never) == ("rows", ("hris.Employee.start_date",))
    expect(page.get_by_role("checkbox", name="HR employee: Start date")).to_be_checked()
    expect(page.get_by_label("Means").locator("option[value='crm.Opportunity']")).to_have_count(1)
    expect(page.get_by_role("cell", name=mail(OPERATOR)).last).to_be_visible()
    press(page, "Take back the last change")
    expect(page.get_by_role("status")).to_contain_text("Taken back")
    assert office.installation.tenants.get(office.slug).company.definitions.policy.managers_see_pay == "off"


def test_a_person_gets_a_role_and_a_scope_of_places_that_hr_knows(page: Page) -> None:
    offered = page.locator(f"datalist option[value='{mail(MARA)}']")
    expect(offered).to_have_text(MARA)
    expect(page.get_by_label("E-mail address")).to_have_attribute("list", page.locator("datalist").get_attribute("id") or "")
    page.get_by_label("E-mail address").fill(mail(MARA))
    form = page.locator("form", has=page.get_by_label("E-mail address"))
    form.get_by_label("hr partner", exact=True).check()
    places = form.get_by_role("combobox", name="Location", exact=True)
    assert places.locator("option").all_inner_texts() == ["any", "Berlin", "Oslo"]
    form.get_by_label("everybody", exact=True).check()
    places.select_option("Oslo")
    form.get_by_role("button").press("Enter")
    everybody = page.get_by_label("everybody", exact=True).and_(page.locator("[aria-invalid]"))
    expect(everybody).to_be_focused()
    expect(everybody).to_have_accessible_description("Choose either everybody or places.")
    expect(form.get_by_label("E-mail address")).to_have_value(mail(MARA))
    expect(form.get_by_label("hr partner", exact=True)).to_be_checked()
    assert findings(page) == []
    everybody.uncheck()
    form.get_by_role("button").press("Enter")
    expect(page.get_by_text("location Oslo")).to_be_visible()
    press(page, "Apply this")
    row = page.get_by_role("row").filter(has_text=mail(MARA)).first
    expect(row).to_contain_text("location Oslo")
    press(page, "Take back the last change")


def test_what_is_wrong_with_a_form_stands_beside_its_field_and_nothing_typed_is_lost(page: Page, url: str, office: Office) -> None:
    before = office.installation.tenants.get(office.slug)
    faulty = (("age", {"name": "hris.Employee", "value": "-3"}, "value"), ("age", {"name": "hris.Employee", "value": "soon"}, "value"),
              ("word", {"name": "", "value": "crm.Account"}, "name"), ("word", {"name": "squad", "value": "crm.Nothing"}, "value"),
              ("person", {"new": "new", "email": "nobody", "role_finance": "on"}, "email"),
              ("person", {"email": mail(OPERATOR), "role_finance": "on"}, "role_operator"), ("without", {"email": mail(OPERATOR)}, "role_operator"),
              ("policy", {"never+": "hris.Nothing"}, "never+"), ("file", {"text": "{"}, "text"))
    with as_person(url, mail(OPERATOR), Origin=url) as client:
        for what, form, name in faulty:
            sent = client.post(f"/operator/settings/preview/{what}", data=form)
            assert sent.status_code == 400
            page.set_content(sent.text)
            field = page.locator("[aria-invalid]")
            expect(field).to_have_attribute("name", name)
            told = page.get_by_role("alert").inner_text()
            expect(field).to_have_accessible_description(told)
            assert "definitions." not in told and "people." not in told
            expect(field).to_be_visible()
            if name in form and not name.endswith("+") and form[name] != "crm.Nothing" and form[name] != "soon":
                assert field.input_value().strip() == form[name]
    assert office.installation.tenants.get(office.slug) == before


def test_a_file_with_a_mistake_is_shown_again_whole_with_the_line(page: Page) -> None:
    page.get_by_text("Change the file", exact=True).press("Enter")
    area = page.locator("textarea")
    text = area.input_value()
    wrong = text.replace('"recruiter"', '"recruter"', 1)
    area.fill(wrong)
    press(page, "Show what this changes")
    line = wrong[: wrong.index('"recruter"')].count("\n") + 1
    expect(page.get_by_role("alert")).to_contain_text(f"Line {line}: Input should be")
    expect(area).to_have_value(wrong)
    area.fill(text)
    press(page, "Show what this changes")
    expect(page.get_by_text("The settings say that already.")).to_be_visible()


def test_the_page_says_what_one_may_see_of_another_and_why(page: Page, url: str) -> None:
    page.goto(f"{url}/operator/rights")
    page.get_by_label("Who asks").fill(mail(MARA))
    page.get_by_label("Of whom").fill(mail("Ada Berg"))
    page.keyboard.press("Enter")
    rows = page.get_by_role("row")
    expect(rows.filter(has_text="Dates of absence")).to_contain_text("as the direct manager")
    expect(rows.filter(has_text="Pay (C)")).to_contain_text("nothing")
    page.get_by_label("Of whom").fill("nobody@acme.example")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("HR lists no single active employee")


def test_trouble_comes_first_a_parked_message_runs_again_and_a_pair_is_settled_and_taken_back(page: Page, url: str) -> None:
    page.goto(f"{url}/operator")
    first = page.locator("#syncs tbody tr").first
    expect(first).to_contain_text("given up: Merge refuses the key.")
    press(page, "Run it again")
    expect(page.get_by_text("Nothing is parked.")).to_be_visible()
    page.goto(f"{url}/operator/joins")
    expect(page.get_by_text("Speaks for it: same company.")).to_be_visible()
    expect(page.get_by_text("Speaks against it: another first name.")).to_be_visible()
    expect(page.get_by_role("link", name="Ana Ruiz", exact=True)).to_have_attribute("href", "/entities/hris/Employee/1")
    press(page, "Never the same")
    expect(page.get_by_role("status")).to_contain_text("never joined")
    press(page, "Undo")
    expect(page.get_by_role("heading", name="1 to look at")).to_be_visible()
    assert page.locator("main img, a[href^='javascript']").count() == 0


def test_pairs_are_counted_whole_and_shown_a_page_at_a_time(office: Office) -> None:
    def pairs(state: str, count: int) -> list[Pair]:
        return [replace(PAIR, left=side(f"acme|hris|Employee|{state}{n}", f"Ana {state} {n}"), state=state) for n in range(count)]

    operations = ScriptedOperations(pairs("open", 51) + pairs("joined", 104))
    with served(office.installation, operations=operations) as address, as_person(address, mail(OPERATOR)) as client:
        first, last, beyond = (client.get(f"/operator/joins?page={number}").text for number in (1, 3, 9))
    assert "51 to look at" in first and "Ana open 49<" in first and "Ana open 50<" not in first
    assert "1–50 of 104" in first and "Ana joined 49<" in first and "Ana joined 50<" not in first
    assert "101–104 of 104" in last and "Ana joined 103<" in last and "page=2#settled" in last and "page=4" not in last
    assert beyond == last


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
def test_no_page_needs_sideways_scrolling(page: Page, url: str, size: Any) -> None:
    page.set_viewport_size(size)
    for path in PATHS:
        page.goto(f"{url}/operator{path}")
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], path
        assert page.evaluate("[...document.querySelectorAll('main .wide')].filter(e => e.scrollWidth > e.clientWidth + 1).length") == 0, path
        assert size is NARROW or page.evaluate("new Set([...document.querySelectorAll('nav.ways li')].map(e => e.offsetTop)).size") == 1, path
        expect(page.locator("nav.ways [aria-current]")).to_be_in_viewport()


def test_no_page_keeps_anybody_out(page: Page, url: str) -> None:
    found = []
    for path in PATHS:
        page.goto(f"{url}/operator{path}")
        found += findings(page)
    page.goto(f"{url}/operator/settings")
    page.get_by_label("What managers see of pay").select_option("rows")
    press(page, "Show what this opens: policy")
    expect(page.get_by_role("button", name="Apply this")).to_be_visible()
    found += findings(page)
    page.goto(f"{url}/operator/rights?viewer={mail(MARA)}&subject={mail('Ada Berg')}")
    assert found + findings(page) == []


def test_nobody_without_the_role_sees_or_changes_anything(url: str, office: Office) -> None:
    before = office.installation.tenants.get(office.slug)
    forms = [("/operator/sync", {}), ("/operator/joins/decide", {}), ("/operator/settings/preview/policy", {"managers_see_pay": "rows"}),
             ("/operator/connections/begin", {"category": "crm"}), ("/operator/connections/finish", {"category": "crm", "public_token": "x"}),
             ("/operator/connections/a1/let-go", {}), ("/operator/settings/apply", {"text": "{}"}), ("/operator/settings/undo", {}),
             ("/operator/readings/write", {"words": "x", "plan": "{}"}), ("/operator/readings/import", {"text": "{}"})]
    for person in (mail(ALL), mail(PAY), "stranger@acme.example"):
        with as_person(url, person, Origin=url) as client:
            assert {client.get(f"/operator{path}").status_code for path in (*PATHS, "/settings/settings.json", "/readings/readings.json")} == {403}
            assert {client.post(path, data=data).status_code for path, data in forms} == {403}
    with as_person(url, mail(OPERATOR), Origin="https://evil.example") as client:
        assert {client.post(path, data=data).status_code for path, data in forms} == {401}
    with as_person(url, mail(OPERATOR)) as client:
        assert {client.post(path, data=data).status_code for path, data in forms} == {401}
        assert "token" not in client.get("/operator/settings/settings.json").text
    assert office.installation.tenants.get(office.slug) == before


def test_an_app_is_linked_by_merges_flow_and_its_token_shows_nowhere(page: Page, url: str, office: Office) -> None:
    desk = OfficeOfSettings(office.installation, lambda slug, mode, account: None)
    there = office.installation.tenants.get(office.slug).company.linked_accounts
    office.installation.tenants.unlink(office.slug, next(one.id for one in there if one.category == "ats"))
    begun = desk.links.begin(office.slug, "ats", mail(OPERATOR))
    linked = desk.links.finish(office.slug, "ats", begun.token, begun.origin)
    assert linked in office.installation.tenants.get(office.slug).company.linked_accounts
    assert office.installation.gateway(office.slug).read("ats/Candidate").records
    with pytest.raises(BadInput, match="it was used, or minutes have gone by"):
        desk.links.finish(office.slug, "ats", begun.token, begun.origin)
    anew = desk.links.begin(office.slug, "ats", mail(OPERATOR), linked.id)
    assert (anew.origin, desk.links.finish(office.slug, "ats", anew.token, anew.origin).id) == (begun.origin, linked.id)
    assert desk.links.begin(office.slug, "ats", mail(OPERATOR)).origin != begun.origin          # another app beside it
    page.goto(f"{url}/operator/connections")
    expect(page.get_by_role("row")).to_have_count(5)
    assert not any(one.token in page.content() for one in office.installation.tenants.get(office.slug).company.linked_accounts)
    page.get_by_label("Kind of app").select_option("ats")
    press(page, "Begin the link")
    expect(page.get_by_label("Public token that Merge's page showed")).not_to_have_value("")
    assert page.locator("input[name=origin]").input_value() != begun.origin
    page.goto(f"{url}/operator/connections")
    page.get_by_role("row").filter(has_text=linked.integration).get_by_role("button", name="Link anew").click()
    expect(page.get_by_label("Public token that Merge's page showed")).not_to_have_value("")
    assert page.locator("input[name=origin]").input_value() == begun.origin


@pytest.mark.parametrize(("account", "complaint"), [("second", "not known what Merge has this app under"), ("nobody's", "not linked any more")])
def test_only_an_app_that_merge_is_sure_to_have_is_linked_anew(office: Office, account: str, complaint: str) -> None:
    desk, before = OfficeOfSettings(office.installation, lambda slug, mode, account: None), office.installation.tenants.get(office.slug)
    known = next(one for one in before.company.linked_accounts if one.category == "crm")
    second = known.model_copy(update={"id": "second", "origin": None})
    office.installation.tenants.save(with_company(before, linked_accounts=(known.model_copy(update={"origin": None}), second)))
    with pytest.raises(BadInput, match=complaint):
        desk.links.begin(office.slug, "crm", mail(OPERATOR), account)
    office.installation.tenants.save(before)


def test_syncs_that_are_under_way_are_drawn_anew_until_they_are_done(browser: Any, office: Office) -> None:
    operations = ScriptedOperations(parts=[FINE | {"state": "under way", "rows": 1}])
    with served(office.installation, operations=operations) as address:
        context = browser.new_context(locale="en-GB", extra_http_headers={AS: mail(OPERATOR)})
        page = context.new_page()
        page.goto(f"{address}/operator")
        far = page.locator("#far")
        expect(far).to_contain_text("1 under way")
        operations.parts = [FINE | {"rows": 1}]
        expect(far.locator("summary")).to_have_text("BambooHR (HR): 1 kind of record done, 1 row by the last runs, 1.5 h old")
        name = office.installation.tenants.get(office.slug).company.name
        expect(far).to_contain_text(re.compile(rf"^{re.escape(name)}, 20 Nov 2026, \d\d:00: 1 done"))
        expect(far).not_to_have_attribute("data-goes-on", "")
        context.close()


def test_usage_is_told_in_totals_without_anybody(page: Page, url: str, office: Office) -> None:
    office.ask(mail(MARA), "Who is Ada Berg?")
    office.ask(mail(MARA), "What is Ada Berg's salary?")
    page.goto(f"{url}/operator/usage")
    row = page.get_by_role("row").nth(1)
    expect(row).to_contain_text("1 answered")
    expect(row).to_contain_text("1 not permitted")
    expect(page.locator("main")).not_to_contain_text(mail(MARA))


def test_a_change_that_was_shown_is_not_made_over_another_one(url: str, office: Office) -> None:
    with as_person(url, mail(OPERATOR), Origin=url) as client:
        text = json.loads(client.get("/operator/settings/settings.json").text)
        text["definitions"]["words"]["squad"] = "hris.Team"
        refused = client.post("/operator/settings/apply", data={"text": json.dumps(text), "version": "of yesterday"})
        assert refused.status_code == 400
        assert "Somebody changed the settings" in refused.text and "squad" in refused.text
