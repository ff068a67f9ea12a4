from __future__ import annotations

import re
from typing import Any, Dict, Literal, Mapping, Optional, Union, cast

from .types import ErrorCode, ErrorReason

TransportErrorCode = Literal["connection_failed", "timed_out", "unexpected_reply"]
"""What goes wrong before Purser answers, or with an answer that is not Purser's."""


class PurserError(Exception):
    """Every failure of a call."""

    code: Union[ErrorCode, TransportErrorCode]
    message: str
    status: int
    """HTTP status; 0 where there was no reply."""

    retryable: bool
    """Whether the same call may succeed later."""

    param: Optional[str]
    """JSON path of the field at fault, for instance `policy.limits.perAuth`."""

    hint: Optional[str]
    """What to do next."""

    details: Optional[Dict[str, Any]]
    request_id: Optional[str]
    """To quote when asking for help: `req_...`, or the `X-Request-Id` that was sent."""

    retry_after: Optional[float]
    """Seconds that the server asks to wait."""

    def __init__(
        self,
        *,
        code: Union[ErrorCode, TransportErrorCode],
        message: str,
        status: int,
        retryable: bool,
        param: Optional[str] = None,
        hint: Optional[str] = None,
        details: Optional[Dict[str, Any]] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.retryable = retryable
        self.param = param
        self.hint = hint
        self.details = details
        self.request_id = request_id
        self.retry_after = retry_after

    @property
    def reason(self) -> Optional[ErrorReason]:
        """The finer cause, of `details`: of `unavailable`, `fate_unknown` alone may have been stored."""
        return cast(Optional[ErrorReason], (self.details or {}).get("reason"))

    def __str__(self) -> str:
        """What a traceback shows: all that helps to mend the call."""
        place = f" at {self.param}" if self.param else ""
        request = f" ({self.request_id})" if self.request_id else ""
        return " ".join(text for text in (f"{self.code}{place}:", self.message, self.hint) if text) + request

    def __reduce__(self) -> Any:
        """Exceptions are pickled on their way between processes, by default without keyword arguments."""
        return _restored, (self.__dict__,)


def _restored(fields: Dict[str, Any]) -> PurserError:
    return PurserError(**fields)


def error_of_reply(status: int, headers: Mapping[str, str], body: Any, *, url: str) -> PurserError:
    """The error that a reply tells of. A proxy's page in the way is `unexpected_reply`."""
    request_id = headers.get("x-request-id")
    retry_after = _seconds(headers.get("retry-after"))
    error = _error_in(body)
    if status >= 400 and error is not None:
        return PurserError(
            code=error["code"],
            message=error["message"],
            status=status,
            retryable=error.get("retryable") is True,
            param=error.get("param"),
            hint=error.get("hint"),
            details=error.get("details"),
            request_id=request_id,
            retry_after=retry_after,
        )
    return PurserError(
        code="unexpected_reply",
        message=f"The answer {status} does not come from Purser. Is base_url right: {url}?",
        status=status,
        retryable=502 <= status <= 504,
        request_id=request_id,
        retry_after=retry_after,
    )


def _error_in(body: Any) -> Optional[Dict[str, Any]]:
    error: Any = cast(Dict[str, Any], body).get("error") if isinstance(body, dict) else None
    if not isinstance(error, dict):
        return None
    fields = cast(Dict[str, Any], error)
    return fields if isinstance(fields.get("code"), str) and isinstance(fields.get("message"), str) else None


def error_of_failure(cause: Exception, *, called: str, timeout: Optional[float]) -> PurserError:
    """The error of a try that ended without a reply. `timeout`: the seconds that it ended after, where it was the time that ended it."""
    if timeout is not None:
        return PurserError(
            code="timed_out",
            message=f"Purser did not answer within {timeout:g} s: {called}.",
            hint="Give the call more time with timeout, or see whether Purser is busy: GET /readyz.",
            status=0,
            retryable=True,
        )
    reason = (str(cause) or type(cause).__name__).rstrip(".")
    return PurserError(
        code="connection_failed",
        message=f"Purser could not be reached, or the answer broke off: {called}: {reason}.",
        hint="See whether Purser runs there, and whether base_url or the variable PURSER_URL names it.",
        status=0,
        retryable=True,
    )


def _seconds(header: Optional[str]) -> Optional[float]:
    return float(header) if header is not None and re.fullmatch(r"[0-9]{1,9}", header) else None
