"""What stands around the words of an answer: its table and its chips, in which everything of a record is text."""

from datetime import UTC, datetime
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case
from ui.answers.card import MOST_ROWS, card_of, chips_of
from ui.answers.citing import with_citations
from ui.answers.deeds import Place
from ui.answers.drawing import answer_messages
from ui.text.habits import habits_of
from ui.text.labels import kind_said
from ui.text.words import speaking

HOSTILE = "<img src=x onerror=owned()> ${value} {{value}}"
REFERENCE = {"category": "hris", "model": "TimeOffBalance", "id": "1", "name": "Vacation", "url": "https://hr.test/1",
             "fetched_at": "2026-11-20T09:00:00Z", "data_as_of": "2026-11-20T08:30:00Z"}


class Seen(HTMLParser):
    """The tags of some HTML with their attributes, and its text."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


OURS = {"img", "div", "table", "thead", "tbody", "tr", "th", "td", "button", "strong", "span", "time", "ol", "li", "a", "p", "h2", "details",
        "summary"}
POLICIES = ({"name": "Policy"}, {"name": "Left", "unit": "days"})


def answer(*rows: list[Any], columns: tuple[dict[str, str], ...] = POLICIES, **more: Any) -> dict[str, Any]:
    return {"status": "answered", "text": "Here.", "result": {"columns": list(columns), "rows": list(rows)}} | more


@each_case(("value", "unit", "shown"), [
    (12900.0, "CAD", "12,900.00"), (0.125, "CAD", "0.12"), (2026, "", "2026"), (12000, "", "12,000"), (9.5, "days", "9.5"),
    (0.1234, "share", "12.34%"), (0, "EUR", "0.00"), (-3, "", "-3"), (1e15, "", "1,000,000,000,000,000"),
])
def test_figures_are_grouped_where_they_are_large_and_stand_on_the_right(value: float, unit: str, shown: str) -> None:
    drawn = str(card_of(answer([value], [None], columns=({"name": "It", "unit": unit},)), "t"))
    assert f'<td class="n" data-sort="{value}">{shown}</td>' in drawn


def test_amounts_have_cents_where_their_currency_stands_in_a_column_of_its_own_and_counts_do_not() -> None:
    columns = ({"name": "month"}, {"name": "currency"}, {"name": "balance"}, {"name": "invoices"})
    drawn = str(card_of(answer(["2026-06", "CAD", 7288.5, 3], ["2026-09", "USD", 9450, 1], columns=columns), "t"))
    assert [f">{shown}</td>" in drawn for shown in ("7,288.50", "9,450.00", "3", "1")] == [True] * 4
    assert ">7288.5</td>" in str(card_of(answer([7288.5], [None], columns=({"name": "balance"},)), "t"))


def test_a_key_is_not_broken_and_a_unit_not_said_twice() -> None:
    drawn = str(card_of(answer(["CARE-937", 37], ["all of an a b-c", 3], columns=({"name": "key"}, {"name": "days overdue", "unit": "days"})), "t"))
    assert '<td class="k">CARE-937</td>' in drawn and "<td>all of an a b-c</td>" in drawn and ">Days overdue</th>" in drawn


def test_days_are_written_out_and_sort_as_they_are() -> None:
    drawn = str(card_of(answer(["2026-10-02", 1], ["as soon as it can", 2]), "t"))
    assert '<td data-sort="2026-10-02"><time datetime="2026-10-02">2 Oct 2026</time></td>' in drawn and "<td>as soon as it can</td>" in drawn


@each_case(("languages", "zone", "figure", "day", "moment"), [
    ("en-GB,en;q=0.9", "", "12,900.50", "2 Oct 2026", "2 Oct 2026, 23:30"),
    ("en-US", "America/New_York", "12,900.50", "Oct 2, 2026", "Oct 2, 2026, 5:30 pm EDT"),
    ("de-DE,de;q=0.9", "Europe/Berlin", "12.900,50", "2 Oct 2026", "2 Oct 2026, 23:30"),
    ("de-CH", "Asia/Tokyo", "12’900.50", "2 Oct 2026", "3 Oct 2026, 06:30 JST"),
    ("sv", "Nowhere/../../etc/passwd", "12\u00a0900,50", "2026-10-02", "2026-10-02, 23:30"),
    ("*;q=0.5, <b>", "UTC", "12,900.50", "2 Oct 2026", "2 Oct 2026, 21:30 UTC"),
])
def test_figures_and_times_are_told_as_the_reader_has_them_and_no_day_is_moved(
    languages: str, zone: str, figure: str, day: str, moment: str,
) -> None:
    columns = ({"name": "amount", "unit": "EUR"}, {"name": "on"}, {"name": "at"})
    drawn = card_of(answer([12900.5, "2026-10-02", "2026-10-02T23:30:00+02:00"], columns=columns), "t", habits_of(languages, zone))
    assert Seen(str(drawn)).text == f"Amount (EUR)OnAt{figure}{day}{moment}"


@pytest.mark.parametrize(("count", "is_short", "said"), [
    (2, False, ""), (62, True, "Show all 62 rows"), (MOST_ROWS + 1, True, "The first 100 of 101 rows"),
])
def test_a_long_table_shows_its_first_rows_until_the_others_are_wanted(count: int, is_short: bool, said: str) -> None:
    drawn = str(card_of(answer(*([f"p{n}", n] for n in range(count))), "t"))
    assert ('class="eg-short"' in drawn, drawn.count("<tr>") - 1) == (is_short, min(count, MOST_ROWS)) and said in drawn


def test_fully_worded_list_gets_a_table_only_by_preference() -> None:
    listed = answer(["Ana Ruiz"], ["Bob Stone"], columns=({"name": "employee"},), text="Employees: **Ana Ruiz**, **Bob Stone**.")
    assert card_of(listed, "t") is None
    for other in (listed | {"elements": [{"type": "form", "form": "table"}]}, listed | {"text": "Employees: **Ana Ruiz** and one more."}):
        assert "Bob Stone</td>" in str(card_of(other, "t"))


def test_what_several_requests_came_to_gets_a_table_only_where_the_text_has_not_told_it_all() -> None:
    text = "There are **9** open deals.\n\nYour manager is **Desmond Achterberg**."
    columns = ({"name": "request"}, {"name": "deals"}, {"name": "manager"})
    each = answer(["open deals", 9, None], ["your manager", None, "Desmond Achterberg"], columns=columns, text=text)
    assert card_of(each, "t") is None
    for other in (each | {"elements": [{"type": "form", "form": "table"}]}, each | {"text": text.replace("**9**", "**19**")},
                  answer(["open deals", 9, None], ["open deals", 9, None], columns=columns, text=text)):
        assert "open deals</td>" in str(card_of(other, "t"))


def test_one_row_of_several_requests_gets_a_table_only_where_the_text_has_not_told_it_all() -> None:
    text = "Your vacation balance is **12.5 days**.\n\nYour manager is **Desmond Achterberg**."
    row = answer([12.5, "Desmond Achterberg"], columns=({"name": "balance", "unit": "days"}, {"name": "manager"}), text=text)
    assert card_of(row, "t") is None
    for other in (row | {"elements": [{"type": "form", "form": "table"}]}, row | {"text": text.replace("12.5 days", "112.5 days")},
                  row | {"text": text.replace("12.5 days", "12.5 and 3 days")}):
        assert "Desmond Achterberg</td>" in str(card_of(other, "t"))


CARD = ("**Odette Marchand** (employee)\n\n- job title: Chief *Executive* Officer\n- start date: 2014-02-03\n"
        "- manager of others: yes\n- pay: 98,000 CAD a year")
OF_CARD = tuple({"name": name} for name in ("employee", "job title", "start date", "manager of others", "pay"))
CARD_ROW = ["Odette Marchand", "Chief *Executive* Officer", "2014-02-03", True, "98,000 CAD"]
TOTAL, OF_TOTAL = "The total is **128,537.50 CAD**.", ({"name": "currency"}, {"name": "total"})


@each_case(("text", "columns", "row", "has_table"), [
    (CARD, OF_CARD, CARD_ROW, False),
    (CARD, OF_CARD, [*CARD_ROW[:2], "2014-02-04", *CARD_ROW[3:]], True),
    (CARD.replace(": yes", ": no"), OF_CARD, CARD_ROW, True),
    (CARD, (*OF_CARD, {"name": "office"}), [*CARD_ROW, "Oslo"], True),
    (TOTAL, OF_TOTAL, ["CAD", 128537.5], False),
    (TOTAL, OF_TOTAL, ["USD", 128537.5], True),
    (TOTAL, OF_TOTAL, ["CAD", 28537.5], True),
])
def test_one_row_is_a_table_only_where_the_text_does_not_tell_it_whole(text: str, columns: Any, row: list[Any], has_table: bool) -> None:
    assert (card_of(answer(row, columns=columns, text=text), "t") is not None) is has_table


def test_the_one_table_of_the_text_moves_into_the_card_and_no_other_does() -> None:
    rows = (["Won", 7], ["Lost", 4], ["Open", 12])
    told = "Deals by stage:\n\n| stage | deals |\n|---|---:|\n| Won | 7 |\n\n*As of today.*"
    other = "Deals:\n\n| deal | stage | sum |\n|---|---|---:|\n| a | Won | 7 |"
    first, *_ = answer_messages(answer(*rows, text=told))
    assert first["content"].split() == ["Deals", "by", "stage:", "*As", "of", "today.*"] and 'role="tablist"' in first["card"]
    first, *_ = answer_messages(answer(*rows, text=other))
    assert "| a | Won | 7 |" in first["content"] and "<table>" not in first["card"] and 'role="img"' in first["card"]
    first, *_ = answer_messages(answer(*rows, text=f"{told}\n\n{told}"))
    assert first["content"].count("| Won | 7 |") == 2 and "<table>" not in first["card"]


def test_fifty_sources_are_one_chip_that_opens_them() -> None:
    references = [REFERENCE | {"id": str(n), "name": f"Record {n}"} for n in range(50)] + [{"count": 7, "plan_task": "t1"}]
    drawn = str(chips_of({"references": references, "understood_as": "my balance"}, Place("s", "t")))
    assert "<strong>57 sources</strong>" in drawn and "and 7 more records" in drawn and "As of <time" in drawn
    opener, drawer = ('popovertarget="sources-t"', 'id="sources-t" popover="auto"')
    assert opener in drawn and drawer in drawn and drawn.count("<li ") == 51
    assert "Understood as: my balance" in drawn and "/answers/s/t" in drawn


@pytest.mark.parametrize(("text", "cited"), [
    ("**Ana** and **Ben &amp; Co**", "**Ana**[1](#cite-t-1) and **Ben &amp; Co**[2](#cite-t-2)"),
    ("open **2**, closed **2**, waiting **2**.", "open **2**, closed **2**, waiting **2**[1–2](#cite-t-1.2)."),
    ("**2** people; **Ana**, **Ana**", "**2**[1–2](#cite-t-1.2) people; **Ana**[1](#cite-t-1), **Ana**"),
    ("all **99**", "all **99**[10 sources](#cite-t-1.2.3.more)"),
    ("**12.5%** of **Kenmore**", "**12.5%**[3](#cite-t-3) of **Kenmore**[3](#cite-t-3)"), ("**Nobody** said it", "**Nobody** said it"),
])
def test_names_and_figures_bear_the_numbers_of_their_sources_once(text: str, cited: str) -> None:
    sources = [{**REFERENCE, "model": model, "name": name} for name, model in (("Ana", "Contact"), ("Ben & Co", "Contact"), ("Kenmore", "Account"))]
    columns = [{"name": "people", "model": "hris/Contact"}, {"name": "won", "model": "hris/Account"}]
    told = answer([2, 0.125], columns=columns, text=text, references=[*sources, {"count": 7}])
    assert with_citations(text, told, "t") == cited


@each_case(("languages", "zone", "short", "full"), [
    ("en-GB", "UTC", "09:30", "20 Nov 2026, 09:30 UTC"), ("en-US", "America/New_York", "4:30 am", "Nov 20, 2026, 4:30 am EST"),
    ("en-GB", "Asia/Tokyo", "18:30", "20 Nov 2026, 18:30 JST"), ("en-GB", "Pacific/Kiritimati", "20 Nov 2026", "20 Nov 2026, 23:30 +14"),
    ("en-GB", "", "20 Nov 2026", "20 Nov 2026, 09:30 UTC"),
])
def test_an_age_of_the_readers_today_is_told_by_the_clock_alone_and_in_full_on_demand(languages: str, zone: str, short: str, full: str) -> None:
    read = {"references": [REFERENCE | {"data_as_of": "2026-11-20T09:30:00Z"}]}
    drawn = Seen(str(chips_of(read, Place("s", "t"), habits_of(languages, zone).at(datetime(2026, 11, 20, 12, 0, tzinfo=UTC)))))
    chip = next(tag for _, tag in drawn.tags if tag.get("class") == "eg-chip eg-age")
    assert (chip["title"], chip["popovertarget"]) == (f"As of {full}", "sources-t")
    assert drawn.text.endswith(f"As of {short}") and f"As of {full}" in drawn.text


def test_the_age_is_that_of_the_oldest_record() -> None:
    older = REFERENCE | {"data_as_of": "2026-11-19T07:00:00Z"}
    assert "As of 19 Nov 2026, 07:00 UTC" in str(chips_of({"references": [REFERENCE, older]}))


def test_sources_of_one_age_tell_it_once_and_others_each_their_own() -> None:
    same = [{**REFERENCE, "id": str(number)} for number in range(3)]
    other = {**REFERENCE, "id": "9", "data_as_of": "2026-11-19T08:30:00Z"}
    drawn = [str(chips_of(answer(references=references))) for references in (same, [*same, other])]
    assert [text.lower().count("as of <time") for text in drawn] == [2, 5], "the chip, and once for all; the chip, and once for each"


def test_only_what_stands_in_the_history_is_had_as_a_file_copied_commented_or_shared() -> None:
    rows = answer(["a", 1], ["b", 2])
    kept, fresh = Seen(str(chips_of(rows, Place("s", "t")))), chips_of(rows)
    assert ("a", {"href": "/api/sessions/s/turns/t/table.csv", "class": "eg-chip", "aria-label": "Table as CSV"}) in kept.tags
    assert {tag["data-do"] for _, tag in kept.tags if "data-do" in tag} == {"copy", "comment", "hand-on", "rate", "again"} and fresh is None


@pytest.mark.parametrize("url", ["javascript:alert(1)", "https://x.test/) [y](javascript:1", "data:text/html,hi", "//x.test", None])
def test_only_a_plain_web_address_becomes_a_link(url: str | None) -> None:
    assert "a" not in {tag for tag, _ in Seen(str(chips_of({"references": [REFERENCE | {"url": url}]}))).tags}


@given(st.text(), st.text())
def test_no_text_of_a_record_makes_a_tag(name: str, cell: str) -> None:
    shown = answer([f"{cell}{HOSTILE}", 1], [name, 2], references=[REFERENCE | {"name": f"{name}{HOSTILE}"}], understood_as=f"{cell}{HOSTILE}")
    seen = [tag for part in (card_of(shown, "t"), chips_of(shown, Place("s", "t"))) for tag in Seen(str(part)).tags]
    assert {one["src"] for tag, one in seen if tag == "img"} == {"/answers/s/t/graph.svg"}
    assert {tag for tag, _ in seen} <= OURS


def test_the_kind_of_a_source_is_told_in_the_language_that_is_spoken() -> None:
    answer = {"references": [REFERENCE, REFERENCE | {"category": "ticketing", "model": "ticketing/Ticket"}]}
    with speaking("de"):
        told = Seen(str(chips_of(answer))).text
    assert "Urlaubskonto (Personal)" in told and "Ticket" in told
    assert "HR time off balance" in Seen(str(chips_of(answer))).text
    assert kind_said("accounting", "accounting/AccountingPeriod") == "accounting period"
