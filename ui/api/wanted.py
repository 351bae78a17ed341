"""Which page of ours somebody wants, so that it is where they land after they have signed in."""

from urllib.parse import quote, urlsplit

from fastapi import Request

from ui.sign_in.ways import PAGE


def own_path(then: str) -> str:
    """A path of ours; "/" for everything that a browser could take for somebody else's address."""
    is_ours = then.startswith("/") and then[1:2] not in ("/", "\\") and then.isprintable() and "\\" not in then and then.isascii()
    return then if is_ours else "/"


def wanted(request: Request) -> str:
    """The page that a request wants, as it was written; of what is sent from a page, that page. A sign-in under way says it by itself."""
    if hasattr(request.state, "then"):
        return str(request.state.then)
    if request.method == "GET":
        path, query = request.scope.get("raw_path", request.url.path.encode()), request.scope.get("query_string", b"")
        return own_path((path + (b"?" + query if query else b"")).decode("latin-1"))
    sent_from = urlsplit(request.headers.get("referer", ""))
    is_ours = sent_from.netloc == request.headers.get("host")
    return own_path(sent_from._replace(scheme="", netloc="", fragment="").geturl()) if is_ours else "/"


def to_sign_in(request: Request) -> str:
    """The address of the sign-in page, which leads back to what the request wants."""
    return f"{PAGE}?then={quote(wanted(request), safe='')}"
