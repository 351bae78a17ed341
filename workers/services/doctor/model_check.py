"""What the doctor says of language models: each server is asked one short thing, and the one of this machine how fast it is."""

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing

from agent.llm.budget import Budget, Limits
from agent.llm.gate import Gate
from agent.llm.opening import ModelConnection
from agent.llm.options import ModelOptions
from agent.llm.port import BadModelAnswer, Message, ModelFailed, ModelTooSlow, ModelUnavailable, Prompt, PromptSize, Role
from agent.llm.reasons import ADVICE, why_away
from ingest.gateway import Deadline
from kg.errors import BadInput
from workers.services.connections import model_of
from workers.services.doctor.findings import Finding, Row
from workers.services.doctor.model_speed import measured
from workers.services.errors import ServiceFailed
from workers.services.models.local_server import check_model
from workers.services.models.server_list import LocalModel, servers_of
from workers.services.parts import PARTS
from workers.services.state import read_state
from workers.settings import Settings

SUBJECT = "language model"
LONGEST_SECONDS = 600.0                 # that EVERGRAPH_MODEL_SECONDS may be
LEAST_CONTEXT: Mapping[PromptSize, int] = {"full": 16_000, "compact": 4_096}       # tokens that a question wants
SMALL_BYTES = 4_000_000_000             # of a file: models below it read few questions rightly
_SAY = Prompt("doctor", 1, (Message("user", "Answer with the one word: yes"),))
_ASKED: Mapping[PromptSize, str] = {
    "full": "It is asked every question.", "compact": "It is asked what the grammar cannot read, by short prompts (EVERGRAPH_MODEL_PROMPT).",
}
_NOT_SO = f"It gave no answer that can be used. {ADVICE['address']}"


def check_models(settings: Settings, rows: Sequence[Row]) -> Iterator[Finding]:
    """Findings about every model server, a row of CHECKS in `workers/services/doctor/doctor.py`."""
    running = read_state(settings.home).get("model")
    local = model_of(settings, running.facts if running else None)
    is_up = any(row.name == "model" and row.state == "up" for row in rows)
    if PARTS["model"].is_used(settings):
        yield from _of_file(settings, local if is_up else None)
    if settings.model_calls > 0:
        servers = servers_of(settings)
        yield from (_of_server(server, f"{SUBJECT} {number}" if len(servers) > 1 else SUBJECT) for number, server in enumerate(servers, 1))
    if settings.model_calls == 0 or not (PARTS["model"].is_used(settings) or servers_of(settings)):
        yield Finding(SUBJECT, "fine", "none is set, so a grammar reads plain English questions; with one, any wording and language is read")


def _of_server(server: ModelOptions, subject: str) -> Finding:
    """One server, by one short call."""
    place = f"{server.names[Role.PLAN] or 'the first model'} at {server.server}"
    try:
        with closing(ModelConnection(server)) as door:
            door.get_ready()            # else a slow machine of ours would be taken for a slow server
            door.model(Gate()).prose(Role.PLAN, _SAY, Budget(Limits(), Deadline.after(server.seconds)))
    except ModelTooSlow:
        mend = "Set EVERGRAPH_MODEL_PROMPT=compact or EVERGRAPH_MODEL_SECONDS higher, or take a faster server or model."
        text = f"{place}: nothing came within {server.seconds:.0f} seconds. {mend}"
        return Finding(subject, "wrong", text)
    except ModelUnavailable as failed:
        return Finding(subject, "wrong", f"{place}: {ADVICE[failed.why]}", is_setting=failed.why in ("key", "model", "address"))
    except BadModelAnswer:
        return Finding(subject, "wrong", f"{place}: {_NOT_SO}", is_setting=True)
    except ModelFailed as failed:
        return Finding(subject, "wrong", f"{place}: {why_away(failed)}.")
    return Finding(subject, "fine", f"{place} answers")


def _of_file(settings: Settings, local: LocalModel | None) -> Iterator[Finding]:
    """The model of this machine: its room, and how fast it is where it runs, else whether it could."""
    least = LEAST_CONTEXT[settings.prompt_size]
    if settings.model_context < least:
        text = f"EVERGRAPH_MODEL_CONTEXT is {settings.model_context}: a question wants about {least} tokens. Left out, there are enough."
        yield Finding(SUBJECT, "wrong", text, is_setting=True)
    try:
        yield _speed(settings, local) if local is not None else _not_served(settings)
    except ServiceFailed as failed:
        yield Finding(SUBJECT, "wrong", str(failed), isinstance(failed, BadInput))


def _not_served(settings: Settings) -> Finding:
    check_model(settings)
    return Finding(SUBJECT, "note", f"{settings.model_file} is not served just now; `evergraph up` starts its server.")


def _speed(settings: Settings, local: LocalModel) -> Finding:
    speed = measured(local.base_url, local.api_key)
    size = settings.prompt_size
    first, later = speed.first(size), speed.later(size)
    text = (
        f"{local.name} on this machine reads {speed.read:.0f} and writes {speed.written:.1f} tokens a second. {_ASKED[size]} The first takes about "
        f"{first:.0f} seconds, each later one about {later:.0f}: {speed.good_for(size)}.{_of_size(settings)}"
    )
    if first <= settings.call_seconds:
        return Finding(SUBJECT, "fine", text)
    wanted = math.ceil(first / 50.0) * 50
    mend = (f"Set EVERGRAPH_MODEL_SECONDS={wanted}" if wanted <= LONGEST_SECONDS
            else f"EVERGRAPH_MODEL_SECONDS cannot be above {LONGEST_SECONDS:.0f}: take a smaller model, or a faster server")
    return Finding(SUBJECT, "note", f"{text} A call may take {settings.call_seconds:.0f} seconds, so the grammar answers meanwhile. {mend}.")


def _of_size(settings: Settings) -> str:
    file = settings.model_file
    if file is None or file.stat().st_size >= SMALL_BYTES:
        return ""
    return " Models of this size read few questions rightly: set EVERGRAPH_CAUTION=high. Where their plans cannot be used, the grammar reads."
