"""Sign-in with a real provider of OpenID Connect over HTTP, sessions, a trusted proxy, and who is kept out of all of them."""

import json
import re
import sys
from collections.abc import Callable, Iterator
from html import unescape
from urllib.parse import parse_qs, quote, urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, expect
from pydantic import SecretStr

from tests.conftest import STARTED
from tests.integration.axe import findings
from tests.integration.chromium import PATIENCE
from tests.integration.chromium import browser as chromium
from tests.integration.scripted import ANA, BOB, OLA, ScriptedInstallation, served
from tests.waiting import rounds
from ui.sign_in.access import local_token
from ui.sign_in.browser_sessions import BrowserSessions
from workers.services.neo4j.neo4j_server import page_is_there
from workers.services.processes import end, free_port, launch
from workers.services.waiting import wait_until
from workers.storage.store import RedisStore

__all__ = ["chromium"]                  # a fixture
AS_BROWSER = {"Accept": "text/html,*/*;q=0.8"}
# What can go wrong on the way back from the provider: how the address is broken, the status, and the words for it.
FAILURES: tuple[tuple[Callable[[str], str], int, str], ...] = (
    (lambda back: back.replace("state=", "state=x"), 401, "This sign-in was not begun in this browser, or too long ago."),
    (lambda back: re.sub(r"code=[^&]*", "code=wrong", back), 502, "Your company's sign-in did not work, so you are not signed in."),
    (lambda back: re.sub(r"code=[^&]*", "error=access_denied&error_description=secret-words", back), 401, "did not let you in, or you left it"),
    (lambda back: re.sub(r"code=[^&]*", "error=server_error&error_description=secret-words", back), 502, "Try again. If it goes on, tell"),
)
PEOPLE = (("ana", ANA), ("bob", BOB), ("stranger", "eve@evil.test"))
UNCHECKED = (False, "false", "true", "True", 0, 1, None, [], {"checked": True})     # what a provider may say that is not the `true` of JSON


@pytest.fixture(scope="module")
def provider(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """In a process of its own: it is made of another web framework, with warnings of its own."""
    port, log = free_port(), tmp_path_factory.mktemp("provider") / "log"
    people = [{"sub": sub, "email": email, "email_verified": True} for sub, email in PEOPLE]
    people += [{"sub": f"unchecked-{number}", "email": OLA, "email_verified": said} for number, said in enumerate(UNCHECKED)]
    people += [{"sub": "says-nothing", "email": BOB}]
    options = [part for each in people for part in ("--user-claims", json.dumps(each))]
    child = launch([sys.executable, "-m", "oidc_provider_mock", "--port", str(port), "--require-nonce", "true", *options], log)
    STARTED.append(child)
    wait_until(lambda: page_is_there(port, "/.well-known/openid-configuration"), child, "the provider", log, 60)
    yield f"http://localhost:{port}"
    STARTED.remove(child)
    end(child, patience=10)


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory, redis_url: str, provider: str) -> ScriptedInstallation:
    made = ScriptedInstallation(tmp_path_factory.mktemp("home"), redis_url)
    made.settings.oidc_issuer, made.settings.oidc_client_id, made.settings.oidc_client_secret = provider, "evergraph", SecretStr("s3cret")
    made.settings.public_url = f"http://localhost:{free_port()}"
    return made


@pytest.fixture(scope="module")
def url(installation: ScriptedInstallation) -> Iterator[str]:
    with served(installation, port=urlsplit(installation.settings.public_url).port):
        yield installation.settings.public_url


@pytest.fixture
def browser(url: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=url, timeout=60) as client:
        yield client


def sent_back(browser: httpx.Client, sub: str, then: str = "/") -> str:
    """The address to which the provider sends a person who signed in there."""
    to_provider = browser.get("/api/sign-in", params={"then": then})
    assert to_provider.status_code == 303
    with httpx.Client(timeout=60) as at_provider:
        back = at_provider.post(to_provider.headers["location"], data={"sub": sub})
    assert back.status_code in (302, 303), back.text
    return back.headers["location"]


def signed_in(browser: httpx.Client, sub: str, then: str = "/") -> httpx.Response:
    return browser.get(sent_back(browser, sub, then))


