"""A share of the server for everybody: one person's many requests keep nobody else waiting, and all of them are answered."""

import threading

import anyio
import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from tests.waiting import happened
from ui.api.shares import AT_ONCE, Shares

MANY = 80                               # more than a process has threads
ANA, BOB = {"Authorization": "Bearer ana"}, {"Authorization": "Bearer bob"}


class Desk:
    """Pages that are made in threads, as ours are; those of "/held" until they may go on."""

    def __init__(self) -> None:
        self.may_go, self.made, self.most = threading.Event(), 0, 0
        self._lock = threading.Lock()
        app = Starlette(routes=[Route("/held", self.held), Route("/page", self.page), Route("/broken", self.broken)])
        self.client = httpx.AsyncClient(transport=httpx.ASGITransport(Shares(app), raise_app_exceptions=False), base_url="http://desk", timeout=None)

    def held(self, request: Request) -> PlainTextResponse:
        with self._lock:
            self.made += 1
            self.most = max(self.most, self.made)
        happened(self.may_go)
        with self._lock:
            self.made -= 1
        return PlainTextResponse("held")

    def page(self, request: Request) -> PlainTextResponse:
        return PlainTextResponse("page")

    def broken(self, request: Request) -> PlainTextResponse:
        raise LookupError


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_pages_of_one_person_leave_threads_for_the_pages_of_others(desk: Desk) -> None:
    answers: list[str] = []

    async def ask(path: str, who: dict[str, str]) -> None:
        answers.append((await desk.client.get(path, headers=who)).text)

    async def play() -> None:
        async with anyio.create_task_group() as tasks:
            for _ in range(MANY):
                tasks.start_soon(ask, "/held", ANA)
            while desk.made < AT_ONCE:
                await anyio.lowlevel.checkpoint()
            await ask("/page", BOB)     # would never come, were all threads held
            assert answers == ["page"]
            desk.may_go.set()

    anyio.run(play)
    assert (answers.count("held"), desk.most) == (MANY, AT_ONCE)


def test_a_page_that_breaks_gives_its_place_back(desk: Desk) -> None:
    async def play() -> list[int]:
        return [(await desk.client.get(path, headers=ANA)).status_code for path in ("/broken",) * (AT_ONCE + 1) + ("/page",)]

    assert anyio.run(play) == [500] * (AT_ONCE + 1) + [200]
