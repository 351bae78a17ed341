"""The chat in a real browser: steps, options, reload, hostile text, a narrow screen."""

import json
import re
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from agent.policy.wording import open_to
from ingest.company import Policy
from tests.integration.axe import findings
from tests.integration.chromium import PATIENCE, browser, chat_of, window, window_of
from tests.integration.scripted import ANA, BOB, OLA, ZOE

__all__ = ["browser", "window"]         # fixtures
NARROW = {"width": 360, "height": 740}


@pytest.fixture
def page(window, url) -> Iterator[Page]:
    with chat_of(window, url, ANA) as page:
        page.get_by_role("button", name="New chat").click()
        yield page


def opened(page: Page, name: str) -> Locator:
    """The drawer that a chip of the last answer opens."""
    page.locator("#talk").get_by_role("button", name=name).last.click()
    drawer = page.locator(".eg-drawer:popover-open")
    expect(drawer).to_be_visible()
    return drawer


def said(page: Page, text: str) -> None:
    """Words into the dialog, and its main button."""
    dialog = page.get_by_role("dialog")
    dialog.locator("input:visible, textarea:visible").fill(text)
    dialog.locator("button.main").click()
    expect(dialog).to_have_count(0)


def edit(page: Page, place: int, text: str) -> None:
    """The person's message at this place, in other words."""
    page.locator("#talk").get_by_role("button", name="Edit").nth(place).click()
    page.locator("#talk").get_by_role("textbox").fill(text)
    page.locator("#talk").get_by_role("button", name="Submit").click()


def button(inside: Page | Locator, name: str) -> Locator:
    return inside.get_by_role("button", name=name, exact=True)


def deed(page: Page, title: str, name: str) -> None:
    """What can be done with a conversation of the list, by its menu."""
    page.locator("#eg-list").get_by_role("button", name=f"More: {title}").press("Enter")
    page.get_by_role("menuitem", name=name).press("Enter")
    expect(page.get_by_role("menu")).to_have_count(0)


def ask(page: Page, text: str) -> None:
    page.get_by_label("Your question").fill(text)
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator("#talk").get_by_text(text, exact=True)).to_be_visible()


def test_an_answer_shows_its_step_its_table_how_it_was_understood_and_its_sources(page):
    ask(page, "How many days?")
    talk = page.locator("#talk")
    expect(talk.get_by_text("You said: How many days?")).to_be_visible()
    looked = talk.get_by_role("button", name="Looked at 1 thing in CRM")
    expect(looked).to_have_attribute("aria-expanded", "false")
    looked.press("Enter")
    expect(looked).to_have_attribute("aria-expanded", "true")
    expect(talk.get_by_text("CRM · Who is meant?")).to_be_visible()
    expect(talk.get_by_role("cell", name="Vacation")).to_be_visible()
    expect(talk.get_by_text("Understood as: what How many days? is")).to_be_visible()
    expect(button(talk, "As of 09:00")).to_have_attribute("title", "As of 20 Nov 2026, 09:00 UTC")
    expect(talk.get_by_role("link", name="Bill Ashworth")).to_have_count(0)
    sources = opened(page, "1 source")
    expect(sources.get_by_role("link", name="Bill Ashworth")).to_have_attribute("href", "https://crm.test/1")
    expect(sources.get_by_text("as of 20 Nov 2026, 09:00 UTC")).to_be_visible()
    page.keyboard.press("Escape")
    expect(sources).to_have_count(0)


def test_a_conversation_is_printed_whole_and_without_what_can_be_pressed(page):
    talk = page.locator("#talk")
    page.set_viewport_size({"width": 1280, "height": 260})        # it does not hold the answer
    ask(page, "Deals by stage")
    expect(talk.locator(".eg-card")).to_be_visible()
    page.emulate_media(media="print")
    for part in ("#eg-side", "#eg-composer", "#talk .eg-tools >> nth=0", "#talk a.eg-chip >> nth=0"):
        expect(page.locator(part)).to_be_hidden()
    assert page.evaluate("document.querySelector('#talk').scrollHeight === document.querySelector('#talk').clientHeight"), "something is cut off"


def test_a_number_behind_a_name_opens_its_record_and_one_behind_a_figure_those_it_rests_on(page):
    ask(page, "Who are they?")
    talk, drawer = page.locator("#talk"), page.locator(".eg-drawer:popover-open")
    talk.get_by_role("link", name="Source 2: Bill Stone").press("Enter")
    expect(drawer.get_by_role("listitem")).to_have_count(1)
    expect(drawer.get_by_role("listitem")).to_contain_text("Bill Stone")
    expect(drawer.get_by_role("listitem")).to_be_focused()
    assert findings(page) == []
    button(drawer, "Show all 3 sources").press("Enter")
    expect(drawer.get_by_role("listitem")).to_have_count(3)
    page.keyboard.press("Escape")
    page.reload()
    talk.get_by_role("link", name="2 sources").click()
    expect(drawer.get_by_role("listitem")).to_have_text([re.compile("Bill Ashworth"), re.compile("Bill Stone")])
    page.keyboard.press("Escape")
    expect(opened(page, "3 sources").get_by_role("listitem")).to_have_count(3)


def test_an_answer_is_copied_without_the_numbers_of_its_sources_or_shown_to_be_copied_by_hand(page, url):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=url)
    ask(page, "Who are they?")
    copy = button(page.locator("#talk"), "Copy this answer")
    copy.click()
    expect(copy).to_have_attribute("data-done", "")
    told = "2 people at Northwind: Bill Ashworth and Bill Stone."
    assert page.evaluate("navigator.clipboard.readText()").startswith(told)
    page.context.clear_permissions()
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError')); }")
    copy.click()
    expect(page.get_by_role("dialog").get_by_label("Copy it from here")).to_have_value(re.compile(f"^{re.escape(told)}"))


@pytest.mark.parametrize(("person", "rules"), [(ANA, 0), (OLA, 1)])
def test_a_refusal_tells_why_by_the_keyboard_and_after_a_reload_and_leads_operators_to_the_rules(page, url, person, rules):
    page.context.add_cookies([{"name": "evergraph_person", "value": person, "url": url}])
    page.reload()
    ask(page, "What does Bob earn?")
    expect(page.locator("#talk").get_by_role("button", name="Why may I not see this?")).to_be_visible()
    page.reload()
    why = page.locator("#talk").get_by_role("button", name="Why may I not see this?")
    why.press("Enter")
    drawer = page.get_by_role("dialog", name="Why may I not see this?")
    expect(drawer.get_by_role("heading", name="Pay")).to_be_visible()
    expect(drawer.get_by_role("listitem")).to_have_text(list(open_to("C", Policy())))
    expect(drawer.get_by_text("Ask your HR partner.")).to_be_visible()
    assert findings(page) == []
    way = drawer.get_by_role("link", name="The rules for it")
    expect(way).to_have_count(rules)
    if rules:
        page.goto(f"{url}{way.get_attribute('href')}")
        expect(page.get_by_label("Kind of data")).to_have_value("C")
        expect(page.get_by_label("Role")).to_have_value("operator")
        expect(page.get_by_role("heading", name="Who may see pay")).to_be_visible()
        page.goto(f"{url}/operator/rights?kind=nonsense")
        expect(page.get_by_text("There is no such kind of data")).to_be_visible()
    else:
        page.keyboard.press("Escape")
        expect(drawer).to_have_count(0)
        expect(why).to_be_focused()


