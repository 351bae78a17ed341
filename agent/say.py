"""Goals and nodes put into plain words: "understood as", and the question of each task."""

from agent.catalogue import Catalogue
from agent.plan import ANY_MODEL, Goal, Link, Me, Named, Names, Node, Set, Show, Summary, Where


def say_goal(catalogue: Catalogue, goal: Goal) -> str:
    """A goal in plain words: "understood as"."""
    node = say_node(catalogue, goal.node)
    if isinstance(goal, Show):
        shown = catalogue.field(goal.field)
        unit = goal.unit or shown.shown_in
        return f"the {shown.label}{f' in {unit}' if unit else ''} of {node}"
    if isinstance(goal, Summary):
        return f"a summary of {node}"
    return node if isinstance(goal, Names) else f"what is known of {node}"


def say_node(catalogue: Catalogue, node: Node) -> str:
    """A node in plain words."""
    if isinstance(node, Me):
        return "you"
    model = catalogue.models[node.model] if node.model != ANY_MODEL else None
    if isinstance(node, Named):
        return f"{model.label} “{node.mention}”" if model else f"“{node.mention}”"
    return _say_set(catalogue, node)


def _say_set(catalogue: Catalogue, node: Set) -> str:
    model = catalogue.models[node.model]
    kinds = [_say_where(catalogue, w) for w in sorted(node.where, key=repr)]
    ties = [_say_link(catalogue, link, model.label) for link in sorted(node.links, key=repr)]
    own = [noun for noun, _ in ties if noun]
    head = own[0] if own else " ".join([*kinds, model.label if node.newest else model.plural])
    if own and kinds:
        head = f"{' '.join(kinds)} {head}"
    whose = "your" if any(_is_mine(link) for link in node.links) else "the"
    return " ".join([whose, *(["last"] if node.newest else []), head, *(text for _, text in ties if text)])


def _say_where(catalogue: Catalogue, where: Where) -> str:
    words = catalogue.field(where.field).values.get(where.value, ())
    return words[0] if words else where.value.lower().replace("_", " ")


def _is_mine(link: Link) -> bool:
    """Does it lead to the asker, or to the asker's user in another app?"""
    source = link.source
    hub = link.relation == "hub" and isinstance(source, Me)
    return hub or (link.to_source and isinstance(source, Set) and all(k.relation == "hub" and isinstance(k.source, Me) for k in source.links))


def _say_link(catalogue: Catalogue, link: Link, label: str) -> tuple[str, str]:
    """(noun of the set itself or empty, what follows it)."""
    source = say_node(catalogue, link.source)
    if _is_mine(link):
        return "", ""
    if link.relation == "hub":
        return "", f"of {source}"
    relation = catalogue.relation(link.relation)
    noun = relation.words[0] if relation.words else ""
    if not link.to_source:
        return noun or label, f"of {source}"
    if relation.prepositions:
        return "", f"{relation.prepositions[0]} {source}"
    return "", f"whose {noun or relation.name} is {source}"
