"""Routes for the person's own conversations, and the questions put to them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal
from urllib.parse import quote

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from agent.answer import Option, image_of
from agent.dialogue.clarifications import SHOWN
from memory.attachments import LARGEST
from memory.questions import StoredQuestion
from memory.sessions import FoundLine, Session
from ui.answers.cells import in_peoples_words
from ui.answers.files import as_csv, as_markdown, as_pdf, as_png, as_xlsx, name_of_file
from ui.answers.messages import Attached
from ui.api.asking import TOLD, Key, told
from ui.api.callers import asker_of, conversations_of, habits_of_request
from ui.api.shapes import OpenQuestion, Talk
from ui.asking.conversation import PersonMessage
from ui.problems import NoSuchTalk

Responses = dict[int | str, dict[str, Any]]
_TEXT = {"schema": {"type": "string"}}
_BYTES = {"schema": {"type": "string", "format": "binary"}}
_CSV: Responses = {200: {"description": "The table.", "content": {"text/csv": _TEXT}}}
_XLSX: Responses = {200: {"description": "The table.", "content": {"application/octet-stream": _BYTES}}}
# It is told as image/png; generated clients know bytes by the other name alone.
_PNG: Responses = {200: {"description": "The picture.", "content": {"application/octet-stream": _BYTES, "image/png": _BYTES}}}
_EITHER = {"text/markdown": _TEXT, "application/json": {"schema": {"type": "object"}}, "application/pdf": _BYTES}
_FILE: Responses = {200: {"description": "The conversation.", "content": _EITHER}}
routes = APIRouter(prefix="/api", tags=["conversations"])


class ReplyBody(BaseModel):
    """The body of `POST /api/questions/{question}/answer`: an option's id, its label, or free words."""

    model_config = ConfigDict(extra="forbid")
    answer: str


class SearchBody(BaseModel):
    """The body of `POST /api/sessions/search`: words, which are in no address, since addresses are written into logs."""

    model_config = ConfigDict(extra="forbid")
    text: str = Field(min_length=1, max_length=500)


class TitleBody(BaseModel):
    """The body of `PUT /api/sessions/{session}/title`."""

    model_config = ConfigDict(extra="forbid")
    title: str


class PinBody(BaseModel):
    """The body of `PUT /api/sessions/{session}/pin`: whether the conversation stays on top of the list."""

    model_config = ConfigDict(extra="forbid")
    pinned: bool


class FolderBody(BaseModel):
    """The body of `PUT /api/sessions/{session}/folder`: the folder's name; "" takes the conversation out of the one it is in."""

    model_config = ConfigDict(extra="forbid")
    folder: str


class ShownBody(BaseModel):
    """The body of `PUT /api/sessions/{session}/shown`: the id of the version of a turn that is to be shown."""

    model_config = ConfigDict(extra="forbid")
    turn: str


class FileBody(BaseModel):
    """The body of `POST /api/sessions/{session}/files`: a list of people, as text."""

    model_config = ConfigDict(extra="forbid")
    name: str = Field(min_length=1, max_length=200)
    text: str = Field(max_length=LARGEST)


class FeedbackBody(BaseModel):
    """The body of `POST /api/sessions/{session}/turns/{turn}/feedback`: a rating, a comment, or both."""

    model_config = ConfigDict(extra="forbid")
    rating: Literal["up", "down"] | None = None
    comment: str | None = Field(default=None, max_length=2_000)


@routes.get("/sessions")
def sessions(request: Request, tenant: str | None = None) -> list[Session]:
    """The person's conversations with their titles, the one that was used last first."""
    return conversations_of(request).listed(asker_of(request, tenant, "history"))


@routes.post("/sessions/search")
def search(body: SearchBody, request: Request, tenant: str | None = None) -> list[FoundLine]:
    """Lines of the person's conversations that bear on some words, best first."""
    return conversations_of(request).search(asker_of(request, tenant, "history"), body.text)


