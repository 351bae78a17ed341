"""The messages keep the form that their README states, and the halves stay apart."""

import json
from collections import Counter
from pathlib import Path

import pytest

from tests.cases import each_case

HALVES = ("open", "sealed")
ALL = (*HALVES, "later", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
KINDS = {"name_means", "unit", "currency", "team_means", "calendar", "form", "language", "term_means", "metric_basis", "claim"}
CHANGES = {"supersede", "forget"}
LEARNED = {"outright", "casual", "claims"}
UNLEARNED = {"implied", "negated", "hypothetical", "quoted", "ironic", "others", "questions", "small_talk", "injected"}
MIXED = {"changed", "clarified"}


def texts(half):
    """The messages of a half, as dictionaries."""
    lines = (Path(__file__).parent / f"{half}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("half", HALVES)
def test_every_category_is_filled_and_every_message_is_there_once(half):
    messages = texts(half)
    counts = Counter(message["category"] for message in messages)
    assert len(messages) >= 250
    assert set(counts) == LEARNED | UNLEARNED | MIXED
    assert min(counts[category] for category in counts if category != "small_talk") >= 14
    assert len({message["id"] for message in messages}) == len(messages)


@each_case("half", ALL)
def test_a_label_stands_where_the_category_says_so(half):
    for message in texts(half):
        assert message["category"] not in (UNLEARNED if message["label"] else LEARNED), message


@each_case("half", ALL)
def test_labels_name_a_kind_a_subject_and_a_scope(half):
    for label in (message["label"] for message in texts(half) if message["label"]):
        assert label["scope"] in ("person", "tenant") and label["subject"], label
        assert (label["value"] is None) == (label["kind"] == "forget"), label
        assert label["kind"] in KINDS if "of" not in label else label["kind"] in CHANGES and label["of"] in {*KINDS, "*"}, label


def test_no_message_is_there_twice():
    said = Counter(message["text"].casefold().strip(" .!?") for half in ALL for message in texts(half))
    assert [text for text, times in said.items() if times > 1] == []
