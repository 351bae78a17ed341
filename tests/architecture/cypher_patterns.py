"""Which nodes a Cypher statement takes out of the database, and whether each is held to the tenant where it is taken.

A reader of just as much Cypher as `cypher/` uses: clauses, scopes of subqueries, node patterns, conditions. The rule: a node that
a MATCH, MERGE, CREATE, pattern or YIELD introduces (its variable is not known yet in that scope) needs, in the same clause,
`{tenant: $tenant}`, or `x.tenant = $tenant` as a condition that always holds (a part of an OR does not), or `x.tenant = y.tenant`
with a y that is known. A path of any length needs it of all its nodes. An end without a name inside COUNT or EXISTS is a number.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

Tokens = list[str]

_TOKEN = re.compile(r"""//[^\n]*|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`[^`]*`|\$\w+|\w+|\S""")
_OPEN, _CLOSE = "([{", ")]}"
_CLAUSES = frozenset(("MATCH", "OPTIONAL", "MERGE", "CREATE", "WITH", "WHERE", "RETURN", "UNWIND", "CALL", "SET", "DELETE", "DETACH", "REMOVE",
                      "FOREACH", "UNION", "ON", "ORDER", "LIMIT", "SKIP", "YIELD", "USING"))
_PATTERNS = ("MATCH", "MERGE", "CREATE")
_COUNTS = ("COUNT", "EXISTS", "COLLECT")
_NAME = re.compile(r"[A-Za-z_]\w*")
_BOUND = ["tenant", "$tenant"]


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause with what follows its word, up to the next clause of the same depth."""

    word: str
    body: Tokens


def unbound(text: str) -> list[str]:
    """The nodes of a statement that are not held to the tenant: their variables, `()` for one without, `path` for those on a path."""
    tokens = [t for t in _TOKEN.findall(text) if not t.startswith("//")]
    return list(_block(_without_alias(tokens), set())[0])


def _without_alias(tokens: Tokens) -> Tokens:
    """`WITH $tenant AS t` at the beginning, and no other t: then `= t` is `= $tenant`."""
    name = tokens[3] if tokens[:3] == ["WITH", "$tenant", "AS"] else ""
    if not name or sum(pair == ("AS", name) for pair in pairwise(tokens)) > 1:
        return tokens
    return [*tokens[:4], *("$tenant" if token == name and tokens[i] == "=" else token for i, token in enumerate(tokens[4:], start=3))]


def _block(tokens: Tokens, given: set[str]) -> tuple[list[str], set[str]]:
    """What is wrong in a statement or subquery, and the names that it returns."""
    clauses, known, wrong, returned = _split(tokens), set(given), [], set()
    for i, clause in enumerate(clauses):
        if clause.word == "UNION":
            known = set(given)
        elif clause.word in _PATTERNS:
            where = _where(clauses, i)
            found, new = _introduced(clause.body, where, known)
            wrong += found
            known |= new
            wrong += _inside([t for part in _groups(clause.body, "{") for t in part], known)
        elif clause.word == "YIELD":
            found, new = _yielded(clause.body, _where(clauses, i), known)
            wrong += found
            known |= new
        elif clause.word == "CALL" and "{" in clause.body:
            found, new = _call(clause.body, known)
            wrong += found
            known |= new
        elif clause.word == "FOREACH":
            wrong += _foreach(clause.body, known)
        else:
            wrong += _inside(clause.body, known)
            known, returned = _after(clause, known, returned)
    return wrong, returned


def _split(tokens: Tokens) -> list[Clause]:
    clauses: list[Clause] = []
    depth, i = 0, 0
    while i < len(tokens):
        token, before = tokens[i], tokens[i - 1] if i else ""
        depth += (token in _OPEN) - (token in _CLOSE)
        if depth == 0 and token in _CLAUSES and before not in (".", "STARTS", "ENDS", "ON"):
            clauses.append(Clause(token, []))
        elif clauses:
            clauses[-1].body.append(token)
        i += 1
    return [c for c in clauses if c.word not in ("ON", "OPTIONAL", "DETACH") or c.body]


def _where(clauses: list[Clause], i: int) -> Tokens:
    """The condition that belongs to a pattern; hints may stand between."""
    rest = [c for c in clauses[i + 1:i + 3] if c.word != "USING"]
    return rest[0].body if rest and rest[0].word == "WHERE" else []


def _introduced(body: Tokens, where: Tokens, known: set[str]) -> tuple[list[str], set[str]]:
    nodes, is_path = _nodes(body)
    held = _held(where, known) | {name for name, inside in nodes if name and (_is_bound(inside) or name in _held(_inline_where(inside), known))}
    held |= _held_by_others(where, known | held)
    new = {name for name, _ in nodes if name} - known
    wrong = sorted(new - held) + ["()" for name, inside in nodes if not name and not _is_bound(inside)]
    if is_path and not _whole_path_is_held(where):
        wrong.append("path")
    return wrong, new


def _nodes(body: Tokens) -> tuple[list[tuple[str, Tokens]], bool]:
    """Node patterns as (variable or "", what stands in the brackets); whether a part may be of any length."""
    found: list[tuple[str, Tokens]] = []
    is_path, i = False, 0
    while i < len(body):
        end = _end(body, i)
        inside = body[i + 1:end]
        if body[i] == "(" and (inside[:1] == ["("] or _is_name(body[i - 1] if i else "")):       # shortestPath(…), ((a)-->(b))+
            more, _ = _nodes(inside)
            found, is_path = found + more, True
        elif body[i] == "(":
            found.append((inside[0] if inside and _is_name(inside[0]) else "", inside))
        elif body[i] == "[":
            is_path = is_path or "*" in inside
        i = end + 1
    return found, is_path


def _end(tokens: Tokens, start: int) -> int:
    """Where the bracket at `start` closes; `start` itself where there is none."""
    depth = 0
    for i in range(start, len(tokens)):
        depth += (tokens[i] in _OPEN) - (tokens[i] in _CLOSE)
        if depth <= 0:
            return i
    return len(tokens) - 1


def _is_name(token: str) -> bool:
    return bool(_NAME.fullmatch(token)) and token not in _CLAUSES


def _is_bound(inside: Tokens) -> bool:
    return any(inside[i:i + 3] == ["tenant", ":", "$tenant"] and inside[i - 1] in "{," for i in range(1, len(inside)))


def _inline_where(inside: Tokens) -> Tokens:
    return inside[inside.index("WHERE") + 1:] if "WHERE" in inside else []


def _conditions(where: Tokens) -> list[Tokens]:
    """What must hold in any case: the parts between ANDs, none where an OR or XOR stands beside them."""
    parts: list[Tokens] = [[]]
    i = 0
    while i < len(where):
        if where[i] in ("OR", "XOR"):
            return []
        if where[i] == "AND":
            parts.append([])
            i += 1
            continue
        end = _end(where, i)
        parts[-1] += where[i:end + 1]
        i = end + 1
    return parts


def _held(where: Tokens, known: set[str]) -> set[str]:
    found = set()
    for part in _conditions(where):
        for one in (part, [*part[2:], "=", part[0]] if part[1:2] == ["="] else []):
            if len(one) == 5 and one[1:3] == [".", "tenant"] and one[3:] == ["=", "$tenant"]:
                found.add(one[0])
    return found | _held_by_others(where, known)


def _held_by_others(where: Tokens, held: set[str]) -> set[str]:
    """`a.tenant = b.tenant` where one of them is held."""
    found = set()
    for part in _conditions(where):
        if len(part) == 7 and part[1:4] == [".", "tenant", "="] and part[5:] == [".", "tenant"]:
            found |= {a for a, b in ((part[0], part[4]), (part[4], part[0])) if b in held}
    return found


def _whole_path_is_held(where: Tokens) -> bool:
    shape = re.compile(r"all \( (\w+) IN nodes \( \w+ \) WHERE \1 \. tenant = \$tenant( AND .*)? \)", re.IGNORECASE)
    return any("OR" not in part and shape.fullmatch(" ".join(part)) for part in _conditions(where))


def _yielded(body: Tokens, where: Tokens, known: set[str]) -> tuple[list[str], set[str]]:
    """A node that an index yields is taken out of the database too."""
    names = [(part[0], part[-1]) for part in _parts(body) if part]
    nodes = {alias for name, alias in names if name in ("node", "relationship")}
    return sorted(nodes - _held(where, known)), {alias for _, alias in names}


def _after(clause: Clause, known: set[str], returned: set[str]) -> tuple[set[str], set[str]]:
    names = {part[-1] for part in _parts(clause.body) if part and _is_name(part[-1])}
    if clause.word == "WITH":
        return (known | names if "*" in clause.body[:1] else names), returned
    if clause.word == "RETURN":
        return known, returned | names
    if clause.word == "UNWIND":
        return known | {clause.body[-1]}, returned
    return known, returned


def _parts(body: Tokens) -> list[Tokens]:
    """What stands between the commas of this depth."""
    parts: list[Tokens] = [[]]
    i = 0
    while i < len(body):
        end = _end(body, i)
        if body[i] == ",":
            parts.append([])
        else:
            parts[-1] += body[i:end + 1]
        i = end + 1
    return [part[1:] if part[:1] == ["DISTINCT"] else part for part in parts]


def _call(body: Tokens, known: set[str]) -> tuple[list[str], set[str]]:
    start = body.index("{")
    imports = {t for t in body[:start] if _is_name(t)} if body[0] == "(" else set()
    return _block(body[start + 1:_end(body, start)], known if "*" in body[:start] else imports & known)


def _foreach(body: Tokens, known: set[str]) -> list[str]:
    inside = body[1:_end(body, 0)]
    return _block(inside[inside.index("|") + 1:], known | {inside[0]})[0]


def _groups(tokens: Tokens, bracket: str) -> Iterator[Tokens]:
    for i, token in enumerate(tokens):
        if token == bracket:
            yield tokens[i + 1:_end(tokens, i)]


def _inside(body: Tokens, known: set[str]) -> list[str]:
    """Patterns inside of expressions: COUNT { … }, EXISTS { … }, `(a)-->(b)` as a condition or in a list."""
    wrong: list[str] = []
    i = 0
    while i < len(body):
        end = _end(body, i)
        if body[i] in _COUNTS and body[i + 1:i + 2] == ["{"]:
            end = _end(body, i + 1)
            found = _counted(body[i + 2:end], known)
            wrong += found if body[i] == "COLLECT" else _named(found)
            i = end + 1
        elif body[i] == "(" and _is_arrow(body[end + 1:end + 3]):
            start = i
            while body[i:i + 1] == ["("]:
                i = _next_node(body, _end(body, i) + 1)
            where = _until_bar(body[i + 1:]) if body[i:i + 1] == ["WHERE"] else []            # of a list: [(a)-->(b) WHERE … | b.name]
            found, new = _introduced(body[start:i], where, known)
            wrong += _named(found)
            known = known | new
        else:
            wrong += _inside(body[i + 1:end], known)
            i = end + 1
    return wrong


def _until_bar(body: Tokens) -> Tokens:
    i = 0
    while i < len(body) and body[i] != "|":
        i = _end(body, i) + 1
    return body[:i]


def _counted(inside: Tokens, known: set[str]) -> list[str]:
    return _block(inside if inside[0] in _CLAUSES else ["MATCH", *inside], known)[0]


def _named(wrong: list[str]) -> list[str]:
    return [name for name in wrong if name != "()"]


def _is_arrow(after: Tokens) -> bool:
    return after[:2] in (["-", "["], ["-", "-"], ["<", "-"])


def _next_node(body: Tokens, i: int) -> int:
    """Behind an edge: where its second node begins; the end of the pattern where no edge follows."""
    if not _is_arrow(body[i:i + 2]):
        return i
    while i < len(body) and body[i] in "<->[":
        i = _end(body, i) + 1
    return i
