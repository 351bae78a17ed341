"""A chart as pixels: its letters are those of the one font that comes along, and nothing of a name is markup in it."""

from agent.respond.chart import Chart
from agent.respond.picture import svg
from tests.cases import each_case
from ui.answers.deeds import Place
from ui.answers.drawing import answer_messages
from ui.answers.files import as_png


def drawn(*labels: str) -> bytes:
    return as_png({"data": svg(Chart("stage", "deals", labels, tuple(float(place + 1) for place in range(len(labels)))))})


@each_case(("label", "spelt"), [("東京", "DongJing"), ("가나 Ltd", "GaNa Ltd"), ("＜b", "<b")])
def test_letters_that_the_font_has_not_are_spelt_in_latin_ones(label: str, spelt: str) -> None:
    assert drawn(label, "b", "c") == drawn(spelt, "b", "c") != drawn("", "b", "c")


@each_case("label", ["<rect width='9'/>", "＜rect width='9'/＞", "a & b", "\u202eabc", "&#60;b&#62;"])
def test_a_name_stays_text_in_the_picture(label: str) -> None:
    assert drawn(label, "b", "c").startswith(b"\x89PNG")


def test_an_answer_with_a_picture_offers_it_as_a_file() -> None:
    image = {"type": "image", "media_type": "image/svg+xml", "data": "<svg/>", "alt": "x"}
    result = {"columns": [{"name": "stage"}, {"name": "deals"}], "rows": [["Won", 1], ["Lost", 2]]}
    answer = {"status": "answered", "text": "Deals:", "result": result}
    with_one, without = (answer_messages({**answer, "elements": elements}, Place("s", "t"))[-1]["card"] for elements in ([image], []))
    assert 'href="/api/sessions/s/turns/t/chart.png"' in with_one and "chart.png" not in without
