"""The door to language models, over the real clients, against servers of every dialect: what it gives back, what it spends, what leaves it."""

import json
import logging
import math
from collections.abc import Iterator
from dataclasses import replace
from importlib import resources

import openai
import pytest
from pydantic import BaseModel

from agent.llm import port
from agent.llm.budget import Budget, Limits, Price, Tokens
from agent.llm.client import OpenAIModel, connect
from agent.llm.gate import Gate
from agent.llm.options import ModelOptions
from agent.llm.port import Message, Prompt, Role
from agent.llm.prompts import prompt_file
from ingest.gateway import Deadline
from tests.cases import each_case
from tests.model_server import AZURE, DIALECTS, KEY, OLLAMA, Closes, Dialect, Failed, Hangs, ModelServer, Raw, Refused, Said, model_server

PROMPT = Prompt("test", 3, (Message("system", "You test."), Message("user", "How many visits?")))
CLIENTS: list[openai.OpenAI] = []         # of the test under way
RIGHT = '{"visits": 2, "who": {"name": "Ana"}}'


class Who(BaseModel):
    name: str


class Visits(BaseModel):
    visits: int
    who: Who | None


@pytest.fixture(scope="module")
def shared() -> Iterator[ModelServer]:
    with model_server() as server:
        yield server


@pytest.fixture
def server(shared: ModelServer) -> ModelServer:
    shared.clear()
    return shared


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """No connection is left to the garbage collector, which would report it in whatever test it runs."""
    yield
    while CLIENTS:
        CLIENTS.pop().close()


def door(server: ModelServer, *, gate: Gate | None = None, **options: object) -> OpenAIModel:
    dialect = server.dialect
    names = {Role.PLAN: "big", Role.WRITE: "small", Role.EMBED: "vectors"}
    given = ModelOptions(names, KEY if dialect.needs_key else None, server.url, "2024-10-21" if dialect.azure else None, pause=lambda seconds: None)
    asked = replace(given, **options)
    CLIENTS.append(connect(asked))
    return OpenAIModel(asked, gate or Gate(), client=CLIENTS[-1])


def budget(**limits: object) -> Budget:
    return Budget(Limits(**limits), Deadline.after(20))


# ---------------------------------------------------------------- every dialect


@each_case("dialect", DIALECTS)
def test_each_dialect_gives_shapes_prose_and_vectors(dialect: Dialect) -> None:
    with model_server(dialect) as server:
        model, spent = door(server), budget()
        server.otherwise = lambda asked: "Two visits." if "in prose" in asked.text else RIGHT
        pieces: list[str] = []
        assert model.structured(Role.PLAN, PROMPT, Visits, spent).data == Visits(visits=2, who=Who(name="Ana"))
        assert model.prose(Role.WRITE, PROMPT.and_then(Message("user", "Say it in prose.")), spent, pieces.append).text == "Two visits."
        assert "".join(pieces) == ("Two visits." if dialect.streams == "knows" else "")
        turned_away = len(server.chats)
        assert model.structured(Role.PLAN, PROMPT, Visits, spent).data.visits == 2
        assert len(server.chats) == turned_away + 1         # what the server refuses is remembered
        near, same, far = model.embed(["a red truck", "a red truck", "pay in May"], spent)
        assert math.dist(near, same) < 1e-6 < math.dist(near, far)
        assert spent.used.calls == 4                             # requests that were turned away for their form do not count
        assert spent.used.tokens.sent > 0 < spent.used.tokens.received


def test_azure_is_asked_at_its_deployments_with_its_version() -> None:
    with model_server(AZURE) as server:
        door(server).prose(Role.WRITE, PROMPT, budget())
        assert server.asked[0].path == "/openai/deployments/small/chat/completions"
        assert server.asked[0].query["api-version"] == ["2024-10-21"]


def test_a_server_that_ignores_schemas_is_told_them_in_words_from_then_on() -> None:
    with model_server(OLLAMA) as server:
        model = door(server)
        server.script("Two visits, I believe.", RIGHT, RIGHT)
        assert model.structured(Role.PLAN, PROMPT, Visits, budget()).data.visits == 2
        assert "json_schema" in str(server.chats[0].body["response_format"])
        assert "no JSON object" in server.chats[1].text
        assert model.structured(Role.PLAN, PROMPT, Visits, budget()).data.visits == 2
        assert len(server.chats) == 3
        assert '"visits"' in server.chats[2].text


