"""The door to language models: LlamaIndex's model interface over OpenAI's client, for OpenAI, Azure and servers that speak as they do.

Slow to import (seconds), so only `agent/llm/opening.py` loads it, where a model is set. Decides nothing about truth: it asks what may be asked,
within budget and deadline, and turns whatever comes back into a reply or one of our errors. No error of the vendor's leaves it, for those may
hold keys and texts.
"""

import logging
import math
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

import httpx
import openai
from llama_index.core.base.llms.types import ChatMessage, LLMMetadata
from llama_index.llms.openai import OpenAI
from pydantic import BaseModel

from agent.llm.budget import LEAST_SECONDS, Budget, Call, Tokens, estimated
from agent.llm.dialect import LESS, Dialect, Shaping, refused_parameter
from agent.llm.gate import Gate, masked
from agent.llm.options import ModelOptions
from agent.llm.patience import pause_before, within
from agent.llm.port import (
    Away,
    BadModelAnswer,
    Delta,
    Message,
    ModelFailed,
    ModelRefused,
    ModelTooSlow,
    ModelUnavailable,
    OverBudget,
    Prompt,
    Reply,
    Role,
)
from agent.llm.refusals import why_refused
from agent.llm.requests import ModelOutput, OutgoingRequest, Request
from agent.llm.shapes import read, repaired

Shape = TypeVar("Shape", bound=BaseModel)
T = TypeVar("T")
TRIES = 3                               # of one call, where the server is busy or breaks off
ROUNDS = 3                              # of a structured answer: as asked, then told what was wrong with it
CONTEXT = 128_000                       # what LlamaIndex is told of models that it does not know; nothing here depends on it
BATCH = 64                              # texts in one request for vectors
_MALFORMED = (AttributeError, IndexError, KeyError, TypeError, ValueError)      # what the libraries raise for a body of another form

_log = logging.getLogger(__name__)
_ = (openai.resources.chat, openai.resources.embeddings)       # else the first question would load them
for _name in ("openai", "httpx", "httpcore"):
    logging.getLogger(_name).setLevel(logging.WARNING)      # at DEBUG they write down whole messages


class AnyModel(OpenAI):
    """LlamaIndex's model, without its list of names: a local server's models may be called anything."""

    @property
    def metadata(self) -> LLMMetadata:
        """A chat model of a usual size."""
        return LLMMetadata(context_window=CONTEXT, num_output=self.max_tokens or -1, is_chat_model=True, model_name=self.model)


class _Again(Exception):
    """The server may answer if it is asked once more."""

    def __init__(self, error: ModelFailed, after: str | None = None) -> None:
        super().__init__()
        self.error, self.after = error, after


class _Refuses(Exception):
    """The server does not take a parameter."""

    def __init__(self, parameter: str) -> None:
        super().__init__()
        self.parameter = parameter


_NOTHING_DONE = (_Again, _Refuses, ModelUnavailable)      # the server worked on nothing


