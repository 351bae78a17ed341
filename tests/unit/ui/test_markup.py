"""Pages hold text as text: whatever a record says, a browser reads the elements that we made and no others."""

from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from agent.access.explore import Thing, Tie
from kg.leaving import shown
from kg.schema import RELATIONS
from ui.pages.layout import Reader, page
from ui.pages.picture import MOST, picture
from ui.pages.relations import WORDS, in_words
from ui.text.markup import el, link, path

ATTACKS = ("</title><script>", "\"><img src=x onerror=1>", "javascript:alert(1)", "<!--", "&lt;b&gt;")
HOSTILE = st.one_of(st.text(max_size=60), st.sampled_from(ATTACKS))
ENDS = st.integers(0, 40).map(lambda number: f"acme|crm|Account|{number}")
TIES = st.lists(st.tuples(ENDS, st.sampled_from(["OWNED_BY", "WITH_ACCOUNT"]), ENDS), max_size=60)


class Read(HTMLParser):
    """What a browser finds: elements with their attributes, and the text."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(markup)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words += data


@given(HOSTILE, HOSTILE)
def test_words_are_words_inside_an_element_and_in_an_attribute(words, value):
    read = Read(el("p", words, title=value))
    assert [tag for tag, _ in read.found] == ["p"]
    assert list(read.found[0][1]) == ["title"]
    assert read.words == shown(words)


@given(HOSTILE)
def test_a_link_leads_to_the_web_or_to_us_and_nowhere_else(to):
    for tag, attributes in Read(link(to, "here")).found:
        assert tag == "a"
        assert str(attributes["href"]).lower().startswith(("http://", "https://", "/", "#"))
        assert not str(attributes["href"]).startswith(("//", "/\\"))


@given(HOSTILE, HOSTILE)
def test_an_address_of_ours_has_as_many_parts_as_were_given(one, other):
    assert path("entities", one, other).count("/") == 3
    assert path(one).isascii()


@given(HOSTILE)
def test_page_has_one_title_one_main_and_no_script_for_any_name(title):
    tags = [tag for tag, _ in Read(page(title, "", Reader("ana@acme.test"), el("p", title))).found]
    assert (tags.count("title"), tags.count("main"), tags.count("script"), tags.count("img")) == (1, 1, 0, 0)


@given(TIES, HOSTILE)
def test_a_drawing_shows_each_thing_once_as_a_link_and_at_most_as_many_as_fit(ties, name):
    things = {key: Thing(key, name) for tie in ties for key in (tie[0], tie[2])}
    near = Thing("acme|crm|Account|0", name)
    drawn = picture([near], [Tie(things[start], relation, things[end]) for start, relation, end in ties])
    touching = {key for start, _, end in ties if near.key in (start, end) for key in (start, end)}
    assert (drawn is None) == (not touching)
    if drawn is not None:
        links = [attributes["href"] for tag, attributes in Read(drawn).found if tag == "a"]
        assert len(links) == len(set(links)) == min(len(touching - {near.key}), MOST) + 1


def test_every_relation_reads_both_ways():
    assert (in_words("REPORTS_TO"), in_words("REPORTS_TO", outgoing=False)) == ("reports to", "manages")
    assert set(WORDS) == {*RELATIONS}
