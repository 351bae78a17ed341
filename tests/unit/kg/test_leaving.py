"""What leaves shows what it is: nothing unseen, nothing that turns it around, nothing that begins markup."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from agent.access.explore import Thing, Tie
from agent.answer import Answer, Column, Reference, Result, as_plain
from kg.leaving import defused, escape, is_whole, shown, whole
from tests.cases import each_case
from tests.unit.memory.test_other_shapes import NOW
from ui.answers.charts import chart_of
from ui.answers.files import as_csv
from ui.pages.picture import image

UNSEEN = ["\x00", "\x07", "\x1b[31m", "\x7f", "\x9b", "\u202e", "\u2066", "\u2069", "\u200f", "\u061c", "\ud800", "\uffff"]
ANY = st.text(st.characters(exclude_categories=()), max_size=30) | \
    st.lists(st.sampled_from([*UNSEEN, "a", "\n", "<b>", "é"]), max_size=8).map("".join)
MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])
BIDI = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def is_seen(text: str) -> bool:
    """Can it be encoded, and is nothing in it that controls how it is shown?"""
    return is_whole(text) and not any((unicodedata.category(c) == "Cc" and c not in "\n\t") or unicodedata.bidirectional(c) in BIDI for c in text)


@given(ANY)
def test_what_is_shown_can_be_seen_and_encoded_and_stays_as_it_is(text):
    assert is_seen(shown(text)) and shown(shown(text)) == shown(text)
    assert is_seen(escape(text)) and is_seen(defused(text)) and "<" not in defused(text)
    assert is_whole(whole(text)) and len(whole(text)) == len(text)


@given(ANY | st.text("019.)-+=#>*_`[]()!<&|~:/w \t\na", max_size=14) | st.from_regex(r"[0-9]{1,11}[.)] ?x?", fullmatch=True))
def test_markdown_shows_escaped_text_as_it_is_and_nothing_else(text):
    words = " ".join(shown(text).split())
    for begin, blocks in (("", []), ("- ", ["bullet_list_open", "list_item_open"])):
        read = [token for token in MARKDOWN.parse(f"{begin}{escape(text)}") if token.nesting >= 0]
        assert [token.type for token in read] == [*blocks, *(["paragraph_open", "inline"] if words else [])]
        assert [(child.type, child.content) for token in read for child in token.children or ()] == ([("text", words)] if words else [])


@pytest.mark.parametrize("text", ["Zoë 田中 🙂👩‍💻", "שלום", "a\tb\nc", "–“”…"])
def test_ordinary_writing_is_left_alone(text):
    assert shown(text) == text


@given(ANY)
def test_nothing_unseen_is_in_an_answer_its_table_its_chart_or_its_drawing(text):
    table = Result((Column(text), Column("n", text)), ((text, 1), (f"a{text}", 2)))
    answer = Answer("answered", text, understood_as=text, result=table, references=(Reference("crm", "crm/Account", "1", text, text, NOW, None),))
    told = answer.as_json()
    chart = chart_of({"status": "answered", "result": {"columns": [{"name": text}, {"name": text}], "rows": [[text, 1], [f"a{text}", 2], ["b", 3]]}})
    assert chart is None or is_seen("".join((*chart.labels, chart.alt)))
    near, other = Thing("acme|crm|Account|1", text), Thing("acme|crm|User|2", text)
    assert is_seen(image([near], [Tie(near, "OWNED_BY", other)]))
    assert is_seen(as_csv({"columns": [{"name": text, "unit": text}], "rows": [[text]]}).replace("\r\n", "\n"))
    assert all(is_seen(each) for each in texts(told)) and told == as_plain(told)


def texts(value):
    """Every text in plain JSON."""
    if isinstance(value, str):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from texts(each)


@each_case("before", ["", "\n", "\r\n", "\t", " ", "\u00a0", "\u3000", "\u200b", "\u202e", "\ufeff"])
@each_case("sign", "=+-@＝＋－＠﹦﹢﹣﹫−")
def test_no_cell_of_a_file_begins_a_formula(before, sign):
    head, cell = as_csv({"columns": [{"name": f"{before}{sign}1"}], "rows": [[f"{before}{sign}HYPERLINK(1)"]]}).split("\r\n")[:2]
    assert head.lstrip('"').startswith("'") and cell.lstrip('"').startswith("'")


@each_case("cell", ["Ana", "1 = 1", "田中", "a\n=b", "(3)"])
def test_other_cells_stay_as_they_are(cell):
    assert as_csv({"columns": [{"name": "x"}], "rows": [[cell]]}).split("\r\n", 1)[1].strip().strip('"') == cell
