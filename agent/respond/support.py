"""Is a written sentence what its sources say? Each of its words stands in a sentence of a source that it cites, beside the same words.

A written sentence is a row of clauses: stretches of a sentence of one source, unbroken but for small words. So nothing can be added, no figure
or name be tied to something else, and no "not" be lost. Stricter than truth needs; what does not stand gives way to the sources' own sentences.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from agent.respond.check import FIGURE, plain_figure
from kg.names import fold
from kg.toml_tables import toml_table

SHORTEST = 3                            # words of a stretch that is no whole sentence
_TOKEN = re.compile(rf"[-−]?{FIGURE.pattern}|[$€£¥%]|[^\W\d_]+(?:['’][^\W\d_]+)*")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-ZÀ-Ý0-9\"“])|[;\n]+")
_LINE = re.compile(r"(?P<text>[^\[\]]+?)\s*(?P<sources>(?:\[\d+(?:,\s*\d+)*\]\s*)+)[.]?")
DRAWN = re.compile(r"[\[\]<>|`*_#~\\]|://|!\(")      # what Markdown would draw as something else than text
_ENDINGS = (("ing", "ed", "es", "s"), ("e", "y", "i"))
_LEAST_STEM = 3
_TELLING = "·"                          # so that "note" is not taken for "not", by their stems


@dataclass(frozen=True)
class Source:
    """One text that a summary may cite."""

    number: int
    kind: str
    day: str                            # 2026-11-12, "" where it has none
    title: str
    text: str

    @cached_property
    def head(self) -> frozenset[str]:
        """What may be said of it beside its text: its kind and its date."""
        return frozenset((*words_of(self.kind), *words_of(self.day)))

    @cached_property
    def sentences(self) -> tuple[tuple[str, ...], ...]:
        """Its sentences as words, the title being one."""
        return tuple(s for s in (words_of(part) for part in (self.title, *_SENTENCE_END.split(self.text))) if s)


@dataclass(frozen=True, slots=True)
class Line:
    """A written sentence and the numbers of the sources that it cites."""

    text: str
    cited: tuple[int, ...]


def lines_of(written: str) -> tuple[Line, ...]:
    """The sentences of a text, a line each. Raises ValueError, in words for whoever wrote it, for a line that cites nothing or holds Markdown."""
    found: list[Line] = []
    for at, raw in enumerate((line.strip() for line in written.splitlines() if line.strip()), 1):
        whole = _LINE.fullmatch(raw)
        if whole is None or DRAWN.search(whole["text"]):
            raise ValueError(f"Line {at} is no plain sentence that ends with the numbers of its sources.")
        found.append(Line(whole["text"], tuple(dict.fromkeys(int(n) for n in re.findall(r"\d+", whole["sources"])))))
    return tuple(found)


def unsupported(line: Line, sources: Sequence[Source]) -> str | None:
    """What in a sentence its sources do not say, in words for whoever wrote it; None where they say it all."""
    known = {source.number: source for source in sources}
    missing = [number for number in line.cited if number not in known]
    if missing:
        return f"There is no source [{missing[0]}]."
    return _unsupported(words_of(line.text), [known[number] for number in line.cited])


def _unsupported(words: tuple[str, ...], cited: Sequence[Source]) -> str | None:
    at, beside, used, last = 0, list[int](), set[int](), None
    while at < len(words):
        context = max((r for source in cited for r in _runs(words, at, source)), default=None, key=lambda r: r.length)
        if context is None:
            beside.append(at)
            at += 1
            continue
        if lost := context.lost():
            return f"“{' '.join(words[at:at + context.length])}” leaves out “{lost}”."
        if wrong := _astray(words, beside, [context.source, *([last] if last else [])], cited):
            return wrong
        at, beside, last = at + context.length, [], context.source
        used.add(context.source.number)
    if wrong := _astray(words, beside, [last] if last else [], cited):
        return wrong
    unused = [source.number for source in cited if source.number not in used]
    return f"Nothing of it is from source [{unused[0]}]." if unused else None


@dataclass(frozen=True, slots=True)
class _Run:
    """A stretch of a written sentence that stands so in a source."""

    source: Source
    sentence: tuple[str, ...]
    start: int
    length: int

    def lost(self) -> str | None:
        """A word of the source's sentence without which the stretch says something else."""
        kept = self.sentence[self.start:self.start + self.length]
        return next((word for word in self.sentence if word in _table()["turning"] and word not in kept), None)


def _runs(words: tuple[str, ...], at: int, source: Source) -> Iterator[_Run]:
    """The stretches of a source's sentences that the words go on with."""
    for sentence in source.sentences:
        for start in (i for i, word in enumerate(sentence) if word == words[at]):
            length = _common(words[at:], sentence[start:])
            if length >= SHORTEST or length == len(sentence):
                yield _Run(source, sentence, start, length)


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many words two rows have in common from their beginning."""
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _astray(words: Sequence[str], beside: Sequence[int], sources: Sequence[Source], cited: Sequence[Source]) -> str | None:
    """A word between the stretches that is neither the date or kind of a source beside it nor one that tells of sources."""
    allowed = frozenset[str]().union(*(source.head for source in sources))
    at = next((at for at in beside if not words[at].startswith(_TELLING) and words[at] not in allowed), None)
    if at is None:
        return None
    follows = max((_common(words[at:], s[i:]) for source in cited for s in source.sentences for i in range(len(s))), default=0)
    there = " ".join(words[at:at + follows])
    return f"After “{there}” the source does not say “{words[at + follows]}”." if there and at + follows < len(words) else \
        f"“{there or words[at]}” does not stand so in the source."


def words_of(text: str) -> tuple[str, ...]:
    """Words and figures that say something, made comparable: words by their stems, small words left out."""
    return tuple(token for token in map(_plain, _TOKEN.findall(text)) if token)


def _plain(token: str) -> str:
    """A figure as one writes it, a word by its stem; "" for a small word, and a mark before one that tells of sources."""
    if not token[0].isalpha():
        return plain_figure(token)
    word = fold(token).replace("’", "'").removesuffix("'s")
    if word in _table()["small"]:
        return ""
    if word in _table()["telling"]:
        return _TELLING + word
    return "not" if word.endswith("n't") or word == "cannot" else _stem(word)


def turning(words: Iterable[str]) -> frozenset[str]:
    """Those of `words_of` without which a sentence says something else."""
    return _table()["turning"].intersection(words)


def _stem(word: str) -> str:
    """The word without one ending of each kind; crude, but the same on both sides: plans, planned → plan; refuse, refused → refus."""
    for kind in _ENDINGS:
        ending = next((e for e in kind if word.endswith(e) and len(word) - len(e) >= _LEAST_STEM), "")
        word = word.removesuffix(ending)
    return word[:-1] if len(word) > _LEAST_STEM and word[-1] == word[-2] else word


@cache
def _table() -> dict[str, frozenset[str]]:
    """The lists of words; those that turn a sentence by their stems, the others as they are written."""
    data = toml_table(__package__, "support")
    lists = {name: frozenset(fold(word) for word in words.split()) for name, words in data.items()}
    return lists | {"turning": frozenset(map(_stem, lists["turning"]))}
