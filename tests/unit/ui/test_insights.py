"""What conversations say together, on the page: in words, with the lines that it rests on."""

from datetime import UTC, datetime

from memory.recall import Line
from memory.reflection import CitedInsight
from ui.actions.beliefs import Beliefs
from ui.pages.layout import Reader
from ui.pages.preferences import PersonBeliefs, preferences_page

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
NOTHING = Beliefs((), (), (), (), (), None)


def shown(*insights):
    return str(preferences_page(Reader("ana@acme.example", False), PersonBeliefs(NOTHING, insights), lambda moment: moment))


def test_an_insight_stands_with_a_way_to_each_of_its_lines():
    line = Line("t1:q", "s1", "ana@acme.example", NOON, "How is <b>Acme</b>?", ("t|crm|Account|1",))
    page = shown(CitedInsight("Acme comes up again and again.", (line,)))
    assert "Acme comes up again and again." in page
    assert 'href="/answers/s1/t1"' in page and "How is &lt;b&gt;Acme&lt;/b&gt;?" in page


def test_where_there_is_none_nothing_is_said_of_it():
    assert "comes up" not in shown()