def test_a_question_back_is_answered_by_its_button_even_after_a_reload(page):
    ask(page, "Which Bill?")
    expect(page.get_by_role("button", name="Bill Stone, Fabrikam")).to_be_visible()
    buttons = page.locator("#talk .bot-row button:not(.icon-button)").evaluate_all("all => all.map(e => e.ariaLabel ?? e.textContent)")
    assert buttons[:3] == ["Bill Ashworth, Northwind", "Bill Stone, Fabrikam", "Copy this answer"]
    page.reload()
    expect(page.locator("#talk").get_by_text("Which Bill do you mean?")).to_have_count(1)
    page.get_by_role("button", name="Bill Stone, Fabrikam").click()
    expect(page.locator("#talk").get_by_text("You said: bill-s.")).to_be_visible()
    expect(page.get_by_role("button", name="Bill Stone, Fabrikam")).to_have_count(0)


def test_text_of_a_record_runs_nothing_and_loads_nothing(page):
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    ask(page, "Say it <b>boldly</b>")
    expect(opened(page, "1 source").get_by_text("Bill Ashworth")).to_be_visible()
    assert page.title() != "owned"
    assert [address for address in asked if "203.0.113.9" in address] == []
    assert page.locator("#talk img[src*='203.0.113.9'], #talk a[href^='javascript'], #talk b").count() == 0


def test_a_run_that_breaks_says_so_also_after_a_reload_is_asked_again_in_its_words_and_the_next_question_works(page, installation):
    ask(page, "break")
    expect(page.locator("#talk").get_by_text("This did not work")).to_be_visible()
    page.reload()
    expect(page.locator("#talk").get_by_text("This did not work")).to_be_visible()
    assert "secret-of-the-house" not in page.content()
    before = len(installation.asked)
    button(page.locator("#talk"), "Ask this again").press("Enter")
    ask(page, "And now?")
    expect(page.locator("#talk").get_by_text("You said: And now?")).to_be_visible()
    assert [text for _, text in installation.asked[before:]] == ["break", "And now?"]


def test_another_person_sees_none_of_it(page, url):
    ask(page, "Something private")
    expect(page.locator("#talk").get_by_text("You said: Something private")).to_be_visible()
    page.get_by_role("link", name=f"You are {ANA}").click()
    page.get_by_role("button", name=BOB).click()
    expect(page.locator("#eg-who")).to_contain_text(BOB)
    expect(page.locator("#talk").get_by_text("Something private")).to_have_count(0)


