"""Charts as plotly draws them, and messages as Gradio sends them to its page."""

from collections.abc import Iterable
from contextvars import Context
from functools import cache, lru_cache
from typing import Any

import gradio as gr
import plotly.graph_objects as go

from ui.charts import Chart
from ui.messages import Message

_STRONG, _QUIET, _LINE = "#13876f", "#7c8886", "rgba(124, 136, 134, 0.35)"      # to be seen on light and on dark
_ROW, _HIGH = 26, 300                   # height of a bar, of a course, in pixels
_LONGEST = 28                           # letters of a label


def sent_by_gradio(messages: Iterable[Message]) -> list[dict[str, Any]]:
    """Messages as the value of the page's talk; those with a chart or a card show it."""
    return Context().run(_sent, messages)               # a context of its own: in a handler's Gradio takes a component for an update of one


def _sent(messages: Iterable[Message]) -> list[dict[str, Any]]:
    shown: list[Any] = [_shown(message) for message in messages]
    sent: list[dict[str, Any]] = _chatbot().postprocess(shown).model_dump()
    return sent


@cache
def _chatbot() -> gr.Chatbot:
    return gr.Chatbot(render=False)


def _shown(message: Message) -> dict[str, Any]:
    plain = {name: value for name, value in message.items() if name not in ("chart", "card")}
    chart, card = message.get("chart"), message.get("card")
    if chart:
        return plain | {"content": [gr.Plot(figure(chart), show_label=False), message["content"]]}
    if card:                            # Gradio shows the options of a message that ends in text
        drawn = [message["content"], gr.HTML(card, apply_default_css=False), "" if message.get("options") else None]
        return plain | {"content": [part for place, part in enumerate(drawn) if part or (part == "" and place)]}
    return plain


@lru_cache(maxsize=64)
def figure(chart: Chart) -> Any:
    """The figure, in colours that do on a light and on a dark ground; nothing in it moves or opens a menu."""
    drawn = go.Figure(_course(chart) if chart.kind == "trend" else _bars(chart))
    drawn.update_layout(
        height=_HIGH if chart.kind == "trend" else 90 + _ROW * len(chart.labels), margin={"l": 8, "r": 16, "t": 36, "b": 8},
        title={"text": _plain(f"{chart.measure} by {chart.along}"), "font": {"size": 14}}, font={"family": "system-ui, sans-serif", "color": _QUIET},
        paper_bgcolor="rgba(0,0,0,0)", plot_bgcolor="rgba(0,0,0,0)", showlegend=False, dragmode=False)
    axis = {"gridcolor": _LINE, "zerolinecolor": _LINE, "automargin": True, "fixedrange": True}
    drawn.update_xaxes(**axis)
    drawn.update_yaxes(**axis)
    return drawn


def _course(chart: Chart) -> Any:
    return go.Scatter(x=[_plain(label) for label in chart.labels], y=chart.values, mode="lines+markers", line={"color": _STRONG})


def _bars(chart: Chart) -> Any:
    """Lying bars, the first row on top: their names can be read on a narrow screen."""
    names = [_plain(label) for label in reversed(chart.labels)]
    return go.Bar(y=names, x=tuple(reversed(chart.values)), orientation="h", marker={"color": _STRONG},
                  text=[f"{value:.0%}" if chart.kind == "share" else f"{value:,.10g}" for value in reversed(chart.values)], textposition="auto")


def _plain(text: str) -> str:
    """Text of a record as plotly shows it: it would read tags and formulas in it."""
    short = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
    return short.replace("&", "&amp;").replace("<", "&lt;").replace("$", "&#36;")
