"""What a strong language model said to messages of the evaluation companies, by what it was asked: played again by tests without a model.

A file per company: the conversations, then one line for each request: its key, the message that it is about, what was said. A change of the
message's own part of the prompt makes other keys; the test names the messages that have to be asked anew. What plans have as the English of
messages in other languages was written later, of the messages alone.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.model_server import Asked, Failed

FOLDER = Path(__file__).parent
_TRANSLATION = "Language: "           # how a request to translate an answer begins


def key_of(messages: Sequence[str]) -> str:
    """By what a request is known: its messages after the instructions."""
    return hashlib.sha256("\0".join(messages[1:]).encode()).hexdigest()[:16]


@dataclass
class Recorded:
    """A company's recordings as a model; `missing`: what was asked and never recorded."""

    conversations: tuple[str, ...]
    said: Mapping[str, str]
    missing: list[str] = field(default_factory=list)
    used: dict[str, str] = field(default_factory=dict)

    def __call__(self, asked: Asked) -> str | Failed:
        """What was said to the same request, or a failure; a translation that was not recorded leaves the text as it is."""
        key = key_of(asked.texts)
        if key not in self.said and asked.texts[1].startswith(_TRANSLATION):
            return asked.texts[1].partition("\n\n")[2]
        if key not in self.said:
            self.missing.append(asked.texts[1][-300:])
            return Failed(404)
        self.used[key] = asked.texts[1].rpartition("Message: ")[2][:120]
        return self.said[key]

    def asked_in(self, folder: Path) -> list[dict[str, Any]]:
        """The conversations of the recordings in a company's folder, in the order in which they were recorded."""
        files = [folder / f"{half}.jsonl" for half in ("questions", "sealed")]
        lines = [json.loads(line) for file in files if file.exists() for line in file.read_text("utf-8").splitlines()]
        by_id = {line["id"]: line for line in lines}
        return [by_id[name] for name in self.conversations]


def recorded(tenant: str) -> Recorded:
    """The recordings of a company."""
    head, *lines = map(json.loads, (FOLDER / f"{tenant}.jsonl").read_text("utf-8").splitlines())
    return Recorded(tuple(head["conversations"]), {line["key"]: _text(line["said"]) for line in lines})


def _text(said: Any) -> str:
    return said if isinstance(said, str) else json.dumps(said, ensure_ascii=False)