def test_a_narrow_screen_needs_no_sideways_scrolling(page):
    page.set_viewport_size(NARROW)
    ask(page, "How many days?")
    expect(page.get_by_role("button", name="1 source")).to_be_visible()
    expect(page.get_by_role("button", name="Ask", exact=True)).to_be_in_viewport()
    expect(page.locator("#talk").get_by_text("You said: How many days?")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


def test_a_table_in_the_words_of_an_answer_scrolls_by_itself_on_a_narrow_screen_and_breaks_no_word(page):
    page.set_viewport_size(NARROW)
    ask(page, "Two tables")
    table = page.locator("#talk .md table").first
    expect(table).to_be_visible()
    expect(table).to_have_attribute("tabindex", "0")
    assert table.evaluate("t => [t.scrollWidth > t.clientWidth, t.rows[0].offsetHeight < 60]") == [True, True]
    assert page.evaluate("[document.documentElement, document.querySelector('#talk .bubble-wrap')].map(e => e.scrollWidth - e.clientWidth)") == [0, 0]
    assert findings(page) == []


def test_a_table_that_is_wider_than_its_place_fades_where_more_comes_and_shows_its_last_column_where_there_is_room(page):
    ask(page, "Overdue invoices")
    talk = page.locator("#talk")
    table, last = talk.locator(".eg-card .wide"), talk.get_by_role("columnheader", name="Days overdue")
    expect(last).to_be_in_viewport(ratio=1)
    expect(table).not_to_have_attribute("data-cut", "")
    page.set_viewport_size(NARROW)
    expect(table).to_have_attribute("data-cut", "")
    assert talk.get_by_role("cell", name="FL-2607").evaluate("cell => cell.offsetWidth") < 100
    table.evaluate("table => table.scrollTo(9999, 0)")
    expect(table).not_to_have_attribute("data-cut", "")
    expect(last).to_be_in_viewport(ratio=1)
    assert findings(page) == []


def test_an_empty_conversation_offers_questions_that_can_be_asked(page):
    page.locator("#talk").get_by_role("button", name="How many days?").click()
    expect(page.locator("#talk").get_by_text("You said: How many days?")).to_be_visible()


def test_a_table_can_be_had_as_a_file_by_its_owner_only(page, url):
    ask(page, "How many days?")
    link = page.locator("#talk").get_by_role("link", name="Table as CSV")
    expect(link).to_be_visible()
    address = f"{url}{link.get_attribute('href')}"
    assert page.request.get(address).text().splitlines()[:2] == ["Policy,Left (days)", "Vacation,10"]
    workbook = f"{url}{page.locator('#talk').get_by_role('link', name='Table as Excel').get_attribute('href')}"
    assert page.request.get(workbook).body().startswith(b"PK")
    page.context.add_cookies([{"name": "evergraph_person", "value": BOB, "url": url}])
    assert [page.request.get(each).status for each in (address, workbook)] == [404, 404]


def test_a_conversation_is_renamed_found_by_what_was_said_and_deleted(page):
    ask(page, "Where are the walrus papers?")
    talk, side = page.locator("#talk"), page.locator("#eg-list")
    expect(talk.get_by_text("You said: Where are the walrus papers?")).to_be_visible()
    deed(page, "Where are the walrus papers?", "Rename")
    said(page, "Papers")
    expect(side.get_by_role("button", name="Papers", exact=True)).to_have_attribute("aria-current", "true")
    page.get_by_label("Search your chats").fill("walrus")
    expect(side.locator("mark").first).to_have_text("walrus")
    expect(side.locator("[data-do=open]")).to_have_count(1)
    page.get_by_label("Search your chats").fill("")
    expect(side.get_by_role("heading", name="Today")).to_be_visible()
    deed(page, "Papers", "Delete")
    expect(page.get_by_role("button", name="Undo")).to_be_focused()
    expect(talk.get_by_text("walrus")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(talk.get_by_text("You said: Where are the walrus papers?")).to_be_visible()
    deed(page, "Papers", "Delete")
    expect(page.get_by_text("Deleted “Papers”")).to_be_visible()
    page.reload()                       # nothing is lost by a page that is closed before
    expect(talk.get_by_text("You said: Where are the walrus papers?")).to_be_visible()
    deed(page, "Papers", "Delete")
    page.get_by_role("button", name="Delete now").click()
    ask(page, "How many days?")         # at once: it does not go into what is deleted
    expect(talk.get_by_text("You said: How many days?")).to_be_visible()
    expect(talk.get_by_text("walrus")).to_have_count(0)
    expect(side.get_by_role("button", name="Papers", exact=True)).to_have_count(0)
    page.reload()
    expect(talk.get_by_text("You said: How many days?")).to_be_visible()
    expect(talk.get_by_text("walrus")).to_have_count(0)


def test_a_conversation_keeps_its_name_and_its_menu_while_others_are_looked_for(page):
    top = page.locator("#eg-top")
    ask(page, "How many ospreys?")
    expect(top.locator(".eg-title")).to_have_text("How many ospreys?")
    page.get_by_label("Search your chats").fill("no such words")
    expect(page.get_by_text("Nothing you said holds these words.")).to_be_visible()
    expect(top.locator(".eg-title")).to_have_text("How many ospreys?")
    button(top, "More: this conversation").press("Enter")
    page.get_by_role("menuitem", name="Rename").press("Enter")
    expect(page.get_by_role("dialog").get_by_label("Title")).to_have_value("How many ospreys?")
    said(page, "Ospreys")
    expect(top.locator(".eg-title")).to_have_text("Ospreys")
    button(top, "More: this conversation").press("Enter")
    page.get_by_role("menuitem", name="Delete").press("Enter")
    expect(page.get_by_text("Deleted “Ospreys”")).to_be_visible()
    expect(top.locator(".eg-title")).to_have_text("New chat")
    page.get_by_role("button", name="Delete now").click()


@pytest.fixture
def page_by_itself(browser, url) -> Iterator[Page]:
    """A page whose time may be set: it shares its window with no other."""
    with window_of(browser) as window, chat_of(window, url, ANA) as page:
        page.get_by_role("button", name="New chat").click()
        yield page


def test_what_is_deleted_is_gone_after_some_seconds_when_nobody_takes_it_back(page_by_itself, installation):
    page = page_by_itself
    ask(page, "How many narwhals?")
    listed = page.locator("#eg-list [data-title='How many narwhals?']")
    expect(listed).not_to_have_count(0)
    session = installation.history.sessions("acme", ANA)[-1]
    page.clock.install()                # not before: Gradio's own events may come in another order by it
    deed(page, "How many narwhals?", "Delete")
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    page.clock.fast_forward(4_000)      # besides, the time goes on
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    assert session in installation.history.sessions("acme", ANA)
    page.clock.fast_forward(7_000)
    expect(page.get_by_role("button", name="Undo")).to_be_hidden()
    page.clock.resume()
    expect(listed).to_have_count(0)
    assert session not in installation.history.sessions("acme", ANA)


def test_axe_finds_nothing_where_a_conversation_was_just_deleted(page):
    ask(page, "How many belugas?")
    expect(page.locator("#talk").get_by_text("You said: How many belugas?")).to_be_visible()
    deed(page, "How many belugas?", "Delete")
    expect(page.get_by_text("Deleted “How many belugas?”")).to_be_visible()
    assert findings(page) == []


def test_a_pinned_conversation_stays_on_top_under_the_keyboard_and_after_a_reload(page):
    side, talk = page.locator("#eg-list"), page.locator("#talk")
    for text in ("How many auks?", "How many terns?"):
        page.get_by_role("button", name="New chat").click()
        ask(page, text)
        expect(talk.get_by_text(f"You said: {text}")).to_be_visible()
    deed(page, "How many auks?", "Pin")
    pinned = side.locator("section", has=page.get_by_role("heading", name="Pinned"))
    expect(pinned.get_by_role("button", name="How many auks?", exact=True)).to_be_visible()
    expect(side.get_by_role("button", name="More: How many auks?")).to_be_focused()
    page.reload()
    expect(side.locator("section").first.get_by_role("button", name="How many auks?", exact=True)).to_be_visible()
    assert findings(page) == []
    deed(page, "How many auks?", "Unpin")
    expect(side.get_by_role("heading", name="Pinned")).to_have_count(0)


def test_two_conversations_are_pinned_at_once(page):
    for name in ("wagtail", "redstart"):
        ask(page, f"How many {name}s?")
        expect(page.locator("#talk").get_by_text(f"You said: How many {name}s?")).to_be_visible()
        page.get_by_role("button", name="New chat").click()
        expect(page.locator(f"#eg-list [data-do=open][data-title='How many {name}s?']")).to_have_count(1)
    held: list[Route] = []
    page.route("**/queue/join*", lambda route: held.append(route), times=1)
    for name in ("wagtail", "redstart"):
        with page.expect_request("**/queue/join*"):
            deed(page, f"How many {name}s?", "Pin")
    held[0].continue_()
    pinned = page.locator("#eg-list section").filter(has=page.get_by_role("heading", name="Pinned"))
    expect(pinned.locator("[data-do=open]")).to_have_count(2)


def test_the_keyboard_is_in_a_menu_as_soon_as_it_is_open_and_is_not_moved_afterwards(page):
    ask(page, "How many skuas?")
    first_and_chosen = page.locator("#eg-list").get_by_role("button", name="More: How many skuas?").evaluate("""async (more) => {
        const menu = document.getElementById("eg-menu"), told = new Promise((open) => menu.addEventListener("toggle", open, {once: true}));
        more.click();
        const first = document.activeElement.textContent;
        menu.querySelector("[data-do=move]").focus();
        await told;
        return [first, document.activeElement.textContent];
    }""")
    assert first_and_chosen == ["Pin", "Move to a folder"]


def test_a_conversation_is_moved_into_a_folder_that_stays_closed_and_out_again_by_keyboard(page):
    side, talk = page.locator("#eg-list"), page.locator("#talk")
    ask(page, "How many puffins?")
    expect(talk.get_by_text("You said: How many puffins?")).to_be_visible()
    deed(page, "How many puffins?", "Move to a folder")
    said(page, "Birds <b>")
    folder = side.locator("details", has=page.get_by_role("heading", name="Birds <b>"))
    expect(folder.get_by_role("button", name="How many puffins?", exact=True)).to_be_visible()
    expect(side.get_by_role("button", name="More: How many puffins?")).to_be_focused()
    assert findings(page) == []
    folder.locator("summary").press("Enter")
    page.reload()
    expect(folder).to_have_count(1)
    expect(folder.get_by_role("button", name="How many puffins?", exact=True)).to_be_hidden()
    page.locator("#eg-top").get_by_role("button", name="More: this conversation").press("Enter")
    menu = page.get_by_role("menu")
    expect(menu.get_by_role("menuitem", name="Pin", exact=True)).to_be_focused()
    assert findings(page) == []
    with page.expect_download() as file:
        menu.get_by_role("menuitem", name="Save as Markdown").press("Enter")
    assert file.value.path().read_text("utf-8").startswith("# How many puffins?")
    page.locator("#eg-top").get_by_role("button", name="More: this conversation").press("Enter")
    with page.expect_download() as file:
        menu.get_by_role("menuitem", name="Save as PDF").press("Enter")
    assert file.value.path().read_bytes().startswith(b"%PDF-")
    folder.locator("summary").press("Enter")
    deed(page, "How many puffins?", "Move to a folder")
    said(page, "")
    expect(folder).to_have_count(0)
    expect(side.get_by_role("heading", name="Today")).to_be_visible()


def test_a_button_of_the_list_never_becomes_another_conversations_under_the_hand(page):
    more = {}
    for text in ("How many dunlins?", "How many knots?"):
        page.get_by_role("button", name="New chat").click()
        ask(page, text)
        found = page.locator("#eg-list").get_by_role("button", name=f"More: {text}")
        expect(found).to_be_visible()
        more[text] = found.element_handle()
    assert {text: button.get_attribute("data-title") for text, button in more.items()} == {text: text for text in more}


def test_the_keyboard_stays_at_a_folder_before_which_another_one_comes(page):
    side, held = page.locator("#eg-list"), list[Route]()
    for text in ("How many gannets?", "How many pipits?"):
        page.get_by_role("button", name="New chat").click()
        ask(page, text)
        expect(page.locator("#talk").get_by_text(f"You said: {text}")).to_be_visible()
    deed(page, "How many gannets?", "Move to a folder")
    said(page, "Seabirds")
    summary = side.locator("summary", has=page.get_by_role("heading", name="Seabirds"))
    expect(summary).to_be_visible()
    page.route("**/gradio_api/queue/join*", lambda route: route.continue_() if held else held.append(route))
    deed(page, "How many pipits?", "Move to a folder")
    with page.expect_request("**/gradio_api/queue/join*"):
        said(page, "Birds of the land")
    summary.focus()
    held[0].continue_()
    expect(side.get_by_role("heading", name="Birds of the land")).to_be_visible()
    expect(summary).to_be_focused()


def test_the_keyboard_help_tells_the_keys_that_work_and_those_that_stand_alone_can_be_turned_off(page):
    box, help_ = page.get_by_label("Your question"), page.get_by_role("dialog", name="Keyboard help")
    box.press("?")
    expect(box).to_have_value("?")
    page.get_by_role("button", name="Colours:").press("?")
    expect(help_).to_be_visible()
    assert findings(page) == []
    help_.get_by_role("checkbox").uncheck()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Colours:").press("?")
    expect(help_).to_be_hidden()
    page.get_by_role("button", name="Keyboard help").click()
    help_.get_by_role("checkbox").check()
    help_.get_by_role("button", name="Close").click()
    page.keyboard.press("ControlOrMeta+k")
    expect(page.get_by_label("Search your chats")).to_be_focused()
    page.keyboard.press("Shift+Escape")
    expect(box).to_be_focused()
    ask(page, "How many days?")
    expect(page.locator("#talk").get_by_text("You said: How many days?")).to_be_visible()
    box.fill("and")
    box.press("ArrowUp")
    expect(box).to_be_focused()
    box.fill("")
    box.press("ArrowUp")
    expect(page.locator("#talk .eg-chips").last.locator("button").first).to_be_focused()
    ask(page, "wait")
    page.keyboard.press("Escape")
    expect(page.locator("#talk").get_by_text("Stopped, as you asked.")).to_be_visible()
    page.keyboard.press("ControlOrMeta+Shift+o")
    expect(page.locator("#talk").get_by_text("Stopped, as you asked.")).to_have_count(0)


def test_a_new_conversation_waits_for_no_server_and_what_is_asked_next_is_its_own(page, installation):
    ask(page, "How many walruses?")
    expect(page.locator("#talk").get_by_text("You said: How many walruses?")).to_be_visible()
    held = list[Route]()                # what the page asks of the server meanwhile: it is kept waiting

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/queue/join*", hold)
    page.get_by_role("button", name="New chat").click()
    expect(page.locator("#talk").get_by_text("walruses")).to_have_count(0)
    expect(page.get_by_role("button", name="Who is Bill?")).to_be_visible()
    for route in held:                  # before the page asks unheld again: what is held by then goes on by itself
        route.continue_()
    page.unroute("**/queue/join*")
    ask(page, "How many seals?")
    expect(page.locator("#talk").get_by_text("You said: How many seals?")).to_be_visible()
    before, last = installation.history.sessions("acme", ANA)[-2:]
    assert [turn["question"] for turn in installation.history.read("acme", ANA, last)] == ["How many seals?"]
    assert before != last


def test_a_thumb_and_a_comment_are_kept_with_the_answer_they_are_about(page, installation):
    ask(page, "How many days?")
    expect(page.locator("#talk").get_by_text("You said: How many days?")).to_be_visible()
    thumbs = [button(page.locator("#talk"), name) for name in ("Good answer", "Bad answer")]
    thumbs[1].press("Enter")
    expect(page.get_by_text("Thank you, your feedback is saved.")).to_have_count(1)
    expect(thumbs[1]).to_be_focused()
    page.get_by_role("button", name="Comment on this answer").click()
    said(page, "two policies, not one")
    expect(page.get_by_text("Thank you, your feedback is saved.")).to_have_count(2)
    *_, thumb, words = installation.feedback.of("acme", ANA)
    assert (thumb["rating"], words["comment"]) == ("down", "two policies, not one")
    expect(page.locator("#talk .eg-remark")).to_contain_text("two policies, not one")
    page.reload()
    for each, is_pressed in zip(thumbs, ("false", "true"), strict=True):
        expect(each).to_have_attribute("aria-pressed", is_pressed)
    assert thumb["turn"] == words["turn"] == installation.history.read("acme", ANA, thumb["session"])[-1]["id"]


def test_a_comment_stands_beside_its_answer_after_a_reload_too_is_put_in_other_words_and_deleted(page, url, installation):
    ask(page, "How many days?")
    expect(page.locator("#talk").get_by_text("You said: How many days?")).to_be_visible()
    button(page.locator("#talk"), "Comment on this answer").click()
    said(page, "<b>two</b> axolotls")
    remark = page.get_by_role("group", name="What you said of this answer")
    expect(remark).to_contain_text("<b>two</b> axolotls")
    expect(button(remark, "Edit your comment")).to_be_focused()
    page.reload()
    expect(remark).to_contain_text("Your comment <b>two</b> axolotls")
    assert findings(page) == []
    button(remark, "Edit your comment").click()
    expect(page.get_by_label("What should be said of it?")).to_have_value("<b>two</b> axolotls")
    said(page, "three axolotls")
    expect(remark).to_contain_text("three axolotls")
    expect(remark).not_to_contain_text("two")
    expect(button(remark, "Edit your comment")).to_be_focused()
    session = installation.history.sessions("acme", ANA)[-1]
    assert [one.comment for one in installation.feedback.in_session("acme", ANA, session).values()] == ["three axolotls"]
    button(remark, "Delete your comment").click()
    button(page.get_by_role("dialog"), "Delete").click()
    expect(remark).to_have_count(0)
    expect(button(page.locator("#talk"), "Comment on this answer")).to_be_focused()
    assert not any(b"axolotls" in each.read_bytes() for each in (installation.home / "history").rglob("*.jsonl"))
    page.context.add_cookies([{"name": "evergraph_person", "value": BOB, "url": url}])
    page.reload()
    expect(page.locator("#eg-who")).to_contain_text(BOB)
    expect(remark).to_have_count(0)


def test_a_list_of_people_is_attached_stays_with_the_conversation_and_its_name_is_text(page, installation):
    named = [("../../<img src=x onerror=document.title='owned'>.csv", "Name\nAna Ruiz\nBob Stone\n"), ("scan.pdf", "%PDF-1.7")]
    for name, text in named:
        with page.expect_file_chooser() as chooser:
            page.get_by_role("button", name="Attach a list").click()
        chooser.value.set_files({"name": name, "mimeType": "text/csv", "buffer": text.encode()})
        if name.endswith("pdf"):
            expect(page.get_by_text("Save the file as one of these and attach it again.")).to_be_visible()
        else:
            expect(page.locator("#talk").get_by_text("onerror=document.title='owned'>.csv It names 2 people.")).to_be_visible()
    ask(page, "Who of these people is away?")
    expect(page.locator("#talk").get_by_text("You said: Who of these people is away?")).to_be_visible()
    page.reload()
    expect(page.locator("#talk").get_by_text("It names 2 people.")).to_have_count(1)
    assert page.title() != "owned" and page.locator("#talk img[src='x']").count() == 0
    session = installation.history.sessions("acme", ANA)[-1]
    assert [file["text"] for file in installation.attachments.of("acme", ANA, session)] == [named[0][1]]


def test_a_question_stands_on_top_with_its_answer_below_and_who_looks_at_an_earlier_one_is_not_taken_back(page):
    for text in ("How many days?", "And weeks?", "And hours?"):
        ask(page, text)
        expect(page.locator("#talk").get_by_text(f"You said: {text}")).to_be_in_viewport()
    expect(page.locator("#talk").get_by_role("button", name="Good answer")).to_have_count(3)         # all answers are drawn to their end
    above = "talk => [...talk.querySelectorAll('[data-testid=user]')].at(-1).getBoundingClientRect().top - talk.getBoundingClientRect().top"
    assert page.locator("#talk .bubble-wrap").evaluate(above) < 30
    places = page.locator("#talk .bubble-wrap").evaluate("""async (talk) => {       // as find in page and screen readers scroll
        const before = talk.scrollTop, scrolled = new Promise((done) => talk.addEventListener("scroll", done, {once: true}));
        talk.scrollTop = 0;
        await scrolled;
        for (let drawn = 0; drawn < 3; drawn++) await new Promise(requestAnimationFrame);
        return [before > 0, talk.scrollTop];
    }""")
    assert places == [True, 0]


def test_a_question_that_is_edited_or_asked_again_keeps_its_versions_and_a_switch_shows_them(page):
    talk = page.locator("#talk")
    for text in ("How many days?", "And hours?"):
        ask(page, text)
        expect(talk.get_by_text(f"You said: {text}")).to_be_visible()
    edit(page, 0, "How many weeks?")
    expect(talk.get_by_text("You said: How many weeks?")).to_be_visible()
    expect(talk.get_by_text("And hours?")).to_have_count(0)
    expect(talk.get_by_label("Version 2 of 2")).to_be_visible()
    expect(button(talk, "Next version of this question")).to_be_disabled()
    assert findings(page) == []
    page.reload()
    button(talk, "Previous version of this question").press("Enter")
    expect(talk.get_by_text("You said: And hours?")).to_be_visible()
    expect(talk.get_by_text("How many weeks?")).to_have_count(0)
    expect(button(talk, "Next version of this question")).to_be_focused()
    button(talk, "Ask this again").last.click()
    expect(talk.get_by_label("Version 2 of 2")).to_be_visible()
    expect(talk.get_by_label("Version 1 of 2")).to_be_visible()
    expect(talk.get_by_text("You said: And hours?")).to_have_count(1)
    button(talk, "Next version of this question").first.click()
    expect(talk.get_by_text("You said: How many weeks?")).to_be_visible()
    ask(page, "And months?")
    expect(talk.get_by_text("You said: And months?")).to_be_visible()
    page.set_viewport_size(NARROW)
    page.reload()
    expect(talk.get_by_text("You said: And months?")).to_be_visible()
    expect(talk.get_by_label("Version 2 of 2")).to_be_visible()
    expect(talk.get_by_text("And hours?")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    assert findings(page) == []


def test_a_question_that_is_edited_while_it_is_answered_waits_and_what_fails_leaves_its_place_as_it_was(page):
    talk = page.locator("#talk")
    ask(page, "How many days?")
    expect(talk.get_by_text("You said: How many days?")).to_be_visible()
    edit(page, 0, "wait")
    expect(talk.get_by_text("You said: How many days?")).to_have_count(0)
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(talk.get_by_text("Stopped, as you asked.")).to_be_visible()
    page.reload()
    expect(talk.get_by_text("You said: How many days?")).to_be_visible()
    expect(talk.locator(".eg-versions")).to_have_count(0)


def test_a_run_tells_how_long_it_takes_and_is_stopped(page):
    ask(page, "wait")
    expect(page.locator("#talk [data-waits]")).to_have_attribute("data-waits", re.compile(r"^\d+ s$"))
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.locator("#talk").get_by_text("Stopped, as you asked.")).to_be_visible()
    expect(page.locator("#talk").get_by_text("This did not work.")).to_have_count(0)
    expect(page.locator("#talk [data-waits]")).to_have_count(0)


def test_question_sent_during_an_answer_is_queued_and_asked_next(page):
    ask(page, "wait")
    ask(page, "And how many days?")
    talk, box = page.locator("#talk"), page.get_by_label("Your question")
    expect(talk.get_by_text("Waiting for its turn")).to_be_visible()
    expect(talk.get_by_text("You said")).to_have_count(0)
    box.fill("not yet asked")
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(talk.get_by_text("You said: And how many days?")).to_be_visible()
    expect(talk.get_by_text("Stopped, as you asked.")).to_be_visible()
    expect(box).to_have_value("not yet asked")
    page.get_by_role("button", name="Good answer").last.click()
    expect(page.get_by_text("Thank you, your feedback is saved.")).to_be_visible()


def test_left_conversation_is_not_drawn_into_the_new_one_and_resumes_when_reopened(page, installation):
    ask(page, "How many otters?")
    talk = page.locator("#talk")
    expect(talk.get_by_text("You said: How many otters?")).to_be_visible()
    left = installation.history.sessions("acme", ANA)[-1]
    ask(page, "wait")
    page.get_by_role("button", name="New chat").click()
    ask(page, "How many seals?")
    expect(talk.get_by_text("You said: How many seals?")).to_be_visible()
    expect(talk.get_by_text("wait", exact=True)).to_have_count(0)
    listed = page.locator("#eg-list")
    expect(listed.locator("[data-do=open][data-title='How many seals?']").first).to_be_visible()
    # Not by place: the list is put into a new order as either conversation goes on.
    listed.locator(f"[data-do=open][data-session='{left}']").dispatch_event("click")
    expect(talk.get_by_text("wait", exact=True)).to_be_visible()
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(talk.get_by_text("Stopped, as you asked.")).to_be_visible()
    assert [turn["question"] for turn in installation.history.read("acme", ANA, left)] == ["How many otters?"]


def test_what_arrives_late_from_a_conversation_that_was_left_does_not_stop_the_drawing_of_the_open_one(page):
    ask(page, "How many bitterns?")
    talk, held = page.locator("#talk"), []
    expect(talk.get_by_text("You said: How many bitterns?")).to_be_visible()
    ask(page, "wait")
    page.get_by_role("button", name="New chat").click()
    page.route("**/queue/join*", lambda route: held.append(route), times=1)
    page.get_by_label("Your question").fill("How many fulmars?")
    with page.expect_request("**/queue/join*"):
        button(page, "Ask").click()
    page.locator("#eg-list [data-do=open][data-title='How many bitterns?']").first.dispatch_event("click")
    expect(talk.get_by_text("wait", exact=True)).to_be_visible()
    with page.expect_request("**/queue/join*"):         # the list, once nothing more is drawn of what is asked late
        held[0].continue_()
    button(page, "Stop").click()
    expect(talk.get_by_text("Stopped, as you asked.")).to_be_visible()


def test_an_address_of_no_conversation_is_said_to_be_none_and_there_is_nothing_to_share(page, url):
    page.goto(f"{url}/#chat=0123456789abcdef")
    page.reload()
    expect(page.get_by_text("This conversation is not here. You are in a new one.")).to_be_visible()
    expect(button(page, "Share")).to_be_hidden()
    assert (page.title(), page.evaluate("location.hash")) == ("Evergraph", "")
    ask(page, "How many <b>owls</b>?")
    expect(button(page, "Share")).to_be_visible()
    expect(page).to_have_title("How many <b>owls</b>? · Evergraph")
    assert findings(page) == []


def test_a_conversation_has_an_address_to_which_the_ways_back_and_a_reload_lead(page):
    talk, newer, older = page.locator("#talk"), "You said: How many herons?", "You said: How many storks?"
    ask(page, "How many storks?")
    expect(talk.get_by_text(older)).to_be_visible()
    page.get_by_role("button", name="New chat").click()
    ask(page, "How many herons?")
    expect(talk.get_by_text(newer)).to_be_visible()
    page.go_back()
    expect(talk.get_by_text(older)).to_be_visible()
    expect(talk.get_by_text(newer)).to_have_count(0)
    page.reload()
    expect(talk.get_by_text(older)).to_be_visible()
    page.go_forward()
    expect(talk.get_by_text(newer)).to_be_visible()
    expect(talk.get_by_text(older)).to_have_count(0)
    page.get_by_role("button", name="New chat").click()
    expect(talk.get_by_text(newer)).to_have_count(0)
    page.reload()                       # nothing was said in it: it has no address
    expect(talk.get_by_text(newer)).to_be_visible()


def test_what_is_refused_is_given_back(page):
    page.get_by_label("Your question").fill("x" * 8_001)
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_text("A question has 1 to 2,000 characters")).to_be_visible()
    expect(page.get_by_label("Your question")).to_have_value("x" * 8_001)
    expect(button(page, "Stop")).to_be_hidden()


def test_figures_are_a_table_and_a_chart_behind_tabs_which_the_arrow_keys_change(page):
    ask(page, "Deals by stage")
    talk = page.locator("#talk")
    tabs = [talk.get_by_role("tab", name=name) for name in ("Table", "Chart")]
    chart = talk.get_by_role("tabpanel", name="Chart").get_by_role("img", name="Deals by Stage, 3 bars; highest 12 (Open)")
    expect(talk.get_by_role("tabpanel", name="Table").get_by_role("cell", name="12")).to_be_visible()
    expect(chart).to_have_count(0)
    for key, shown in (("ArrowRight", 1), ("ArrowRight", 0), ("End", 1)):
        page.locator("[role=tab][aria-selected=true]").press(key)
        expect(tabs[shown]).to_be_focused()
        expect(tabs[shown]).to_have_attribute("aria-selected", "true")
    expect(chart).to_be_visible()
    expect(talk.get_by_role("table")).to_have_count(0)
    assert findings(page) == []
    tabs[0].click()
    expect(talk.get_by_role("cell", name="12")).to_be_visible()
    head = talk.get_by_role("columnheader", name="Deals")
    for key, order in (("Enter", ["4", "7", "12"]), (" ", ["12", "7", "4"])):
        head.press(key)
        expect(talk.locator("tbody td:last-child")).to_have_text(order)
    expect(head).to_have_attribute("aria-sort", "descending")
    assert page.title() != "owned" and page.locator(".eg-card img, .eg-card a").count() == 0
    talk.locator("tbody").evaluate("body => { for (let more = 0; more < 60; more++) body.append(body.rows[0].cloneNode(true)); }")
    talk.locator("tbody tr").nth(40).scroll_into_view_if_needed()
    expect(head).to_be_in_viewport()


def test_another_choice_than_before_is_one_click_away_even_after_a_reload(page):
    ask(page, "Which Bill?")
    page.get_by_role("button", name="Bill Stone, Fabrikam").click()
    expect(page.locator("#talk").get_by_text("You said: bill-s.")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Instead: Bill Ashworth, Northwind").click()
    expect(page.locator("#talk").get_by_text("You said: bill-a.")).to_be_visible()
    expect(page.get_by_role("button", name="Instead: Bill Stone, Fabrikam")).to_be_visible()


def test_a_question_that_a_refusal_offers_is_asked_by_its_button_even_after_a_reload(page):
    ask(page, "Hm?")
    offered = page.locator("#talk").get_by_role("button", name="How many days?")
    expect(offered).to_be_visible()
    page.reload()
    offered.click()
    expect(page.locator("#talk").get_by_text("You said: How many days?.")).to_be_visible()
    assert page.title() != "owned"


def test_what_an_answer_can_be_gone_on_from_is_asked_by_its_button_and_stands_below_the_last_answer_alone(page):
    ask(page, "Deals by stage")
    offered = page.locator("#talk .eg-option", has_text="by month")
    expect(offered).to_be_visible()
    page.reload()
    offered.press("Enter")
    expect(page.locator("#talk").get_by_text("You said: by month.")).to_be_visible()
    expect(page.get_by_label("Your question")).to_be_focused()
    expect(offered).to_have_count(0)
    assert page.title() != "owned"


# Put below what the chat's page makes of `fetch`: the end of a stream of events arrives when the test says so, as over a busy network.
HELD_ENDS = """
let ended = Promise.resolve(), letEnd;
const request = window.fetch;
window.holdEnds = () => { ended = new Promise((resolve) => { letEnd = resolve; }); };
window.letStreamsEnd = () => letEnd();
window.fetch = async (input, init) => {
  const answer = await request(input, init);
  if (!String(input.url ?? input).includes("/queue/data")) return answer;
  const held = new TransformStream({flush: () => ended, async transform(chunk, controller) {
    const events = new TextDecoder().decode(chunk).split(/(?=data: )/), last = events.findIndex((event) => event.includes("close_stream"));
    const pass = (some) => controller.enqueue(new TextEncoder().encode(some.join("")));
    pass(last < 0 ? events : events.slice(0, last));
    if (last < 0) return;
    await ended;
    pass(events.slice(last));
  }});
  return new Response(answer.body.pipeThrough(held), answer);
};
"""


def test_what_is_sent_while_the_stream_of_events_ends_is_answered(page):
    page.add_init_script(HELD_ENDS)
    page.reload()
    expect(page.locator("#eg-who")).to_contain_text(ANA)
    page.get_by_role("button", name="New chat").click()
    page.evaluate("holdEnds()")
    ask(page, "Which Bill?")
    with page.expect_response("**/queue/join*") as joined:
        page.get_by_role("button", name="Bill Stone, Fabrikam").click()
    assert joined.value.ok
    page.evaluate("letStreamsEnd()")
    expect(page.locator("#talk").get_by_text("You said: bill-s.")).to_be_visible()


def test_who_opens_a_shared_link_gets_the_questions_alone_and_asks_as_themselves(page, url, installation):
    ask(page, "Where are the walrus papers?")
    expect(page.locator("#talk").get_by_text("You said: Where are the walrus papers?")).to_be_visible()
    page.get_by_role("button", name="Share", exact=True).click()
    expect(page.get_by_label("Link", exact=True)).to_have_value(re.compile(f"{url}/#ask="))
    link = page.get_by_label("Link", exact=True).input_value()
    page.context.add_cookies([{"name": "evergraph_person", "value": BOB, "url": url}])
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator("#talk").get_by_text("Somebody shared this with you.")).to_be_visible()
    expect(page.locator("#talk").get_by_text("You said")).to_have_count(0)
    assert installation.history.sessions("acme", BOB) == []
    page.get_by_role("button", name="Ask it").click()
    expect(page.locator("#talk").get_by_text("You said: Where are the walrus papers?")).to_be_visible()
    assert len(installation.history.sessions("acme", BOB)) == 1


def test_an_answer_is_shared_opened_by_others_as_themselves_listed_and_ended(page, url):
    ask(page, "Days left?")
    expect(page.locator("#talk").get_by_text("You said: Days left?")).to_be_visible()
    button(page.locator("#talk"), "Share this answer").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Share this answer")).to_be_checked()
    button(dialog, "Make the link").click()
    expect(page.get_by_label("Link", exact=True)).to_have_value(re.compile(f"^{url}/shared/[0-9a-f]{{32}}$"))
    link = page.get_by_label("Link", exact=True).input_value()
    with page.context.expect_page() as listed:
        dialog.get_by_role("link", name="What you share").click()
    page.context.add_cookies([{"name": "evergraph_person", "value": BOB, "url": url}])
    page.goto(link)
    expect(page.get_by_role("heading", name="An answer that Ana shared with you")).to_be_visible()
    expect(page.get_by_text("rests on records that you may not see now")).to_be_visible()
    expect(page.get_by_text("You said")).to_have_count(0)
    page.context.add_cookies([{"name": "evergraph_person", "value": ANA, "url": url}])
    own = listed.value
    own.get_by_role("button", name="Share it no more: Days left?").click()
    expect(own.get_by_text("It is shared no more.")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="No answer is shared at this address, or it is shared no more")).to_be_visible()