@dataclass
class OpenAIModel:
    """`agent.llm.port.Model` over one server."""

    options: ModelOptions
    gate: Gate = field(default_factory=Gate)
    dialects: dict[str, Dialect] = field(default_factory=dict, repr=False)     # by model; shared by the tenants of one server
    client: openai.OpenAI | None = field(default=None, repr=False)             # shared too; None: one of its own

    def __post_init__(self) -> None:
        self._client = self.client or connect(self.options)
        self._listed: str | None = None

    @property
    def names(self) -> Mapping[Role, str]:
        """The model of each role that has one."""
        return self.options.names

    def may_see(self, privacy: frozenset[str]) -> bool:
        """See the port."""
        return self.gate.lets(privacy)

    def structured(self, role: Role, prompt: Prompt, shape: type[Shape], budget: Budget) -> Reply[Shape]:
        """See the port. A wrong answer is shown to the model again, with what is wrong about it and the schema in words."""
        shaping: Shaping = "schema"
        talk, tokens = prompt, Tokens()
        for left in reversed(range(ROUNDS)):
            said = self._asked(role, Request(talk, self.options.most_tokens, shape, shaping), budget)
            tokens += said.tokens
            try:
                data = read(said.text, shape)
            except BadModelAnswer as wrong:
                if not left or prompt.schema is not None:       # a model that reads slowly is asked once
                    raise
                talk, shaping = repaired(prompt, said.text, wrong), LESS.get(shaping, shaping)
                continue
            self._dialect(role, budget).understands(shaping)
            return Reply(data, said.text, tokens)
        raise AssertionError("the last round returns or raises")

    def prose(self, role: Role, prompt: Prompt, budget: Budget, on_delta: Delta | None = None) -> Reply[str]:
        """See the port. Read as a stream, so that a server that has stopped writing is noticed."""
        said = self._asked(role, Request(prompt, self.options.most_tokens, on_delta=on_delta or _drop), budget)
        return Reply(said.text, said.text, said.tokens)

    def embed(self, texts: Sequence[str], budget: Budget, privacy: frozenset[str] = frozenset({"A"})) -> Sequence[Sequence[float]]:
        """See the port."""
        self.gate.check([Message("user", text, privacy) for text in texts])
        name = self._model(Role.EMBED, budget)
        vectors: list[Sequence[float]] = []
        for at in range(0, len(texts), BATCH):
            batch = list(texts[at:at + BATCH])
            told = Prompt("embed", 1, (Message("user", f"{len(batch)} texts"),))
            call = _Counted(Role.EMBED, name, self.options.server, told, Tokens(sum(map(estimated, batch))))
            vectors += self._persist(budget, partial(self._paid, budget, call, partial(self._embedded, name, batch)))
        return vectors

    # ---------------------------------------------------------------- one call

    def _asked(self, role: Role, request: Request, budget: Budget) -> ModelOutput:
        self.gate.check(request.prompt.messages)
        name, dialect = self._model(role, budget), self._dialect(role, budget)

        def once() -> ModelOutput:
            sent = request.for_dialect(dialect)
            call = _Counted(role, name, self.options.server, sent.prompt, Tokens(sent.estimate, self.options.most_tokens))
            return self._paid(budget, call, partial(_ask, partial(self._llm, name), sent))

        return self._persist(budget, partial(_learning, dialect, budget, once))

    def _llm(self, name: str) -> AnyModel:
        """LlamaIndex's model of that name, which is cheap to make. Raises ValueError for one that takes no chat completions."""
        return AnyModel(model=name, openai_client=self._client, api_key="in the client", api_base="in the client", max_retries=0)

    def _paid(self, budget: Budget, call: "_Counted", work: Callable[[float, threading.Event], tuple[T, Tokens]]) -> T:
        """One request, inside budget and deadline, whatever becomes of it."""
        price, seconds = self.options.price(call.model), budget.seconds(self.options.seconds)
        if seconds < LEAST_SECONDS:
            raise ModelTooSlow
        if not budget.allows(call.estimate, price):
            raise OverBudget
        began, given_up = time.perf_counter(), threading.Event()
        tokens, ended = Tokens(call.estimate.sent), "answered"
        try:
            result, tokens = within(seconds, lambda: _translated(partial(work, seconds, given_up)))
            return result
        except (ModelFailed, _Again, _Refuses) as error:
            ended, tokens = _ending(error), Tokens() if isinstance(error, _NOTHING_DONE) else tokens
            raise
        finally:
            given_up.set()
            budget.settle(tokens, price)
            budget.used.made.append(call.made(tokens, time.perf_counter() - began, ended))

    def _persist(self, budget: Budget, once: Callable[[], T]) -> T:
        """A few tries, as far as the time lasts."""
        for attempt in range(1, TRIES + 1):
            try:
                return once()
            except _Again as again:
                pause = pause_before(attempt, again.after)
                if attempt == TRIES or pause > budget.seconds() - LEAST_SECONDS:
                    raise again.error from None
                self.options.pause(pause)
        raise AssertionError("the last try returns or raises")

    def _embedded(self, name: str, batch: list[str], seconds: float, given_up: threading.Event) -> tuple[list[list[float]], Tokens]:
        answer = self._client.embeddings.create(model=name, input=batch, timeout=seconds)
        vectors = [each.embedding for each in sorted(answer.data, key=lambda each: each.index)]
        if len(vectors) != len(batch) or len({len(v) for v in vectors}) != 1 or not all(map(_has_direction, vectors)):
            raise BadModelAnswer("The vectors are not one for each text.")
        return vectors, Tokens(answer.usage.prompt_tokens if answer.usage else sum(map(estimated, batch)))

    def _model(self, role: Role, budget: Budget) -> str:
        """The role's model; "" stands for the one that the server has."""
        if role not in self.options.names:
            raise ModelUnavailable("role")
        if self.options.names[role]:
            return self.options.names[role]
        if self._listed is None:
            seconds = budget.seconds(self.options.seconds)
            listed = self._persist(budget, lambda: within(seconds, lambda: _translated(lambda: self._client.models.list(timeout=seconds))))
            self._listed = next((each.id for each in listed.data), "")
        return self._listed

    def _dialect(self, role: Role, budget: Budget) -> Dialect:
        is_openai = self.options.base_url is None or self.options.api_version is not None
        return self.dialects.setdefault(self._model(role, budget), Dialect("max_completion_tokens" if is_openai else "max_tokens"))


@dataclass(frozen=True)
class _Counted:
    """A call before it is made."""

    role: Role
    model: str
    server: str
    prompt: Prompt
    estimate: Tokens

    def made(self, tokens: Tokens, seconds: float, ended: str) -> Call:
        """The call as the trace shows it."""
        prompt = f"{self.prompt.name}@{self.prompt.version}"
        return Call(self.role, self.model, self.server, prompt, masked(self.prompt.messages), tokens, round(seconds, 3), ended)