def test_who_signs_in_is_that_person_until_they_sign_out(browser: httpx.Client, url: str) -> None:
    assert browser.get("/api/sessions").status_code == 401
    back = signed_in(browser, "ana", "/operator/?a=1")
    assert (back.status_code, back.headers["location"]) == (303, "/operator/?a=1")
    cookie = next(each for each in back.headers.get_list("set-cookie") if each.startswith("evergraph_session="))
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie and "Max-Age=43200" in cookie
    answer = browser.post("/api/ask", json={"question": "How many days?", "session": "mine"}, headers={"Accept": "application/json", "Origin": url})
    assert answer.json()["status"] == "answered" and browser.get("/api/sessions").json()[0]["id"] == "mine"
    assert browser.get("/api/sessions", headers={"X-Evergraph-Person": BOB}).json() == browser.get("/api/sessions").json()
    key = browser.cookies["evergraph_session"]
    assert browser.post("/api/sign-out").status_code == 204
    assert httpx.get(f"{url}/api/sessions", cookies={"evergraph_session": key}).status_code == 401


def test_signing_out_everywhere_ends_every_session_of_the_person_and_of_nobody_else(browser: httpx.Client, url: str) -> None:
    with httpx.Client(base_url=url, timeout=60) as phone, httpx.Client(base_url=url, timeout=60) as colleague:
        for client, sub in ((browser, "ana"), (phone, "ana"), (colleague, "bob")):
            signed_in(client, sub)
        browser.post("/api/sign-out", params={"everywhere": True})
        assert [client.get("/api/sessions").status_code for client in (browser, phone, colleague)] == [401, 401, 200]


def test_a_leaver_is_out_at_the_next_request_and_a_stranger_never_in(browser: httpx.Client, installation: ScriptedInstallation) -> None:
    signed_in(browser, "bob")
    acme = installation.tenants.found[0]
    before = acme.company
    acme.company = before.model_copy(update={"people": tuple(each for each in before.people if each.email != BOB)})
    try:
        assert browser.get("/api/sessions").status_code == 403
    finally:
        acme.company = before
    signed_in(browser, "stranger")
    assert browser.get("/api/sessions").status_code == 403


def test_signing_out_everywhere_ends_no_session_that_is_opened_later(redis_url: str) -> None:
    brief, long = (BrowserSessions(RedisStore(redis_url, "signed-out"), seconds / 3600) for seconds in (0.3, 60))
    before = long.open(ANA)
    brief.close_all(ANA)
    first, late = brief.open(ANA), long.open(ANA)
    assert (long.email(before), long.email(late)) == (None, ANA)
    for _ in rounds("the end of a brief session"):
        if brief.email(first) is None:
            break
    assert long.email(late) == ANA


@pytest.mark.parametrize(("at", "is_of_it", "refused"), [
    (0, False, (403, "No company here knows bob@acme.test.")), (1, True, (400, "Several companies know this person, and none was named.")),
], ids=["who left", "who is of two companies"])
def test_whoever_is_signed_in_can_sign_out(
    browser: httpx.Client, url: str, installation: ScriptedInstallation, at: int, is_of_it: bool, refused: tuple[int, str],
) -> None:
    status, told = refused
    with httpx.Client(base_url=url, timeout=60) as phone:
        for client in (browser, phone):
            signed_in(client, "bob")
        keys = [client.cookies["evergraph_session"] for client in (browser, phone)]
        company, bob = installation.tenants.found[at].company, installation.tenants.found[0].company.person(BOB)
        people = tuple(each for each in company.people if each.email != BOB) + ((bob,) if is_of_it else ())
        installation.tenants.found[at].company = company.model_copy(update={"people": people})
        try:
            page = browser.get("/preferences")
            assert (page.status_code, told in page.text, "--tenant" in page.text, "afresh=true" in page.text) == (status, True, False, True)
            assert browser.get("/").headers["location"] == "/sign-in?then=%2F"
            assert browser.post("/api/sign-out", headers={"Origin": "https://evil.example"}).status_code == 401
            assert browser.post("/api/sign-out", params={"everywhere": True}, headers={"Origin": url}).status_code == 204
        finally:
            installation.tenants.found[at].company = company
    for key in keys:
        assert httpx.get(f"{url}/api/sessions", cookies={"evergraph_session": key}).status_code == 401