def test_the_question_of_an_answer_is_shared_alone_where_that_is_chosen_or_all_that_can_be(page, url):
    ask(page, "Where are the walrus papers?")
    expect(page.locator("#talk").get_by_text("You said: Where are the walrus papers?")).to_be_visible()
    ask(page, "Two tables")
    expect(page.locator("#talk").get_by_text("a longer heading 0").first).to_be_visible()
    shares = button(page.locator("#talk"), "Share this answer")
    shares.first.click()
    page.get_by_role("dialog").get_by_label("Share the question only").check()
    button(page.get_by_role("dialog"), "Make the link").click()
    expect(page.get_by_label("Link", exact=True)).to_have_value(f"{url}/#ask={quote(json.dumps(['Where are the walrus papers?']), safe='')}")
    button(page.get_by_role("dialog"), "Cancel").click()
    shares.last.click()                 # its answer rests on no plan
    expect(page.get_by_label("Link", exact=True)).to_have_value(f"{url}/#ask={quote(json.dumps(['Two tables']), safe='')}")


def test_nothing_empty_is_sent_and_stop_is_there_only_while_something_runs(page):
    box = page.get_by_label("Your question")
    send, stop = (page.get_by_role("button", name=name, exact=True) for name in ("Ask", "Stop"))
    expect(send).to_be_disabled()
    expect(stop).to_be_hidden()
    box.fill("   ")
    box.press("Enter")
    expect(send).to_be_disabled()
    ask(page, "wait")
    expect(page.get_by_text("Error", exact=True)).to_have_count(0)
    expect(box).to_be_focused()
    stop.click()
    expect(page.locator("#talk").get_by_text("Stopped, as you asked.")).to_be_visible()
    expect(stop).to_be_hidden()
    expect(box).to_be_focused()


