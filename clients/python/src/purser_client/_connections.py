"""HTTP by the standard library: connections are kept, and no exchange passes its deadline."""

from __future__ import annotations

import http.client
import io
import selectors
import socket
import ssl
import time
from collections import deque
from typing import Any, Deque, Optional, Union, cast
from urllib.parse import urlsplit

from ._call import HttpRequest, Reply


class Connections:
    """The connections to one server. Threads share them: each has one for itself while it waits for a reply."""

    def __init__(self, base_url: str, context: ssl.SSLContext) -> None:
        parts = urlsplit(base_url)
        self._host, self._port = parts.hostname or "", parts.port
        self._context = context if parts.scheme == "https" else None
        self._idle: Deque[http.client.HTTPConnection] = deque()

    def exchange(self, request: HttpRequest, seconds: float) -> Union[Reply, Exception]:
        """The reply, or the exception that came in its place."""
        connection = self._kept() or self._new()
        try:
            reply = _exchange(connection, request, time.monotonic() + seconds)
        except (OSError, http.client.HTTPException) as failure:
            connection.close()
            return failure
        except BaseException:  # Ctrl-C, for one: the rest of the reply would be taken for the next
            connection.close()
            raise
        if connection.sock is not None:  # the server lets it stay open
            self._idle.append(connection)
        return reply

    def close(self) -> None:
        while self._idle:
            self._idle.pop().close()

    def _kept(self) -> Optional[http.client.HTTPConnection]:
        while True:
            try:
                connection = self._idle.pop()
            except IndexError:
                return None
            if not _is_ended(connection.sock):
                return connection
            connection.close()

    def _new(self) -> http.client.HTTPConnection:
        if self._context is None:
            return http.client.HTTPConnection(self._host, self._port)
        return http.client.HTTPSConnection(self._host, self._port, context=self._context)


def _exchange(connection: http.client.HTTPConnection, request: HttpRequest, deadline: float) -> Reply:
    connection.timeout = _seconds_until(deadline)
    if connection.sock is None:
        connection.connect()
    sock = cast(socket.socket, connection.sock)
    sock.settimeout(_seconds_until(deadline))
    target = request.url.split("/", 3)[3]
    connection.request(request.method, f"/{target}", body=request.body, headers=dict(request.headers))
    connection.response_class = _timed_response(deadline)
    response = connection.getresponse()
    headers = {name.lower(): value for name, value in response.getheaders()}
    return Reply(response.status, headers, response.read())


def _timed_response(deadline: float) -> Any:
    def response(sock: socket.socket, *args: Any, **kwargs: Any) -> http.client.HTTPResponse:
        timed: Any = _TimedSocket(sock, deadline)
        return http.client.HTTPResponse(timed, *args, **kwargs)

    return response


class _TimedSocket:
    """A socket whose reads end, all together, by one moment. Its own timeout is for each of them anew."""

    def __init__(self, sock: socket.socket, deadline: float) -> None:
        self._sock = sock
        self._deadline = deadline

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(_TimedReads(self._sock, self._deadline))


class _TimedReads(io.RawIOBase):
    def __init__(self, sock: socket.socket, deadline: float) -> None:
        self._sock = sock
        self._raw = sock.makefile("rb", buffering=0)
        self._deadline = deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Optional[int]:
        self._sock.settimeout(_seconds_until(self._deadline))
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()


def _seconds_until(deadline: float) -> float:
    seconds = deadline - time.monotonic()
    if seconds <= 0:
        raise socket.timeout("the time for the call is over")
    return seconds


def _is_ended(sock: socket.socket) -> bool:
    """Whether the server has closed a connection on which nothing is awaited: then there is something to read."""
    with selectors.DefaultSelector() as selector:
        selector.register(sock, selectors.EVENT_READ)
        return bool(selector.select(0))
