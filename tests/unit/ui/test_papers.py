"""A conversation as a PDF: all that is shown of it, in the letters of many languages, and nothing that leads anywhere."""

import io
from typing import Any

from pypdf import PdfReader

from tests.cases import each_case
from ui.answers.files import Paper, as_markdown, as_pdf
from ui.text.habits import habits_of

AT = "2026-11-20T09:00:00+00:00"
HOSTILE = "&#91;a&#93;(javascript:alert(1)) &#60;b&#62; http&#58;//203.0.113.9/p.png"


def turn(question: str, text: str, **answer: Any) -> dict[str, Any]:
    return {"at": AT, "question": question, "answer": {"text": text, "status": "answered", **answer}}


def read(turns: list[dict[str, Any]], languages: str = "en-GB") -> tuple[str, PdfReader]:
    reader = PdfReader(io.BytesIO(as_pdf(Paper("Überfällig: Žluťoučký", "ana@acme.test", turns), habits_of(languages))))
    return "\n".join(page.extract_text() for page in reader.pages), reader


def test_a_paper_holds_questions_answers_tables_and_sources_with_their_accents() -> None:
    table = {"columns": [{"name": "Kunde"}, {"name": "Balance", "unit": "CAD"}, {"name": "Due"}],
             "rows": [["Łódź Σίγμα Москва", 12900.5, "2026-11-01"], ["日本", None, None]]}
    sources = [{"id": "1", "category": "crm", "model": "crm/Account", "name": "Ñandú", "data_as_of": AT}, {"count": 7}]
    told, reader = read([turn("Wer schuldet?", "**Two** customers, *as of now*:", result=table, references=sources, understood_as="open balances"),
                         turn("And?", HOSTILE)], "de-DE")
    for words in ("Überfällig: Žluťoučký", "Wer schuldet?", "Two customers, as of now:", "Łódź Σίγμα Москва", "12.900,5", "Balance (CAD)", "RiBen",
                  "1. Ñandú, CRM account", "and 7 more records", "Understood as: open balances", "[a](javascript:alert(1)) <b>"):
        assert words in told, (words, told)
    assert [page for page in reader.pages if "/Annots" in page] == []
    assert reader.metadata is not None and reader.metadata.title == "Überfällig: Žluťoučký"


def test_a_long_table_goes_on_over_pages_under_its_head_and_says_where_it_ends() -> None:
    rows = [[f"Row {number}", number] for number in range(240)]
    told, reader = read([turn("All?", "All:", result={"columns": [{"name": "Name"}, {"name": "Number"}], "rows": rows})])
    assert len(reader.pages) > 1 and told.count("Number") == len(reader.pages)
    assert "Row 99" in told and "Row 100" not in told and "The first 100 of 240 rows" in told


@each_case("columns, text", [(2, "queue " * 3000), (20, "queue " * 300), (2, "queue\n" * 200), (2, "q" * 9000)])
def test_a_cell_that_is_longer_than_a_page_goes_on_in_further_rows(columns: int, text: str) -> None:
    rows = [[*[None] * (columns - 1), text], ["Gate", *[7] * (columns - 1)]]
    told, reader = read([turn("All?", "All:", result={"columns": [{"name": f"C{number}"} for number in range(columns)], "rows": rows})])
    assert len(reader.pages) > 1 and told.count("q") == text.count("q")


def test_a_conversation_as_markdown_says_what_each_answer_rests_on_and_no_words_of_a_record_make_markup() -> None:
    sources = [{"id": "1", "category": "crm", "model": "crm/Account", "name": "[a](http://203.0.113.9/)", "data_as_of": AT}, {"count": 7}]
    told = turn("Who\n<b>owes</b>?", f"**Two** customers. {HOSTILE}", references=sources, understood_as="open *balances*")
    text = as_markdown(Paper("About <b>", "ana@acme.test", [told]), habits_of("en-GB"))
    assert text.startswith("# About &#60;b&#62;\n\n**ana@acme.test** · 20 Nov 2026, 09:00 UTC\n\n> Who\n> &#60;b&#62;owes&#60;/b&#62;?\n\n")
    assert "Understood as: open &#42;balances&#42;" in text and "**Two** customers." in text
    assert "Sources:\n\n1. &#91;a&#93;(http&#58;//203.0.113.9/), CRM account, as of 20 Nov 2026, 09:00 UTC\n- and 7 more records" in text
    assert not {"<", "["} & set(text)
