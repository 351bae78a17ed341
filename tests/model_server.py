"""A real HTTP server that speaks OpenAI's protocol and says what a test scripts, in the dialects of the servers that people run.

    with model_server() as server:
        server.script("Two visits.", Failed(500), lambda asked: Said(asked.last))
        … make_settings(openai_base_url=server.url, openai_api_key=KEY) …
        assert b"secret" not in server.sent

A script is a queue of answers (a text, one of the classes below, or a function of what was asked); when it is empty, `server.otherwise`
answers. Every byte that arrived is kept in `server.asked` and `server.sent`.
"""

import base64
import json
import re
import struct
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal
from urllib.parse import parse_qs, urlsplit

from tests.waiting import joined

NOTHING = "I have nothing to say."
KEY = "sk-test-never-to-be-seen"
DIMENSION = 64
_Knows = Literal["knows", "refuses", "ignores"]


@dataclass(frozen=True)
class Dialect:
    """What a server makes of the parts of the protocol that not all of them have."""

    name: str
    schema: _Knows = "knows"            # response_format json_schema
    json_mode: _Knows = "knows"         # response_format json_object
    stream_usage: _Knows = "knows"      # stream_options include_usage
    streams: _Knows = "knows"           # stream
    gives_usage: bool = True
    length: Literal["max_tokens", "max_completion_tokens", "both"] = "both"
    temperature: _Knows = "knows"
    fences: bool = False                # wraps JSON in a code fence, with a word before it
    azure: bool = False                 # /openai/deployments/NAME/…?api-version=…, key in the header api-key
    needs_key: bool = True


OPENAI = Dialect("openai")
REASONING = Dialect("openai, reasoning model", length="max_completion_tokens", temperature="refuses")
AZURE = Dialect("azure", azure=True)
VLLM = Dialect("vllm", needs_key=False)
LLAMA_CPP = Dialect("llama.cpp", schema="refuses", stream_usage="ignores", length="max_tokens", needs_key=False)
OLLAMA = Dialect("ollama", schema="ignores", json_mode="knows", stream_usage="ignores", length="max_tokens", fences=True, needs_key=False)
PLAIN = Dialect("plain", schema="refuses", json_mode="refuses", streams="ignores", stream_usage="refuses", gives_usage=False,
                length="max_tokens", fences=True, needs_key=False)
DIALECTS = (OPENAI, REASONING, AZURE, VLLM, LLAMA_CPP, OLLAMA, PLAIN)


@dataclass(frozen=True)
class Said:
    """The model's text. `finish`: "length" for one that was cut off, "content_filter" for one that was stopped."""

    text: str
    finish: str = "stop"
    breaks_off: bool = False            # the connection ends in the middle


@dataclass(frozen=True)
class Refused:
    """The model declines, in the field that the protocol has for it."""

    text: str = "I can't help with that."


@dataclass(frozen=True)
class Called:
    """The model calls a tool."""

    name: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class Failed:
    """An error of the server."""

    status: int
    message: str = "The server had an error."
    retry_after: str | None = None
    code: str | None = None


@dataclass(frozen=True)
class Raw:
    """Any body at all."""

    body: bytes
    content_type: str = "application/json"


@dataclass(frozen=True)
class Hangs:
    """Nothing comes until the test or the client ends it."""


@dataclass(frozen=True)
class Closes:
    """The connection ends without an answer."""


Answer = str | Said | Refused | Called | Failed | Raw | Hangs | Closes


@dataclass(frozen=True)
class Asked:
    """One request as it arrived."""

    path: str
    query: Mapping[str, list[str]]
    headers: Mapping[str, str]
    raw: bytes
    body: Mapping[str, Any]

    @property
    def texts(self) -> list[str]:
        """The texts of its messages."""
        return [m["content"] if isinstance(m["content"], str) else json.dumps(m["content"]) for m in self.body.get("messages", [])]

    @property
    def last(self) -> str:
        """The last message."""
        return self.texts[-1]

    @property
    def text(self) -> str:
        """All messages."""
        return "\n".join(self.texts)

    @property
    def schema(self) -> Mapping[str, Any] | None:
        """The JSON schema that the answer is to have, None where none was sent."""
        wanted: Mapping[str, Any] = self.body.get("response_format") or {}
        return wanted["json_schema"]["schema"] if wanted.get("type") == "json_schema" else None


Script = Answer | Callable[[Asked], Answer]


