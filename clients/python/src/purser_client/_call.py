"""One call with all its tries: what to send, and what to do with what came of it. Nothing here waits or connects."""

from __future__ import annotations

import json
import logging
import random
import secrets
import time
from dataclasses import dataclass, field
from typing import Any, Callable, Final, Generic, Mapping, Optional, TypeVar, Union
from urllib.parse import quote, urlencode

from ._errors import PurserError, error_of_failure, error_of_reply
from ._omit import Omit
from ._options import Options, checked_retries, checked_timeout
from ._records import recorded
from ._retry import is_worth_retrying, retry_delay
from ._version import __version__

T = TypeVar("T")

_logger = logging.getLogger("purser_client")


@dataclass(frozen=True)
class Request(Generic[T]):
    """A call of an operation whose answer is a `T`."""

    method: str
    path: str
    """Below `/v1`, parameters filled in."""

    query: Optional[Mapping[str, Any]] = None
    body: Optional[Mapping[str, Any]] = None
    idempotency_key: Optional[str] = None
    timeout: Optional[float] = None
    max_retries: Optional[int] = None


@dataclass(frozen=True)
class HttpRequest:
    """What goes over the wire, the same in every try."""

    method: str
    url: str
    headers: Mapping[str, str] = field(repr=False)
    body: Optional[bytes] = field(repr=False)


@dataclass(frozen=True)
class Reply:
    status: int
    headers: Mapping[str, str]
    """Names in lower case."""

    body: bytes = field(repr=False)


@dataclass(frozen=True)
class Answer(Generic[T]):
    value: T


@dataclass(frozen=True)
class Pause:
    """Try again after so many seconds."""

    seconds: float


class Call(Generic[T]):
    """The course of one call. Send `http`, tell `after` what came of it, until it gives an `Answer` or raises."""

    def __init__(
        self,
        options: Options,
        request: Request[T],
        *,
        clock: Callable[[], float] = time.monotonic,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self.http = _http_request(options, request)
        self._clock = clock
        self._chance = chance
        self._max_retries = options.max_retries if request.max_retries is None else checked_retries(request.max_retries)
        self._tries = 0
        self._timeout = options.timeout + _wait(request) if request.timeout is None else checked_timeout(request.timeout)
        self._began = clock()
        self._deadline = self._began + self._timeout

    def begin(self) -> float:
        """Begins a try, and answers how many seconds it may take."""
        self._began = self._clock()
        return self._seconds_left()

    def _seconds_left(self) -> float:
        return max(0.0, self._deadline - self._clock())

    def after(self, outcome: Union[Reply, Exception]) -> Union[Answer[T], Pause]:
        """What a try came to: a reply, or the exception that it ended with."""
        self._tries += 1
        if isinstance(outcome, Reply):
            body = _parsed(outcome.body)
            request_id = outcome.headers.get("x-request-id")
            if 200 <= outcome.status < 300 and body is not _UNREADABLE:
                self._log(logging.DEBUG, f"{outcome.status}, request {request_id}")
                return Answer(recorded(body, request_id))
            return self._pause_or_raise(error_of_reply(outcome.status, outcome.headers, body, url=self._address))
        timeout = self._timeout if self._seconds_left() <= 0 else None
        return self._pause_or_raise(error_of_failure(outcome, called=self._called, timeout=timeout), outcome)

    @property
    def _address(self) -> str:
        """Without the query, whose values belong in no log."""
        return self.http.url.split("?", 1)[0]

    @property
    def _called(self) -> str:
        return f"{self.http.method} {self._address}"

    def _log(self, level: int, what: str) -> None:
        if _logger.isEnabledFor(level):
            ms = (self._clock() - self._began) * 1000
            _logger.log(level, "%s: %s (try %d, %d ms)", self._called, what, self._tries, ms)

    def _pause_or_raise(self, error: PurserError, cause: Optional[Exception] = None) -> Pause:
        seconds = retry_delay(error, self._tries, self._chance())
        if not is_worth_retrying(error) or self._tries > self._max_retries or seconds >= self._seconds_left():
            self._log(logging.DEBUG, str(error))
            raise error from cause
        self._log(logging.INFO, f"{error}. Next try in {seconds:.2f} s")
        return Pause(seconds)


def _wait(request: Request[T]) -> float:
    """What Purser was asked to wait comes on top of what an answer takes."""
    return float(_given(request.query or {}).get("waitSeconds", 0))


def _http_request(options: Options, request: Request[T]) -> HttpRequest:
    headers = {
        "Authorization": f"Bearer {options.api_key}",
        "Accept": "application/json",
        "User-Agent": f"purser-python/{__version__}",
    }
    if request.method != "GET":
        headers["Idempotency-Key"] = _new_key() if request.idempotency_key is None else request.idempotency_key
    body: Optional[bytes] = None
    if request.body is not None:
        headers["Content-Type"] = "application/json"
        body = json.dumps(_given(request.body), allow_nan=False).encode()
    return HttpRequest(request.method, options.base_url + request.path + _query_string(request.query), headers, body)


def _new_key() -> str:
    return secrets.token_hex(16)


def _given(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: value for name, value in fields.items() if not isinstance(value, Omit)}


def _query_string(query: Optional[Mapping[str, Any]]) -> str:
    pairs = {name: _query_text(name, value) for name, value in _given(query or {}).items()}
    return f"?{urlencode(pairs)}" if pairs else ""


def _query_text(name: str, value: Any) -> str:
    # A filter that is None would name nothing, and a list without it would answer everything.
    if value is None:
        raise TypeError(f"{name} is None: leave it out, or give a value")
    return str(value).lower() if isinstance(value, bool) else str(value)


_UNREADABLE: Final[Any] = object()


def _parsed(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return _UNREADABLE


def segment(identifier: object) -> str:
    """An id as one segment of a path. `..` would climb: servers resolve it even when it is encoded."""
    if not isinstance(identifier, str):
        raise TypeError(f"an id is a str, not {type(identifier).__name__}")
    if identifier in ("", ".", ".."):
        raise ValueError(f'"{identifier}" is not an id')
    return quote(identifier, safe="")
