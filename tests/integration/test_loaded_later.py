"""The part of the web application that is loaded after the rest: who waits for it is told what happens."""

import threading
from concurrent.futures import Future, ThreadPoolExecutor

import httpx
import pytest
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.routing import Mount

from tests.integration.scripted import serving
from ui.web.later import Later

PAGE = {"Accept": "text/html"}


class Slow:
    """A part that is made when it is let: how an application with it is served, and whether somebody waits for it."""

    def __init__(self) -> None:
        self.asked, self.let = threading.Event(), threading.Event()
        later = Later(self._make)
        self.app = Starlette(routes=[Mount("/", later)], lifespan=lambda _: later.lifespan())

    async def _make(self) -> Starlette:
        self.asked.set()
        await run_in_threadpool(self.let.wait, 60)
        return Starlette()


@pytest.mark.parametrize(("headers", "told"), [({}, "is being stopped"), (PAGE, "<h1>Evergraph is being stopped")], ids=["program", "page"])
def test_who_waits_for_a_late_part_while_the_server_stops_is_told_so(
    headers: dict[str, str], told: str, capsys: pytest.CaptureFixture[str],
) -> None:
    slow = Slow()
    with ThreadPoolExecutor(1) as aside:
        with serving(slow.app, ending_seconds=0) as url:
            waiting: Future[httpx.Response] = aside.submit(httpx.get, url, headers=headers, timeout=60)
            waiting.add_done_callback(lambda _: slow.let.set())       # only then: it is answered before the part is there
            assert slow.asked.wait(60)
        answer = waiting.result()
    assert answer.status_code == 503 and told in answer.text
    assert "Traceback" not in capsys.readouterr().err


def test_who_comes_while_a_late_part_is_made_gets_it() -> None:
    slow = Slow()
    with serving(slow.app) as url, ThreadPoolExecutor(1) as aside:
        waiting = aside.submit(httpx.get, url, timeout=60)
        assert slow.asked.wait(60)
        slow.let.set()
        assert waiting.result().status_code == 404          # of the part itself, which has no page