@pytest.mark.parametrize("number", range(len(UNCHECKED)))
def test_an_address_counts_as_checked_only_where_the_provider_says_true(browser: httpx.Client, number: int) -> None:
    back = signed_in(browser, f"unchecked-{number}")
    assert (back.status_code, "confirmed" in back.json()["detail"]) == (502, True)
    assert browser.get("/api/sessions").status_code == 401


def test_a_provider_that_says_nothing_of_checking_addresses_is_believed(browser: httpx.Client) -> None:
    assert signed_in(browser, "says-nothing").status_code == 303
    assert browser.get("/api/sessions").status_code == 200


def test_another_sites_page_may_do_nothing_in_a_persons_name(browser: httpx.Client) -> None:
    signed_in(browser, "ana")
    for origin in ("https://evil.example", "null", "http://localhost:1"):
        refused = browser.post("/api/ask", json={"question": "Hi"}, headers={"Origin": origin})
        assert (refused.status_code, "Another site" in refused.json()["detail"]) == (401, True)


def test_sign_in_completes_once_and_only_in_the_starting_browser(browser: httpx.Client, url: str) -> None:
    back = sent_back(browser, "ana")
    assert httpx.get(back).status_code == 401
    forged = back.replace("state=", "state=x")
    assert browser.get(forged).status_code == 401
    assert browser.get(back).status_code == 303
    assert browser.get(back).status_code == 401
    again = sent_back(browser, "ana")
    code = parse_qs(urlsplit(back).query)["code"][0]
    swapped = again.replace(parse_qs(urlsplit(again).query)["code"][0], code)
    assert browser.get(swapped).status_code == 502         # a code of another sign-in


def test_browser_without_sign_in_gets_a_page_that_links_to_it(browser: httpx.Client) -> None:
    forged = sent_back(browser, "ana").replace("state=", "state=x")
    told = browser.get(forged, headers=AS_BROWSER)
    assert (told.status_code, told.headers["content-type"]) == (401, "text/html; charset=utf-8")
    assert 'href="/api/sign-in?then=%2F"' in told.text and "default-src 'none'" in told.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/", "/preferences?done=edited", "/entities/crm/Account/a%20%C3%A9", "/operator/rights?viewer=a%40b.test"])
def test_a_deep_link_leads_to_the_sign_in_page_and_from_there_back_to_itself(browser: httpx.Client, path: str) -> None:
    to_page = browser.get(path)
    assert (to_page.status_code, to_page.headers["location"]) == (303, f"/sign-in?then={quote(path, safe='')}")
    told = browser.get(to_page.headers["location"])
    assert (told.status_code, "Sign in with Acme" in told.text) == (200, True)
    begin = unescape(re.search(r'href="(/api/sign-in[^"]*)"', told.text)[1])
    assert begin == f"/api/sign-in?then={quote(path, safe='')}"
    assert signed_in(browser, "ana", path).headers["location"] == path
    assert browser.get(to_page.headers["location"]).headers["location"] == path, "who is signed in is not asked again"


def test_a_form_sent_after_the_session_ended_leads_back_to_its_page_and_changes_nothing(browser: httpx.Client, url: str) -> None:
    sent = browser.post("/preferences/undo", headers={"Origin": url, "Referer": f"{url}/preferences?done=edited"})
    assert (sent.status_code, "then=%2Fpreferences%3Fdone%3Dedited" in sent.text) == (401, True)
    foreign = browser.post("/preferences/undo", headers={"Origin": url, "Referer": "https://evil.example/preferences"})
    assert (foreign.status_code, 'then=%2F"' in foreign.text) == (401, True)


