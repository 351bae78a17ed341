"""nomenklatura's matchers on labelled pairs, run by benchmarks/resolution.py in an environment of its own.

Reads pairs as JSON lines with `half`; prints for each matcher one JSON line with its scores. Every value is given in clear,
in the fields that its schema has for it.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

MATCHERS = ("logic-v1", "logic-v2", "name-based", "name-qualified", "regression-v1")
PERSON: Mapping[str, tuple[str, ...]] = {
    "name": ("name", "display_full_name"), "firstName": ("first_name",), "lastName": ("last_name",),
    "email": ("email", "email_address", "work_email", "personal_email"),
    "phone": ("phone_number", "mobile_phone_number"), "birthDate": ("date_of_birth",),
    "idNumber": ("employee_number",), "weakAlias": ("preferred_name",)}
COMPANY: Mapping[str, tuple[str, ...]] = {
    "name": ("name", "display_name", "legal_name"), "email": ("email_address",), "phone": ("phone_number",),
    "website": ("website", "domains", "urls"),
    "taxNumber": ("tax_number", "eins"), "notes": ("description",)}
INNER = ("email_addresses", "phone_numbers")
SIDES = ("left", "right")
SCHEMAS = {"person": "Person", "company": "Company"}
VALUES = ("email_address", "phone_number", "number", "value")


def name_of(side: Mapping[str, Any]) -> str:
    """A record in one line."""
    raw = side["record"]
    name = raw.get("name") or raw.get("display_full_name") or raw.get("display_name") or f"{raw.get('first_name', '')} {raw.get('last_name', '')}"
    more = [str(raw[f]) for f in ("email", "email_address", "work_email", "website", "domains", "employee_number", "tax_number") if raw.get(f)]
    inner = [value for field in INNER for value in parts(raw.get(field))]
    return " · ".join([str(name).strip(), *more, *inner])


def properties(kind: str, raw: Mapping[str, Any]) -> dict[str, list[str]]:
    """A record in the peer's schema."""
    table = PERSON if kind == "person" else COMPANY
    found: dict[str, list[str]] = {name: [text for field in fields for text in texts(raw.get(field))] for name, fields in table.items()}
    found["email"] += list(parts(raw.get("email_addresses")))
    found["phone"] += list(parts(raw.get("phone_numbers")))
    if kind == "person" and not found["name"]:
        found["name"] = [" ".join(filter(None, (raw.get("first_name"), raw.get("last_name"))))]
    found["address"] = [" ".join(filter(None, (a.get("street_1"), a.get("city")))) for a in raw.get("addresses") or [] if isinstance(a, Mapping)]
    return {name: [text for text in values if text] for name, values in found.items() if any(values)}


def texts(value: Any) -> Iterator[str]:
    """The texts of a value."""
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, str) and one.strip():
            yield one.strip()


def parts(value: Any) -> Iterator[str]:
    """The texts in embedded parts."""
    for one in value or []:
        if isinstance(one, Mapping):
            yield from (str(one[name]) for name in VALUES if one.get(name))


def main() -> None:
    """The command that benchmarks/resolution.py runs."""
    from followthemoney import model  # noqa: PLC0415    # the product's environment has none of these
    from nomenklatura.matching import get_algorithm  # noqa: PLC0415
    pairs = [json.loads(line) for line in sys.stdin]
    entities = []
    for pair in pairs:
        kind = pair["kind"]
        both = [{"id": side, "schema": SCHEMAS[kind], "properties": properties(kind, pair[side]["record"])} for side in SIDES]
        entities.append([model.get_proxy(each, cleaned=False) for each in both])
    for name in MATCHERS:
        matcher = get_algorithm(name)
        if matcher is None:
            continue
        config = matcher.default_config()
        scores: dict[str, list[tuple[float, bool]]] = defaultdict(list)
        for pair, (left, right) in zip(pairs, entities, strict=True):
            scores[pair["half"]].append((matcher.compare(left, right, config).score, pair["same"]))
        print(json.dumps({"algorithm": name, "scores": scores}), flush=True)


if __name__ == "__main__":
    main()
