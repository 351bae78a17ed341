"""The part of the catalogue that a question touches, in few words: what its words may mean, and the models around them.

Only what the asker may see; what nothing could open to them is there by its bare name, so that the model can say that it is closed.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from agent.catalogue import Catalogue, Model
from agent.language import words
from agent.llm.budget import estimated
from agent.react.quotes import Quotes
from agent.react.sentence import told_as
from agent.rules.evidence import Evidence

BUDGET = 3000                           # tokens, by the estimate of agent/llm/budget.py, which is rather too high
_WORDS_BUDGET = 1200                    # of these, for what single words may mean
_ALIKE = 85.0                           # of 100: how near a word must be to one of the catalogue's
_CLEAR = 3                              # what an element that a word means counts against one that is only near
_BESIDE = "Models beside these, by name; `catalogue` tells more of them:"
_DIRECT = frozenset({"noun", "name", "metric"})


@dataclass(frozen=True, slots=True)
class Sight:
    """What of the catalogue somebody may see."""

    models: frozenset[str]              # that may be used
    closed: frozenset[str]              # models, fields, relations and named conditions of which only the name may be told

    def shows(self, element: str) -> bool:
        """Is a model, or a part of one, open to them?"""
        return element.partition(".")[0] in self.models and element not in self.closed


def excerpt(quotes: Quotes, sight: Sight, more: Sequence[str] = (), budget: int = BUDGET) -> str:
    """What the model is shown of the catalogue for a question, and for words that it looked up (`more`), within a budget of tokens."""
    lines = _fitting(_meanings(quotes, sight), min(_WORDS_BUDGET, budget))
    left = budget - sum(map(estimated, lines)) - len(lines) - 40
    touched, around = _ranked(quotes, sight, more)
    about: list[str] = []
    for model in touched:
        head, *parts = _model(quotes.catalogue, model, sight)
        found = _fitting((head,), left)
        found += _fitting(parts, left - _cost(found)) if found else []      # without its head a line would tell of the model before
        about += found
        left -= _cost(found)
    beside = _fitting((_head(model) for model in around), left)
    return "\n".join(["Words of the question, and all that they may mean:", *lines, "Models:", *about, *([_BESIDE, *beside] if beside else [])])


def _fitting(lines: Iterable[str], budget: int) -> list[str]:
    found: list[str] = []
    for line in lines:
        if (cost := estimated(line) + 1) <= budget:     # a long line that does not fit leaves room for shorter ones
            budget -= cost
            found.append(line)
    return found


def _cost(lines: Sequence[str]) -> int:
    return sum(map(estimated, lines)) + len(lines)


def _meanings(quotes: Quotes, sight: Sight) -> Iterator[str]:
    """"open": is ticketing/Ticket.open; is crm/Opportunity.open."""
    by_words: dict[str, list[str]] = {}
    for piece in sorted(quotes.evidence, key=lambda e: (e.first, -e.last, e.cost)):
        said = _meaning(quotes.catalogue, piece, sight)
        if said and piece.how != "unknown":
            text = quotes.question[quotes.tokens[piece.first].first : quotes.tokens[piece.last - 1].last]
            known = by_words.setdefault(text, [])
            if said not in known:
                known.append(said)
    yield from (f"“{text}”: {'; '.join(known)}" for text, known in by_words.items())
    strange = ", ".join(f"“{quotes.tokens[i].text}”" for i in sorted(quotes.strange))
    if strange:
        yield f"Known to nobody: {strange}"


def _meaning(known: Catalogue, piece: Evidence, sight: Sight) -> str:
    meaning = piece.meaning
    target = meaning.target
    if target.partition(".")[0] in known.models and not sight.shows(target):
        return f"{target.rpartition('.')[2]}: closed to this person" if target in sight.closed else ""
    detail = f" ({meaning.detail})" if meaning.detail and meaning.kind in ("where", "noun", "most") else ""
    told = told_as(meaning)
    return f"{told}{detail}" if told else ""


def _ranked(quotes: Quotes, sight: Sight, more: Sequence[str]) -> tuple[list[Model], list[Model]]:
    """The models that the words touch, those most touched first; and what they lead to. All there are, where no word touches any."""
    score: Counter[str] = Counter()
    for piece in quotes.evidence:
        model = piece.meaning.target.partition(".")[0]
        metric = quotes.catalogue.metrics.get(piece.meaning.target) if piece.meaning.kind == "metric" else None
        score[metric.of if metric else model] += _CLEAR if piece.meaning.kind in _DIRECT else 1
    strange = [quotes.tokens[i].plain for i in sorted(quotes.strange)]
    for word in (*strange, *(w for text in more for w in text.lower().split())):
        score.update(m.id for m in quotes.catalogue.models.values() if _is_near(word, m))
    seen = [m for m, _ in sorted(score.items(), key=lambda found: (-found[1], found[0])) if m in sight.models]
    around = [r.to for m in seen for r in quotes.catalogue.models[m].relations.values() if r.default]
    rest = [m for m in sorted(sight.models) if quotes.catalogue.models[m].words] if not seen else []
    models, beside = quotes.catalogue.models, dict.fromkeys(m for m in around if m in sight.models and m not in seen)
    return [models[m] for m in (*seen, *rest)], [models[m] for m in beside]


def _is_near(word: str, model: Model) -> bool:
    if len(word) < 4 or word in words().licensed:
        return False
    known = (*model.words, *(w for f in model.fields.values() for w in f.words), *(w for r in model.relations.values() for w in r.words),
             *(w for p in model.predicates.values() for w in (*p.words, *p.verbs)))
    return any(fuzz.ratio(word, each) >= _ALIKE for each in known)


def _head(model: Model) -> str:
    """Its id, its words, what "top" and a bare time of it go by."""
    size = f"; size {model.size}" if model.size else ""
    time = f"; usual time {model.period}" if model.period else ""
    return f"{model.id}: {', '.join(model.words[:3]) or model.label}{size}{time}"


def _model(known: Catalogue, model: Model, sight: Sight) -> Iterator[str]:
    yield _head(model)
    fields = [f"{f.name} {f.kind}{_said(f.words)}" for f in model.fields.values() if sight.shows(f.id) and (f.words or f.when or f.values)]
    relations = [f"{r.name} → {r.to}{_said((*r.words, *r.forward, *r.backward))}" for r in model.relations.values() if sight.shows(r.id)]
    named = [f"{p.name}{_said(said)}" for p in model.predicates.values() if (said := (*p.words, *p.verbs, *p.nouns)) and sight.shows(p.id)]
    metrics = [f"{m.name}{_said(m.words)}" for m in known.metrics.values() if m.of == model.id]
    closed = [c.rpartition(".")[2] for c in sorted(sight.closed) if c.partition(".")[0] == model.id]
    for label, items in (("fields", fields), ("relations", relations), ("is", named), ("metrics", metrics), ("closed to this person", closed)):
        if items:
            yield f"  {label}: {'; '.join(items)}"


def _said(texts: Sequence[str]) -> str:
    """The first words for it."""
    return f" “{texts[0]}”" if texts else ""