@dataclass
class ModelServer:
    """The running server and what it was asked."""

    url: str
    dialect: Dialect
    otherwise: Script = NOTHING
    embeds: Callable[[str], list[float]] | Failed | Raw | Hangs | Closes = field(default_factory=lambda: vector)     # a text, or all of them
    asked: list[Asked] = field(default_factory=list)
    _queue: deque[Script] = field(default_factory=deque)
    _over: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def script(self, *answers: Script) -> None:
        """What is answered next, one after another."""
        self._queue.extend(answers)

    def clear(self) -> None:
        """Forget what was asked and what is still to be said."""
        self.otherwise = NOTHING
        self.embeds = vector
        self._queue.clear()
        self.asked.clear()

    @property
    def left(self) -> int:
        """How many scripted answers have not been asked for."""
        return len(self._queue)

    @property
    def sent(self) -> bytes:
        """Every byte that left the product, the key in the headers apart."""
        return b"\n".join(asked.path.encode() + json.dumps(asked.query).encode() + asked.raw for asked in self.asked)

    @property
    def chats(self) -> list[Asked]:
        """The requests for chat completions."""
        return [asked for asked in self.asked if asked.path.endswith("/chat/completions")]

    @property
    def embedded(self) -> list[str]:
        """The texts for which vectors were asked."""
        return [text for asked in self.asked if asked.path.endswith("/embeddings") for text in asked.body["input"]]

    def next(self, asked: Asked) -> Answer:
        """The answer to a request for a chat completion."""
        with self._lock:
            script = self._queue.popleft() if self._queue else self.otherwise
        return script(asked) if callable(script) else script


@contextmanager
def model_server(dialect: Dialect = OPENAI) -> Iterator[ModelServer]:
    """A server on this machine, for as long as the block lasts."""
    http = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    http.daemon_threads = True
    base = f"http://127.0.0.1:{http.server_port}"
    server = ModelServer(base if dialect.azure else f"{base}/v1", dialect)
    http.model = server                 # type: ignore[attr-defined]
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server._over.set()
        http.shutdown()
        http.server_close()
        joined(thread)


