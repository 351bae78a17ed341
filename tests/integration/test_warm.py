"""Warming up: everything that a first question needs, and nothing that one has to wait for."""

import threading
from concurrent.futures import ThreadPoolExecutor

import neo4j

from kg.graph import Graph
from kg.schema import ensure_schema
from workers.services.processes import free_port
from workers.warm import warm_up

SIDE_BY_SIDE = 6
AN_INDEX = "entity_join_taken"


def test_a_graph_is_ready_for_questions_afterwards_and_it_may_be_done_twice(graph):
    assert warm_up(graph)
    assert warm_up(graph)


def test_a_graph_that_is_not_there_is_no_failure():
    stop = threading.Event()
    stop.set()
    with Graph(f"bolt://127.0.0.1:{free_port()}", "neo4j", "none") as nowhere:
        assert not warm_up(nowhere, stop)


def test_processes_that_come_up_at_once_do_not_stumble_over_each_others_indexes(graph, graph_server):
    together = threading.Barrier(SIDE_BY_SIDE)

    def come_up(_):
        together.wait()
        ensure_schema(graph)

    with neo4j.GraphDatabase.driver(graph_server.uri, auth=(graph_server.user, graph_server.password)) as driver:
        driver.execute_query(f"DROP INDEX {AN_INDEX} IF EXISTS")
        with ThreadPoolExecutor(SIDE_BY_SIDE) as processes:
            list(processes.map(come_up, range(SIDE_BY_SIDE)))
        assert AN_INDEX in {row["name"] for row in driver.execute_query("SHOW INDEXES").records}
