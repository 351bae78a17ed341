"""Mentions of a file resolved on a stage of their own, so that resolution can be measured by itself (`evergraph resolve`)."""

import json
from pathlib import Path
from typing import Any

from agent.understand.linking.mentions import Resolution
from ingest.company import read_company
from workers.evaluation.lines import lines_into
from workers.evaluation.script import read_mentions
from workers.evaluation.stage import Told, staged
from workers.settings import Settings


def resolve_all(folder: Path, source: Path, out: Path, *, settings: Settings, told: Told = lambda _: None) -> int:
    """A line in `out` for each mention, flushed when it is resolved; how many there were.

    Raises BadInput for a folder, a file of mentions or an `out` that cannot be used, before anything is started.
    """
    mentions = read_mentions(source, read_company(folder))
    with lines_into(out) as put, staged(folder, settings, told) as stage:
        for each in mentions:
            line = {"id": each.id, **as_line(stage.assistant.resolve(each.person, each.mention))}
            put(json.dumps(line, ensure_ascii=False))
    return len(mentions)


def as_line(resolution: Resolution) -> dict[str, Any]:
    """A resolution as plain JSON: candidates with the Merge id of the record whose name matched, a hub's others in `ids`."""
    candidates = [
        {"id": first.merge_id, "name": first.name, "score": round(first.score, 4), "ids": [o.merge_id for o in others]}
        for first, *others in resolution.things
    ]
    return {"candidates": candidates, "decision": resolution.decision}
