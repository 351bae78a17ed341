"""The control API: POST /control/<action> with a JSON object and the control key in a header; not a part of Merge.

An action is a row of ACTIONS. Actions that make events tell what became of their webhooks, after the last attempt.
"""

import hmac
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from starlette.requests import Request

from ingest.records import LinkedAccount
from ingest.sandbox.account import Event
from ingest.sandbox.answers import Answer
from ingest.sandbox.faults import Fault
from ingest.sandbox.names import model_named
from ingest.sandbox.platform import webhook_account
from ingest.sandbox.state import Sandbox
from ingest.sandbox.times import moment, written
from ingest.sandbox.webhooks import Target, deliver, payload
from kg.errors import BadInput

KEY_HEADER = "X-Control-Key"
Body = Mapping[str, Any]


async def control(sandbox: Sandbox, request: Request) -> Answer:
    """One action. 401 without the key, 404 for an unknown action, 400 with `detail` for what cannot be done."""
    if not hmac.compare_digest(request.headers.get(KEY_HEADER, "").encode(), sandbox.control_key.encode()):
        return Answer({"detail": f"Header {KEY_HEADER} is missing or wrong."}, 401)
    action = ACTIONS.get(request.url.path.rstrip("/").rpartition("/")[2])
    if action is None or request.method != "POST":
        return Answer({"detail": f"Known actions, each by POST: {', '.join(ACTIONS)}."}, 404)
    try:
        return Answer(await action(sandbox, _read(await request.body())))
    except BadInput as error:
        return Answer({"detail": str(error)}, 400)
    except (KeyError, TypeError, ValueError) as error:
        return Answer({"detail": f"Missing or wrong argument: {error}"}, 400)


def _read(body: bytes) -> Body:
    read = json.loads(body or b"{}")
    if not isinstance(read, dict):
        raise BadInput("The body is no JSON object.")
    return read


def _change(body: Body) -> Body:
    change = body["change"]
    if not isinstance(change, dict):
        raise BadInput("The change is no JSON object.")
    return change


async def _apply(sandbox: Sandbox, body: Body) -> Any:
    events = sandbox.apply(body["tenant"], _change(body))
    return {"deliveries": await _send(sandbox, body["tenant"], events) if body.get("deliver") else []}


async def _edit_provider(sandbox: Sandbox, body: Body) -> Any:
    sandbox.edit_provider(body["tenant"], _change(body))
    return {}


async def _tick(sandbox: Sandbox, body: Body) -> Any:
    events = sandbox.tick(body["tenant"], body.get("category"), tuple(body.get("models") or ()))
    sent = await _send(sandbox, body["tenant"], events) if body.get("deliver", True) else []
    return {"events": [e.name for e in events], "deliveries": sent}


async def _send_event(sandbox: Sandbox, body: Body) -> Any:
    account = sandbox.account(body["tenant"], body["category"])
    events = (Event(account.account.id, body["event"], body.get("data") or {}),)
    return {"deliveries": await _send(sandbox, body["tenant"], events)}


async def _unlink(sandbox: Sandbox, body: Body) -> Any:
    account = sandbox.account(body["tenant"], body["category"])
    gone = {account.account.id: webhook_account(sandbox, account)}
    events = sandbox.unlink(body["tenant"], body["category"])
    return {"deliveries": await _send(sandbox, body["tenant"], events, gone) if body.get("deliver", True) else []}


async def _set_clock(sandbox: Sandbox, body: Body) -> Any:
    now = body.get("now")
    read = moment(now) if isinstance(now, str) else None
    if now is not None and read is None:
        raise BadInput(f"{now!r} is no time.")
    sandbox.company(body["tenant"]).now = read
    return {"now": written(sandbox.now(body["tenant"]))}


async def _set_webhook(sandbox: Sandbox, body: Body) -> Any:
    settings = {k: v for k, v in body.items() if k != "tenant"}
    if "retry_after_seconds" in settings:
        settings["retry_after_seconds"] = tuple(settings["retry_after_seconds"])
    sandbox.company(body["tenant"]).webhook = Target(**settings) if settings.get("url") else None
    return {}


