"""The page on which somebody signs in with the company's own sign-in: one button, what happens next, and what went wrong before. Pure.

Its one script keeps what stands behind the "#" of the chat's address: no server is told that, and it would be lost on the way (`ui/chat/page.js`
takes it up again). The page may run that script and no other.
"""

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from ui.pages import layout
from ui.text.markup import Markup, el, link
from ui.text.words import say

# Before the "#" the address of the page says where one wants to go; only the chat has something behind it that is worth keeping.
_KEEPS = """if (new URLSearchParams(location.search).get("then") === "/" && location.hash.length > 1) {
  try { sessionStorage.setItem("evergraph-wanted", location.hash); } catch { /* kept from pages here */ }
}"""
_ALLOWED = f"script-src 'sha256-{b64encode(sha256(_KEEPS.encode()).digest()).decode()}'"
HEADERS: Mapping[str, str] = {
    **layout.HEADERS, "Content-Security-Policy": f"{layout.HEADERS['Content-Security-Policy']}; {_ALLOWED}",
}


def sign_in_page(called: tuple[str, str], begin: str, problem: Mapping[str, Any] | None = None, *, is_known: bool = False) -> Markup:
    """The page. `called`: what people call the sign-in, and the host that it leads to; `begin`: where it begins; `problem`: what went wrong, as
    problem details; `is_known`: whether the company's sign-in knows the person, but no company here does."""
    name, host = called
    told = layout.notice(f"{problem['detail']} {problem['next_step']}", is_wrong=True) if problem else None
    label = say("Sign in with another account") if is_known else say("Sign in with {name}", name=name)
    button = link(begin + ("&afresh=true" if is_known else ""), label, class_="button main")
    next_step = say("You go to {host}, sign in there as you always do, and come back to what you opened here.", host=host)
    lead = el("p", say("Answers from your company's work apps, as far as you may see them."), class_="lead")
    return layout.page(say("Sign in to Evergraph"), "", None, lead, told, el("p", button, class_="asks"), el("p", next_step, class_="quiet"),
                       el("script", Markup(_KEEPS)), has_ways=False)
