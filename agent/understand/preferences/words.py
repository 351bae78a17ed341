"""The words of a term and of its meaning, without what stands around them. Pure text."""

import re

from agent.understand.preferences.tables import pattern
from kg.names import fold

LONGEST_TERM, LONGEST_VALUE = 6, 16     # words
QUESTION_WORDS = frozenset({
    "what", "which", "who", "how", "when", "where", "why", "show", "list", "give", "is", "are", "does", "do", "did", "can", "all",
    "if", "from", "i", "because", "so", "and", "but", "please", "remember", "not", "no", "every", "for", "in", "on", "at", "with", "then", "now",
    "whenever", "once", "as",
})
_NO_TERM = frozenset({
    "it", "that", "this", "he", "she", "they", "i", "you", "we", "there", "the", "a", "yes", "no", "ok", "note", "one",
    "him", "her", "them", "me", "default", "my default", "preference", "currency", "language", "format",
    "standard", "norm", "rule", "usual", "everything", "anything", "always", "permanent", "what", "who", "which", "those", "these", "us",
})
_NEVER_IN_TERMS = frozenset({"i", "you", "it", "never", "there", "forget"})         # words of a sentence, not of a term
_ASKING = (["how"], ["which"], ["when"], ["where"], ["why"], ["each"], ["every"])
_JOINING = (["that"], ["which"], ["who"])
_EDGES = " \t\n,;:.!?\"“”«»'‘’–—-"
_ARTICLE = re.compile(r"^(?:an?|the word|the term|the name|word|term)\s+", re.IGNORECASE)
_ONLY = re.compile(r"\b(?:only|just)\b", re.IGNORECASE)
_OF_PEOPLE = re.compile(
    r"(?:(?:my|our|the) )?(?:team|squad|people|group|org|organi[sz]ation|department|crew|lot|gang|bunch)|us|we|my company", re.IGNORECASE)
_NAMED = re.compile(r"[A-Z0-9][\w.'’&-]*(?: (?:of|and|&|the|de|van|von|der|[A-Z0-9][\w.'’&-]*))*(?: \([^)]*\))?")
_DESCRIBED = re.compile(r"([A-Z][\w'’.-]+(?: [A-Z][\w'’.-]+){1,2}),? (?:in|at|from|of|on|with|over|who|whose) .+")
_TEAM = re.compile(r"[A-Z].* (?:team|group|department|squad|crew|unit|division|section|branch|office|desk|studio|shift)")
_GROUP = re.compile(
    r"(?:the |our |my )?(?:[a-z-]+ )?(?:team|crew|lads|lot|girls|boys|mob|lab|studio|unit|desk|office|branch|depot|floor|shop|yard|kitchen|ward|group"
    r"|department|dept|gang|squad|site|section|shift|bridge|workshop|warehouse|plant|practice|clinic|bench|basement|hub|pod|tribe|bunch|folks|guys"
    r"|people|hands|mates|house|counter|back office|field)", re.IGNORECASE)
_EMPTY = re.compile(
    r"(?:it|that|he|she|this)['’]s .*|i \w+ .*|you know|(?:any|every)(?:body|one) else|not (?-i:[A-Z]).*|do(?:n['’]?t| not) .*|(?:the )?same"
    r"|what i \w+ by.*|my (?:thing|style|way|taste|choice|favou?rite)\b.*", re.IGNORECASE)
_PLACED = re.compile(r"\b(?:in|as|into|on) (?:an? |the )?\w+$|^(?:by|of|to|as)\b|\bis$", re.IGNORECASE)      # "the pipeline in a chart" is no term
_ENDED = re.compile(r"\b(?:i|is|are|what)$", re.IGNORECASE)
_FIGURE = re.compile(r"[<>≥≤]?\s*\d[\d.,]*\s?(?:k|m|mn|bn|million|%|percent)?", re.IGNORECASE)
_WHENEVER = re.compile(
    r",? (?:when(?:ever)?|if|(?:every|each|any) ?time) (?:i|we) (?:type|use|say|write|mention|bring up) (?:it|that|him|her|them)\b.*", re.IGNORECASE)
_IT_IS = re.compile(        # "it should be Sales East"
    r"^(?:it|that|this|he|she|they)(?:'s|'re|'ll be| is| are| (?:should|must|shall|will|has to|have to) be| means?) (?=(?-i:[A-Z]))", re.IGNORECASE)
_INSTEAD = re.compile(r"^(?:no longer|no more|not) .+? but (?:rather |now |only )?", re.IGNORECASE)
_COUNTED = re.compile(r"\d\b.* \w+s$")


def clean(text: str) -> str:
    """A text without quotes, punctuation and articles around it."""
    return _ARTICLE.sub("", text.strip(_EDGES)).strip(_EDGES)


