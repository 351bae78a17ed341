"""A chart as a picture that stands by itself, SVG: lying bars, or a line over time. Words of records are text in it; it runs and loads nothing."""

from collections.abc import Iterator
from html import escape

from agent.respond.chart import Chart

_WIDTH, _EDGE, _HEAD = 640, 16, 40      # pixels
_BAR, _GAP = 18, 10                     # height of a bar, and between two
_LABEL, _FIGURE = 190, 110              # room for a name before the bars, and for a figure behind them
_COURSE = 220                           # height of a line over time
_LONGEST = 28                           # letters of a name that stand before a bar
_LETTERS = 'font-family="Roboto, Helvetica, Arial, sans-serif"'
_INK, _QUIET, _COLOUR = "#1f2937", "#6b7280", "#0b6b52"


def svg(chart: Chart) -> str:
    """The picture, with what it shows in words for whoever hears it."""
    height, inside = _course(chart) if chart.kind == "trend" else _bars(chart)
    said = escape(chart.alt)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{said}" width="{_WIDTH}" height="{height}" '
            f'viewBox="0 0 {_WIDTH} {height}" {_LETTERS} font-size="13"><title>{said}</title>'
            f'<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>{_text(_EDGE, 24, chart.title, size=15)}{"".join(inside)}</svg>')


def _bars(chart: Chart) -> tuple[int, Iterator[str]]:
    """Bars from zero, each between its name and its figure."""
    return _HEAD + len(chart.values) * (_BAR + _GAP) + _EDGE, _each_bar(chart)


def _each_bar(chart: Chart) -> Iterator[str]:
    (least, span), room = chart.scale, _WIDTH - 2 * _EDGE - _LABEL - _FIGURE
    for place, (label, value) in enumerate(zip(chart.labels, chart.values, strict=True)):
        top = _HEAD + place * (_BAR + _GAP)
        left, width = _EDGE + _LABEL + room * (min(value, 0.0) - least) / span, max(1.0, room * abs(value) / span)
        yield _text(_EDGE + _LABEL - 8, top + 14, _short(label), anchor="end")
        yield f'<rect x="{left:.1f}" y="{top}" width="{width:.1f}" height="{_BAR}" fill="{_COLOUR}"><title>{escape(label)}</title></rect>'
        yield _text(_WIDTH - _EDGE, top + 14, chart.told(value), anchor="end")


def _course(chart: Chart) -> tuple[int, Iterator[str]]:
    """A line, with the least and the greatest of its scale, and the first and the last time."""
    return _HEAD + _COURSE + 2 * _EDGE + 14, _each_point(chart)


def _each_point(chart: Chart) -> Iterator[str]:
    (least, span), left, room = chart.scale, _EDGE + _FIGURE, _WIDTH - 3 * _EDGE - _FIGURE
    bottom, step = _HEAD + _COURSE, room / (len(chart.values) - 1)
    points = [(left + step * place, bottom - _COURSE * (value - least) / span) for place, value in enumerate(chart.values)]
    yield f'<line x1="{left}" y1="{bottom}" x2="{left + room}" y2="{bottom}" stroke="{_QUIET}"/>'
    yield _text(left - 8, _HEAD + 12, chart.told(least + span), anchor="end", ink=_QUIET)
    yield _text(left - 8, bottom, chart.told(least), anchor="end", ink=_QUIET)
    yield f'<polyline fill="none" stroke="{_COLOUR}" stroke-width="2" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}"/>'
    for (x, y), label, value in zip(points, chart.labels, chart.values, strict=True):
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{_COLOUR}"><title>{escape(f"{label}: {chart.told(value)}")}</title></circle>'
    yield _text(left, bottom + 20, chart.labels[0], ink=_QUIET)
    yield _text(left + room, bottom + 20, chart.labels[-1], anchor="end", ink=_QUIET)


def _text(x: float, y: float, words: str, *, anchor: str = "start", ink: str = _INK, size: int = 13) -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{ink}" font-size="{size}">{escape(words)}</text>'


def _short(label: str) -> str:
    return label if len(label) <= _LONGEST else f"{label[:_LONGEST - 1].rstrip()}…"