def test_one_wrong_answer_of_a_server_that_knows_schemas_changes_nothing_for_the_next() -> None:
    with model_server() as server:
        model = door(server)
        server.script(RIGHT, "Two visits, I believe.", RIGHT, RIGHT)
        assert [model.structured(Role.PLAN, PROMPT, Visits, budget()).data.visits for _ in range(3)] == [2, 2, 2]
        assert [chat.schema is not None for chat in server.chats] == [True, True, False, True]
        assert server.chats[3].text == server.chats[0].text, "a provider's cache of the prompt holds"


def test_what_a_model_thinks_before_its_answer_is_no_part_of_it(server: ModelServer) -> None:
    server.script(f"<think>Maybe {{3}} visits? No.</think>\n{RIGHT}")
    assert door(server).structured(Role.PLAN, PROMPT, Visits, budget()).data.visits == 2
    assert len(server.chats) == 1


def test_sole_model_of_a_server_is_used_without_a_name(server: ModelServer) -> None:
    door(server, names={Role.WRITE: ""}).prose(Role.WRITE, PROMPT, budget())
    assert server.chats[0].body["model"] == "test-model"


def test_schemas_are_strict(server: ModelServer) -> None:
    server.script(RIGHT)
    door(server).structured(Role.PLAN, PROMPT, Visits, budget())
    schema = server.chats[0].schema
    assert schema is not None
    assert schema["additionalProperties"] is False
    assert schema["required"] == ["visits", "who"]


# ---------------------------------------------------------------- wrong, away, slow


@pytest.mark.parametrize("wrong, why", [
    ("{", "not well-formed"), ("no idea", "no JSON object"), ('{"visits": "many"}', "visits"), ('{"visits": 2}', "who"), ("[1]", "no JSON object"),
])
def test_a_malformed_answer_is_shown_to_the_model_and_mended(server: ModelServer, wrong: str, why: str) -> None:
    server.script(wrong, RIGHT)
    assert door(server).structured(Role.PLAN, PROMPT, Visits, budget()).data.visits == 2
    assert wrong in server.chats[1].text
    assert why in server.chats[1].text


@pytest.mark.parametrize("answer, error", [
    (Said("Two vis", finish="length"), port.BadModelAnswer), (Said("   "), port.BadModelAnswer), (Refused(), port.ModelRefused),
    (Said("Two", finish="content_filter"), port.ModelRefused), (Failed(400, "flagged", code="content_filter"), port.ModelRefused),
    (Failed(429, "You exceeded your quota", code="insufficient_quota"), port.ModelUnavailable), (Failed(403), port.ModelUnavailable),
    (Failed(404), port.ModelUnavailable), (Raw(b"<html>Welcome</html>", "text/html"), port.BadModelAnswer), (Raw(b"{}"), port.BadModelAnswer),
    (Raw(b'{"choices": []}'), port.BadModelAnswer), (Raw(b"{", "application/json"), port.BadModelAnswer), (Raw(b"null"), port.BadModelAnswer),
    (Raw(b"data: {\n\n", "text/event-stream"), port.BadModelAnswer), (Raw(b"", "text/event-stream"), port.BadModelAnswer),
])
@pytest.mark.parametrize("asks", ["structured", "prose"])
def test_what_cannot_be_used_is_an_error_of_ours_and_is_not_asked_again(server: ModelServer, asks: str, answer: object, error: type) -> None:
    server.otherwise = answer           # type: ignore[assignment]
    with pytest.raises(error) as caught:
        _ask(door(server), asks, budget())
    assert type(caught.value) is error
    assert len(server.chats) == 1 or (asks == "prose" and not any(c.body.get("stream") for c in server.chats[1:]))     # once more, as a whole
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


@pytest.mark.parametrize("answer", [Failed(500), Failed(503, retry_after="0"), Failed(429, retry_after="0.01"), Closes()])
@pytest.mark.parametrize("asks", ["structured", "prose"])
def test_a_server_that_is_busy_or_breaks_is_asked_again_a_few_times(server: ModelServer, asks: str, answer: Failed | Closes) -> None:
    server.script(answer, answer, RIGHT)
    assert _ask(door(server), asks, budget()) == RIGHT
    server.otherwise = answer
    with pytest.raises(port.ModelUnavailable):
        _ask(door(server), asks, budget())
    assert len(server.chats) == 6


