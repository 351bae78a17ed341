"""The shape of a structured answer: as a JSON schema for servers, in words for those that know none, and back from text."""

import json
import re
from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from agent.llm.dialect import Shaping
from agent.llm.port import BadModelAnswer, Message, Prompt

Shape = TypeVar("Shape", bound=BaseModel)
_THOUGHT = re.compile(r"^\s*<think>.*?</think>", re.DOTALL)         # what some models write before their answer
_FENCE = re.compile(r"```(?:json)?\s*\n?(.*?)```", re.DOTALL)
_LONGEST_ECHO = 4_000                   # characters of a wrong answer that are shown to the model again
_MOST_ERRORS = 5
_WITHOUT = ("default", "title", "minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum", "pattern", "format", "discriminator")
"""Keys that not every server takes in a schema. Pydantic holds the answer against them all the same."""


def response_format(shape: type[BaseModel], shaping: Shaping, narrower: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """What asks a server for the shape, by its own schema or a narrower one; {} for one that only understands words."""
    if shaping == "words":
        return {}
    if shaping == "object":
        return {"response_format": {"type": "json_object"}}
    schema = narrower or schema_of(shape)
    return {"response_format": {"type": "json_schema", "json_schema": {"name": shape.__name__, "strict": True, "schema": schema}}}


def schema_of(shape: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema of a shape in the strict form: no other keys, each key required."""
    strict: dict[str, Any] = _strict(shape.model_json_schema())
    return strict


def with_schema(prompt: Prompt, shape: type[BaseModel], shaping: Shaping) -> Prompt:
    """The prompt, with the schema in words where the server does not take it, or takes it and does nothing with it.

    Not where a narrower one is set: that is for models that read slowly, whose instructions have to do.
    """
    if shaping == "schema" or prompt.schema is not None:
        return prompt
    schema = json.dumps(schema_of(shape), ensure_ascii=False, separators=(",", ":"))
    return prompt.and_then(Message("user", f"Answer with one JSON object and nothing else. It has this JSON schema:\n{schema}"))


def read(text: str, shape: type[Shape]) -> Shape:
    """The answer in its shape. Raises BadModelAnswer, saying what is wrong in words that a model can act on."""
    try:
        return shape.model_validate(_object_in(text))
    except ValidationError as error:
        wrong = "; ".join(f"{'.'.join(map(str, e['loc'])) or 'the object'}: {e['msg']}" for e in error.errors()[:_MOST_ERRORS])
    raise BadModelAnswer(f"The answer has another shape: {wrong}.")


def repaired(prompt: Prompt, text: str, wrong: BadModelAnswer) -> Prompt:
    """The prompt, with the wrong answer and what is wrong about it: for one more try."""
    return prompt.and_then(
        Message("assistant", text[:_LONGEST_ECHO] or "(nothing)", _classes(prompt), is_asked_about=any(m.is_asked_about for m in prompt.messages)),
        Message("user", f"{wrong} Give the whole JSON object again, corrected, and nothing else."))


def _classes(prompt: Prompt) -> frozenset[str]:
    """What a model has read, its answer may repeat."""
    return frozenset().union(*(m.privacy for m in prompt.messages))


def _object_in(text: str) -> Any:
    answer = _THOUGHT.sub("", text)
    fenced = _FENCE.search(answer)
    body = fenced.group(1) if fenced else answer
    start = body.find("{")
    if start < 0:
        raise BadModelAnswer("The answer is no JSON object.")
    try:
        return json.JSONDecoder().raw_decode(body, start)[0]
    except (ValueError, RecursionError):
        raise BadModelAnswer("The answer is not well-formed JSON.") from None


def _strict(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_strict(part) for part in schema]
    if not isinstance(schema, Mapping):
        return schema
    clean = {key: _of_properties(value) if key in ("properties", "$defs") else _strict(value) for key, value in schema.items() if key not in _WITHOUT}
    if "oneOf" in clean:
        clean["anyOf"] = clean.pop("oneOf")
    if clean.get("type") == "object":
        clean |= {"additionalProperties": False, "required": list(clean.get("properties", {}))}
    return clean


def _of_properties(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Names of fields are no keys of the schema: a field may be called "title"."""
    return {name: _strict(value) for name, value in properties.items()}