def test_typed_draft_survives_reload_and_outage_per_person(page, url):
    box = page.get_by_label("Your question")
    box.fill("not yet asked")
    page.reload()
    expect(box).to_have_value("not yet asked")
    page.route("**/queue/join*", lambda route: route.abort())
    box.press("Enter")
    expect(box).to_have_value("not yet asked")
    expect(button(page, "Stop")).to_be_hidden()
    expect(page.locator("#eg-unsent")).to_contain_text("Evergraph cannot be reached. Nothing is lost.")
    expect(page.locator(".toast-wrap")).to_be_empty()
    assert findings(page) == []
    page.unroute("**/queue/join*")
    page.context.add_cookies([{"name": "evergraph_person", "value": BOB, "url": url}])
    page.reload()
    expect(page.locator("#eg-who")).to_contain_text(BOB)
    expect(box).to_have_value("")


def test_what_could_not_be_sent_is_sent_again_by_keyboard_once_the_browser_is_online(page):
    box, talk, kept = page.get_by_label("Your question"), page.locator("#talk"), page.locator("#eg-unsent")
    page.context.set_offline(True)
    box.fill("asked on a train")
    box.press("Enter")
    expect(kept).to_contain_text("You are offline. Nothing is lost.")
    expect(button(kept, "Retry")).to_be_hidden()
    page.context.set_offline(False)
    expect(kept).to_contain_text("You are online again. Nothing is lost.")
    button(kept, "Retry").press("Enter")
    expect(talk.get_by_text("You said: asked on a train")).to_be_visible()
    expect(box).to_have_value("")
    expect(kept).to_be_hidden()
    page.route("**/queue/join*", lambda route: route.abort())
    edit(page, 0, "asked at home")
    button(kept, "Retry").press("Enter")
    expect(button(kept, "Retry")).to_be_visible()
    page.unroute("**/queue/join*")
    button(kept, "Retry").press("Enter")
    expect(talk.get_by_text("You said: asked at home")).to_be_visible()
    expect(kept).to_be_hidden()


