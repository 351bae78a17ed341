"""A person who asked much is erased: not one byte of what they said or were told is left, in any file of the home, the store or the graph."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agent.answer import Ask, Event
from ingest.sandbox import running
from kg.graph import Graph
from kg.schema import ensure_schema
from memory.readings import LearnedReading
from tests.integration.asked_company import ANA, BEN, BILL, HOUSE, Office, _job, opened, records, write_company
from tests.integration.kg_rows import employee, write
from ui.asking.runs import Runs
from ui.sign_in.access import Asker
from workers.settings import make_settings
from workers.tasks.memory_stream import remember
from workers.tasks.preferences import prefer
from workers.tenants.erasure import erase_person

CHOSEN = "qjxvcanaryasthenameofasessionandofaquestion"        # ids that clients of the API make up
CANARY = "Zzyzxcanarythatisfoundnowhereelseinanyfileofthishome"
IN_STORE, IN_GRAPH = "A plain text that was put into the store", "A long and plain name of somebody whom nobody erased from the graph"
PAY = "91357.25"                        # Ana's, which she may ask for
PART = 1 << 20
EMPTY = bytes(PART)
ASKED = ("What is my salary?", f"Who owns {CANARY}?", f"When I say {CANARY} I mean Bill Tran.", f"What is the e-mail of {CANARY}?", BILL)


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory, graph_server: Any, redis_url: str, graph: Graph) -> Iterator[Office]:
    ensure_schema(graph)
    settings = make_settings(
        home=tmp_path_factory.mktemp("home"), neo4j_uri=graph_server.uri, neo4j_password=graph_server.password, redis_url=redis_url)
    folder = write_company(tmp_path_factory.mktemp("erased") / HOUSE)
    jobs = [_job("Ana Ruiz", "Account Executive", PAY), *records()["hris", "employments"][1:]]
    (folder / "hris" / "employments.json").write_text(json.dumps(jobs), "utf-8")
    with running([]) as served, opened(folder, f"erased-{settings.home.parent.name}".lower()[:60], served, settings) as stage:
        yield stage


@pytest.fixture
def runs(office: Office) -> Iterator[Runs]:
    made = Runs(office.installation)
    yield made
    made.close()


def ask(runs: Runs, office: Office, person: str, text: str) -> list[Event]:
    """Ask as the surfaces do; what was told until the end."""
    asker = Asker(office.slug, person)
    number = f"{abs(hash((person, text))):x}"
    session = f"{CHOSEN} {number}"[:60] if person == ANA else f"session {number}"
    return list(runs.follow(runs.begin(asker, Ask(person, text, session), f"run{number}")))


def where(folders: tuple[Path, ...], *texts: str) -> dict[str, set[Path]]:
    """The files that hold each text, in any of the forms in which it is written."""
    found: dict[str, set[Path]] = {text: set() for text in texts}
    for file in (each for folder in folders for each in folder.rglob("*") if each.is_file()):
        written = _written(file)
        for text in texts:
            if any(form in written for form in _forms(text)):
                found[text].add(file)
    return found


def _forms(text: str) -> list[bytes]:
    grouped = f"{float(text):,.2f}" if text.replace(".", "").isdigit() else text
    return [form.encode(code) for form in {text, text.lower(), grouped} for code in ("utf-8", "utf-16-le", "utf-16-be")]


def _written(file: Path) -> bytes:
    """What stands in a file, without the long empty parts that a database puts aside for later."""
    with file.open("rb") as opened_file:
        return b"".join(part for part in iter(lambda: opened_file.read(PART), EMPTY[:0]) if part != EMPTY)


def test_not_one_byte_of_an_erased_persons_words_and_answers_is_left_anywhere(
    office: Office, runs: Runs, servers_folder: Path, graph: Graph,
) -> None:
    home = office.settings.home
    office.installation.store.put("control", IN_STORE.encode(), 60.0)
    write(graph, office.slug, [employee(office.slug, "control", IN_GRAPH)])
    told = [ask(runs, office, ANA, text) for text in ASKED]
    learned = LearnedReading(f"who owns {CANARY.lower()}", "{}", "", ANA, office.installation.now(office.slug), "meant")
    office.installation.readings.keep(office.slug, ANA, learned)
    office.installation.readings.change(office.slug, ANA, learned.id, "offered", learned.at)
    office.installation.readings.decide(office.slug, learned.id, "approved", BEN, learned.at)
    others = ask(runs, office, BEN, "What is my vacation balance?")
    assert [events[-1].kind for events in (*told, others)] == ["answer"] * 6
    assert "91,357.25" in told[0][-1].data["text"], told[0][-1].data
    remember(office.installation, office.slug)
    prefer(office.installation, office.slug)
    before = where((home, servers_folder), IN_STORE, IN_GRAPH, CANARY, PAY, CHOSEN)
    assert all(before.values()), "what history, store and graph write down is looked at"

    runs.erase(office.slug, ANA)
    erase_person(office.installation, office.slug, ANA)
    assert where((home, servers_folder), CANARY, PAY, CHOSEN) == {CANARY: set(), PAY: set(), CHOSEN: set()}
    kept = [file.read_text("utf-8") for file in home.rglob("*") if file.is_file() and "reads" in str(file)]
    assert any("ana.ruiz" in text for text in kept), "who read private data stays"
    ben = Asker(office.slug, BEN)
    assert runs.events(runs.find(ben, f"run{abs(hash((BEN, 'What is my vacation balance?'))):x}")) == others
    assert ask(runs, office, ANA, "What is my salary?")[-1].kind == "answer", "who was erased may go on"