def vector(text: str) -> list[float]:
    """A vector of length 1 in which texts that share words are near each other."""
    values = [0.0] * DIMENSION
    for word in re.findall(r"\w+", text.lower()):
        values[blake2b(word.encode(), digest_size=2).digest()[0] % DIMENSION] += 1.0
    norm = sum(v * v for v in values) ** 0.5 or 1.0
    return [v / norm for v in values]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    @property
    def model(self) -> ModelServer:
        return self.server.model        # type: ignore[attr-defined, no-any-return]

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name is the library's
        """Nothing is printed."""

    def do_GET(self) -> None:
        known = self.path.split("?")[0].endswith("/models")
        self._json(200, {"object": "list", "data": [{"id": "test-model", "object": "model"}]}) if known else self._json(404, {})

    def do_POST(self) -> None:
        asked = self._read()
        problem = self._wrong(asked)
        if problem:
            self._fail(problem)
        elif asked.path.endswith("/embeddings"):
            with suppress(ConnectionError):
                self._embed(asked)
        else:
            with suppress(ConnectionError):
                self._say(asked, self.model.next(asked))

    def _read(self) -> Asked:
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        parts = urlsplit(self.path)
        asked = Asked(parts.path, parse_qs(parts.query), {k.lower(): v for k, v in self.headers.items()}, raw, json.loads(raw or b"{}"))
        self.model.asked.append(asked)
        return asked

    def _wrong(self, asked: Asked) -> Failed | None:
        """What this dialect refuses."""
        dialect, kind = self.model.dialect, (asked.body.get("response_format") or {}).get("type")
        place = r"/openai/deployments/[^/]+" if dialect.azure else "/v1"
        if not re.fullmatch(rf"{place}/(chat/completions|embeddings)", asked.path):
            return Failed(404, "Resource not found")
        if dialect.azure and "api-version" not in asked.query:
            return Failed(404, "The api-version query parameter is missing.")
        if dialect.needs_key and KEY not in (asked.headers.get("api-key", ""), asked.headers.get("authorization", "").removeprefix("Bearer ")):
            return Failed(401, f"Incorrect API key provided: {asked.headers.get('authorization', '')}.", code="invalid_api_key")
        refused = {
            "response_format": (kind == "json_schema" and dialect.schema == "refuses") or (kind == "json_object" and dialect.json_mode == "refuses"),
            "stream_options": "stream_options" in asked.body and dialect.stream_usage == "refuses",
            "temperature": asked.body.get("temperature") not in (None, 1) and dialect.temperature == "refuses",
            "max_tokens": "max_tokens" in asked.body and dialect.length == "max_completion_tokens",
            "max_completion_tokens": "max_completion_tokens" in asked.body and dialect.length == "max_tokens",
        }
        name = next((name for name, is_refused in refused.items() if is_refused), None)
        return Failed(400, f"Unsupported parameter: '{name}' is not supported with this model.", code="unsupported_parameter") if name else None

    def _say(self, asked: Asked, answer: Answer) -> None:
        match answer:
            case Hangs():
                self.model._over.wait(60)
                self.close_connection = True
            case Closes():
                self.close_connection = True
            case Failed():
                self._fail(answer)
            case Raw(body, content_type):
                self._send(200, body, content_type)
            case str():
                self._complete(asked, Said(answer))
            case _:
                self._complete(asked, answer)

    def _complete(self, asked: Asked, answer: Said | Refused | Called) -> None:
        message, finish = self._message(asked, answer)
        tokens = {"prompt_tokens": len(asked.raw) // 4, "completion_tokens": max(1, len(str(message.get("content") or "")) // 4)}
        usage = tokens | {"total_tokens": sum(tokens.values())}
        head = {"id": f"chatcmpl-{len(self.model.asked)}", "created": 0, "model": str(asked.body.get("model"))}
        if asked.body.get("stream") and self.model.dialect.streams == "knows":
            self._stream(asked, head, message, finish, usage if self.model.dialect.gives_usage else None)
            return
        whole = head | {"object": "chat.completion", "choices": [{"index": 0, "message": message, "finish_reason": finish}]}
        body = json.dumps(whole | ({"usage": usage} if self.model.dialect.gives_usage else {})).encode()
        if isinstance(answer, Said) and answer.breaks_off:
            self._send(200, body[:len(body) // 2], length=len(body))
            self.close_connection = True
            return
        self._send(200, body)

    def _message(self, asked: Asked, answer: Said | Refused | Called) -> tuple[dict[str, Any], str]:
        if isinstance(answer, Refused):
            return {"role": "assistant", "content": None, "refusal": answer.text}, "stop"
        if isinstance(answer, Called):
            function = {"name": answer.name, "arguments": json.dumps(dict(answer.arguments))}
            return {"role": "assistant", "content": None, "tool_calls": [{"id": "call_1", "type": "function", "function": function}]}, "tool_calls"
        text, is_json = answer.text, answer.text.lstrip().startswith("{")
        if self.model.dialect.fences and is_json and "response_format" not in asked.body:
            text = f"Here it is:\n```json\n{text}\n```"
        return {"role": "assistant", "content": text}, answer.finish

    def _stream(self, asked: Asked, head: dict[str, Any], message: dict[str, Any], finish: str, usage: dict[str, int] | None) -> None:
        wants_usage = bool((asked.body.get("stream_options") or {}).get("include_usage")) and self.model.dialect.stream_usage == "knows"
        pieces: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
        content = message.get("content")
        pieces += [{"content": piece} for piece in re.findall(r"\S+\s*|\s+", content)] if content else [{k: v for k, v in message.items() if v}]
        base = head | {"object": "chat.completion.chunk"}
        chunks = [base | {"choices": [{"index": 0, "delta": piece, "finish_reason": None}]} for piece in pieces]
        chunks.append(base | {"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
        if wants_usage and usage:
            chunks.append(base | {"choices": [], "usage": usage})
        lines = [f"data: {json.dumps(chunk)}\n\n" for chunk in chunks] + ["data: [DONE]\n\n"]
        self._send(200, "".join(lines).encode(), "text/event-stream")

    def _embed(self, asked: Asked) -> None:
        embeds = self.model.embeds
        if not callable(embeds):
            self._say(asked, embeds)
            return
        given = asked.body["input"]
        texts = [given] if isinstance(given, str) else given
        packed = asked.body.get("encoding_format") == "base64"
        data = [{"object": "embedding", "index": at, "embedding": _packed(embeds(t)) if packed else embeds(t)} for at, t in enumerate(texts)]
        tokens = sum(len(t) // 4 for t in texts)
        body = {"object": "list", "data": data, "model": asked.body.get("model"), "usage": {"prompt_tokens": tokens, "total_tokens": tokens}}
        self._json(200, body)

    def _fail(self, failed: Failed) -> None:
        headers = {"Retry-After": failed.retry_after} if failed.retry_after else {}
        self._json(failed.status, {"error": {"message": failed.message, "type": "error", "param": None, "code": failed.code}}, headers)

    def _json(self, status: int, data: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> None:
        self._send(status, json.dumps(data).encode(), headers=headers)

    def _send(self, status: int, body: bytes, content_type: str = "application/json", headers: Mapping[str, str] | None = None,
              length: int | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


def _packed(values: list[float]) -> str:
    return base64.b64encode(struct.pack(f"<{len(values)}f", *values)).decode()
