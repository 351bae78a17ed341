"""The table of an answer as a workbook: cells keep their kinds, and none of them runs anything."""

import io
import re
import zipfile

from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case
from ui.answers.files import as_xlsx


def sheet(rows, unit=None, name="x"):
    """The XML of the one sheet, and of its texts."""
    book = zipfile.ZipFile(io.BytesIO(as_xlsx({"columns": [{"name": name, "unit": unit}], "rows": rows})))
    texts = book.read("xl/sharedStrings.xml").decode() if "xl/sharedStrings.xml" in book.namelist() else ""
    return book.read("xl/worksheets/sheet1.xml").decode(), texts


@each_case("cell, kind", [
    (12, '<v>12</v>'), (1250.5, "<v>1250.5</v>"), (True, 't="b"><v>1</v>'), ("Ana Ruiz", 't="s"'), ("2026-12-04", "<v>46360</v>"),
    ("2026-13-04", 't="s"'), ("1812-12-04", 't="s"'), ("2026-12-04T10:00:00Z", 't="s"'), ("12", 't="s"'), ("https://acme.example", 't="s"'),
])
def test_a_cell_keeps_its_kind(cell, kind):
    assert kind in sheet([[cell]])[0].split('<row r="2"')[1]


def test_a_cell_without_a_value_is_empty_and_all_rows_are_there():
    assert re.findall(r'<c r="A(\d+)"', sheet([["a"], [None], ["b"]])[0]) == ["1", "2", "4"]


@given(st.text(max_size=40), st.sampled_from(["", "=", "+", "-", "@", "\t=", "＝", "{=", "http://", "internal:", "mailto:"]))
def test_no_cell_or_head_is_a_formula_or_a_link(text, start):
    cells, _ = sheet([[start + text]], name=start + text)
    assert "<f>" not in cells and "<f " not in cells and "hyperlink" not in cells


def test_text_that_begins_like_a_formula_is_marked_as_text():
    book = zipfile.ZipFile(io.BytesIO(as_xlsx({"columns": [{"name": "x"}], "rows": [["=1+1"]]})))
    assert 'quotePrefix="1"' in book.read("xl/styles.xml").decode()


def test_one_table_gives_the_same_bytes_twice():
    table = {"columns": [{"name": "share", "unit": "share"}], "rows": [[0.25], [1]]}
    assert as_xlsx(table) == as_xlsx(table)
