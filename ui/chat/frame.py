"""What of the chat's page is the same for everybody, as HTML: its head, its skip link, and the one dialog. Pure.

It is drawn in English; `ui/chat/page.js` puts the words of another language in their place before they are seen.
"""

from ui.pages.layout import name_mark
from ui.text.addresses import SHARES
from ui.text.markup import Markup, el, link

# How a shortcut is shown, what it does, and for those that the page itself looks for: the key, and what follows. "mod" is Ctrl or Command.
_KEYS = (
    (("Enter",), "Send your question", None, None),
    (("Shift", "Enter"), "A new line", None, None),
    (("Esc",), "Stop the answer that is under way", "escape", "stop"),
    (("Ctrl", "Shift", "O"), "New chat", "mod+shift+o", "fresh"),
    (("Ctrl", "K"), "Search your chats", "mod+k", "search"),
    (("Shift", "Esc"), "To your question", "shift+escape", "write"),
    (("↑",), "To the last answer, from an empty question", "arrowup", "answer"),
    (("@",), "Offer names while you write", None, None),
    (("?",), "This help", "?", "help"),
)
_DOES = (("pin", "Pin"), ("unpin", "Unpin"), ("rename", "Rename"), ("move", "Move to a folder"))
_SHARED = (
    ("answer", "Share this answer", "Others of your company see what it comes to for them today, and yours where their rights open all of it."),
    ("question", "Share the question only", "Whoever opens the link asks it with their own rights. Your answer is not in it."),
)
_FORMS = (("markdown", "Save as Markdown"), ("pdf", "Save as PDF"), ("json", "Save as JSON"))      # as the export has them


def skip_link() -> Markup:
    """The first stop of the keyboard: past the conversations, to where one writes."""
    return link("#eg-box", "To your question", class_="eg-skip")


def head() -> Markup:
    """The name mark, and the button that puts the side away."""
    return el("div", name_mark(), _toggle("Hide the side", "eg-hide"), class_="eg-headed")


def search() -> Markup:
    """Where words are looked for in the person's conversations, as they are typed."""
    label = "Search your chats"
    return el("input", type="search", id="eg-find", class_="eg-row", aria_label=label, placeholder=label, autocomplete="off")


def top() -> Markup:
    """Above the conversation: the way to the side, what the conversation is called, sharing it, and what else can be done with it."""
    share = el("button", "Share", type="button", class_="eg-chip eg-share", data_do="offer", hidden=True)
    more = el("button", type="button", class_="eg-act eg-menu", data_do="menu", popovertarget="eg-menu", aria_haspopup="menu",
              aria_label="More: this conversation", title="More", hidden=True)
    return el("div", _toggle("Show the side", "eg-show"), el("p", class_="eg-title"), share, more, class_="eg-topped")


def dialog() -> Markup:
    """The dialog in which a person is asked for words, or for their yes. Dismissed, it changes nothing."""
    line = el("label", el("span"), el("input", name="line", autocomplete="off"), el("datalist", id="eg-known"))
    lines = el("label", el("span"), el("textarea", name="lines", rows="3"))
    choices = el("fieldset", el("legend", "What is shared", class_="unseen"), *(_choice(*each) for each in _SHARED))
    all_shared = el("p", link(SHARES, "What you share", target="_blank"), class_="eg-shares")
    buttons = el("div", el("button", "Cancel", type="button", class_="eg-cancel"), el("button", "OK", type="submit", class_="main"), class_="acts")
    form = el("form", el("h2", id="eg-asked"), line, lines, choices, el("p", class_="quiet"), all_shared, buttons, method="dialog")
    return el("dialog", form, id="eg-dialog", class_="eg", aria_labelledby="eg-asked")


def menu() -> Markup:
    """What can be done with a conversation; `ui/chat/page.js` says with which, by the button that opened it.

    `autofocus`: the keyboard is in the menu when it opens, at the first of these that is shown, and not a moment later.
    """
    acts = [el("button", label, type="button", role="menuitem", class_=f"eg-row eg-{do}", data_do=do, autofocus=True) for do, label in _DOES]
    files = [el("a", label, href="#", download=True, role="menuitem", class_="eg-row eg-save", data_form=form) for form, label in _FORMS]
    forget = el("button", "Delete", type="button", role="menuitem", class_="eg-row eg-forget", data_do="forget")
    return el("div", *acts, *files, forget, id="eg-menu", popover="auto", role="menu", aria_label="This conversation")


def toast() -> Markup:
    """What was deleted, and the way back while it is not done yet."""
    buttons = [el("button", label, type="button", class_=f"eg-{name}") for name, label in (("undo", "Undo"), ("done", "Delete now"))]
    return el("div", el("span", role="status"), *buttons, id="eg-toast", hidden=True)


def unsent() -> Markup:
    """Above what one writes: that something could not be sent, and the way to send it again. `ui/chat/sending.js` says why."""
    again = el("button", "Retry", type="button", class_="eg-chip eg-again")
    return el("div", el("span", role="status"), again, id="eg-unsent", hidden=True)


def names() -> Markup:
    """Above what one writes: names that are offered for what is begun, by `ui/chat/names.js`."""
    listed = el("ul", id="eg-names", role="listbox", aria_label="Names that you may mean", hidden=True)
    return el("div", listed, el("span", id="eg-offered", role="status", class_="eg-unseen"))


def keys() -> Markup:
    """The dialog that says what the keyboard does. `ui/chat/page.js` does what its rows say: `data_press` is the key, `data_then` what follows."""
    rows = [(el("dt", *(el("kbd", each) for each in shown)), el("dd", said, data_press=press, data_then=then)) for shown, said, press, then in _KEYS]
    told = el("span", "Keys that stand alone, such as ?, do something here")
    alone = el("label", el("input", type="checkbox", checked=True, id="eg-alone"), " ", told)
    close = el("div", el("button", "Close", class_="main"), class_="acts")
    form = el("form", el("h2", "Keyboard help", id="eg-keys-title"), el("dl", *rows), alone, close, method="dialog")
    return el("dialog", form, id="eg-keys", class_="eg", aria_labelledby="eg-keys-title")


def _choice(value: str, label: str, told: str) -> Markup:
    chosen = el("input", type="radio", name="choice", value=value, id=f"eg-{value}", aria_describedby=f"eg-{value}-told")
    return el("div", el("label", chosen, " ", el("span", label), for_=f"eg-{value}"), el("p", told, class_="quiet", id=f"eg-{value}-told"))


def _toggle(label: str, style: str) -> Markup:
    return el("button", type="button", class_=f"eg-toggle {style}", aria_label=label, title=label, aria_controls="eg-side")
