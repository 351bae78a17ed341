"""What an empty conversation says before anything is asked, as Markdown. Pure."""

from ui.asking.conversation import Welcome
from ui.text.habits import USUAL, Habits
from ui.text.labels import app_of, name_of
from ui.text.markdown import escape
from ui.text.words import say

_MODEL = "A language model reads your questions, in any words and language."
_GRAMMAR = "No language model is set here: questions are read in plain English, such as those below. With one, any wording and language is read."


def welcomed(email: str, welcome: Welcome, habits: Habits = USUAL) -> str:
    """Who is greeted, what can be asked about and how fresh it is, and who reads the questions."""
    apps = [say(app_of(each)) for each in welcome.apps]
    company = escape(welcome.company)
    where = say("Connected at {company}: {apps}.", company=company, apps=escape(_listed(apps))) if apps else \
        say("No app of {company} is connected yet.", company=company)
    fresh = say("The oldest copy is of {time}; every answer says its own age.", time=habits.moment(welcome.as_of)) if welcome.as_of and apps else ""
    hello = say("Hello {name}, what would you like to know?", name=escape(name_of(email).split()[0]))
    return "\n\n".join((f"## {hello}", f"{where} {fresh}".strip(), say(_MODEL if welcome.has_model else _GRAMMAR)))


def _listed(apps: list[str]) -> str:
    return f" {say('and')} ".join([", ".join(apps[:-1]), apps[-1]] if len(apps) > 1 else apps)
