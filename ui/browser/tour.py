"""The guided tour of the graph in Neo4j Browser, made from the queries of `cypher/tour`: a slide for each.

A query's file begins with its title, what is to be known about it, and its parameters and columns (`// in:`, `// out:`); so it
can be dropped into the Browser's saved queries as it is. The guide holds nothing of anybody's data: the first slide has the
Browser itself look for examples (`00_parameters.cypher`), with the rights of who is signed in.
"""

import html
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from ui.browser.grass import PAINTS
from ui.text.labels import app_of

_HEADER = re.compile(r"^// (in|out|first|named):(.*)$", re.MULTILINE)
_BUTTON = "background:#1F75D7;color:#fff;border:0;border-radius:4px;padding:4px 12px"


@dataclass(frozen=True, slots=True)
class Stop:
    """One query of the tour."""

    name: str                       # of its file, "03_who_is"
    title: str
    about: str                      # what else is to be known, "" where nothing is
    parameters: tuple[str, ...]
    columns: tuple[str, ...]
    statement: str
    first_tenant: str = ""          # what stands for $tenant where nobody names it; of the one that looks for examples
    named_tenant: str = ""          # the same where somebody writes a name for COMPANY; the first where the graph knows none of that name


@cache
def stops() -> tuple[Stop, ...]:
    """Every query of the tour, in order; first the one that looks for examples of the parameters."""
    files = resources.files("cypher").joinpath("tour").iterdir()
    return tuple(_stop(f.name.removesuffix(".cypher"), f.read_text("utf-8")) for f in sorted(files, key=lambda f: f.name))


def guide() -> str:
    """The tour as slides in the format of the classic Browser's guides."""
    parameters, *others = stops()
    slides = [_welcome(parameters, others), *(_slide(stop) for stop in others)]
    return f'<article class="guide"><carousel class="deck container-fluid">\n{"".join(slides)}</carousel></article>\n'


def around(key: str) -> str:
    """The statement that shows a record and what touches it, its key filled in: for the Browser's editor."""
    values = {"person": key, "tenant": key.partition("|")[0]}
    statement = next(stop.statement for stop in stops() if stop.name.endswith("_what_touches_this"))
    return re.sub(r"\$(\w+)", lambda place: json.dumps(values[place[1]], ensure_ascii=False), statement)


def _stop(name: str, text: str) -> Stop:
    lines = text.splitlines()
    comments = [line.removeprefix("//").strip() for line in lines if line.startswith("//")]
    headers = dict(_HEADER.findall(text))
    about = " ".join(c for c in comments[1:] if not c.startswith(tuple(f"{header}:" for header in headers)))
    statement = "\n".join(line for line in lines if not line.startswith("//")).strip()
    tenants = (headers.get(header, "").strip() for header in ("first", "named"))
    return Stop(name, comments[0], about, _names(headers["in"]), _names(headers["out"]), statement, *tenants)


def _names(header: str) -> tuple[str, ...]:
    return tuple(part.split()[0] for part in header.split(",") if part.strip())


def _welcome(parameters: Stop, others: Sequence[Stop]) -> str:
    colours = " ".join(
        f'<span style="background:{paint.fill};color:#fff;border-radius:10px;padding:2px 9px;margin:2px;display:inline-block">{app_of(kind)}</span>'
        for kind, paint in PAINTS.items())
    setting = f":param [{{{', '.join(parameters.columns)}}}] => {{ {' '.join(parameters.statement.split())} }}"
    first, named = (_escaped(setting.replace("$tenant", company, 1)) for company in (parameters.first_tenant, f"{parameters.named_tenant}[0]"))
    return f"""<slide class="row-fluid"><div class="col-sm-12">
<h3>Your company's graph, in {len(others)} questions</h3>
<p class="lead">Who and what there is in the connected apps, what belongs together, and where each of it is from.</p>
<p>{colours}</p>
<p><b>First, the parameters</b>: examples out of this graph, which each question takes some of.
<button style="{_BUTTON}" data-populate="{first}">Put them into the editor</button> and run it (Ctrl+Enter).</p>
<p>That takes the first company. Where the graph holds several: <button style="{_BUTTON}" data-populate="{named}">put in this</button>,
write the company's short name for COMPANY, and run it. A name that the graph does not know gives the first company again: <code>tenant</code>
in what was set says whose examples they are.</p>
<p>Then page on with the arrows. On each page click the query, which puts it into the editor, and run it.</p>
<p>This page is for who runs the installation: the Browser shows all that the graph holds, whoever may see it in the chat.</p>
</div></slide>
"""


def _slide(stop: Stop) -> str:
    takes = [name for name in stop.parameters if name != "tenant"]
    change = " ".join(f'<code><a data-populate="{_escaped(f":param {name} => ")}&quot;&quot;">${name}</a></code>' for name in takes)
    return f"""<slide class="row-fluid"><div class="col-sm-12">
<h3>{_escaped(stop.title.partition("? ")[0])}{"?" if "? " in stop.title else ""}</h3>
<p class="lead">{_escaped(stop.title.partition("? ")[2])}</p>
{f"<p>{_escaped(stop.about)}</p>" if stop.about else ""}
<pre class="pre-scrollable code runnable">{_escaped(f"// {stop.title}")}
{_escaped(stop.statement)}</pre>
{f"<p>It takes {change}: click to set it to something else.</p>" if takes else ""}
</div></slide>
"""


def _escaped(text: str) -> str:
    return html.escape(text, quote=True)
