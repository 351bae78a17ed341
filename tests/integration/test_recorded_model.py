"""Messages of the evaluation companies as a strong language model read them, played again: every recorded turn is answered rightly.

The model's words are recordings; all else is real: the graph, the sandbox, decoding, settling of names, policy, live reads and grading.
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import median
from types import ModuleType
from typing import Any

import pytest
from llama_index.core.utils import get_tokenizer

import agent.dialogue.question_factory
from agent.llm.opening import load
from agent.understand.model.planner import instructions
from agent.understand.model.profile import PROFILES
from tests.companies.birchwood import make as birchwood
from tests.companies.brackenfold import make as brackenfold
from tests.companies.nortada import make as nortada
from tests.companies.recorded import Recorded, recorded
from tests.companies.seeblick import make as seeblick
from tests.companies.tideway import make as tideway
from tests.model_server import KEY, model_server
from workers.evaluation import evaluate
from workers.evaluation.grading import grade
from workers.settings import Settings, make_settings

ONE_CALL = 0.8                          # of all messages are read by one call
MOST_TOKENS = 10_000                    # of a prompt, at the median
STABLE = 0.85                           # of them at least are the same for everybody with the same rights
INSTRUCTIONS = instructions(PROFILES["full"]).text


@pytest.fixture
def settings(tmp_path: Path, graph_server: Any, redis_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Settings]:
    monkeypatch.setattr(agent.dialogue.question_factory, "SECONDS", 600.0)      # what is asked here is what is answered, however busy the machine is
    load()
    yield make_settings(home=tmp_path / "home", neo4j_uri=graph_server.uri, neo4j_password=graph_server.password, redis_url=redis_url)


def _asked(folder: Path, model: Recorded) -> list[dict[str, Any]]:
    """The conversations of the recordings, in the order in which they were recorded; written as a file of questions of the folder."""
    chosen = model.asked_in(folder)
    (folder / "recorded.jsonl").write_text("\n".join(map(json.dumps, chosen)), "utf-8")
    return chosen


@cache
def _size(text: str) -> int:
    """Tokens by the usual tokenizer of LlamaIndex."""
    return len(get_tokenizer()(text))


@pytest.mark.parametrize("company", [birchwood, brackenfold, nortada, seeblick, tideway], ids=lambda m: str(m.ABOUT["tenant"]))
def test_what_a_strong_model_planned_is_answered_rightly(company: ModuleType, settings: Settings, tmp_path: Path) -> None:
    folder, out = tmp_path / "folder", tmp_path / "answers.jsonl"
    company.write(folder)
    model = recorded(str(company.ABOUT["tenant"]))
    asked = _asked(folder, model)
    with model_server() as server:
        server.otherwise = model
        own = settings.model_copy(update={"openai_base_url": server.url, "model": "recorded", "planner": "model"})
        evaluate(folder, out, settings=make_settings(**own.model_dump() | {"openai_api_key": KEY}), questions="recorded.jsonl")
    assert model.missing == [], "these requests have to be recorded anew"
    answers = {(line["id"], line["turn"]): line["answer"] for line in map(json.loads, out.read_text("utf-8").splitlines())}
    expected = {(each["id"], i): turn["expect"] for each in asked for i, turn in enumerate(each["turns"])}
    grades = {place: grade(expect, answers.get(place)) for place, expect in expected.items()}
    assert {place: graded for place, graded in grades.items() if graded.grade != "right"} == {}
    calls = [answer["usage"]["model_calls"] for answer in answers.values() if answer["usage"]["model_calls"]]
    assert sum(number == 1 for number in calls) >= ONE_CALL * len(calls)
    sizes = [tuple(map(_size, chat.texts)) for chat in server.chats if chat.texts[0].startswith(INSTRUCTIONS)]
    assert median(map(sum, sizes)) <= MOST_TOKENS
    assert median(size[0] / sum(size) for size in sizes) >= STABLE
