"""One batch of records that are due: their blocks, their pairs, the groups these make, the hubs of the groups.

Each step is a transaction that may be repeated; a record is done only with the last, so that a crash loses nothing. Which
pairs are looked at depends on the blocks alone, a pair's score on its two records, a group on pairs and decisions.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from kg.graph import Graph, Step
from kg.match.blocks import blocks
from kg.match.clusters import JOINING, Group, Link, groups
from kg.match.score import Score, are_vetoed, score
from kg.match.subjects import Subject
from kg.rows import entity_key, merge_id_of, record_key
from kg.schema import LABELS

MOST_IN_A_BLOCK = 60        # what more records share says nothing, and comparing them costs its square
_SECONDS = 60.0
_HUB_MODELS: Mapping[str, str] = {"person": "hub/Person", "company": "hub/Company"}
# Whose name a hub takes, the first that has one; after these the others by key.
_NAMED_BY = ("hris/Employee", "crm/User", "ats/RemoteUser", "ticketing/User", "crm/Contact", "ticketing/Contact", "crm/Lead",
             "crm/Account", "hris/Company", "ticketing/Account")

Key = tuple[str, str]       # of a pair: the smaller first


@dataclass(frozen=True, slots=True)
class Done:
    """What became of a batch."""

    records: int            # looked at
    pairs: int              # compared
    joins: int              # records that are in another hub than before
    ended: int              # records that are in their old hub no more


@dataclass
class Batch:
    """The records of a batch, and what is read of them and around them on the way."""

    graph: Graph
    tenant: str
    keys: Sequence[str]
    run: str
    now: str
    subjects: dict[str, Subject] = field(default_factory=dict)      # of live records

    def work_off(self) -> Done:
        """Join a batch: blocks, pairs, groups, hubs; each step can be repeated."""
        self.load(self.keys)
        self._write_blocks()
        before = self._pairs(self.keys)
        wanted = self._score(self._candidates(before))
        self._write_pairs(before, wanted)
        seeds = {*self.keys, *(key for pair, link in before.items() if link.state in JOINING for key in pair)}
        links, joined = self._around(seeds)
        joins, ended = self._write_hubs(links, joined)
        self.graph.write("hubs_done", seconds=_SECONDS, tenant=self.tenant, keys=sorted(self.keys))
        return Done(len(self.keys), len(wanted), joins, ended)

    def load(self, keys: Iterable[str]) -> None:
        """Read the live ones of the records that were not read yet."""
        missing = sorted(set(keys) - self.subjects.keys())
        rows = self.graph.read("hubs_records", seconds=_SECONDS, tenant=self.tenant, keys=missing) if missing else []
        for row in rows:
            self.subjects[row["held"]["key"]] = Subject(row["held"], frozenset(row["links"]), tuple(row["context"]))

    def _write_blocks(self) -> None:
        own = {key: [self._block(b) for b in blocks(self.subjects[key])] if key in self.subjects else [] for key in self.keys}
        rows = [{"key": key, "blocks": found} for key, found in sorted(own.items())]
        entered = sorted((block, key) for key, found in own.items() for block in found)
        left = self._write("hubs_leave_blocks", rows=rows)
        self._write("hubs_enter_blocks", rows=[{"key": key, "block": block} for block, key in entered])
        touched = {row["block"] for row in left} | {block for block, _ in entered}
        self._write("hubs_check_blocks", keys=sorted(touched), limit=MOST_IN_A_BLOCK)
        companies = [s for s in (self.subjects.get(key) for key in self.keys) if s is not None and "company" in s.kinds]
        self._write("hubs_pass_on", rows=[{"key": s.key, "context": s.as_context} for s in companies])

    def _block(self, block: str) -> str:
        return entity_key(self.tenant, "hub", "Block", _digest(block))

    def _candidates(self, before: Mapping[Key, Link]) -> list[Key]:
        """Pairs to score: who shares a block, and what was decided about, as far as both live."""
        live = sorted(key for key in self.keys if key in self.subjects)
        rows = self.graph.read("hubs_partners", seconds=_SECONDS, tenant=self.tenant, keys=live) if live else []
        found = {_pair(row["key"], other) for row in rows for other in row["partners"]}
        found |= {pair for pair, link in before.items() if link.decided_by}
        self.load(key for pair in found for key in pair)
        return sorted(pair for pair in found if self.subjects.keys() >= {*pair})

    def _score(self, candidates: Iterable[Key]) -> dict[Key, Score]:
        scored = ((pair, score(self.subjects[pair[0]], self.subjects[pair[1]])) for pair in candidates)
        return {pair: found for pair, found in scored if found is not None}

    def _pairs(self, keys: Iterable[str]) -> dict[Key, Link]:
        rows = self.graph.read("hubs_pairs", seconds=_SECONDS, tenant=self.tenant, keys=sorted(keys))
        return {(row["left"], row["right"]): link_of(row["left"], row["right"], row["held"]) for row in rows}

    def _write_pairs(self, before: Mapping[Key, Link], wanted: Mapping[Key, Score]) -> None:
        kept = {pair: found for pair, found in wanted.items() if found.state or (pair in before and before[pair].decided_by)}
        self._write("hubs_drop_pairs", rows=[{"left": a, "right": b} for a, b in sorted(before.keys() - kept.keys())])
        self._write("hubs_write_pairs", run=self.run, rows=[
            {"left": pair[0], "right": pair[1], "found": {
                "found": s.state, "score": s.value, "kind": s.kind, "evidence": [str(reason) for reason in s.reasons]}}
            for pair, s in sorted(kept.items())])

    def _around(self, seeds: Iterable[str]) -> tuple[dict[Key, Link], dict[str, str]]:
        """All pairs of everybody who may be in one group with a seed, and the hub that each is in now."""
        links: dict[Key, Link] = {}
        joined: dict[str, str] = {}
        seen: set[str] = set()
        frontier = set(seeds)
        while frontier:
            found = self._pairs(frontier)
            rows = self.graph.read("hubs_joins", seconds=_SECONDS, tenant=self.tenant, keys=sorted(frontier))
            seen |= frontier
            links |= found
            joined |= {row["member"]: row["hub"] for row in rows}
            frontier = ({key for pair, link in found.items() if link.state in JOINING for key in pair} | {row["member"] for row in rows}) - seen
        self.load(seen)
        return links, joined

    def _write_hubs(self, links: Mapping[Key, Link], joined: Mapping[str, str]) -> tuple[int, int]:
        live = [link for pair, link in sorted(links.items()) if self.subjects.keys() >= {*pair}]
        found = groups(live, lambda a, b: are_vetoed(self.subjects[a], self.subjects[b]))
        hubs = {self._hub_key(group): group for group in found}
        wanted = {member: hub for hub, group in hubs.items() for member in group.members}
        ended = sorted((key, hub) for key, hub in joined.items() if wanted.get(key) != hub)
        at = {"tenant": self.tenant, "run": self.run, "now": self.now}
        self.graph.write_all([
            Step("hubs_write", at | {"rows": [self._hub_row(hub, group) for hub, group in sorted(hubs.items())]}),
            Step("hubs_join", at | {"rows": [self._join_row(member, hub, hubs[hub]) for member, hub in sorted(wanted.items())]}),
            Step("hubs_unjoin", at | {"rows": [{"key": key, "hub": hub} for key, hub in ended]}),
            Step("hubs_end", at | {"keys": sorted({hub for _, hub in ended})}),
        ], seconds=_SECONDS)
        return sum(joined.get(key) != hub for key, hub in wanted.items()), len(ended)

    def _hub_key(self, group: Group) -> str:
        """Of its first member: one hub can have it, and the same records give the same hub. Without the tenant, which the key holds."""
        return record_key(self.tenant, _HUB_MODELS[group.kind], _digest(group.members[0].partition("|")[2]))

    def _hub_row(self, key: str, group: Group) -> dict[str, Any]:
        model = _HUB_MODELS[group.kind]
        return {"key": key, "labels": [LABELS[model]], "properties": {
            "model": model, "category": "hub", "merge_id": merge_id_of(key), "name": self._name(group), "members": len(group.members)}}

    def _name(self, group: Group) -> str | None:
        """The name of the member that is known best, of those that everybody may see."""
        open_to_all = [s for s in (self.subjects[key] for key in group.members) if s.held.get("name") and not s.held.get("restricted")]
        rank = {model: place for place, model in enumerate(_NAMED_BY)}
        best = min(open_to_all, key=lambda s: (rank.get(s.model, len(rank)), s.key), default=None)
        return None if best is None else str(best.held["name"])

    def _join_row(self, member: str, hub: str, group: Group) -> dict[str, Any]:
        link = group.by[member]
        is_decided = link.state == "confirmed"
        other = link.left if member == link.right else link.right
        return {"key": member, "hub": hub, "properties": {
            "method": "decision" if is_decided else "rules", "score": link.score, "evidence": [*link.evidence], "with": other,
            "decided_by": link.decided_by if is_decided else None, "decided_at": link.decided_at if is_decided else None}}

    def _write(self, name: str, **parameters: Any) -> list[dict[str, Any]]:
        return self.graph.write(name, seconds=_SECONDS, tenant=self.tenant, **parameters) if any(parameters.get(p) for p in ("rows", "keys")) else []


def link_of(left: str, right: str, held: Mapping[str, Any]) -> Link:
    """A pair as its edge holds it."""
    return Link(left, right, held["state"], held["kind"], held["score"], tuple(held.get("evidence") or ()),
                held.get("decided_by") if held.get("decision") else None, held.get("decided_at") if held.get("decision") else None)


def _pair(a: str, b: str) -> Key:
    return (a, b) if a < b else (b, a)


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=10).hexdigest()
