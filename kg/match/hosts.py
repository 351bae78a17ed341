"""Mail hosts and mailboxes: whose a host is, and whether an address is one person's. Pure."""

import re

from kg.match.words import meaning, word_set

_PUBLIC, _SHARED = word_set("hosts", "public_mail"), word_set("hosts", "shared_sites")
_ROLES, _SECOND_LEVEL = word_set("hosts", "roles"), word_set("hosts", "second_level")
_PLACES = meaning("companies", "places")
_FAMILY = re.compile(r"(^|.{3})famil(y|ie|ia)")
_PARTS = re.compile(r"[^a-z]+")


def is_public_mail(host: str) -> bool:
    """Can anybody have an address there?"""
    return host in _PUBLIC


def is_shared_mailbox(address: str) -> bool:
    """Does the address say that it is an office's or a family's: `info@`, `accounts-payable@`, `sales.emea@`? Dev Patel's `dev.patel@` is his own."""
    parts = [part for part in _PARTS.split(address.partition("@")[0].partition("+")[0]) if part]
    if not parts:
        return False
    return "".join(parts) in _ROLES or all(p in _ROLES or p in _PLACES for p in parts) or any(_FAMILY.search(p) for p in parts)


def is_shared_site(host: str) -> bool:
    """Is it a platform where many companies have a page?"""
    return registered(host) in _SHARED or host in _SHARED


def site_name(host: str) -> str:
    """What a host is registered as, without country and kind: `www.orchard-pine.co.uk` → `orchardpine`."""
    return re.sub(r"[^0-9a-z]", "", registered(host).partition(".")[0])


def registered(host: str) -> str:
    """The part of a host that is registered: `mail.eu.acme.co.uk` → `acme.co.uk`."""
    parts = host.split(".")
    return ".".join(parts[-3:] if len(parts) > 2 and parts[-2] in _SECOND_LEVEL else parts[-2:])
