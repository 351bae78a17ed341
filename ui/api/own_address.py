"""By which address we are called, for whoever writes whole links (Gradio): the company's setting or a trusted proxy says so, and nobody else."""

from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from ui.sign_in.ways import SignIn

_HOST, _SCHEME = b"x-forwarded-host", b"x-forwarded-proto"


class OwnAddress:
    """Takes `X-Forwarded-Host` and `X-Forwarded-Proto` out of requests, but for those of a trusted proxy; puts in those of EVERGRAPH_PUBLIC_URL."""

    def __init__(self, app: ASGIApp, sign_in: SignIn) -> None:
        """`sign_in` knows the setting and the proxies."""
        own = urlsplit(sign_in.public_url)
        self._app, self._sign_in = app, sign_in
        self._own = [(_HOST, own.netloc.encode()), (_SCHEME, own.scheme.encode())] if own.netloc else []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As ASGI has it."""
        if scope["type"] == "http" and (self._own or not self._sign_in.is_proxy(scope["client"][0] if scope.get("client") else "")):
            others = [(name, value) for name, value in scope["headers"] if name not in (_HOST, _SCHEME)]
            scope = {**scope, "headers": [*others, *self._own]}
        await self._app(scope, receive, send)
