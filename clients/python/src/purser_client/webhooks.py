"""Verifying that a request comes from Purser."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from datetime import datetime
from typing import Callable, List, Literal, Optional, Tuple, Union, cast

from ._secrets import checked_webhook_secret
from .types import WebhookEvent

Reason = Literal["missing_header", "malformed_header", "signature_mismatch", "outside_tolerance"]
Moment = Union[datetime, float]

_MESSAGES = {
    "missing_header": "The header Service-Signature is missing.",
    "malformed_header": "The header Service-Signature is not of the form t=...,v1=...",
    "signature_mismatch": "The signature does not belong to this body and secret. Is the body the raw one?",
    "outside_tolerance": "The signature is too old, or its time lies ahead.",
}

_TIME = re.compile(r"0|[1-9][0-9]{0,11}")
_SHA256_HEX = re.compile(r"[0-9a-f]{64}")
# More than any sender writes: keeps the work on a hostile header small.
_MAX_ITEMS = 16


class WebhookVerificationError(Exception):
    """The request does not come from Purser, or not now."""

    reason: Reason

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return _MESSAGES[self.reason]


def verify_webhook(
    body: Union[str, bytes],
    header: Optional[str],
    secret: str,
    tolerance: float = 300,
    *,
    now: Union[Moment, Callable[[], Moment]] = time.time,
) -> WebhookEvent:
    """The event of a webhook request, once its signature and its age have been checked.

    Raises `WebhookVerificationError`: answer 401 then. Deliveries come at least once and in any order: remember the
    event's `id` to take each only once. A secret that can never verify is a `ValueError` or `TypeError`.

    Args:
        body: The raw body, before any JSON parser has touched it.
        header: The value of the header `Service-Signature`.
        secret: The webhook's secret, `whsec_...`, whole.
        tolerance: How many seconds old, or ahead, a signature may be.
        now: The time that its age is measured by, or a clock that tells it; numbers are Unix seconds.
    """
    checked_webhook_secret(secret, "secret")
    raw = _raw(body)
    if not header:
        raise WebhookVerificationError("missing_header")
    reason = _refusal(raw, header, secret, tolerance, _seconds(now() if callable(now) else now))
    if reason is not None:
        raise WebhookVerificationError(reason)
    return cast(WebhookEvent, json.loads(raw))


def sign_webhook(body: Union[str, bytes], secret: str, *, now: Union[Moment, Callable[[], Moment]] = time.time) -> str:
    """The header `Service-Signature` of a webhook request, as Purser makes it: for tests of a receiver.

    Args:
        body: The body of the request, exactly as it is sent: `json.dumps(event)`.
        secret: The secret that the receiver checks with. In a test any text that begins with `whsec_`.
        now: The time of the signature, or a clock that tells it; numbers are Unix seconds.
    """
    checked_webhook_secret(secret, "secret")
    seconds = int(_seconds(now() if callable(now) else now))
    return f"t={seconds},v1={_signature(_raw(body), secret, seconds)}"


def _raw(body: object) -> bytes:
    if isinstance(body, str):
        return body.encode("utf-8", "surrogatepass")
    if not isinstance(body, (bytes, bytearray, memoryview)):
        raise TypeError(f"body is a {type(body).__name__}: give the raw body, before any JSON parser")
    return bytes(body)


def _signature(body: bytes, secret: str, seconds: int) -> str:
    return hmac.new(secret.encode(), b"%d." % seconds + body, hashlib.sha256).hexdigest()


def _refusal(body: bytes, header: str, secret: str, tolerance: float, now: float) -> Optional[Reason]:
    """Why a request is not from Purser. The signature is judged before the time."""
    parsed = _parse(header)
    if parsed is None:
        return "malformed_header"
    seconds, candidates = parsed
    expected = _signature(body, secret, seconds)
    # Every candidate is compared, so that the time taken does not tell which one was right.
    matches = [candidate for candidate in candidates if hmac.compare_digest(candidate, expected)]
    if not matches:
        return "signature_mismatch"
    # Of a time or tolerance that is no number nothing is true, also not that it is within.
    return None if abs(now // 1 - seconds) <= tolerance else "outside_tolerance"


def _parse(header: str) -> Optional[Tuple[int, List[str]]]:
    items = [item.strip().partition("=") for item in header.split(",", _MAX_ITEMS)[:_MAX_ITEMS]]
    times = [value for name, _, value in items if name == "t"]
    candidates = [value for name, _, value in items if name == "v1" and _SHA256_HEX.fullmatch(value)]
    if len(times) != 1 or not _TIME.fullmatch(times[0]) or not candidates:
        return None
    return int(times[0]), candidates


def _seconds(moment: Moment) -> float:
    if not isinstance(moment, datetime):
        return moment
    if moment.tzinfo is None:
        raise ValueError("now has no time zone: use datetime.now(timezone.utc)")
    return moment.timestamp()
