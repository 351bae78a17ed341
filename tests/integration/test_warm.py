"""Warming up: everything that a first question needs, and nothing that one has to wait for."""

import threading

from kg.graph import Graph
from workers.services.processes import free_port
from workers.warm import warm_up


def test_a_graph_is_ready_for_questions_afterwards_and_it_may_be_done_twice(graph):
    assert warm_up(graph)
    assert warm_up(graph)


def test_a_graph_that_is_not_there_is_no_failure():
    stop = threading.Event()
    stop.set()
    with Graph(f"bolt://127.0.0.1:{free_port()}", "neo4j", "none") as nowhere:
        assert not warm_up(nowhere, stop)
