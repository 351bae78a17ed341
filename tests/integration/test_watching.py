"""What a page is drawn: of a question that was over before the page was drawn for the first time, and by whom, where several would."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future

import pytest
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from tests.integration.scripted import ANA
from ui.asking.conversation import Conversations, PersonMessage
from ui.asking.kept_runs import KeptRun
from ui.chat.spoken import in_their_language
from ui.chat.watching import Bell, Drawn, Page, Watching
from ui.sign_in.access import Asker

ASKER = Asker("acme", ANA)
THREADS = 40                            # that Starlette and Gradio have for all that is not asynchronous


@pytest.fixture
def talks(installation) -> Iterator[Conversations]:
    talks = Conversations(installation)
    yield talks
    talks.runs.close()


def over(talks: Conversations, said: PersonMessage) -> KeptRun:
    run = talks.begin(ASKER, said)
    assert list(talks.runs.follow(run))[-1].kind in ("answer", "error")
    return run


@pytest.mark.parametrize(("asked", "told"), [("break", "This did not work."), ("How many days?", "You said: How many days?")])
def test_a_question_that_is_over_before_it_is_drawn_is_drawn_once_with_what_came_of_it(talks, asked, told):
    run = over(talks, PersonMessage("And before?"))
    run = over(talks, PersonMessage(asked, run.session))
    assert drawn(talks, run) == (["And before?", asked], True, False)
    assert told in str(last(talks, run)["talk"])


def test_an_edit_that_is_over_before_it_is_drawn_stands_in_its_place(talks):
    run = over(talks, PersonMessage("How many days?"))
    over(talks, PersonMessage("And now?", run.session))
    edited = over(talks, PersonMessage("How many weeks?", run.session, instead_of=run.turn))
    assert drawn(talks, edited) == (["How many weeks?"], True, False)


@pytest.mark.parametrize(("late_session", "late_deed", "is_drawn"), [("left", 1, False), ("left", 3, True), ("open", 1, True)])
def test_a_deed_in_a_conversation_that_was_left_does_not_take_the_page(talks, late_session, late_deed, is_drawn):
    watching, page = Watching(talks), "a page"
    waits = talks.begin(ASKER, PersonMessage("wait"))
    drawings = watching.watch(ASKER, waits.session, Page(page, deed=2), waits)
    next(drawings)
    late = waits.session if late_session == "open" else over(talks, PersonMessage("How many days?")).session
    assert bool(next(watching.watch(ASKER, late, Page(page, deed=late_deed)), None)) is is_drawn
    talks.runs.cancel(waits)
    assert ("Stopped" in str(list(drawings))) is not is_drawn


def test_who_watches_a_run_holds_no_thread(talks):
    watching, runs = Watching(talks), [talks.begin(ASKER, PersonMessage("wait")) for _ in range(THREADS + 2)]

    def drawings(run: KeptRun, request: Request) -> Iterator[Drawn | Bell]:
        yield from watching.watch(ASKER, run.session, Page(run.id), run)

    async def watched() -> list[Drawn]:
        request = Request({"type": "http", "headers": []})
        drawn = [in_their_language(drawings)(run, request) for run in runs]
        for each in drawn:
            await anext(each)
        waiting = [asyncio.create_task(_last(each)) for each in drawn]
        await asyncio.wait_for(run_in_threadpool(runs.copy), 30)
        for run in runs:
            await run_in_threadpool(talks.runs.cancel, run)
        return await asyncio.gather(*waiting)

    assert all("Stopped" in str(each["talk"]) for each in asyncio.run(watched()))


async def _last(drawings: AsyncIterator[Drawn]) -> Drawn:
    *_, drawn = [each async for each in drawings]
    return drawn


def last(talks: Conversations, run: KeptRun) -> Drawn:
    return [each for each in Watching(talks).watch(ASKER, run.session, Page("a page"), run) if not isinstance(each, Future)][-1]


def drawn(talks: Conversations, run: KeptRun) -> tuple[list[str], bool, bool]:
    """What the person said, whether an answer stands behind it, and whether something is still under way."""
    shown = last(talks, run)
    said = [part["text"] for message in shown["talk"] if message["role"] == "user" for part in message["content"]]
    return said, shown["talk"][-1]["role"] == "assistant", shown["running"]
