"""What an empty conversation says before anything is asked, as Markdown. Pure."""

from ui.asking.conversation import Welcome
from ui.text.labels import app_of, name_of
from ui.text.markdown import escape

_MODEL = "A language model reads your questions, in any words and language."
_GRAMMAR = "No language model is set here: questions are read in plain English, such as those below. With one, any wording and language is read."


def welcomed(email: str, welcome: Welcome) -> str:
    """Who is greeted, what can be asked about and how fresh it is, and who reads the questions."""
    apps = [app_of(each) for each in welcome.apps]
    where = f"Connected at {escape(welcome.company)}: {escape(_listed(apps))}." if apps else f"No app of {escape(welcome.company)} is connected yet."
    fresh = f" The oldest copy is of {welcome.as_of.day} {welcome.as_of:%b %Y, %H:%M}; every answer says its own age." if welcome.as_of else ""
    hello = f"## Hello {escape(name_of(email).split()[0])}, what would you like to know?"
    return "\n\n".join((hello, where + (fresh if apps else ""), _MODEL if welcome.has_model else _GRAMMAR))


def _listed(apps: list[str]) -> str:
    return " and ".join([", ".join(apps[:-1]), apps[-1]] if len(apps) > 1 else apps)
