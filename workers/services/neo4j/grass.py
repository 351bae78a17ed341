"""The look of Neo4j Browser, made from the tables of the schema: one colour per app, one caption per label. As the Browser keeps it, and as GRASS.

Every colour carries white text at 4.5:1 and stands out from the Browser's light and dark ground at 3:1; a test computes it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ingest.projections import MODELS
from kg.schema import LABELS, RELATIONS, in_words


@dataclass(frozen=True, slots=True)
class Paint:
    """How nodes of one kind look. Colours as #RRGGBB, the diameter in the Browser's units."""

    fill: str
    border: str
    diameter: int = 50


PAINTS = {                              # by category of app; what the graph makes itself stands under names of its own
    "hris": Paint("#1F75D7", "#1759A4"),
    "ats": Paint("#9B55CE", "#7D34B2"),
    "crm": Paint("#BB5A05", "#8F4404"),
    "ticketing": Paint("#DB324E", "#AC1E36"),
    "accounting": Paint("#13864D", "#0F663B"),
    "knowledgebase": Paint("#0B828C", "#09636B"),
    "filestorage": Paint("#817709", "#625A07"),
    "mktg": Paint("#4A8321", "#386419"),
    "hub": Paint("#D22C9B", "#A12276", 80),
    "memory": Paint("#6F7582", "#545963", 30),
}
PLAIN = Paint("#6F7582", "#545963")     # an app that has no colour of its own yet
CHUNK = "Chunk"                         # a piece of a text: no record, so it has no line in LABELS
LINE = "#85888C"                        # edges and their words: readable on white and on the dark ground
Rule = tuple[str, dict[str, str]]       # a selector, and its properties
_JOINING = ("JOINED_IN",)               # drawn in the hubs' colour: these are ours, not a source's
_BOOKKEEPING = ("IN_BLOCK", "PAIRED_WITH")      # no answer holds them, but the Browser draws every edge between the nodes of one
_FAINT = {"color": f"{LINE}33", "shaft-width": "0.5px", "text-color-external": f"{LINE}33", "caption": ""}


def style_sheet() -> str:
    """The rules as GRASS text, for a Browser that reads a file."""
    return "\n".join(_written(selector, properties) for selector, properties in rules().items())


def rules() -> Mapping[str, Mapping[str, str]]:
    """Properties by selector, as the Browser keeps them. A rule adds to the more general ones before it."""
    return dict([*_nodes(), *_relations()])


def _nodes() -> Iterator[Rule]:
    common = {"border-width": "2px", "text-color-internal": "#FFFFFF", "font-size": "10px"}
    yield "node", common | _paint(PLAIN, "{name}")
    for model, label in LABELS.items():
        yield f"node.{label}", _paint(PAINTS.get(model.partition("/")[0], PLAIN), caption(model))
    yield f"node.{CHUNK}", _paint(Paint(PLAIN.fill, PLAIN.border, 20), "{position}") | {"font-size": "8px"}


def _relations() -> Iterator[Rule]:
    common = {"shaft-width": "1px", "font-size": "8px", "padding": "3px", "text-color-external": LINE, "text-color-internal": "#FFFFFF"}
    yield "relationship", common | {"color": LINE, "caption": "<type>"}
    for relation in (*RELATIONS, *(r for r in _JOINING if r not in RELATIONS)):
        joining = {"color": PAINTS["hub"].fill, "shaft-width": "3px"} if relation in _JOINING else {}
        yield f"relationship.{relation}", {"caption": relation.replace("_", " ").lower()} | joining
    yield from ((f"relationship.{relation}", _FAINT) for relation in _BOOKKEEPING)


def caption(model: str) -> str:
    """What stands in a node of that model: its name, or that it was not read yet; what it is where it has none, both where it is often kept out."""
    projection = MODELS.get(model)
    words = in_words(model)
    if not (model.startswith("hub/") or (projection and projection.name)):
        return words
    return f"{words} {{name}}" if projection and projection.restricted else "{name}{stub}"


def _paint(paint: Paint, words: str) -> dict[str, str]:
    return {"color": paint.fill, "border-color": paint.border, "diameter": f"{paint.diameter}px", "caption": words}


def _written(selector: str, properties: Mapping[str, str]) -> str:
    told = {name: f"'{value}'" if name == "caption" else value for name, value in properties.items()}
    lines = "".join(f"  {name}: {value};\n" for name, value in told.items())
    return f"{selector} {{\n{lines}}}\n"