@routes.get("/sessions/{session}/turns/{turn}/table.csv", response_class=Response, responses=_CSV)
def table_file(session: str, turn: str, request: Request, tenant: str | None = None) -> Response:
    """The table of an answer as a file, all its rows; with a semicolon between cells and a comma in figures where the reader's language has it so."""
    result, called = _table(session, turn, request, tenant)
    return _file(as_csv(result, habits_of_request(request)), "text/csv; charset=utf-8", "table.csv", f"{called}.csv")


@routes.get("/sessions/{session}/turns/{turn}/table.xlsx", response_class=Response, responses=_XLSX)
def workbook(session: str, turn: str, request: Request, tenant: str | None = None) -> Response:
    """The same as a workbook."""
    result, called = _table(session, turn, request, tenant)
    return _file(as_xlsx(result), "application/octet-stream", "table.xlsx", f"{called}.xlsx")


@routes.get("/sessions/{session}/turns/{turn}/chart.png", response_class=Response, responses=_PNG)
def chart_picture(session: str, turn: str, request: Request, tenant: str | None = None) -> Response:
    """The chart of an answer as a picture in pixels; the Answer itself holds it as SVG."""
    answer, called = _turn(session, turn, request, tenant)
    picture = image_of(answer)
    if picture is None:
        raise NoSuchTalk("There is no such picture.")
    return _file(as_png(picture), "image/png", "chart.png", f"{called}.png")


def _table(session: str, turn: str, request: Request, tenant: str | None) -> tuple[Mapping[str, Any], str]:
    answer, called = _turn(session, turn, request, tenant)
    if not answer.get("result"):
        raise NoSuchTalk("There is no such table.")
    return answer["result"], called


def _turn(session: str, turn: str, request: Request, tenant: str | None) -> tuple[Mapping[str, Any], str]:
    """The answer of a turn, and what its files are called: its question and the day on which it was asked."""
    person, conversations = asker_of(request, tenant, "history"), conversations_of(request)
    found = conversations.turn(person, session, turn)
    if not found:
        return {}, ""
    _, day_of = conversations.today(person)
    return in_peoples_words(found["answer"]), f"{name_of_file(found['question'])} {day_of(datetime.fromisoformat(found['at']))}"


@routes.post("/sessions/{session}/turns/{turn}/feedback", status_code=204)
def feedback(session: str, turn: str, body: FeedbackBody, request: Request, tenant: str | None = None) -> Response:
    """Say what an answer was worth."""
    person = asker_of(request, tenant, "history")
    conversations_of(request).feedback(person, session, turn, rating=body.rating, comment=body.comment)
    return Response(status_code=204)


@routes.delete("/sessions/{session}/turns/{turn}/comment", status_code=204)
def delete_comment(session: str, turn: str, request: Request, tenant: str | None = None) -> Response:
    """Delete one's comment on an answer."""
    conversations_of(request).delete_comment(asker_of(request, tenant, "history"), session, turn)
    return Response(status_code=204)


@routes.post("/sessions/{session}/files", status_code=201)
def attach(session: str, body: FileBody, request: Request, tenant: str | None = None) -> Attached:
    """Attach a list of people (names or e-mail addresses, a line or a row each), so that "these people" can be asked about."""
    return conversations_of(request).attach(asker_of(request, tenant, "history"), session, body.name, body.text)


@routes.get("/sessions/{session}/files")
def files(session: str, request: Request, tenant: str | None = None) -> list[Attached]:
    """The lists that were attached to a conversation, the oldest first."""
    return conversations_of(request).attached(asker_of(request, tenant, "history"), session)


@routes.get("/sessions/{session}/export", response_class=Response, responses=_FILE)
def export(session: str, request: Request, form: Literal["json", "markdown", "pdf"] = "json", tenant: str | None = None) -> Response:
    """A conversation as a file: all that is kept of it, or what is shown of it, to be read."""
    person, conversations, habits = asker_of(request, tenant, "history"), conversations_of(request), habits_of_request(request)
    if form == "json":
        return _file(conversations.export(person, session), "application/json", "conversation.json")
    paper = conversations.paper(person, session)
    called = name_of_file(paper.title) or "conversation"
    if form == "pdf":
        return _file(as_pdf(paper, habits), "application/pdf", "conversation.pdf", f"{called}.pdf")
    return _file(as_markdown(paper, habits), "text/markdown; charset=utf-8", "conversation.md", f"{called}.md")


