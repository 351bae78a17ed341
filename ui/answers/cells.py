"""Cells of an answer's table in the words of its text. Pure; loads the catalogue, so that nothing which must start fast may import it."""

from collections.abc import Mapping
from typing import Any

from agent.catalogue import Field, catalogue
from agent.respond.cells import in_words


def in_peoples_words(answer: Mapping[str, Any]) -> Mapping[str, Any]:
    """The answer (as JSON), values of lists that its app keeps said as people say them: "full time" for FULL_TIME."""
    result = answer.get("result")
    if not result:
        return answer
    fields = [_field(column) for column in result["columns"]]
    rows = [[in_words(field, cell) if field is not None and isinstance(cell, str) else cell for field, cell in zip(fields, row, strict=True)]
            for row in result["rows"]]
    return {**answer, "result": {**result, "rows": rows}}


def _field(column: Mapping[str, Any]) -> Field | None:
    model = catalogue().models.get(str(column.get("model")))
    return model.fields.get(str(column.get("field"))) if model is not None else None