@pytest.mark.parametrize("answer, why", [
    (Failed(401, "Incorrect key", code="invalid_api_key"), "key"), (Failed(403), "key"), (Failed(404, "Not Found"), "address"),
    (Failed(404, "The model `big` does not exist."), "model"), (Failed(404, 'model "big" not found, try pulling it first'), "model"),
    (Failed(404, "No such deployment", code="DeploymentNotFound"), "model"), (Failed(400, "invalid model ID"), "model"),
    (Failed(400, "This model's maximum context length is 4096 tokens.", code="context_length_exceeded"), "context"),
    (Failed(400, "the request exceeds the available context size"), "context"),
    (Failed(400, "'max_tokens' is too large: 4000. This model's maximum context length is 4096 tokens"), "context"),
    (Failed(429, "You exceeded your quota", code="insufficient_quota"), "quota"), (Failed(402), "quota"), (Failed(400, "Bad request"), "form"),
    (Failed(500), "unreachable"), (Closes(), "unreachable"),
])
def test_why_a_server_does_not_answer_is_known(server: ModelServer, answer: Failed | Closes, why: str) -> None:
    server.otherwise = answer
    with pytest.raises(port.ModelUnavailable) as caught:
        door(server).prose(Role.WRITE, PROMPT, budget())
    assert caught.value.why == why


def test_an_answer_that_breaks_off_is_asked_again(server: ModelServer) -> None:
    server.script(Said(RIGHT, breaks_off=True), RIGHT)
    assert _ask(door(server), "structured", budget()) == RIGHT


def test_retry_after_beyond_the_deadline_fails_at_once(server: ModelServer) -> None:
    pauses: list[float] = []
    server.otherwise = Failed(429, retry_after="3600")
    with pytest.raises(port.ModelUnavailable):
        door(server, pause=pauses.append).prose(Role.WRITE, PROMPT, budget())
    assert pauses == []
    assert len(server.chats) == 1


@pytest.mark.parametrize("asks", ["structured", "prose"])
def test_a_server_that_hangs_is_given_up(server: ModelServer, asks: str) -> None:
    server.script(Hangs())
    with pytest.raises(port.ModelTooSlow):
        _ask(door(server, seconds=0.3), asks, budget())


def test_nothing_is_begun_after_the_deadline(server: ModelServer) -> None:
    with pytest.raises(port.ModelTooSlow):
        door(server).prose(Role.WRITE, PROMPT, Budget(Limits(), Deadline.after(0)))
    assert server.asked == []


def test_work_that_nobody_waits_for_any_more_is_not_tried_again(server: ModelServer) -> None:
    pauses, whole = list[float](), Budget(Limits(), Deadline.after(600))
    server.otherwise = Failed(429, retry_after="60")
    with pytest.raises(port.ModelUnavailable):
        door(server, pause=pauses.append).prose(Role.WRITE, PROMPT, whole.sooner(20))
    assert pauses == [] and len(server.chats) == 1
    assert whole.used.calls == 1                            # what it used is the question's


def test_a_part_of_a_question_has_no_more_time_than_the_question() -> None:
    assert Budget(Limits(), Deadline.after(0)).sooner(20).seconds() == 0


def test_nobody_there_is_an_error_of_ours() -> None:
    with model_server() as gone:
        pass
    with pytest.raises(port.ModelUnavailable):
        door(gone).prose(Role.WRITE, PROMPT, budget())


def test_a_model_that_takes_no_chats_is_an_error_of_ours(server: ModelServer) -> None:
    with pytest.raises(port.ModelFailed):
        door(server, names={Role.WRITE: "gpt-5.2-pro"}).prose(Role.WRITE, PROMPT, budget())
    assert server.asked == []


# ---------------------------------------------------------------- budgets


def test_calls_tokens_and_money_are_counted_and_limited(server: ModelServer) -> None:
    model = door(server, prices={"small": Price(1e6, 2e6)}, most_tokens=10)
    spent = budget(calls=2, tokens=10_000, dollars=1e9)
    for _ in range(2):
        model.prose(Role.WRITE, PROMPT, spent)
    assert spent.used.calls == 2
    assert spent.used.dollars == spent.used.tokens.sent + 2 * spent.used.tokens.received
    for short in (spent, budget(tokens=20), budget(dollars=1.0)):
        with pytest.raises(port.OverBudget):
            model.prose(Role.WRITE, PROMPT, short)
    assert len(server.chats) == 2


def test_a_day_that_is_used_up_and_a_question_without_a_model_ask_nothing(server: ModelServer) -> None:
    class UsedUp:
        def is_used_up(self) -> bool:
            return True

        def add(self, tokens: int, dollars: float) -> None:
            raise AssertionError("nothing was used")

    for spent in (Budget(Limits(), Deadline.after(9), UsedUp()), Budget()):
        with pytest.raises(port.OverBudget):
            door(server).prose(Role.WRITE, PROMPT, spent)
    assert server.asked == []


def test_what_a_useless_answer_used_is_counted_too(server: ModelServer) -> None:
    server.otherwise = "no idea"
    spent = budget()
    with pytest.raises(port.BadModelAnswer):
        door(server).structured(Role.PLAN, PROMPT, Visits, spent)
    assert spent.used.calls == 3
    assert spent.used.tokens.received > 0


