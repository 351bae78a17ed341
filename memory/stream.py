"""The memory stream: every entity that a conversation named, with turn, place, time and speaker, as nodes of the graph. Never the words.

The history is the truth and the stream a projection of it: bringing it up to the history any number of times gives the same nodes.
The assistant's mentions are kept apart from the person's.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any, Literal

from kg.graph import Graph, Step
from kg.names import fold
from kg.rows import entity_key, iso, record_key
from kg.schema import LABELS
from memory.history import History

Speaker = Literal["person", "assistant"]
PERSON: Speaker = "person"
ASSISTANT: Speaker = "assistant"
_EVER = datetime(1, 1, 1, tzinfo=UTC)
_BATCH = 1_000
_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Mention:
    """One naming of one entity. `first` and `last`: offsets in what was said (last exclusive), -1 where it was said another way."""

    session: str
    turn: str
    speaker: Speaker
    at: datetime
    of: str                             # the entity's key
    first: int
    last: int
    confidence: float                   # 0 to 1: how sure it is that this was meant


@dataclass(frozen=True, slots=True)
class Named:
    """An entity and when a person's conversations named it, oldest first, with the turns. No name: it is gone or not for everybody."""

    entity: str
    name: str | None
    times: tuple[datetime, ...]
    turns: tuple[str, ...]


def mentions_in(tenant: str, session: str, entries: Iterable[Mapping[str, Any]]) -> list[Mention]:
    """What the turns of a session named: the person by what their names stood for, the assistant by the records it cited."""
    found: list[Mention] = []
    for number, entry in enumerate(entries):
        turn, at = entry.get("id") or f"{session}#{number}", datetime.fromisoformat(entry["at"])
        said = {words: (one["key"], one["score"]) for words, one in (entry.get("named") or {}).items()}
        cited = {key: (each.get("name") or "") for each in entry["answer"].get("references", ()) if (key := _key_of(tenant, each))}
        found += [Mention(session, turn, PERSON, at, key, *_place(words, entry["question"]), score) for words, (key, score) in said.items()]
        found += [Mention(session, turn, ASSISTANT, at, key, *_place(name, entry["answer"]["text"]), 1.0) for key, name in cited.items()]
    return found


def bring_up(
    graph: Graph, history: History, tenant: str, person: str, sessions: Iterable[str] | None = None, name_of: Callable[[str], str] = str,
) -> int:
    """Bring a person's stream up to the history: `sessions` that changed (None: all), and those that are gone. How many mentions they have.

    `name_of`: how the graph calls a session. The person may have chosen its id, and a graph's log of transactions forgets nothing.
    Raises HistoryUnavailable, GraphUnavailable, GraphTooSlow; call it again then.
    """
    who = {"tenant": tenant, "person": person.strip().lower()}
    stored = {name_of(session): session for session in history.sessions(tenant, person)}
    held = {row["session"] for row in graph.read("mentions_sessions", seconds=_SECONDS, **who)}
    changed = stored.keys() if sessions is None else stored.keys() & set(map(name_of, sessions))
    total = 0
    for name in sorted(changed | (held - stored.keys())):
        entries = history.read(tenant, person, stored[name]) if name in stored else []
        rows = {_mention_key(tenant, who["person"], one): one for one in mentions_in(tenant, name, entries)}
        _until_gone(graph, "mentions_drop", who | {"session": name, "keep": sorted(rows)})
        for part in _parts(sorted(rows)):
            graph.write_all([
                Step("mentions_write", {"tenant": tenant, "rows": [{"key": key, "properties": _properties(who, rows[key])} for key in part]}),
                Step("mentions_link", {"tenant": tenant, "rows": [{"key": key, "of": rows[key].of} for key in part]}),
            ], seconds=_SECONDS)
        total += len(rows)
    return total


def named(graph: Graph, tenant: str, person: str, speaker: Speaker = PERSON, since: datetime = _EVER) -> list[Named]:
    """What a person (or the assistant, to them) named, each with its times; in the order of the keys. Raises GraphUnavailable, GraphTooSlow."""
    rows = graph.read("mentions_of", seconds=_SECONDS, tenant=tenant, person=person.strip().lower(), speaker=speaker, since=iso(since))
    return sorted((Named(row["entity"], row["name"], tuple(map(datetime.fromisoformat, row["times"])), tuple(row["turns"])) for row in rows),
                  key=lambda one: one.entity)


def people(graph: Graph, tenant: str) -> list[str]:
    """Of whom there are mentions; takes as long as there are many. Raises GraphUnavailable, GraphTooSlow."""
    return sorted(row["person"] for row in graph.read("mentions_people", seconds=_SECONDS, tenant=tenant))


def forget(graph: Graph, tenant: str, person: str) -> int:
    """Delete all mentions of a person; how many. Raises GraphUnavailable, GraphTooSlow; call it again then."""
    return _until_gone(graph, "mentions_forget", {"tenant": tenant, "person": person.strip().lower()})


def _key_of(tenant: str, cited: Mapping[str, Any]) -> str | None:
    """The key of a record that an answer cited; None for what stands for more of them, and for records that are made out of others."""
    model = str(cited.get("model") or "")
    return record_key(tenant, model, cited["id"]) if model in LABELS else None


def _place(words: str, text: str) -> tuple[int, int]:
    plain, whole = fold(words), fold(text)
    first = whole.find(plain) if plain and len(whole) == len(text) else -1
    return (first, first + len(plain)) if first >= 0 else (-1, -1)


def _mention_key(tenant: str, person: str, one: Mention) -> str:
    told = "\x1f".join((person, one.session, one.turn, one.speaker, str(one.first), one.of))
    return entity_key(tenant, "memory", "Mention", blake2b(told.encode(), digest_size=16).hexdigest())


def _properties(who: Mapping[str, str], one: Mention) -> dict[str, Any]:
    return {"model": "memory/Mention", "category": "memory", "person": who["person"], "session": one.session, "turn": one.turn,
            "speaker": one.speaker, "at": iso(one.at), "of": one.of, "first": one.first, "last": one.last, "confidence": one.confidence}


def _parts(keys: Sequence[str]) -> Iterator[Sequence[str]]:
    return (keys[start : start + _BATCH] for start in range(0, len(keys), _BATCH))


def _until_gone(graph: Graph, name: str, parameters: Mapping[str, Any]) -> int:
    total = 0
    while removed := int(graph.write(name, seconds=_SECONDS, limit=_BATCH, **parameters)[0]["removed"]):
        total += removed
    return total
