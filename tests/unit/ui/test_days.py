"""Days and times in the words of an answer: as the person reads them, and of no other day; what is a record's own stays as it is written."""

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case
from ui.answers.drawing import answer_messages
from ui.pages.entity import Telling
from ui.pages.layout import Reader
from ui.text.habits import habits_of
from ui.text.words import speaking

PARIS = "Europe/Paris"


def drawn(text: str, languages: str, **answer: Any) -> str:
    return str(answer_messages({"status": "answered", "text": text, **answer}, None, habits_of(languages, PARIS))[0]["content"])


@each_case(("languages", "text", "told"), [
    ("en-GB", "Ana Ruiz's start date is **2019-01-14**.", "Ana Ruiz's start date is **14 Jan 2019**."),
    ("en-US", "Ana Ruiz's start date is **2019-01-14**.", "Ana Ruiz's start date is **Jan 14, 2019**."),
    ("sv", "Ana Ruiz's start date is **2019-01-14**.", "Ana Ruiz's start date is **2019-01-14**."),
    ("en-GB", "SUP-1 was created on **2026-12-03 21:30**.", "SUP-1 was created on **3 Dec 2026, 21:30**."),
    ("en-US", "*Only active ones. As of 2026-11-19 21:00 EST.*", "*Only active ones. As of Nov 19, 2026, 9:00 pm EST.*"),
    ("en-GB", "*All count: 2026-12-04 to 2027-03-12, by close date.*", "*All count: 4 Dec 2026 to 12 Mar 2027, by close date.*"),
    ("en-GB", "No such day: 2026-02-30.", "No such day: 2026-02-30."),
    ("en-GB", "“Backup of 2026-10-14” is open since **2026-10-15**.", "“Backup of 2026-10-14” is open since **15 Oct 2026**."),
    ("en-GB", "Kept: X-2026-10-14, 2026-10-14-a, 2026-10-14.csv, https&#58;//a.test/2026-10-14, 2026-10-14T09:30.",
     "Kept: X-2026-10-14, 2026-10-14-a, 2026-10-14.csv, https&#58;//a.test/2026-10-14, 2026-10-14T09:30."),
])
def test_a_day_in_words_stands_as_the_person_reads_it(languages: str, text: str, told: str) -> None:
    assert drawn(text, languages) == told


def test_what_a_record_is_called_and_what_its_text_says_keep_their_days() -> None:
    named = {"category": "ticketing", "model": "Ticket", "id": "1", "name": "Backup [2026-10-14]", "fetched_at": "2026-11-20T09:00:00Z"}
    result = {"columns": [{"name": "ticket"}, {"name": "note"}, {"name": "due date"}],
              "rows": [["Backup [2026-10-14]", "moved from 2026-10-01", "2026-10-20"]]}
    told = drawn("**Backup [2026-10-14]**, moved from 2026-10-01: due date **2026-10-20**.", "en-GB", references=[named], result=result)
    assert told == "**Backup &#91;2026-10-14&#93;**, moved from 2026-10-01: due date **20 Oct 2026**."


def test_a_day_names_its_month_in_the_language_of_the_interface() -> None:
    with speaking("de"):
        assert drawn("Fällig: **2026-10-14**.", "de-DE") == "Fällig: **14. Okt. 2026**."


@given(st.dates(min_value=date(1000, 1, 1)), st.sampled_from(["America/Los_Angeles", "Pacific/Kiritimati", ""]))
def test_no_zone_moves_a_day(day: date, zone: str) -> None:
    answer = {"status": "answered", "text": f"It is **{day.isoformat()}**."}
    assert answer_messages(answer, None, habits_of("en-GB", zone))[0]["content"] == f"It is **{day.day} {day:%b} {day.year}**."


def test_times_of_a_page_are_told_by_the_companys_clock_where_the_readers_is_not_known() -> None:
    told = Telling(Reader("ana@acme.test"), lambda moment: moment.astimezone(ZoneInfo("America/Toronto")), datetime(2026, 11, 20, 14, tzinfo=UTC))
    assert told.written.moment(told.now, is_written=True) == "20 Nov 2026, 09:00 EST"
    assert replace(told, habits=habits_of("en-GB", "Europe/Berlin")).written.moment(told.now) == "20 Nov 2026, 15:00 CET"