async def _add_fault(sandbox: Sandbox, body: Body) -> Any:
    return {"id": sandbox.faults.add(Fault(**body))}


async def _clear_faults(sandbox: Sandbox, body: Body) -> Any:
    sandbox.faults.clear(body.get("tenant"))
    return {}


async def _set_limits(sandbox: Sandbox, body: Body) -> Any:
    sandbox.limits.per_minute, sandbox.limits.failures = body.get("per_minute"), body.get("failures")
    sandbox.limits.forget()
    return {}


async def _set_latency(sandbox: Sandbox, body: Body) -> Any:
    sandbox.latency_ms = float(body["milliseconds"])
    return {}


async def _set_account(sandbox: Sandbox, body: Body) -> Any:
    account = sandbox.account(body["tenant"], body["category"])
    account.status = body.get("status", account.status)
    account.deletion_moves_modified_at = body.get("deletion_moves_modified_at", account.deletion_moves_modified_at)
    if "disabled" in body:
        account.set_scope(tuple(body["disabled"]))
    for name, kind in (body.get("detection") or {}).items():
        model = model_named(account.category, name)
        if model is None or kind not in ("native", "three_day", "none"):
            raise BadInput(f"{name}: {kind}: name a model of {account.category} and one of native, three_day, none.")
        account.detection[model] = kind
    return {}


async def _add_company(sandbox: Sandbox, body: Body) -> Any:
    return {"accounts": [asdict(a) for a in sandbox.add_company(Path(body["folder"]), body.get("as_tenant"))]}


async def _remove_company(sandbox: Sandbox, body: Body) -> Any:
    sandbox.remove_company(body["tenant"])
    return {}


async def _reset(sandbox: Sandbox, body: Body) -> Any:
    sandbox.reset(body["tenant"])
    return {}


async def _requests(sandbox: Sandbox, body: Body) -> Any:
    return sandbox.log.read(body.get("tenant"), body.get("path"))


async def _forget_requests(sandbox: Sandbox, body: Body) -> Any:
    sandbox.log.forget(body.get("tenant"))
    return {}


async def _public_token(sandbox: Sandbox, body: Body) -> Any:
    token = f"public-{len(sandbox.public_tokens)}-{body['tenant']}-{body['category']}"
    sandbox.public_tokens[token] = sandbox.account(body["tenant"], body["category"])
    return {"public_token": token}


async def _companies(sandbox: Sandbox, body: Body) -> Any:
    return {"companies": {slug: [asdict(_linked(a.account)) for a in c.accounts.values()] for slug, c in sandbox.companies.items()}}


ACTIONS: Mapping[str, Callable[[Sandbox, Body], Awaitable[Any]]] = {
    "apply": _apply, "edit_provider": _edit_provider, "tick": _tick, "send_event": _send_event, "unlink": _unlink, "set_clock": _set_clock,
    "set_webhook": _set_webhook, "add_fault": _add_fault, "clear_faults": _clear_faults, "set_limits": _set_limits,
    "set_latency": _set_latency, "set_account": _set_account, "add_company": _add_company, "remove_company": _remove_company,
    "reset": _reset, "requests": _requests, "forget_requests": _forget_requests, "public_token": _public_token, "companies": _companies,
}


def _linked(account: Any) -> LinkedAccount:
    return LinkedAccount(account.id, account.category, account.integration, account.token)


async def _send(sandbox: Sandbox, tenant: str, events: tuple[Event, ...], gone: Body | None = None) -> list[dict[str, Any]]:
    company = sandbox.company(tenant)
    if company.webhook is None:
        return []
    accounts = {a.account.id: webhook_account(sandbox, a) for a in company.accounts.values()} | dict(gone or {})
    sent = [await deliver(company.webhook, e.name, payload(company.webhook, e.name, accounts[e.account], e.data)) for e in events]
    return [asdict(d) | {"arrived": d.arrived} for deliveries in sent for d in deliveries]