def test_a_failed_sign_in_is_told_in_plain_words_and_tried_again_for_the_same_page(browser: httpx.Client) -> None:
    for break_it, status, words in FAILURES:
        back = sent_back(browser, "ana", "/preferences")
        told = browser.get(break_it(back), headers=AS_BROWSER)
        assert (told.status_code, words in unescape(told.text), "secret-words" in told.text) == (status, True, False), words
        assert 'href="/api/sign-in?then=%2Fpreferences"' in told.text and 'role="alert"' in told.text
    told = browser.get(sent_back(browser, "unchecked-0", "/preferences"), headers=AS_BROWSER)
    assert (told.status_code, "Have it confirmed there" in told.text) == (502, True)


def test_whom_no_company_knows_is_told_so_and_may_come_as_somebody_else(browser: httpx.Client) -> None:
    signed_in(browser, "stranger", "/preferences")
    assert browser.get("/").headers["location"] == "/sign-in?then=%2F"
    for told in (browser.get("/preferences"), browser.get("/sign-in", params={"then": "/preferences"})):
        assert (told.status_code, "No company here knows eve@evil.test." in told.text, "evergraph status" in told.text) == (403, True, False)
        assert 'href="/api/sign-in?then=%2Fpreferences&amp;afresh=true"' in told.text
    to_provider = browser.get("/api/sign-in", params={"then": "/preferences", "afresh": "true"}).headers["location"]
    assert parse_qs(urlsplit(to_provider).query)["prompt"] == ["login"]


def test_a_person_signs_in_by_keyboard_on_a_phone_and_lands_where_a_shared_link_leads(chromium: Browser, url: str) -> None:
    context = chromium.new_context(viewport={"width": 360, "height": 740}, color_scheme="dark")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{url}/#ask=%5B%22Who%20is%20Bill%3F%22%5D")
    button = page.get_by_role("link", name="Sign in with Acme")
    expect(button).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360 and findings(page) == []
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="To the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Deny").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Your company's sign-in did not let you in, or you left it")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360 and findings(page) == []
    button.press("Enter")
    page.locator("input[name=sub]").first.fill("ana")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Somebody shared this with you.")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("button", name="Ask it")).to_be_visible()
    assert urlsplit(page.url).path == "/"
    context.close()


@pytest.mark.parametrize("then", ["https://evil.example", "//evil.example", "/\\evil.example", "\\\\evil.example", "/a\r\nSet-Cookie: x=y", ""])
def test_nobody_is_sent_to_an_address_that_is_not_ours(browser: httpx.Client, then: str) -> None:
    back = signed_in(browser, "ana", then)
    assert (back.status_code, back.headers["location"]) == (303, "/")


def test_nobody_is_chosen_by_name_beside_a_sign_in_and_the_owner_still_asks(browser: httpx.Client, installation: ScriptedInstallation) -> None:
    assert browser.post("/api/person", json={"email": ANA}).status_code == 401
    assert browser.get("/api/sessions", headers={"Cookie": f"evergraph_person={ANA}"}).status_code == 401
    owner = {"Authorization": f"Bearer {local_token(installation.home)}", "X-Evergraph-Person": ANA}
    assert browser.get("/api/sessions", headers=owner).status_code == 200


def test_a_proxy_is_believed_by_its_address_only(tmp_path, redis_url: str) -> None:
    installation = ScriptedInstallation(tmp_path, redis_url)
    installation.settings.trusted_proxies, installation.settings.public_url = "127.0.0.1", "https://evergraph.acme.test"
    by_proxy = {"X-Forwarded-Email": ANA, "X-Forwarded-For": "203.0.113.9", "Host": "evergraph.acme.test"}
    with served(installation) as address:
        def status(*headers: tuple[str, str]) -> int:
            return httpx.get(f"{address}/api/sessions", headers=list(headers)).status_code

        assert status(*by_proxy.items()) == 200
        assert status(*by_proxy.items(), ("X-Forwarded-Email", BOB)) == 403        # said twice: nobody's address
        assert status(*by_proxy.items(), ("Origin", "https://evil.example")) == 401
        assert status(*by_proxy.items(), ("Origin", "https://evergraph.acme.test")) == 200
        assert status(("X-Evergraph-Person", ANA)) == 401
    installation.settings.trusted_proxies = "10.0.0.0/8"
    with served(installation) as address:
        assert httpx.get(f"{address}/api/sessions", headers=by_proxy).status_code == 401