def test_a_question_that_the_server_does_not_take_is_given_back(page):
    box = page.get_by_label("Your question")
    page.route("**/queue/join*", lambda route: route.continue_(post_data=json.dumps(json.loads(route.request.post_data or "") | {"data": []})))
    box.fill("asked in between")
    box.press("Enter")
    expect(page.get_by_text("What was sent does not fit the page.")).to_be_visible()
    expect(box).to_have_value("asked in between")
    expect(button(page, "Stop")).to_be_hidden()
    page.unroute("**/queue/join*")
    box.press("Enter")
    expect(page.locator("#talk").get_by_text("You said: asked in between")).to_be_visible()


def fails(page: Page, what: str) -> None:
    """The server does not take the next thing in which these words are sent."""
    failed: list[str] = []

    def refuse(route: Route) -> None:
        sent = route.request.post_data or ""
        is_next = what in sent and not failed
        failed.extend([sent] if is_next else [])
        route.continue_(post_data=json.dumps(json.loads(sent) | {"data": []}) if is_next else sent)

    page.route("**/queue/join*", refuse)


def test_a_conversation_that_could_not_be_opened_is_opened_by_another_click(page):
    ask(page, "How many plovers?")
    talk, listed = page.locator("#talk"), page.locator("#eg-list [data-do=open][data-title='How many plovers?']")
    expect(listed).to_have_count(1)
    page.get_by_role("button", name="New chat").click()
    fails(page, listed.get_attribute("data-session") or "")
    listed.dispatch_event("click")
    expect(page.get_by_text("What was sent does not fit the page.")).to_be_visible()
    listed.dispatch_event("click")
    expect(talk.get_by_text("You said: How many plovers?")).to_be_visible()