# ---------------------------------------------------------------- what leaves, and what is seen of it


@pytest.mark.parametrize("privacy, is_asked_about, may_see, leaves", [
    ("", False, {"A", "asked"}, True), ("A", False, {"A"}, True), ("A", False, set(), False), ("B", False, {"A", "asked"}, False),
    ("engagement", True, {"A", "asked"}, True), ("engagement", False, {"A", "asked"}, False), ("engagement", True, {"A", "B"}, True),
    ("AB", True, {"A", "asked"}, True), ("B", True, {"A"}, False), ("B", False, {"A", "B"}, True),
    *((c, asked, {"A", "B", "asked", c}, False) for c in ("C", "D", "E", "X", "offer", "eeoc") for asked in (True, False)),
])
def test_only_what_the_tenant_allows_leaves(server: ModelServer, privacy: str, is_asked_about: bool, may_see: set[str], leaves: bool) -> None:
    classes = frozenset(privacy) if privacy.isupper() and privacy else frozenset([privacy] if privacy else [])
    prompt = PROMPT.and_then(Message("user", "the heart of it", classes, is_asked_about))
    model = door(server, gate=Gate(frozenset(may_see)))
    if leaves:
        model.prose(Role.WRITE, prompt, budget())
    else:
        with pytest.raises(port.MayNotLeave):
            model.prose(Role.WRITE, prompt, budget())
    assert (b"the heart of it" in server.sent) is leaves


def test_a_token_leaves_in_no_message(server: ModelServer) -> None:
    with pytest.raises(port.MayNotLeave):
        door(server, gate=Gate(secrets=("token-7",))).prose(Role.WRITE, PROMPT.and_then(Message("user", "It is token-7.")), budget())
    assert server.asked == []


def test_a_key_that_is_a_bare_word_is_no_secret(server: ModelServer) -> None:
    """Local servers want any key at all, so people set such words."""
    server.script("None.")
    door(server, gate=Gate(secrets=("none",))).prose(Role.WRITE, PROMPT.and_then(Message("user", "none of them")), budget())
    assert len(server.asked) == 1


def test_texts_of_a_private_class_get_no_vector_elsewhere(server: ModelServer) -> None:
    with pytest.raises(port.MayNotLeave):
        door(server).embed(["her pay"], budget(), frozenset("C"))
    assert server.asked == []


def test_the_trace_shows_what_was_sent_with_private_values_masked(server: ModelServer) -> None:
    spent = budget()
    door(server).prose(Role.WRITE, PROMPT.and_then(Message("user", "Bill is ill.", frozenset("B"), is_asked_about=True)), spent)
    (call,) = spent.used.made
    assert (call.prompt, call.role, call.model, call.ended) == ("test@3", "write", "small", "answered")
    assert "Bill is ill" not in json.dumps(call.messages)
    assert "You test." not in json.dumps(call.messages)
    assert "[the prompt, 9 characters]" in json.dumps(call.messages)
    door(server).prose(Role.WRITE, PROMPT, spent)
    assert "How many visits?" in json.dumps(spent.used.made[1].messages)


def test_the_key_is_in_no_error_log_or_repr(server: ModelServer, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    model = door(server)
    server.otherwise = Failed(401, f"Incorrect API key provided: {KEY}", code="invalid_api_key")
    with pytest.raises(port.ModelFailed) as caught:
        model.prose(Role.WRITE, PROMPT, budget())
    assert KEY not in f"{caught.value!r} {model!r} {model.options!r} {caplog.text}"
    assert "How many visits?" not in caplog.text


def test_a_reply_carries_what_it_used(server: ModelServer) -> None:
    spent = budget()
    reply = door(server).prose(Role.WRITE, PROMPT, spent)
    assert reply.tokens == spent.used.tokens != Tokens()


def test_neighbouring_messages_of_one_speaker_are_sent_as_one(server: ModelServer) -> None:
    door(server).prose(Role.WRITE, PROMPT.and_then(Message("user", "And who?")), budget())
    assert [m["role"] for m in server.chats[0].body["messages"]] == ["system", "user"]


def _ask(model: OpenAIModel, asks: str, spent: Budget) -> str:
    return model.prose(Role.WRITE, PROMPT, spent).text if asks == "prose" else model.structured(Role.PLAN, PROMPT, Visits, spent).text




@pytest.mark.parametrize("package", ["agent.llm.prompts", "agent.understand.model.prompts"])
def test_prompts_have_versions(package: str) -> None:
    names = [file.name.removesuffix(".md") for file in resources.files(package).iterdir() if file.name.endswith(".md")]
    assert names
    assert all(prompt_file(name, package).version > 0 for name in names)
