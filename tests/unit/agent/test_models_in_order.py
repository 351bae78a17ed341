"""Several servers of models: the next answers where one does not, within the same budget and behind the same gate; who failed rests."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from pydantic import BaseModel

from agent.llm import port
from agent.llm.budget import Budget, Limits
from agent.llm.gate import Gate
from agent.llm.in_order import REST_SECONDS, Breaker, InOrder
from agent.llm.opening import ModelConnection
from agent.llm.options import ModelOptions
from agent.llm.port import Message, Prompt, Role
from ingest.gateway import Deadline
from tests.model_server import KEY, Answer, Closes, Failed, Hangs, ModelServer, Raw, Refused, model_server

PROMPT = Prompt("test", 1, (Message("user", "How many visits?"),))
RIGHT = '{"visits": 2}'
AWAY = (Failed(500), Failed(401), Failed(404), Closes(), Hangs())
USELESS = (Raw(b"<html>", "text/html"), Refused())
DOORS: list[ModelConnection] = []                # of the test under way


class Visits(BaseModel):
    visits: int


@pytest.fixture
def servers() -> Iterator[list[ModelServer]]:
    with ExitStack() as stack:
        yield [stack.enter_context(model_server()) for _ in range(3)]


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """No connection is left to the garbage collector, which would report it in whatever test it runs."""
    yield
    while DOORS:
        DOORS.pop().close()


def options(server: ModelServer, name: str, seconds: float = 20.0) -> ModelOptions:
    return ModelOptions({Role.PLAN: name, Role.WRITE: name, Role.EMBED: name}, KEY, server.url, seconds=seconds, pause=lambda seconds: None)


def door(servers: list[ModelServer], first_seconds: float = 20.0) -> ModelConnection:
    """`first_seconds`: how long the first server is waited for; the others answer, on a busy machine too."""
    first, second, third = servers
    return kept(ModelConnection(options(first, "first", first_seconds), options(second, "second"), options(third, "third")))


def kept(opened: ModelConnection) -> ModelConnection:
    DOORS.append(opened)
    return opened


def budget(seconds: float = 20.0, **limits: object) -> Budget:
    return Budget(Limits(**limits), Deadline.after(seconds))         # type: ignore[arg-type]


def asked(servers: list[ModelServer]) -> list[int]:
    return [len(server.chats) for server in servers]


@pytest.mark.parametrize("wrong", [*AWAY, *USELESS, "no JSON at all"], ids=repr)
def test_the_next_server_answers_where_one_does_not(servers: list[ModelServer], wrong: Answer) -> None:
    servers[0].otherwise, servers[1].otherwise = wrong, RIGHT
    spent = budget()
    model = door(servers, first_seconds=0.6).model(Gate())
    assert model.structured(Role.PLAN, PROMPT, Visits, spent).data.visits == 2
    assert (spent.used.made[-1].model, spent.used.made[-1].server, spent.used.made[-1].ended) == ("second", servers[1].url.split("/")[2], "answered")
    assert {call.server for call in spent.used.made[:-1]} == {servers[0].url.split("/")[2]}
    assert asked(servers)[2] == 0


@pytest.mark.parametrize("wrong", AWAY, ids=repr)
def test_unreachable_server_is_tried_last_for_a_while(servers: list[ModelServer], wrong: Answer) -> None:
    servers[0].otherwise, servers[1].otherwise = wrong, RIGHT
    way = door(servers, first_seconds=0.6)
    for gate in (Gate(), Gate(frozenset({"A"}))):               # of another tenant, too
        assert way.model(gate).structured(Role.PLAN, PROMPT, Visits, budget()).data.visits == 2
    before = asked(servers)[0]
    way.model(Gate()).structured(Role.PLAN, PROMPT, Visits, budget())
    assert asked(servers)[0] == before


def test_who_is_there_but_said_nothing_usable_does_not_rest(servers: list[ModelServer]) -> None:
    servers[0].otherwise, servers[1].otherwise = "no JSON at all", RIGHT
    model = door(servers).model(Gate())
    model.structured(Role.PLAN, PROMPT, Visits, budget())
    servers[0].otherwise = RIGHT
    spent = budget()
    model.structured(Role.PLAN, PROMPT, Visits, spent)
    assert [call.model for call in spent.used.made] == ["first"]


def test_a_rest_ends_by_itself_and_by_an_answer() -> None:
    now = [100.0]
    breaker = Breaker(lambda: now[0])
    assert not breaker.rests
    breaker.failed()
    assert breaker.rests
    now[0] += REST_SECONDS
    assert not breaker.rests
    breaker.failed()
    breaker.answered()
    assert not breaker.rests


def test_failure_of_the_first_server_is_reported_when_all_fail(servers: list[ModelServer]) -> None:
    for server, status in zip(servers, (401, 404, 402), strict=True):
        server.otherwise = Failed(status)
    model = door(servers).model(Gate())
    with pytest.raises(port.ModelUnavailable) as caught:
        model.structured(Role.PLAN, PROMPT, Visits, budget())
    assert (caught.value.why, asked(servers)) == ("key", [1, 1, 1])
    servers[2].otherwise = RIGHT
    assert model.structured(Role.PLAN, PROMPT, Visits, budget()).data.visits == 2


def test_the_budget_of_a_question_holds_for_all_servers_together(servers: list[ModelServer]) -> None:
    servers[0].otherwise, servers[1].otherwise = Failed(401), RIGHT
    with pytest.raises(port.OverBudget):
        door(servers).model(Gate()).structured(Role.PLAN, PROMPT, Visits, budget(calls=1))
    assert asked(servers) == [1, 0, 0]


def test_no_server_is_asked_after_the_deadline_or_blamed_for_it(servers: list[ModelServer]) -> None:
    servers[0].otherwise, servers[1].otherwise = Hangs(), RIGHT
    way = door(servers)
    way.get_ready()                     # else loading and connecting, on a busy machine, would take the time
    with pytest.raises(port.ModelTooSlow):
        way.model(Gate()).structured(Role.PLAN, PROMPT, Visits, budget(seconds=2.0))
    assert asked(servers) == [1, 0, 0]
    assert way.model(Gate()).structured(Role.PLAN, PROMPT, Visits, budget()).data.visits == 2


def test_what_may_not_leave_leaves_for_no_server(servers: list[ModelServer]) -> None:
    servers[0].otherwise = Failed(401)
    secret = PROMPT.and_then(Message("user", "her pay", frozenset("C")))
    model = door(servers).model(Gate(secrets=("token-7",)))
    for prompt in (secret, PROMPT.and_then(Message("user", "It is token-7."))):
        with pytest.raises(port.MayNotLeave):
            model.structured(Role.PLAN, prompt, Visits, budget())
    assert asked(servers) == [0, 0, 0]


def test_a_text_that_was_begun_is_not_begun_anew_by_another(servers: list[ModelServer]) -> None:
    class Breaks:
        """Says a piece, and is gone."""

        names, may_see = {}, staticmethod(lambda privacy: True)

        def prose(self, role: Role, prompt: Prompt, budget: Budget, on_delta: port.Delta) -> port.Reply[str]:
            on_delta("Two ")
            raise port.ModelUnavailable

    pieces: list[str] = []
    second = kept(ModelConnection(options(servers[1], "second"))).opened(Gate())
    with pytest.raises(port.ModelUnavailable):
        InOrder(((Breaks(), Breaker()), (second, Breaker()))).prose(Role.WRITE, PROMPT, budget(), pieces.append)      # type: ignore[arg-type]
    assert (pieces, asked(servers)) == (["Two "], [0, 0, 0])


def test_vectors_are_of_the_first_alone(servers: list[ModelServer]) -> None:
    servers[0].embeds = Failed(401)
    with pytest.raises(port.ModelUnavailable):
        door(servers).model(Gate()).embed(["a red truck"], budget())
    assert servers[1].embedded == []
