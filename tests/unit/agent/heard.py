"""How well preferences are heard in the messages of tests/memory_texts: `python -m tests.unit.agent.heard open` prints it, `-v` with what differs."""

import json
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agent.understand.preferences.hearing import Heard, hear
from kg.names import fold

FOLDER = Path(__file__).parents[2] / "memory_texts"
SETS = ("open", "sealed", "later", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_CODES = """german de french fr english en spanish es hindi hi italian it portuguese pt dutch nl japanese ja chinese zh polish pl
    swedish sv danish da norwegian no finnish fi czech cs hungarian hu turkish tr greek el russian ru ukrainian uk arabic ar
    hebrew he korean ko romanian ro bulgarian bg croatian hr serbian sr slovak sk slovenian sl catalan ca thai th vietnamese vi
    indonesian id malay ms tamil ta telugu te marathi mr gujarati gu bengali bn urdu ur punjabi pa kannada kn malayalam ml
    persian fa swahili sw estonian et latvian lv lithuanian lt icelandic is irish ga welsh cy"""
CODES = dict(zip(_CODES.split()[::2], _CODES.split()[1::2], strict=True))
SMALL = {
    "the", "a", "an", "of", "in", "is", "are", "than", "over", "more", "above", "with", "just", "only", "team", "amount", "everyone", "everybody",
}
_MEANINGS = dict.fromkeys(("name_means", "term_means", "team_means", "metric_basis"), "means")       # words for words: which, is settled by look-ups
ALIKE = 0.5                             # of the words of two meanings that must be the same


@dataclass
class Score:
    """What was heard rightly, wrongly and not at all."""

    right: int = 0
    wrong: int = 0                      # learned where nothing or something else was said
    missed: int = 0
    injected: int = 0
    messages: int = 0
    seen: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        return self.right / max(1, self.right + self.wrong)

    @property
    def recall(self) -> float:
        return self.right / max(1, self.right + self.missed)


def score(half: str) -> Score:
    """The score on some of the messages of tests/memory_texts ("open", "sealed", …, "ninth"), or on a file of the same form."""
    found = Score()
    file = FOLDER / f"{half}.jsonl" if half in SETS else Path(half)
    for row in map(json.loads, file.read_text("utf-8").splitlines()):
        heard = hear(row["text"])
        found.messages += 1
        right = row["label"] is not None and any(_is(h, row["label"]) for h in heard)
        found.right += right
        found.wrong += bool(heard) and not right
        found.missed += row["label"] is not None and not right
        found.injected += bool(heard) and row["category"] == "injected"
        if bool(heard) != (row["label"] is not None) or (heard and not right):
            told = [(h.kind, h.subject, h.value, h.scope) for h in heard]
            found.seen.append(f"{row['category']:12} {row['text']!r}\n    expected {row['label']}\n    heard    {told}")
    return found


def _is(heard: Heard, label: Mapping[str, Any]) -> bool:
    kind = label["of"] if label["kind"] == "supersede" else label["kind"]
    if (_MEANINGS.get(heard.kind, heard.kind), heard.scope) != (_MEANINGS.get(kind, kind), label["scope"]):
        return False
    return kind in ("forget", "claim") or _same(CODES.get(heard.value.lower(), heard.value), label["value"])


def _same(one: str, other: str) -> bool:
    words, wanted = (set(re.findall(r"\w+", fold(text))) for text in (one, other))
    words, wanted = words - SMALL or words, wanted - SMALL or wanted
    return len(words & wanted) / max(1, len(words | wanted)) >= ALIKE


if __name__ == "__main__":
    result = score(sys.argv[1])
    figures = {"precision": round(result.precision, 3), "recall": round(result.recall, 3), "injected": result.injected}
    counts = f"{sys.argv[1]}: {result.right} right, {result.wrong} wrong, {result.missed} missed"
    sys.stdout.write("\n".join([*(result.seen if "-v" in sys.argv else ()), counts, json.dumps(figures)]) + "\n")
