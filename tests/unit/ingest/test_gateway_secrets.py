"""Key and account tokens go to Merge, and nowhere else."""

import logging
import traceback

import httpx
import pytest

from ingest.gateway import CouldNotRead, Gateway
from kg.errors import WrongSetting
from tests.cases import each_case
from tests.unit.ingest.tiny_merge import KEY, NOW, TOKEN, TinyMerge, gateway, linked, uuid

SECRETS = (KEY, TOKEN)
FAILURES = [
    None, httpx.Response(500, text=f"no {TOKEN} {KEY}"), httpx.Response(401, json={"detail": f"bad token {TOKEN}"}),
    httpx.Response(200, text=f"no json {TOKEN}"), httpx.Response(302, headers={"location": f"http://elsewhere.test/?{TOKEN}"}),
    httpx.ConnectError(f"no {TOKEN}"), httpx.LocalProtocolError(f"Illegal header value {TOKEN}"), httpx.ReadTimeout(KEY),
]


def answering(failure):
    def answer(request):
        if isinstance(failure, Exception):
            raise failure
        return failure and httpx.Response(failure.status_code, headers=failure.headers, content=failure.content)
    return answer


@pytest.mark.parametrize("failure", FAILURES, ids=lambda f: type(f).__name__)
def test_no_secret_is_in_logs_representations_or_errors(failure, caplog):
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.DEBUG, logger="httpx")     # which another part of the process may have made quiet
    door = gateway(TinyMerge({"hris/employees": [{"id": uuid(1)}]}, before=answering(failure)), [linked()])
    readings = [door.read("hris/Employee"), door.retrieve("hris/Employee", uuid(1))]
    seen = [repr(door), repr(door.accounts), repr(vars(door)), repr(readings)]
    try:
        list(door.pages("hris/Employee", account=linked().id))
    except CouldNotRead as error:
        seen += [str(error), repr(error), "".join(traceback.TracebackException.from_exception(error, capture_locals=False).format())]
        assert error.__context__ is None and error.__cause__ is None      # nothing hangs on it that holds the request
    assert caplog.text or failure                                         # the HTTP client does log what it asks
    assert not [s for s in SECRETS for text in (*seen, caplog.text) if s in text]


def test_a_redirect_is_not_followed():
    merge = TinyMerge(before=answering(httpx.Response(302, headers={"location": "http://elsewhere.test/api"})))
    gateway(merge).read("hris/Employee")
    assert {r.url.host for r in merge.asked} == {"merge.test"}


@each_case("key, token", [("", TOKEN), (KEY, ""), (KEY + "\n", TOKEN), (KEY, TOKEN + "\r\nX-Evil: 1"), (KEY, "é" + TOKEN)])
def test_a_key_that_no_header_can_carry_is_refused_without_being_shown(key, token):
    with pytest.raises(WrongSetting) as refused:
        Gateway([linked(token=token)], api_key=key, base_url=None, clock=lambda: NOW)
    assert not [s for s in SECRETS if s in str(refused.value)]


def test_an_address_that_is_none_is_refused():
    with pytest.raises(WrongSetting, match="https://"):
        Gateway([linked()], api_key=KEY, base_url="merge.test/api", clock=lambda: NOW)
