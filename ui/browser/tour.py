"""The guided tour of the graph in Neo4j Browser, made from the queries of `cypher/tour`: a slide for each.

A query's file begins with its title, what is to be known about it, and its parameters and columns (`// in:`, `// out:`); so it
can be dropped into the Browser's saved queries as it is. In the guide each has examples of one company filled in
(`00_parameters.cypher`): it runs as it stands, and nothing has to be set before.
"""

import html
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from ui.text.labels import app_of
from workers.services.neo4j.grass import PAINTS

_HEADER = re.compile(r"^// (in|out):(.*)$", re.MULTILINE)
_PARAMETER = re.compile(r"\$(\w+)")


@dataclass(frozen=True, slots=True)
class Stop:
    """One query of the tour."""

    name: str                       # of its file, "03_who_is"
    title: str
    about: str                      # what else is to be known, "" where nothing is
    parameters: tuple[str, ...]
    columns: tuple[str, ...]
    statement: str


@cache
def stops() -> tuple[Stop, ...]:
    """Every query of the tour, in order; first the one that looks for examples of the parameters."""
    files = resources.files("cypher").joinpath("tour").iterdir()
    return tuple(_stop(f.name.removesuffix(".cypher"), f.read_text("utf-8")) for f in sorted(files, key=lambda f: f.name))


def guide(examples: Mapping[str, str], companies: Mapping[str, str]) -> str:
    """The tour as slides in the format of the classic Browser's guides.

    `examples`: a value for each parameter; `companies`: where the guide of each is, by name, if there are several.
    """
    _, *others = stops()
    slides = [_welcome(len(others), examples["tenant"], companies), *(_slide(stop, examples) for stop in others)]
    return f'<article class="guide"><carousel class="deck container-fluid">\n{"".join(slides)}</carousel></article>\n'


def around(key: str) -> str:
    """The statement that shows a record and what touches it, its key filled in: for the Browser's editor."""
    statement = next(stop.statement for stop in stops() if stop.name.endswith("_what_touches_this"))
    return filled(statement, {"person": key, "tenant": key.partition("|")[0]})


def filled(statement: str, values: Mapping[str, str]) -> str:
    """A statement with texts in place of its parameters."""
    return _PARAMETER.sub(lambda place: json.dumps(values[place[1]], ensure_ascii=False), statement)


def _stop(name: str, text: str) -> Stop:
    lines = text.splitlines()
    comments = [line.removeprefix("//").strip() for line in lines if line.startswith("//")]
    headers = dict(_HEADER.findall(text))
    about = " ".join(c for c in comments[1:] if not c.startswith(tuple(f"{header}:" for header in headers)))
    statement = "\n".join(line for line in lines if not line.startswith("//")).strip()
    return Stop(name, comments[0], about, _names(headers["in"]), _names(headers["out"]), statement)


def _names(header: str) -> tuple[str, ...]:
    return tuple(part.split()[0] for part in header.split(",") if part.strip())


def _welcome(count: int, company: str, companies: Mapping[str, str]) -> str:
    colours = " ".join(
        f'<span style="background:{paint.fill};color:#fff;border-radius:10px;padding:2px 9px;margin:2px;display:inline-block">{app_of(kind)}</span>'
        for kind, paint in PAINTS.items())
    others = ", ".join(f'<a data-exec="guide {_escaped(at)}">{_escaped(name)}</a>' for name, at in companies.items() if name != company)
    return f"""<slide class="row-fluid"><div class="col-sm-12">
<h3>The graph in {count} questions</h3>
<p class="lead">Who and what there is in the connected apps, what belongs together, and where each of it is from.</p>
<p>The company is <b>{_escaped(company)}</b>.{f" Others: {others}." if others else ""}</p>
<p>“Next” turns the page. Click a query: it goes into the editor, and runs with Ctrl+Enter.</p>
<p>Colours are apps:</p>
<p>{colours}</p>
<p>The Browser shows all that the graph holds, whoever may see it in the chat: it is for whoever runs the installation.</p>
</div></slide>
"""


def _slide(stop: Stop, examples: Mapping[str, str]) -> str:
    is_example = any(name != "tenant" for name in stop.parameters)
    return f"""<slide class="row-fluid"><div class="col-sm-12">
<h3>{_escaped(stop.title.partition("? ")[0])}{"?" if "? " in stop.title else ""}</h3>
<p class="lead">{_escaped(stop.title.partition("? ")[2])}</p>
{f"<p>{_escaped(_PARAMETER.sub(lambda place: f'the {place[1]}', stop.about))}</p>" if stop.about else ""}
<pre class="code runnable">{_escaped(f"// {stop.title}")}
{_escaped(filled(stop.statement, examples))}</pre>
{"<p>To ask about something else, change what stands in quotes.</p>" if is_example else ""}
</div></slide>
"""


def _escaped(text: str) -> str:
    return html.escape(text, quote=True)
