"""Which tables people would rather look at than read: a course over time, parts of a whole, a ranking. Pure: a result in, a chart out.

A chart is drawn from the same rows as the table that stands beside it, and says in words what it shows. It is HTML that grows with its place, so that
its words can be read on a phone; `ui/chat/page.css` has its look.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from agent.respond.chart import Chart
from agent.respond.chartable import is_drawable
from kg.leaving import shown
from ui.text.habits import USUAL, Habits
from ui.text.markup import Markup, Part, el


def chart_of(answer: Mapping[str, Any]) -> Chart | None:
    """The chart of an answer (as JSON); None where a table or a sentence says it better."""
    result = answer.get("result")
    if answer.get("status") != "answered" or not result or form_of(answer) == "table" or is_in_words(answer):
        return None
    names, figures, unit = _drawn(answer, result["columns"])
    pairs = [(row[names], row[figures]) for row in result["rows"]] if figures is not None else []
    if not is_drawable(pairs):
        return None
    labels, values = tuple(shown(str(name)) for name, _ in pairs), tuple(float(figure) for _, figure in pairs)
    along, measure = (shown(str(result["columns"][at]["name"])) for at in (names, figures))
    return Chart(along, measure, labels, values, unit)


def _drawn(answer: Mapping[str, Any], columns: Sequence[Mapping[str, Any]]) -> tuple[int, int | None, str | None]:
    """The places of the names and the figures, and the unit of these; of an answer that does not say it, of a table of two columns."""
    said = next((each for each in answer.get("elements") or () if each.get("type") == "chart"), None)
    if said is not None:
        return said["names"], said["figures"], said["unit"]
    return 0, 1 if len(columns) == 2 else None, columns[-1].get("unit") if columns else None


def picture(chart: Chart, habits: Habits = USUAL) -> Markup:
    """The chart as HTML: to whoever hears the page one picture, with what it shows in words. `habits`: of whoever looks."""
    labels = [habits.month(label, chart.along) for label in chart.labels]
    inside, style = (_course(chart, labels), "eg-course") if chart.kind == "trend" else (_bars(chart, labels), "eg-bars")
    shown = el("div", *inside, role="img", aria_label=chart.told_with(labels), class_=style)
    return el("div", el("p", chart.title, aria_hidden="true"), shown, class_="eg-chart")


def is_in_words(answer: Mapping[str, Any]) -> bool:
    """Is an answer to be told in its text alone, without a table?"""
    return form_of(answer) in ("list", "sentence")


def form_of(answer: Mapping[str, Any]) -> str:
    """In which form the person prefers this answer: table, list, chart, sentence; "" where they said nothing."""
    return next((str(each["form"]) for each in answer.get("elements") or () if each.get("type") == "form"), "")


def _bars(chart: Chart, labels: Sequence[str]) -> list[Part]:
    """Lying bars from zero, each between its name and its figure: these can be read on a narrow screen."""
    least, span = chart.scale
    pairs = list(zip(labels, chart.values, strict=True))
    return [(el("span", label, class_="eg-of"),
             el("span", el("i", style=f"left:{100 * (min(value, 0.0) - least) / span:.2f}%;width:{100 * abs(value) / span:.2f}%"), class_="eg-bar"),
             el("span", chart.told(value), class_="n")) for label, value in pairs]


def _course(chart: Chart, labels: Sequence[str]) -> list[Part]:
    """A line over time, with the least and the greatest of its scale, and the first and the last time."""
    least, span = chart.scale
    step = 100 / (len(chart.values) - 1)
    points = [(place * step, 100 - 100 * (value - least) / span) for place, value in enumerate(chart.values)]
    line = el("path", d="M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points), class_="eg-line")
    dots = [el("path", el("title", f"{label}: {chart.told(value)}"), d=f"M{x:.2f} {y:.2f}h0", class_="eg-dot")
            for (x, y), label, value in zip(points, labels, chart.values, strict=True)]
    scale = el("span", el("span", chart.told(least + span)), el("span", chart.told(least)), class_="eg-scale")
    times = el("span", el("span", labels[0]), el("span", labels[-1]), class_="eg-times")
    return [scale, el("svg", line, dots, viewBox="0 0 100 100", preserveAspectRatio="none"), times]

