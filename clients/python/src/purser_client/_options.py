"""What a client is made with, judged before the first call."""

from __future__ import annotations

import math
import os
import re
import ssl
from dataclasses import dataclass, field
from typing import Mapping, Optional
from urllib.parse import SplitResult, urlsplit

from ._omit import Maybe, Omit
from ._secrets import checked_api_key

DEFAULT_BASE_URL = "http://127.0.0.1:8420/v1"

@dataclass(frozen=True)
class Options:
    base_url: str
    api_key: str = field(repr=False)
    max_retries: int = 3
    timeout: float = 30.0


def options_of(
    *,
    api_key: Maybe[str],
    base_url: Maybe[str],
    max_retries: int,
    timeout: float,
    environment: Optional[Mapping[str, str]] = None,
) -> Options:
    """The options, or a `TypeError` or `ValueError` that names the one at fault and says how to mend it.

    What was left out is taken from the environment; the URL has a default as well.
    """
    variables = os.environ if environment is None else environment
    if isinstance(api_key, Omit):
        key = checked_api_key(variables.get("PURSER_API_KEY", ""), "PURSER_API_KEY")
    else:
        key = checked_api_key(api_key, "api_key")
    if isinstance(base_url, Omit):
        url = checked_url(variables.get("PURSER_URL", DEFAULT_BASE_URL), "PURSER_URL")
    else:
        url = checked_url(base_url, "base_url")
    return Options(
        base_url=url,
        api_key=key,
        max_retries=checked_retries(max_retries),
        timeout=checked_timeout(timeout),
    )


def checked_retries(max_retries: int) -> int:
    if max_retries < 0:
        raise ValueError("max_retries is a whole number, 0 or more: the tries after the first one")
    return max_retries


def checked_timeout(timeout: float) -> float:
    if not timeout > 0 or math.isinf(timeout):
        raise ValueError("timeout is a number of seconds above 0")
    return timeout


def tls_context(options: Options, chosen: Optional[ssl.SSLContext]) -> ssl.SSLContext:
    """What certificates are judged by. Those that the system trusts are read only where a connection will need them."""
    if chosen is not None:
        return chosen
    is_needed = options.base_url.lower().startswith("https:")
    return ssl.create_default_context() if is_needed else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def checked_url(url: object, name: str) -> str:
    """Without slashes at its end. A bare host is given the path that the API always has."""
    instead = f"for instance {DEFAULT_BASE_URL}"
    if not isinstance(url, str):
        kind = "None" if url is None else f"of the type {type(url).__name__}"
        raise TypeError(f"{name} is {kind}: give the URL of Purser, {instead}, or leave it out")
    if re.match(r"[a-z][a-z0-9+.-]*://", url, re.IGNORECASE) is None:
        raise ValueError(f"{name} has no scheme: begin it with https:// or http://, {instead}")
    parts = _parts(url)
    if parts is None:
        raise ValueError(f"{name} is no URL: give the URL of Purser, {instead}")
    if parts.scheme not in ("http", "https"):
        raise ValueError(f"{name} begins with {parts.scheme}://: it begins with https:// or http://")
    if parts.username is not None or parts.password is not None:
        raise ValueError(f"{name} carries a user name or a password: leave them out, Purser knows you by api_key")
    if "?" in url or "#" in url:
        raise ValueError(f"{name} carries a query or a fragment: end it with /v1")
    path = parts.path.rstrip("/") or "/v1"
    if not path.endswith("/v1"):
        origin, root = f"{parts.scheme}://{parts.netloc}", path.split("/v1/")[0]
        raise ValueError(f"{name} ends in {path}: it ends in /v1, for instance {origin}{root}/v1")
    return f"{parts.scheme}://{parts.netloc}{path}"


def _parts(url: str) -> Optional[SplitResult]:
    try:
        parts = urlsplit(url)
        has_host = bool(parts.hostname) and parts.port != 0  # a port that is no number raises
    except ValueError:
        return None
    return parts if has_host and not re.search(r"[\s\x00-\x1f\\]", url) else None