def test_a_search_that_failed_is_followed_by_the_next_and_what_could_not_be_deleted_is_listed_again(page):
    ask(page, "How many smews?")
    listed, toast = page.locator("#eg-list [data-do=open][data-title='How many smews?']"), page.get_by_text("What was sent does not fit the page.")
    expect(listed).to_have_count(1)
    session = listed.get_attribute("data-session") or ""
    fails(page, "smew")
    page.get_by_label("Search your chats").fill("smew")
    expect(toast).to_be_visible()
    page.get_by_label("Search your chats").fill("smews")
    expect(page.get_by_role("heading", name="Found")).to_be_visible()
    page.get_by_label("Search your chats").fill("")
    expect(page.get_by_role("heading", name="Found")).to_have_count(0)
    page.unroute_all()
    fails(page, session)
    page.get_by_role("button", name="New chat").click()
    deed(page, "How many smews?", "Delete")
    expect(listed).to_be_hidden()
    page.locator("#eg-toast .eg-done").click()
    expect(listed).to_be_visible()


def test_of_two_questions_sent_at_once_the_one_that_fails_is_given_back(page):
    box, talk, held = page.get_by_label("Your question"), page.locator("#talk"), []
    page.route("**/queue/join*", lambda route: held.append(route), times=1)
    for asked in ("How many knots?", "How many avocets?"):
        box.fill(asked)
        with page.expect_request("**/queue/join*"):
            box.press("Enter")
        expect(box).to_have_value("")
    held[0].continue_(post_data=json.dumps(json.loads(held[0].request.post_data or "") | {"data": []}))
    expect(box).to_have_value("How many knots?")
    expect(talk.get_by_text("You said: How many avocets?")).to_be_visible()


def test_a_question_on_its_way_stays_the_draft_whatever_is_drawn_of_another(page):
    ask(page, "wait")
    box, held = page.get_by_label("Your question"), []
    expect(page.locator("#talk").get_by_text("Looking things up")).to_be_visible()
    page.route("**/queue/join*", lambda route: held.append(route), times=1)
    box.fill("How many ruffs?")
    with page.expect_request("**/queue/join*"):
        box.press("Enter")
    expect(box).to_have_value("")
    box.fill("not yet asked")
    button(page, "Stop").click()
    expect(page.locator("#talk").get_by_text("Stopped, as you asked.")).to_be_visible()
    page.reload()
    expect(box).to_have_value("How many ruffs?\nnot yet asked")


def test_what_was_typed_is_asked_though_gradio_lost_its_copy(page):
    page.get_by_label("Your question").fill("How many kites?")
    # An event that Gradio hears at the box and the page, which listens to the document, does not.
    page.locator("#eg-box textarea").evaluate("""box => {
        box.value = "";
        box.dispatchEvent(new Event("input", {bubbles: false}));
        document.querySelector("#eg-ask").click();
    }""")
    expect(page.locator("#talk").get_by_text("You said: How many kites?")).to_be_visible()


def test_a_click_that_gradio_does_not_hear_is_repeated(page):
    page.evaluate("document.addEventListener('click', (event) => event.stopPropagation(), {capture: true, once: true})")
    ask(page, "How many kittiwakes?")
    expect(page.locator("#talk").get_by_text("You said: How many kittiwakes?")).to_have_count(1)
    expect(page.get_by_label("Your question")).to_have_value("")


def test_a_deed_that_gradio_does_not_hear_is_done_once(page):
    ask(page, "How many dippers?")
    talk, again = page.locator("#talk"), button(page.locator("#talk"), "Ask this again")
    expect(talk.get_by_text("You said: How many dippers?")).to_be_visible()
    page.evaluate("() => { const does = evergraphDoes; evergraphDoes = () => { evergraphDoes = (what) => { does(what); does(what); }; }; }")
    with page.expect_request("**/queue/join*"):         # not heard, then told again, and heard twice
        again.click()
    expect(talk.locator(".eg-versions")).to_contain_text("2/2")
    expect(button(talk, "Ask this again")).to_be_visible()
    expect(talk.get_by_text("Waiting for its turn")).to_have_count(0)


