"""Why a server refuses a request, by its status and what it says: the protocol has no one way to say it."""

import re
from collections.abc import Mapping, Sequence

from agent.llm.port import Away

_BY_STATUS: Mapping[int, Away] = {401: "key", 402: "quota", 403: "key", 404: "address", 413: "context"}
_BY_CODE: Mapping[str, Away] = {
    "insufficient_quota": "quota", "context_length_exceeded": "context", "exceed_context_size_error": "context",
    "model_not_found": "model", "DeploymentNotFound": "model",
}
_CONTEXT = re.compile(r"context (?:length|size|window)|maximum context|too many tokens|prompt is too long", re.IGNORECASE)
_NO_MODEL = re.compile(r"\bmodel\b.{0,80}(?:not found|not exist|not supported|unknown|not a valid)|invalid model", re.IGNORECASE | re.DOTALL)


def why_refused(status: int, codes: Sequence[object], message: str) -> Away:
    """The reason, as far as it can be told; "form" for what is refused for another. `codes`: names that the server has for it."""
    for code in map(str, codes):
        if code in _BY_CODE:
            return _BY_CODE[code]
    if status in (400, 413, 422) and _CONTEXT.search(message):
        return "context"
    if status in (400, 404) and _NO_MODEL.search(message):
        return "model"
    return _BY_STATUS.get(status, "form")