def connect(options: ModelOptions) -> openai.OpenAI:
    """One client, which never tries again by itself: tries are counted and paid for here."""
    key = options.api_key or "no key is set"        # local servers want none, the client wants one
    if options.api_version:
        return openai.AzureOpenAI(api_key=key, azure_endpoint=options.base_url or "", api_version=options.api_version, max_retries=0)
    return openai.OpenAI(api_key=key, base_url=options.base_url, max_retries=0)


def _learning(dialect: Dialect, budget: Budget, once: Callable[[], T]) -> T:
    """A call, without what the server turns out not to take."""
    while True:
        try:
            return once()
        except _Refuses as refused:
            if not dialect.learn(refused.parameter):
                raise ModelUnavailable("form") from None
            budget.give_back()


def _ask(make: Callable[[], AnyModel], sent: OutgoingRequest, seconds: float, given_up: threading.Event) -> tuple[ModelOutput, Tokens]:
    """One request and its answer, as a stream where somebody takes its pieces."""
    llm, messages, on_delta = make(), sent.prompt.messages, sent.on_delta
    chat = [ChatMessage(role=m.speaker, content=m.text) for m in messages]
    try:
        said = _whole(llm, chat, sent, seconds) if on_delta is None else _streamed(llm, chat, sent, seconds, _until(given_up, on_delta))
    except openai.BadRequestError as error:
        parameter = refused_parameter(error.param, error.message, sent.parameters)
        if parameter is None or _why(error) == "context":       # some name the length of the answer where all of it is too long
            raise
        raise _Refuses(parameter) from None
    said.check()
    counted = said.tokens if said.tokens.all else Tokens(sum(estimated(m.text) for m in messages), estimated(said.text))
    return ModelOutput(said.text, said.finish, said.refusal, counted), counted


def _whole(llm: AnyModel, chat: Sequence[ChatMessage], sent: OutgoingRequest, seconds: float) -> ModelOutput:
    raw = llm.chat(chat, timeout=seconds, **sent.parameters).raw
    choice = raw.choices[0]
    return ModelOutput(choice.message.content or "", choice.finish_reason, choice.message.refusal, _tokens(raw.usage))


def _streamed(llm: AnyModel, chat: Sequence[ChatMessage], sent: OutgoingRequest, seconds: float, on_delta: Delta) -> ModelOutput:
    said, nothing = ModelOutput(), True
    for piece in llm.stream_chat(chat, timeout=seconds, **sent.parameters):
        nothing = False
        raw = piece.raw
        choice = raw.choices[0] if raw.choices else None
        text = (choice.delta.content if choice else None) or ""
        said = said.with_piece(text, choice.finish_reason if choice else None, choice.delta.refusal if choice else None, _tokens(raw.usage))
        if text:
            on_delta(text)
    if nothing:                         # a server that does not stream answers as a whole, which is no stream
        raise _Refuses("stream")
    return said


def _until(given_up: threading.Event, on_delta: Delta) -> Delta:
    """Nobody hears of pieces that come when nobody waits for them any more."""
    def take(text: str) -> None:
        if given_up.is_set():
            raise ModelTooSlow
        on_delta(text)

    return take


def _has_direction(vector: Sequence[float]) -> bool:
    """Can it be compared with others? Not where all of it is nothing, or a part of it no number."""
    return any(vector) and all(map(math.isfinite, vector))


def _drop(text: str) -> None:
    """A piece that nobody takes."""


def _tokens(usage: openai.types.CompletionUsage | None) -> Tokens:
    return Tokens(usage.prompt_tokens or 0, usage.completion_tokens or 0) if usage else Tokens()


def _translated(work: Callable[[], T]) -> T:
    """What the work returns; what the libraries raise becomes ours, without a word of theirs."""
    try:
        return work()
    except openai.APIStatusError as error:
        raise _of_status(error) from None
    except (openai.APITimeoutError, httpx.TimeoutException):
        raise ModelTooSlow from None
    except (openai.APIConnectionError, httpx.HTTPError):
        raise _Again(ModelUnavailable()) from None
    except (openai.OpenAIError, *_MALFORMED):
        raise BadModelAnswer from None


def _of_status(error: openai.APIStatusError) -> Exception:
    """What a status says: try again, or do not."""
    code, why = str(error.code or ""), _why(error)
    if "content" in code and ("filter" in code or "policy" in code):
        return ModelRefused()
    if error.status_code >= 500 or (error.status_code in (408, 409, 429) and why != "quota"):
        return _Again(ModelUnavailable(), error.response.headers.get("retry-after"))
    _log.warning("The model's server answers %s (%s). OPENAI_API_KEY, OPENAI_BASE_URL and EVERGRAPH_MODEL say where and what is asked.",
                 error.status_code, code or "no code")
    return ModelUnavailable(why)


def _why(error: openai.APIStatusError) -> Away:
    return why_refused(error.status_code, (error.code, error.type), error.message)


def _ending(error: Exception) -> str:
    return type(error.error if isinstance(error, _Again) else error).__name__.removeprefix("_")


