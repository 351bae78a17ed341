"""The web application: the API that every surface uses, Merge's webhooks, and the chat mounted beside them."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from importlib import import_module

from fastapi import Depends, FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import State

from ingest.webhooks import verify
from ui.actions.beliefs import BeliefEditor
from ui.actions.exploring import Exploring
from ui.actions.operations import Operations, OwnOperations
from ui.actions.readings import ReadingEditor
from ui.actions.sharing import Sharing
from ui.api.entrance import Entrance
from ui.api.own_address import OwnAddress
from ui.api.refusals import Bounded, Hardened, check_text, refuse_by_problems
from ui.api.shares import Shares
from ui.api.speaking import Speaking
from ui.api.table import ROUTES, describe
from ui.asking.conversation import Conversations, Installation
from ui.browser.welcome import BrowserMayRead
from ui.sign_in.access import local_token
from ui.sign_in.ways import SignIn
from ui.web.later import Later
from ui.web.narrowed import Narrowed
from workers import tasks
from workers.services.warm import keep_aside, warm_up_aside
from workers.storage.secret_files import read_secret
from workers.tenants.administration import TenantAdministration

CHAT = "ui.chat"                        # text: importing Gradio takes longer than all else of the server, and no question needs it
Webhook = Callable[[str, bytes, Mapping[str, str]], bool]
"""Takes in a webhook (tenant, raw body, headers) and says whether its signature was right."""


def create_app(
    installation: Installation | None = None, webhook: Webhook | None = None, operations: Operations | None = None,
) -> FastAPI:
    """The application on an installation; without one (as uvicorn's factory calls it), on this process's own.

    `webhook` takes Merge's webhooks in, `operations` is what operators do. Raises WrongSetting, GraphUnavailable, StoreUnavailable.
    """
    if installation is None:
        installation = tasks.installation()
        warm_up_aside(installation.graph, installation.models)
    app = FastAPI(title="Evergraph", openapi_url="/api/openapi.json", docs_url=None, redoc_url=None, lifespan=_until_closed,
                  dependencies=[Depends(check_text)],
                  generate_unique_id_function=lambda route: route.name)     # so do generated clients call what they offer
    app.state.installation = installation
    app.state.conversations = Conversations(installation)
    app.state.token = local_token(installation.settings.home)
    app.state.sign_in = SignIn(installation.tenants, installation.settings, installation.store, app.state.token)
    app.state.beliefs = BeliefEditor((installation.preferences, installation.history), installation.tenants, installation.now,
                                     lambda who, field: installation.assistant(who.tenant).values_of(who.email, field))
    app.state.readings = ReadingEditor(installation.readings, installation.tenants, installation.now)
    app.state.sharing = Sharing(installation)
    app.state.exploring = Exploring(installation)
    app.state.operations = operations or OwnOperations(installation)
    app.state.administration = TenantAdministration(installation)
    app.state.webhook = webhook or partial(take_in, installation)
    for routes in ROUTES:
        app.include_router(routes)
    app.openapi = partial(describe, app)        # type: ignore[method-assign]
    refuse_by_problems(app)
    app.add_middleware(Speaking)
    app.add_middleware(Entrance, sign_in=app.state.sign_in)
    app.add_middleware(Narrowed, sign_in=app.state.sign_in)
    app.add_middleware(OwnAddress, sign_in=app.state.sign_in)
    app.add_middleware(Bounded)
    app.add_middleware(Shares, proxy_header=installation.settings.proxy_header)
    app.add_middleware(BrowserMayRead, browser_url=installation.browser_url)
    app.add_middleware(Hardened)
    app.state.chat = Later(partial(run_in_threadpool, _chat, app.state, installation))
    app.mount("/", app.state.chat)
    return app


def take_in(installation: Installation, tenant: str, body: bytes, headers: Mapping[str, str]) -> bool:
    """Have a worker apply a webhook; False, and nothing happens, where its signature is wrong. Raises StoreUnavailable.

    The keys (two while one replaces the other) stand in the secret `merge-webhook-key`, as Merge's dashboard shows them.
    """
    keys = (read_secret(installation.settings.home, "merge-webhook-key") or "").split()
    is_known = tenant in installation.tenants.slugs()       # of one whose file is damaged too: it comes again with the file
    if not is_known or not verify(body, headers.get("x-merge-webhook-signature", ""), keys):
        return False
    tasks.receive_webhook(tenant, body)
    return True


def _chat(state: State, installation: Installation) -> FastAPI:
    chat: FastAPI = import_module(CHAT).mount(
        FastAPI(openapi_url=None, docs_url=None, redoc_url=None), installation.tenants, state.conversations, state.sign_in, state.sharing)
    keep_aside()
    return chat


@asynccontextmanager
async def _until_closed(app: FastAPI) -> AsyncIterator[None]:
    app.state.conversations.runs.start()        # what a process that died has left is taken up though nobody asks
    async with app.state.chat.lifespan():
        yield
    await run_in_threadpool(app.state.conversations.runs.close)
