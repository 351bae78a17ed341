"""Names made comparable: folded, without legal forms, with the short forms of first names. Pure text; knows no entity and no language."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib import resources

_SPELLED = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h", "ŋ": "n"})
_WORD = re.compile(r"\w+")
_INITIALS = re.compile(r"\b(\w)\.(?=\w\b)")              # "J.P." and "B.V." are one word
_APOSTROPHES = re.compile(r"['’ʼ`´]")
_LEGAL_FORMS_TEXT = """
    inc incorporated llc llp lp ltd limited plc corp corporation co company gmbh ag kg kgaa ug se ev ek ohg mbh
    sa sas sarl srl spa snc sl slu bv nv vof cv ab asa as aps oy oyj kft zrt nyrt doo dd sro spol zoo spzoo
    pty pvt pte private kk gk eurl sasu lda ltda ooo oao pao zao holding holdings
"""
_DOTS = re.compile(r"([aou])e")                          # "Müller" is written "Mueller"
_PARTS = re.compile(r"[^\W\d_](?:\.?[^\W\d_])*")      # "J.P.", "Smith"
_MOST_SHORTENED, _MOST_INITIALS, _LONGEST_SHORTENED = 6, 3, 80
_SMALL_WORDS = frozenset({"of", "and", "the", "for", "de", "la", "und", "et"})
_LEGAL_FORMS = frozenset(_LEGAL_FORMS_TEXT.split())


def fold(text: str) -> str:
    """Lower case without accents: `Jörg Weiß` → `jorg weiss`, `Łódź` → `lodz`. Other alphabets stay as they are."""
    if text.isascii():
        return text.lower()                              # most are: ten times faster
    parts = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold().translate(_SPELLED))
    return unicodedata.normalize("NFC", "".join(c for c in parts if unicodedata.category(c) != "Mn"))


@lru_cache(maxsize=4096)
def words(text: str) -> tuple[str, ...]:
    """The folded words of a text, in order: `O'Brien & Söhne` → `obrien`, `sohne`; `ATL-9001` → `atl`, `9001`."""
    return tuple(_WORD.findall(_INITIALS.sub(r"\1", _APOSTROPHES.sub("", fold(text)))))


def plain_vowels(word: str) -> str:
    """A folded word without the e that stands for dots: `mueller`, `muller` → `muller`; `oedoen` → `odon`."""
    return _DOTS.sub(r"\1", word)


def name_words(text: str) -> tuple[str, ...]:
    """The words that make a name, without `the` in front and legal forms at the end, unless nothing else is left."""
    found = words(text)
    start = 1 if len(found) > 1 and found[0] == "the" else 0
    end = len(found)
    while end > start + 1 and found[end - 1] in _LEGAL_FORMS:
        end -= 1
    return found[start:end]


def name_key(text: str) -> str:
    """What two spellings of one name have in common: `Juniper Labs, Inc.` → `juniper labs`. Empty where there is no word in it."""
    return " ".join(name_words(text))


def short_words(name: str, kind: str) -> tuple[str, ...]:
    """What a name is shortened to, as words that no text holds: `j_smith`, `john_s` and, of three, `jks_` of a person, `ibm_` of a company.

    `kind` is that of kg.schema.HUB_KINDS: "person", "company", "either"; () for any other, and for names of one word or very many.
    """
    ways = _SHORTENED.get(kind, ())
    own = name_words(name) if ways else ()
    return tuple(dict.fromkeys(word for way in ways for word in way(own))) if 2 <= len(own) <= _MOST_SHORTENED else ()


def _as_person(own: Sequence[str]) -> Iterator[str]:
    first, last = own[0], own[-1]
    yield f"{first[0]}_{last}"
    yield f"{''.join(word[0] for word in own[:-1])}_{last}"
    yield f"{first}_{last[0]}"
    if len(own) > 2:
        yield "".join(word[0] for word in own) + "_"


def _as_company(own: Sequence[str]) -> Iterator[str]:
    for part in (own, [word for word in own if word not in _SMALL_WORDS]):
        if len(part) > 1:
            yield "".join(word[0] for word in part) + "_"


_SHORTENED = {"person": (_as_person,), "company": (_as_company,), "either": (_as_person, _as_company)}


def shortened(mention: str) -> tuple[str, ...]:
    """The words of `short_words` that a mention may be: `J. Smith`, `Smith, J.`, `John S.`, `IBM`. Capitals only: `a smith` is none."""
    parts = [part.replace(".", "") for part in _PARTS.findall(mention[:_LONGEST_SHORTENED])]
    if len(parts) == 1 and parts[0].isupper() and 2 <= len(parts[0]) <= _MOST_SHORTENED:
        return (f"{_one_word(parts[0])}_",)
    if len(parts) == 2 and any(part.isupper() and len(part) <= _MOST_INITIALS for part in parts):
        one, other = _one_word(parts[0]), _one_word(parts[1])
        return f"{one}_{other}", f"{other}_{one}"
    return ()


def _one_word(text: str) -> str:
    return "".join(words(text))                          # some letters fold to signs: ¼ to 1⁄4


def nicknames(first: str) -> frozenset[str]:
    """Other forms of a first name, folded: `bill` → `william`, `will` …; `william` → `bill` …. Empty where none is known."""
    return _nicknames().get(fold(first), frozenset())


@cache
def _nicknames() -> dict[str, frozenset[str]]:
    others: dict[str, set[str]] = {}
    for formal, short in _groups():
        for name in {formal, *short}:
            others.setdefault(name, set()).update({formal, *short} - {name})
    return {name: frozenset(found) for name, found in others.items()}


def _groups() -> list[tuple[str, tuple[str, ...]]]:
    lines = resources.files(__package__).joinpath("nicknames.txt").read_text("utf-8").splitlines()
    parts = [line.partition(":") for line in lines if line and not line.startswith("#")]
    return [(fold(formal.strip()), words(short)) for formal, _, short in parts]
