"""OpenAI's chat API over the same questions, for chat clients that speak it. The rights are those of the key's person.

Such clients send the whole conversation with every question and no name of it, so it is known again by its text: what was said
up to the last question must be what Evergraph kept of it. A text that is not known begins a new conversation, in which
nothing said before counts; what a client claims that Evergraph said is never believed.
"""

import json
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any, Literal

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool

from kg.errors import BadInput, StoreUnavailable
from ui.answers.answer_text import answer_text
from ui.answers.drawing import just_asked
from ui.api.asking import Key, happening
from ui.api.callers import asker_of, conversations_of, installation_of
from ui.api.refusals import as_chat_error
from ui.api.shapes import ChatChoice, ChatCompletion, ChatMessage, ChatModel, ChatModels, ChatUsage
from ui.asking.conversation import Conversations, PersonMessage
from ui.asking.kept_runs import KeptRun
from ui.problems import NoSuchRoute, as_problem
from ui.sign_in.access import Asker
from ui.text.markdown import escape
from workers.settings import real_time
from workers.storage.sealing import Seal, seal_of

MODEL = "evergraph"
KNOWN_SECONDS = 30 * 86_400.0           # how long a conversation can be gone on with
_LIVE = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
routes = APIRouter(prefix="/v1", tags=["OpenAI's chat API"])


class Part(BaseModel):
    """A piece of a message; only text can be read."""

    type: str
    text: str = ""


class Uttered(BaseModel):
    """A message of the conversation."""

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | list[Part] | None = None

    @property
    def text(self) -> str:
        """Its words."""
        return self.content if isinstance(self.content, str) else "".join(part.text for part in self.content or ())


class CompletionBody(BaseModel):
    """The body of `POST /v1/chat/completions`. What is not named here, such as a temperature, changes nothing."""

    messages: list[Uttered] = Field(min_length=1)
    model: str = MODEL
    stream: bool = False

    @property
    def talk(self) -> list[str]:
        """What the person and Evergraph said in turn, the question last. Instructions of the client are none of ours. Raises BadInput."""
        said = [message for message in self.messages if message.role in ("user", "assistant")]
        if not said or said[-1].role != "user":
            raise BadInput("The last message is the question: its role is user.")
        return [f"{message.role}: {message.text.strip()}" for message in said[:-1]] + [said[-1].text]


@routes.get("/models")
def models(request: Request) -> ChatModels:
    """The one model there is."""
    asker_of(request)
    return ChatModels(object="list", data=[_model()])


@routes.get("/models/{model}")
def model(model: str, request: Request) -> ChatModel:
    """The one model there is, by its name."""
    asker_of(request)
    if model != MODEL:
        raise NoSuchRoute(f"There is one model, {MODEL}.")
    return _model()


@routes.post("/chat/completions", responses={200: {"model": ChatCompletion, "content": {"text/event-stream": {"schema": {"type": "string"}}}}})
async def complete(body: CompletionBody, request: Request, idempotency_key: Key = None) -> Response:
    """Answer the last message, with clarifications and references as text; in pieces with `stream`."""
    *before, question = body.talk
    person = await run_in_threadpool(asker_of, request)
    talks = await run_in_threadpool(talks_of, request, person)
    said = await run_in_threadpool(talks.said, before, question)
    run = await run_in_threadpool(talks.conversations.begin, person, said, idempotency_key)
    asked = [*before, f"user: {question.strip()}"]
    if body.stream:
        return StreamingResponse(_pieces(run, talks, asked), media_type="text/event-stream", headers=_LIVE)
    async for last in happening(run, talks.conversations.runs):     # noqa: B007 - the last event is what is wanted
        pass
    if last.kind != "answer":
        return JSONResponse(as_chat_error(last.data), last.data["status"])
    text = await run_in_threadpool(talks.keep, run, asked, last.data)
    return JSONResponse(_whole(run, text, last.data["usage"]).model_dump())


def talks_of(request: Request, person: Asker) -> "Talks":
    """The conversations of whoever asks."""
    here = installation_of(request)
    return Talks(here.store, conversations_of(request), person, seal_of(here.settings.home, person.tenant, person.email))