def test_what_is_drawn_anew_under_the_hand_is_pressed_all_the_same(page):
    ask(page, "How many wrens?")
    talk, listed = page.locator("#talk"), page.locator("#eg-list [data-do=open][data-title='How many wrens?']")
    expect(listed).to_have_count(1)
    page.get_by_role("button", name="New chat").click()
    expect(talk.get_by_text("How many wrens?")).to_have_count(0)
    listed.hover()
    page.mouse.down()
    listed.evaluate("row => row.parentElement.replaceWith(row.parentElement.cloneNode(true))")
    page.mouse.up()
    expect(talk.get_by_text("You said: How many wrens?")).to_be_visible()


def test_a_question_that_did_not_arrive_is_sent_again_by_the_person_alone(page):
    sent = []
    page.route("**/queue/join*", lambda route: (sent.append(1), route.abort()))
    page.get_by_label("Your question").fill("How many gulls?")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator("#eg-unsent")).to_contain_text("Nothing is lost.")
    tries = len(sent)
    # A timer that is set later and is longer ends after the page's own.
    page.evaluate("() => new Promise((done) => setTimeout(done, 3 * EVERGRAPH_UNHEARD))")
    expect(page.get_by_label("Your question")).to_have_value("How many gulls?")
    assert len(sent) == tries
    page.unroute("**/queue/join*")


def test_an_edit_that_is_given_up_leaves_the_keyboard_at_its_button(page):
    ask(page, "first")
    ask(page, "second")
    talk = page.locator("#talk")
    expect(talk.get_by_text("You said: second")).to_be_visible()
    talk.get_by_role("button", name="Edit").nth(1).press("Enter")
    talk.get_by_role("button", name="Cancel").press("Enter")
    expect(talk.get_by_role("button", name="Edit").nth(1)).to_be_focused()


def test_colours_and_the_side_are_as_somebody_chose_after_a_reload_too(page):
    ground = "() => getComputedStyle(document.querySelector('#eg-main')).color"
    light = page.evaluate(ground)
    for said in ("light", "dark"):
        page.get_by_role("button", name="Colours:").click()
        expect(page.get_by_role("button", name=f"Colours: {said}")).to_be_visible()
    page.get_by_role("button", name="Hide the side").click()
    expect(page.get_by_role("button", name="Show the side")).to_be_focused()
    page.reload()
    expect(page.get_by_role("button", name="Show the side")).to_be_visible()
    expect(page.get_by_role("button", name="New chat")).to_be_hidden()
    assert page.evaluate(ground) != light


def test_on_a_phone_escape_closes_the_menu_first_and_then_the_drawer_below_it(page):
    ask(page, "How many days?")
    expect(page.locator("#talk").get_by_text("You said: How many days?")).to_be_visible()
    page.set_viewport_size({"width": 360, "height": 740})
    page.get_by_role("button", name="Show the side").click()
    page.locator("#eg-list .eg-menu").first.click()
    expect(page.get_by_role("menuitem", name="Rename")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("menuitem", name="Rename")).to_be_hidden()
    expect(page.get_by_role("button", name="New chat")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="New chat")).not_to_be_in_viewport()


def test_a_tap_beside_the_drawer_of_a_phone_closes_it_and_presses_nothing_below(page):
    page.set_viewport_size({"width": 360, "height": 740})
    page.get_by_label("Your question").fill("How many rooks?")
    at = button(page, "Ask").bounding_box() or {}
    button(page, "Show the side").click()
    expect(button(page, "New chat")).to_be_in_viewport()
    page.mouse.click(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    expect(button(page, "New chat")).not_to_be_in_viewport()
    expect(button(page, "Show the side")).to_be_focused()
    expect(page.get_by_label("Your question")).to_have_value("How many rooks?")
    expect(page.locator("#talk .user-row")).to_have_count(0)


def test_the_page_speaks_the_language_of_the_browser_or_the_one_that_is_chosen(browser, url):
    context = browser.new_context(locale="de-DE", timezone_id="Europe/Berlin")
    context.set_default_timeout(PATIENCE)
    context.add_cookies([{"name": "evergraph_person", "value": ANA, "url": url}])
    page = context.new_page()
    page.goto(url)
    page.get_by_role("button", name="Neuer Chat").click()
    page.get_by_label("Ihre Frage").fill("Share")
    page.get_by_role("button", name="Fragen", exact=True).click()
    talk = page.locator("#talk")
    expect(talk.get_by_text("Verstanden als: what Share is")).to_be_visible()
    expect(button(talk, "Stand 10:00")).to_have_attribute("title", "Stand 20. Nov. 2026, 10:00 CET")
    expect(button(talk, "Gute Antwort")).to_be_visible()
    expect(page.locator(".eg-title")).to_have_text("Share")         # somebody's words, which are also ours
    page.get_by_role("button", name="Mehr: dieser Chat").click()
    expect(page.get_by_role("menuitem", name="In einen Ordner verschieben")).to_be_visible()
    assert findings(page) == []
    page.keyboard.press("Escape")
    page.get_by_label("Sprache").select_option("Français")
    expect(page.get_by_role("button", name="Nouvelle discussion")).to_be_visible()
    expect(talk.get_by_text("Compris comme : what Share is")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.goto(f"{url}/who")
    expect(page.get_by_role("heading", name="Qui êtes-vous ?")).to_be_visible()
    context.close()


def test_demo_offers_a_few_people_and_a_search_for_others(page, url):
    page.goto(f"{url}/who")
    expect(page.get_by_role("button", name=OLA)).to_contain_text("runs Evergraph")
    page.get_by_label("Search").fill("zoe")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=OLA)).to_have_count(0)
    assert findings(page) == []
    page.get_by_role("button", name=ZOE).click()
    expect(page.locator("#eg-who")).to_contain_text(ZOE)
    expect(page.get_by_role("heading", name="Hello Zoe")).to_be_visible()


@pytest.mark.parametrize(("person", "asked"), [(ZOE, ()), (ANA, ("How many days?", "Who are they?", "Deals by stage"))])
def test_first_tab_stop_skips_to_the_question_without_layout_shift(page, url, person, asked):
    page.set_viewport_size(NARROW)
    for count, text in enumerate(asked, 1):             # the page opens with that; on Zoe's no other test leaves anything
        ask(page, text)
        expect(page.locator("#talk .eg-tools")).to_have_count(count)
    page.context.add_cookies([{"name": "evergraph_person", "value": person, "url": url}])
    page.add_init_script("""window.shifted = 0; window.moved = []; new PerformanceObserver((list) => list.getEntries().forEach((one) => {
        shifted += one.value; moved.push([one.value, ...one.sources.map((part) => part.node?.outerHTML?.slice(0, 200) ?? part.node?.textContent)]);
      })).observe({type: "layout-shift", buffered: true});""")
    page.route("**/*", Route.continue_)                 # nothing from the browser's cache: the page's parts come one by one
    shifted = list[float]()
    while not shifted or (min(shifted) > 0.1 and len(shifted) < 8):     # a busy machine draws what comes late by itself
        page.reload()
        expect(page.locator("#eg-who")).to_contain_text(person)
        expect(page.locator("#talk .eg-tools")).to_have_count(len(asked))
        expect(page.locator("#talk .eg-tools" if asked else "#talk").last).to_be_visible()
        shifted.append(page.evaluate("window.shifted"))
    assert min(shifted) <= 0.1, (shifted, page.evaluate("moved"))
    skip = page.get_by_role("link", name="To your question")
    skip.focus()
    expect(skip).to_be_in_viewport()
    skip.press("Enter")
    expect(page.get_by_label("Your question")).to_be_focused()
