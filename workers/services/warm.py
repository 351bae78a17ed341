"""Warm-up before the first question: load words, make indexes, have queries planned.

The server keeps the plans, for every tenant and process. Nothing depends on it: whatever fails is met again by the first question.
"""

import gc
import logging
import threading
from collections.abc import Callable
from datetime import date
from functools import partial

from agent.catalogue import catalogue
from agent.language.words import forms
from agent.llm.opening import ModelConnection
from agent.plan.periods import Calendar
from agent.understand.grammar.evidence import Known
from agent.understand.grammar.planner import read
from kg.errors import EvergraphError, GraphUnavailable
from kg.graph import Graph
from kg.held import live_ids
from kg.paths import connections
from kg.resolve import find
from kg.retrieve import plan_hubs, plan_links
from kg.schema import ensure_schema

PATIENCE_SECONDS = 120.0                # a local Neo4j may still be starting
AGAIN_SECONDS = 1.0
LATER_SECONDS = 15.0                    # after the rest: planning what few first questions need takes the server seconds, which these would wait for
_NOBODY = "nobody"                      # a tenant that no query finds anything of
_ID = "00000000-0000-0000-0000-000000000000"
_KEY = f"{_NOBODY}|crm|Contact|{_ID}"
_QUESTION = "How many open deals did we win last quarter?"       # reading it makes the tables and patterns that all questions are read with
_A_DAY = Calendar(date(2026, 1, 1))

_log = logging.getLogger(__name__)


def warm_up_aside(graph: Graph, models: ModelConnection | None = None, later: float = LATER_SECONDS) -> tuple[threading.Thread, ...]:
    """Warm up in threads that end with the process. `models`: the way to the language models, whose client takes seconds to load; `later`: see
    `warm_up`."""
    works: list[Callable[[], object]] = [partial(warm_up, graph, later=later), *([models.get_ready] if models is not None else [])]
    threads = tuple(threading.Thread(target=work, name="warm up", daemon=True) for work in works)
    for thread in threads:
        thread.start()
    return threads


def warm_up(graph: Graph, stop: threading.Event | None = None, later: float = 0.0) -> bool:
    """Load words, wait for the graph, make its indexes and have its queries planned; whether all of it was done.

    `later`: seconds until what few questions need is planned.
    """
    stop = stop or threading.Event()
    forms("people")
    read(catalogue(), _QUESTION, Known({}, _A_DAY))
    keep_aside()
    try:
        _wait_for(graph, stop)
        ensure_schema(graph)
        find(graph, _NOBODY, ("William", "someone@else.example", _ID), models=("crm/Contact",))
        connections(graph, _NOBODY, (_KEY,), (_KEY,))
        plan_links(graph)
        live_ids(graph, _NOBODY, "crm/Contact", ())
        stop.wait(later)
        plan_hubs(graph)
    except EvergraphError as error:
        _log.info("not warmed up: %s", error)
        return False
    return True


def keep_aside() -> None:
    """Have the garbage collector pass over all that is loaded by now, which stays: looking it through stops every question for 0.2 s each time."""
    gc.collect()
    gc.freeze()


def _wait_for(graph: Graph, stop: threading.Event) -> None:
    """Raises GraphUnavailable once it has been waited for long enough."""
    for _ in range(int(PATIENCE_SECONDS / AGAIN_SECONDS)):
        try:
            graph.check()
        except GraphUnavailable:
            if stop.wait(AGAIN_SECONDS):
                break
        else:
            return
    raise GraphUnavailable()
