"""Warming up: everything that a first question needs, and nothing that one has to wait for."""

import gc
import threading
from concurrent.futures import ThreadPoolExecutor

import neo4j

from agent.llm.opening import ModelConnection
from agent.llm.options import ModelOptions
from agent.llm.port import Role
from kg.graph import Graph
from kg.schema import ensure_schema
from tests.model_server import KEY
from tests.waiting import SECONDS, joined
from workers.services.processes import free_port
from workers.services.warm import warm_up, warm_up_aside

SIDE_BY_SIDE = 6
AN_INDEX = "entity_join_taken"


def test_a_graph_is_ready_for_questions_afterwards_and_it_may_be_done_twice(graph):
    assert warm_up(graph)
    assert warm_up(graph)


def test_what_is_loaded_by_then_is_not_looked_through_for_garbage_again(graph):
    before = gc.get_freeze_count()
    assert warm_up(graph)
    assert gc.get_freeze_count() > before


def test_a_models_client_is_at_hand_before_anybody_asks(graph):
    door = ModelConnection(ModelOptions({Role.PLAN: "any"}, KEY))
    assert not door.is_ready            # until then nothing of it is loaded
    joined(*warm_up_aside(graph, door, later=0))
    assert door.is_ready
    door.close()


def test_a_graph_that_is_not_there_is_no_failure():
    stop = threading.Event()
    stop.set()
    with Graph(f"bolt://127.0.0.1:{free_port()}", "neo4j", "none") as nowhere:
        assert not warm_up(nowhere, stop)


def test_processes_that_come_up_at_once_do_not_stumble_over_each_others_indexes(graph, graph_server):
    together = threading.Barrier(SIDE_BY_SIDE)

    def come_up(_):
        together.wait(SECONDS)
        ensure_schema(graph)

    with neo4j.GraphDatabase.driver(graph_server.uri, auth=(graph_server.user, graph_server.password)) as driver:
        driver.execute_query(f"DROP INDEX {AN_INDEX} IF EXISTS")
        with ThreadPoolExecutor(SIDE_BY_SIDE) as processes:
            list(processes.map(come_up, range(SIDE_BY_SIDE)))
        assert AN_INDEX in {row["name"] for row in driver.execute_query("SHOW INDEXES").records}
