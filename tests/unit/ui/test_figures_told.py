"""Whatever a figure is, and wherever it is told, it has no more places than people read, and one place says how many."""

import html
import io
import json
import re
import zipfile
from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from agent.answer import Column, as_plain
from agent.phrasing.figures import in_cell
from agent.respond.cells import markdown, say
from tests.cases import each_case
from tests.unit.ui.test_card import Seen
from ui.answers.answer_text import answer_text
from ui.answers.card import card_of, plain_table
from ui.answers.charts import chart_of, picture
from ui.answers.files import as_csv, as_xlsx
from ui.cli.ask import Question, plain
from ui.text.habits import habits_of

FIGURES = st.one_of(st.floats(-1e12, 1e12), st.floats(0, 3), st.integers(-10**12, 10**12),
                    st.decimals(-(10**9), 10**9, allow_nan=False, places=12), st.fractions(0, 10).map(lambda part: float(part)))
UNITS = st.sampled_from([None, "years", "hours", "USD", "JPY", "share"])
SAID = re.compile(r"\d[\d,]*(?:\.\d+)?(?!\d)")
FEW, OF_RATES, IN_FILES = 2, 4, 6       # places; of less than a tenth as many digits, after the noughts


def too_long(text, most=FEW):
    """The figures of a text with more places than that, but for those that begin with noughts."""
    return [each for each in SAID.findall(text) if len(places := each.partition(".")[2]) > most and len(places.lstrip("0")) > FEW]


def answer(rows, unit):
    return {"status": "answered", "text": "", "result": as_plain({
        "columns": [{"name": "what"}, {"name": "how much", "unit": unit}], "rows": [[f"row {'abcdef'[at]}", row] for at, row in enumerate(rows)]})}


@settings(deadline=None)
@given(st.lists(FIGURES, min_size=3, max_size=6), UNITS)
def test_no_figure_is_told_with_more_places_than_people_read(rows, unit):
    given_ = answer(rows, unit)
    told = [*(say(row, unit) for row in rows), markdown((Column("how much", unit),), [(row,) for row in rows]), html.unescape(answer_text(given_)),
            Seen(str(card_of(given_, "t", habits_of("en")))).text]
    chart = chart_of(given_)
    told += [chart.alt, re.sub(r'(?:style|d|data-sort)="[^"]*"', "", str(picture(chart)))] if chart is not None else []
    assert not [each for text in told for each in too_long(text, FEW if unit else OF_RATES)]


@settings(deadline=None)
@given(FIGURES, UNITS)
def test_a_file_holds_no_more_places_than_a_source_states(value, unit):
    given_ = answer([value, 1], unit)
    sheet = zipfile.ZipFile(io.BytesIO(as_xlsx(given_["result"]))).read("xl/worksheets/sheet1.xml").decode()
    digits = [f"{float(each):.15g}" for each in re.findall(r"<v>([^<]*)</v>", sheet)]        # as many as a spreadsheet has
    for text in (as_csv(given_["result"]), plain(given_, Question("", "")), " ".join(digits)):
        assert not too_long(text, IN_FILES)


@each_case("value, unit, cell, in_file", [
    (4.205479452054795, "years", "4.2", "4.2"), (4.2055, "years", "4.2", "4.2055"), (1.08345, None, "1.1", "1.08345"),
    (1.0834, None, "1.0834", "1.0834"), (1234.5678, None, "1,235", "1234.5678"),
    (0.30000000000000004, "hours", "0.3", "0.3"), (1234.5, "USD", "1,234.50", "1234.5"), (31000.333333333, "USD", "31,000", "31000"),
    (1 / 3, "share", "33.3%", "0.333"), (0.625, "share", "62.5%", "0.625"), (0.000123456789, None, "0.00012", "0.00012"),
    (12, None, "12", "12"), (1e300, None, f"{Decimal('1e300'):,.0f}", "1e+300"), (Decimal("-7.638356164384"), "years", "-7.6", "-7.6"),
])
def test_every_surface_rounds_a_figure_alike(value, unit, cell, in_file):
    given_ = answer([value, 5, 7], unit)
    chart = chart_of(given_)
    assert in_cell(value, unit) == cell
    for text in (html.unescape(answer_text(given_)), Seen(str(card_of(given_, "t", habits_of("en-GB")))).text):
        assert cell in text.replace("\\", "")
    assert chart is None or unit == "share" or cell in chart.alt
    assert Decimal(as_csv(given_["result"]).split("\r\n")[1].split(",")[1]) == Decimal(in_file)
    assert json.loads(json.dumps(given_)) == given_


@each_case(("name", "unit", "head"), [
    ("balance", "days", "Balance (days)"), ("days overdue", "days", "Days overdue"), ("total", "EUR", "Total (EUR)"), ("key", None, "Key"),
    ("win rate", "share", "Win rate"),
])
def test_a_head_tells_a_unit_that_its_name_does_not(name: str, unit: str | None, head: str) -> None:
    result = {"columns": [{"name": "ticket"}, {"name": name, "unit": unit}], "rows": [["a", 1], ["b", 2]]}
    answer = {"status": "answered", "text": "", "result": result}
    assert as_csv(result).partition("\r\n")[0] == f"Ticket,{head}"
    assert answer_text(answer).splitlines()[0] == f"| Ticket | {head} |"
    assert f">{head}</th>" in str(plain_table(answer))