@routes.put("/sessions/{session}/title", status_code=204)
def rename(session: str, body: TitleBody, request: Request, tenant: str | None = None) -> Response:
    """Give a conversation a title."""
    conversations_of(request).rename(asker_of(request, tenant, "history"), session, body.title)
    return Response(status_code=204)


@routes.put("/sessions/{session}/pin", status_code=204)
def pin(session: str, body: PinBody, request: Request, tenant: str | None = None) -> Response:
    """Let a conversation stay on top of the list, or no more."""
    conversations_of(request).pin(asker_of(request, tenant, "history"), session, is_pinned=body.pinned)
    return Response(status_code=204)


@routes.put("/sessions/{session}/folder", status_code=204)
def move(session: str, body: FolderBody, request: Request, tenant: str | None = None) -> Response:
    """Put a conversation into a folder, which is there as long as something is in it."""
    conversations_of(request).move(asker_of(request, tenant, "history"), session, body.folder)
    return Response(status_code=204)


@routes.put("/sessions/{session}/shown", status_code=204)
def show(session: str, body: ShownBody, request: Request, tenant: str | None = None) -> Response:
    """Show another version of a turn that was edited or asked again, with what came after it; what is asked next goes on from there."""
    conversations_of(request).show(asker_of(request, tenant, "history"), session, body.turn)
    return Response(status_code=204)


@routes.get("/sessions/{session}")
def session(session: str, request: Request, tenant: str | None = None) -> Talk:
    """What is shown of a session, the versions of its turns, and its questions that wait for an answer."""
    person, conversations = asker_of(request, tenant, "history"), conversations_of(request)
    talk = conversations.own(person, session)
    waiting = [as_shape(question) for question in conversations.open_questions(person, session)]
    return Talk(id=session, turns=talk.shown, versions=talk.several, replaced=talk.replaced, open_questions=waiting,
                remarks=dict(conversations.remarks(person, session)))


@routes.delete("/sessions/{session}", status_code=204)
def delete(session: str, request: Request, tenant: str | None = None) -> Response:
    """Delete a conversation for good, with its title, its questions and what was said of its answers."""
    person, conversations = asker_of(request, tenant, "history"), conversations_of(request)
    conversations.own(person, session)
    conversations.delete(person, session)
    return Response(status_code=204)


@routes.get("/questions")
def questions(request: Request, tenant: str | None = None) -> list[OpenQuestion]:
    """Every question that waits for the person's answer, the oldest first."""
    return [as_shape(question) for question in conversations_of(request).open_questions(asker_of(request, tenant))]


@routes.post("/questions/{question}/answer", responses=TOLD)
async def reply(question: str, body: ReplyBody, request: Request, idempotency_key: Key = None, tenant: str | None = None) -> Response:
    """Answer a question that was put; what was asked then is gone on with, and told as `POST /api/ask` does."""
    person, conversations = await run_in_threadpool(asker_of, request, tenant), conversations_of(request)
    run = await run_in_threadpool(conversations.begin, person, PersonMessage(body.answer, None, question), idempotency_key)
    return await told(request, run, conversations.runs)


def as_shape(question: StoredQuestion) -> OpenQuestion:
    """A stored question as its person may see it: of its options what is shown, and nothing of the plan's state."""
    options = [Option(each["id"], each["label"]) for each in question.options[:SHOWN]]
    return OpenQuestion(id=question.id, prompt=question.prompt, options=options, asked_at=question.asked_at, session=question.session)


def _file(text: str | bytes, media_type: str, name: str, called: str = "") -> Response:
    """A file to be saved. `called`: a name in any letters, for browsers that know how to read one."""
    also = f"; filename*=UTF-8''{quote(called)}" if called else ""
    headers = {"Content-Disposition": f'attachment; filename="{name}"{also}', "Cache-Control": "no-store"}
    return Response(text, media_type=media_type, headers=headers)