def as_written(plain: str, text: str) -> str:
    """Folded words as a text has them: "Bill" for "bill"; as they are where it does not have them."""
    size, said = len(plain.split()), [word.strip(_EDGES) for word in text.split()]
    parts = (" ".join(said[first : first + size]) for first in range(len(said) - size + 1))
    return next((part for part in parts if fold(part) == plain), plain)


def value_of(said: str, meaning: str) -> str:
    """The meaning with what it leaves out: "a big deal is anything above 5" is a deal above 5, "top customers … the top 5" the top 5 customers."""
    meaning = _IT_IS.sub("", _WHENEVER.sub("", _INSTEAD.sub("", meaning)))
    value = re.sub(r"^(?:only|just|always)\s+", "", clean(pattern("around", "tail").sub("", meaning)), flags=re.IGNORECASE)
    subject = clean(said).split()
    elided, among = pattern("around", "elided"), pattern("around", "among")
    if not subject:
        return value
    if elided.match(value):
        return f"{_many(subject[-1])} {elided.sub('', value)}"
    if among.match(value) and (subject[0].lower() in ("my", "our") or _ONLY.search(meaning)):
        return f"{' '.join(subject)} {among.sub('', value)}"
    return _with_number(subject, value)


def _with_number(subject: list[str], value: str) -> str:
    """"the top 5" of "top customers" is the top 5 customers."""
    words = [w for w in value.split() if w.lower() != "the"]
    shared = next((i for i, w in enumerate(subject[:-1]) if words and w.lower() == words[0].lower()), None)
    if shared is None or len(words) != len(("top", "5")) or not words[1].isdigit():
        return value
    return " ".join((*subject[:shared], *words, *subject[shared + 1 :]))


def _many(noun: str) -> str:
    if noun.endswith(("s", "people", "staff")):
        return noun
    return f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else f"{noun}s"


_EACH = frozenset({"each", "every"})     # "count the applications for each job" asks


def is_term(subject: str) -> bool:
    """Can it be a word with a meaning of its own? Not "tickets that (are assigned to me)"."""
    plain = fold(subject).split()
    if re.search(r"[\"“”]|\bnow$", subject):
        return False
    if set(plain) & _NEVER_IN_TERMS or plain[-1:] in _JOINING or "," in subject or _PLACED.search(subject):
        return False
    return 0 < len(plain) <= LONGEST_TERM and not set(plain) <= _NO_TERM and plain[0] not in QUESTION_WORDS | _EACH | (_NO_TERM - {"the"})


def is_people(words: str) -> bool:
    """Do words stand for one's own people: "my team", "our group", "us"?"""
    return bool(_OF_PEOPLE.fullmatch(words))


def is_group(words: str) -> bool:
    """Do words stand for a group that people belong to: "the studio"?"""
    return bool(_GROUP.fullmatch(words))


def is_value(value: str) -> bool:
    """Is it short enough to be a meaning, and more than a pronoun? "How many tickets (are assigned to me)" asks."""
    plain = fold(value).split()
    if plain[:1] in _ASKING or plain[-1:] in _JOINING or _ENDED.search(value) or _EMPTY.fullmatch(value):
        return False
    return 0 < len(value.split()) <= LONGEST_VALUE and not set(fold(value).split()) <= _NO_TERM - {"us", "we"}


def is_name(value: str) -> bool:
    """Is it written as a name?"""
    return re.sub(r"^the ", "", value)[:1].isupper()


def kind_of(subject: str, value: str) -> tuple[str, str]:
    """What kind of meaning it is, as far as the words tell (name_means, team_means, term_means), and the name or the words."""
    if is_people(subject):
        return "team_means", value
    bare = re.sub(r"^the ", "", value)
    described = _DESCRIBED.match(bare)
    if described and fold(subject).split()[0] in fold(described[1]).split():
        return "name_means", described[1]
    if _TEAM.fullmatch(bare) or (is_group(subject) and _NAMED.fullmatch(bare)):
        return "team_means", value
    if len(subject) > 1 and fold(subject) == "".join(word[0] for word in fold(bare).split()):
        return "name_means", value      # "tt" for Tidewater Trading
    if re.fullmatch(r"[A-Z]\w+", subject) and re.fullmatch(r"[a-z]+", bare):
        return "name_means", value      # "okoro, every time I say Sam"
    if re.fullmatch(r"[a-z-]+(?: &| and)? [a-z-]+", bare) and len(fold(subject)) > 1 and fold(bare).startswith(fold(subject)):
        return "name_means", value      # "rob = robert kling"
    if " " in subject and _NAMED.fullmatch(subject) and is_name(bare):
        return "name_means", value      # "Head Office" for the Leicester address
    return ("name_means" if _NAMED.fullmatch(bare) and not (_COUNTED.search(value) or _FIGURE.fullmatch(value)) else "term_means"), value