class Talks:
    """Conversations of a person that are known by their text, of which the store has a name that only the person's seal makes."""

    def __init__(self, store: Any, conversations: Conversations, person: Asker, seal: Seal) -> None:
        self.conversations = conversations
        self._store, self._person, self._seal = store, person, seal

    def said(self, before: list[str], question: str) -> PersonMessage:
        """The question in its conversation: in reply to what was just asked there, where something was; a number chooses an option."""
        kept = self._store.get(self._key(before)) if before else None
        if kept is None:
            return PersonMessage(question)
        session = kept.decode()
        put = just_asked(self.conversations.talk(self._person, session).shown)
        waiting = next((each for each in self.conversations.open_questions(self._person, session) if each.id == put), None)
        if waiting is None:
            return PersonMessage(question, session)
        chosen = question.strip().rstrip(".")
        is_number = chosen.isascii() and chosen.isdigit() and 1 <= int(chosen[:3]) <= len(waiting.options)
        return PersonMessage(waiting.options[int(chosen) - 1]["id"] if is_number else question, session, waiting.id)

    def keep(self, run: KeptRun, asked: list[str], answer: Mapping[str, Any]) -> str:
        """The answer as text, after which its conversation is known again. Raises StoreUnavailable."""
        text = "\n\n".join([answer_text(answer), *_options(answer)])
        self._store.put(self._key([*asked, f"assistant: {text.strip()}"]), run.session.encode(), KNOWN_SECONDS)
        return text

    def _key(self, talk: list[str]) -> str:
        return f"talk:{self._seal.name_of(*talk)}"


async def _pieces(run: KeptRun, talks: Talks, asked: list[str]) -> AsyncIterator[str]:
    yield _piece(run, {"role": "assistant", "content": ""})
    async for event in happening(run, talks.conversations.runs):
        if event.kind == "answer":
            for piece in await run_in_threadpool(_answer_pieces, run, talks, asked, event.data):
                yield piece
        elif event.kind == "error":
            yield _broken(event.data)
        else:
            yield ": still working\n\n"
    yield "data: [DONE]\n\n"


def _answer_pieces(run: KeptRun, talks: Talks, asked: list[str], answer: Mapping[str, Any]) -> list[str]:
    try:
        text = talks.keep(run, asked, answer)
    except StoreUnavailable as error:   # as where the answer is told whole
        return [_broken(as_problem(error))]
    return [*(_piece(run, {"content": line}) for line in text.splitlines(keepends=True)), _piece(run, {}, "stop")]


def _broken(problem: Mapping[str, Any]) -> str:
    return f"data: {json.dumps(as_chat_error(problem))}\n\n"


def _piece(run: KeptRun, delta: Mapping[str, str], end: str | None = None) -> str:
    choice = {"index": 0, "delta": delta, "finish_reason": end}
    return f"data: {json.dumps(_head(run) | {'object': 'chat.completion.chunk', 'choices': [choice]}, ensure_ascii=False)}\n\n"


def _whole(run: KeptRun, text: str, usage: Mapping[str, Any]) -> ChatCompletion:
    sent = usage["tokens"] - usage["tokens_received"]
    counted = ChatUsage(prompt_tokens=sent, completion_tokens=usage["tokens_received"], total_tokens=usage["tokens"])
    choice = ChatChoice(index=0, message=ChatMessage(role="assistant", content=text), finish_reason="stop")
    return ChatCompletion(**_head(run), object="chat.completion", choices=[choice], usage=counted)


def _head(run: KeptRun) -> dict[str, Any]:
    return {"id": f"chatcmpl-{run.id}", "created": int(real_time().timestamp()), "model": MODEL}


def _options(answer: Mapping[str, Any]) -> Iterator[str]:
    asked = answer.get("question")
    if asked:
        yield "\n".join(f"{number}. {escape(option['label'])}" for number, option in enumerate(asked["options"], 1))
    elif answer.get("suggestions") and answer["status"] == "declined":      # what goes on from an answer would be noise in its text
        yield "\n".join(("You can ask:", *(f"- {escape(text)}" for text in answer["suggestions"])))


def _model() -> ChatModel:
    return ChatModel(id=MODEL, object="model", created=0, owned_by=MODEL)
