"""An answer in the language that its question was asked in, written by a language model and held against the English one.

Figures and names must be those of the answer, digit by digit and letter by letter; tables stay as they are. Of an answer that may not be sent to a
model the words alone are sent, with a number in brackets for each figure, name and value. What fails that is told in English.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from agent.llm.port import Message, ModelFailed, Prompt, Role
from agent.llm.prompts import prompt_file
from agent.question.context import QuestionContext

ENGLISH = frozenset({"", "english", "en"})
_FIGURE = re.compile(r"(?:(?<!\w)[-\u2212])?\d+(?:[.,:/\u202f\u00a0 '’-]?\d+)*")
_KEPT = re.compile(r"\*\*(.+?)\*\*|“([^”]+)”")
_TABLE = re.compile(r"(?:^\|.*\|[ ]*\n?)+", re.MULTILINE)
# What an answer holds: rows of a list, what follows a colon, names and values with those in brackets behind them, figures. Of a figure in bold the
# unit stays; anything else in bold is a value, whatever it begins with: an address may begin with a number.
_DATA = (
    r"^- .*$|(?<=: )[^\n]*\*\*[^\n]*?(?=\.?$)"
    r"|\*\*(?P<figure>[\d.,]+)(?P<unit>(?:%| (?:(?:full )?(?:hour|day|week|month|year)s?|[A-Z]{3}))?\*\*)"
    r"|\*\*.+?\*\*(?: \([^()\n]*\))?|“[^”]*”|" + _FIGURE.pattern)
_MASK = re.compile(r"\[(\d+)\]")
_TELLS = re.compile(                    # words that are what was found
    r"^(?:\*\*)?(?:Yes|No|None|Both)\b|\bThere (?:is|are|was|were) (?:no|none) |\bYou (?:have|had) no |"
    r"\b(?:more|less|later|earlier) than the second", re.MULTILINE)
_DECIMAL_MARK = re.compile(r"[.,:](?=(?:\d{1,2}|\d{4,})$)")    # three digits behind a mark are thousands
_MINUS = "-\u2212"
_A = frozenset({"A"})


def translated(context: QuestionContext, text: str, language: str, privacy: frozenset[str], names: Sequence[str] | None = None) -> str | None:
    """The text in another language; None where it is told in English.

    `privacy`: the classes of the data in it; `names`: what its records are called, None where the text is theirs and has no words of ours.
    """
    if context.model is None or Role.WRITE not in context.model.names or language.strip().lower() in ENGLISH:
        return None
    tables = _TABLE.findall(text)
    plain = _TABLE.sub("[table]\n", text)
    if context.model.may_see(privacy):
        said = _said(context, plain, language, privacy)
    else:
        is_ours = names is not None and context.model.may_see(_A) and not _TELLS.search(plain)
        said = _said_around(context, plain, language, names or ()) if is_ours else None
    return _with_tables(said, tables) if said is not None else None


def _said(context: QuestionContext, text: str, language: str, privacy: frozenset[str]) -> str | None:
    """What a model makes of a text; None where it fails, or changes what the text holds."""
    assert context.model is not None        # the caller looked
    file = prompt_file("translate")
    prompt = Prompt(file.name, file.version, (Message("system", file.text), Message("user", f"Language: {language}\n\n{text}", privacy)))
    try:
        said = context.model.prose(Role.WRITE, prompt, context.budget).text.strip()
    except ModelFailed:
        return None
    return said if is_faithful(text, said) else None


def _said_around(context: QuestionContext, text: str, language: str, names: Sequence[str]) -> str | None:
    """The same of the words alone: what the text holds is put in again after the model has seen the rest."""
    words, held = without_data(text, names)
    said = _said(context, words, language, _A)
    return _MASK.sub(lambda found: held[int(found.group(1))], said) if said is not None else None


def without_data(text: str, names: Sequence[str]) -> tuple[str, list[str]]:
    """The words of an answer with the place of each thing that it holds in brackets, and these things: "You have **[0] days**", ["12"]."""
    longest_first = sorted(filter(None, names), key=len, reverse=True)
    held = list[str]()

    def kept_back(found: re.Match[str]) -> str:
        held.append(found["figure"] or found.group())
        return f"**[{len(held) - 1}]{found['unit']}" if found["figure"] else f"[{len(held) - 1}]"

    return re.sub("|".join((*map(re.escape, longest_first), _DATA)), kept_back, text, flags=re.MULTILINE), held


def is_faithful(text: str, translation: str) -> bool:
    """Does a translation hold the same figures, the same names in bold or quotes, and the same number of tables?"""
    same_figures = Counter(_digits(text)) == Counter(_digits(translation))
    names = [name for name in _names(text) if not _FIGURE.search(name)]
    return same_figures and all(name in translation for name in names) and text.count("[table]") == translation.count("[table]")


def _digits(text: str) -> Iterator[str]:
    """Figures by their sign, digits and decimals: how thousands and decimals are marked is the language's own."""
    for found in _FIGURE.findall(text):
        yield ("-" if found[0] in _MINUS else "") + re.sub(r"[^\d|]", "", _DECIMAL_MARK.sub("|", found))


def _names(text: str) -> Iterator[str]:
    yield from (bold or quoted for bold, quoted in _KEPT.findall(text))


def _with_tables(text: str, tables: list[str]) -> str:
    for table in tables:
        text = text.replace("[table]\n", table, 1) if "[table]\n" in text else text.replace("[table]", table, 1)
    return text
