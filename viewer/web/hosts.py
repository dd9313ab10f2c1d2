"""Under which names this machine is asked for, and by whose pages."""

import ipaddress
import socket
from collections.abc import Collection
from contextlib import suppress
from typing import Final

LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
_EVERYWHERE: Final = ("", "0.0.0.0", "::")


def name_of(host: str) -> str:
    """Return the name in a ``Host`` header, without its port and brackets, in lower case.

    Parameters
    ----------
    host : str

    Returns
    -------
    str
        Empty where it is none.

    Examples
    --------
    >>> name_of("Laptop.local:8080"), name_of("[::1]:8080"), name_of("10.0.0.7")
    ('laptop.local', '::1', '10.0.0.7')
    """
    host = host.strip().lower()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0] if host.count(":") < 2 else host


def is_answered(host: str, local: str, names: Collection[str]) -> bool:
    """Whether a request that names this machine so is meant for it.

    A page of another site can have its own name lead to this machine, and would then be
    taken for a page of ours: it is the name that gives it away.

    Parameters
    ----------
    host : str
        The ``Host`` header.
    local : str
        The address of this machine at which the request arrived.
    names : collection of str
        Under which it answers besides, in lower case.

    Examples
    --------
    >>> is_answered("10.0.0.7:8080", "10.0.0.7", ())
    True
    >>> is_answered("table.example:8080", "127.0.0.1", ())
    False
    """
    name = name_of(host)
    if name in LOOPBACK or name in names:
        return bool(name)
    try:
        return _address(name) == _address(local)
    except ValueError:
        return False


def _address(said: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """An address; one of the old kind in the clothes of the new is the old one.

    What is behind a ``%`` names the way to it, and browsers leave it out.
    """
    found = ipaddress.ip_address(said.partition("%")[0])
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return found if mapped is None else mapped


def is_ours(origin: str, host: str) -> bool:
    """Whether a page that came from `origin` came from this very server.

    Examples
    --------
    >>> is_ours("http://localhost:8080", "localhost:8080")
    True
    >>> is_ours("http://localhost:9000", "localhost:8080"), is_ours("null", "localhost:8080")
    (False, False)
    """
    scheme, _, rest = origin.strip().lower().partition("://")
    return scheme in ("http", "https") and rest == host.strip().lower() and bool(rest)


def names_for(bound: str, others: Collection[str] = ()) -> frozenset[str]:
    """Return the names to answer to where the server is bound to `bound`.

    Examples
    --------
    >>> sorted(names_for("127.0.0.1", ["Table.example"]))
    ['table.example']
    """
    found = {name_of(one) for one in others}
    if not _is_address(bound):
        found.add(name_of(bound))
    if bound in _EVERYWHERE:
        own = socket.gethostname().lower()
        found |= {own, own.partition(".")[0], f"{own.partition('.')[0]}.local"}
    return frozenset(one for one in found if one)


def addresses(bound: str, port: int) -> list[str]:
    """Return what to type into a browser, the best first.

    Parameters
    ----------
    bound : str
        What the server listens on: an address or a name.
    port : int

    Examples
    --------
    >>> addresses("127.0.0.1", 8080)
    ['http://127.0.0.1:8080/']
    >>> addresses("::", 8080)[-1]
    'http://[::1]:8080/'
    """
    if bound not in _EVERYWHERE:
        return [_url(bound, port)]
    # Who listens on all addresses of the new kind hears nothing on the old.
    if bound == "::":
        own = [*_own_addresses(socket.AF_INET6, "2001:db8::1"), "::1"]
    else:
        own = [*_own_addresses(socket.AF_INET, "192.0.2.1"), "127.0.0.1"]
    return [_url(one, port) for one in own]


def is_private(bound: str) -> bool:
    """Whether only this machine's own browsers get there.

    Examples
    --------
    >>> is_private("127.0.0.1"), is_private("0.0.0.0")
    (True, False)
    """
    if bound in LOOPBACK:
        return True
    return _is_address(bound) and ipaddress.ip_address(bound).is_loopback


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return not host
    return True


def _url(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _own_addresses(family: socket.AddressFamily, afar: str) -> list[str]:
    """This machine's addresses of a kind, the one that leads to other machines first."""
    found: list[str] = []
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        # Nothing is sent: the address is one of those set aside for documentation.
        probe.connect((afar, 9))
        found.append(str(probe.getsockname()[0]))
    with suppress(OSError):
        known = socket.getaddrinfo(socket.gethostname(), None, family)
        found += [str(entry[4][0]) for entry in known]
    # No browser opens one that has a way to it.
    plain = [one for one in dict.fromkeys(found) if "%" not in one]
    return [one for one in plain if not ipaddress.ip_address(one).is_loopback]
