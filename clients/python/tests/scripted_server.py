"""A real HTTP server that answers what a test says, in order, and keeps what it was sent."""

from __future__ import annotations

import json
import socket
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, List, Mapping, Optional


@dataclass
class Received:
    method: str
    path: str
    headers: Mapping[str, str]
    body: Any


@dataclass
class Scripted:
    """One answer, or how the server does not give one."""

    status: int = 200
    body: Any = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    conduct: Optional[str] = None


LOST = Scripted(conduct="lose")
HANGS = Scripted(conduct="hang")
ECHO = Scripted(body="the request")


def drips(seconds: float) -> Scripted:
    """White space before JSON means nothing: a client that waits long enough gets an answer."""
    return Scripted(body=" " * int(seconds / 0.05) + "{}", conduct="drip")


def error(status: int, code: str, **headers: str) -> Scripted:
    body = {"code": code, "message": "No.", "param": "amount", "hint": "Do.", "retryable": status >= 429}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Scripted(status, {"error": body}, {"X-Request-Id": "req_1", **named})


def pages(*ids: List[str]) -> List[Scripted]:
    cursors: List[Optional[str]] = [f"cur_{number}" for number in range(1, len(ids))] + [None]
    return [
        Scripted(body={"data": [{"id": each} for each in page], "nextCursor": cursor, "hasMore": cursor is not None})
        for page, cursor in zip(ids, cursors)
    ]


class ScriptedServer:
    """Give it to `with`; `base_url` is for the client."""

    def __init__(self, *answers: Scripted) -> None:
        self.received: List[Received] = []
        self.connections: List[socket.socket] = []
        self._answers = list(answers)
        self._ended = threading.Event()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler_of(self))
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self.base_url = f"http://127.0.0.1:{self._http.server_port}/v1"

    def header(self, name: str) -> List[Optional[str]]:
        return [request.headers.get(name) for request in self.received]

    def drop_connections(self) -> None:
        """Ends the connections that the client keeps, as a server does after some idle time."""
        for connection in self.connections:
            connection.shutdown(socket.SHUT_RDWR)

    def play(self, handler: BaseHTTPRequestHandler) -> None:
        answer = self._answers.pop(0)
        handler.close_connection = answer.conduct is not None
        if answer.conduct == "hang":
            self._ended.wait(10)
        if answer.conduct in ("hang", "lose"):
            handler.connection.shutdown(socket.SHUT_RDWR)
            return
        if answer is ECHO:
            answer = Scripted(body={"path": handler.path})
        text = (answer.body if isinstance(answer.body, str) else json.dumps(answer.body)).encode()
        handler.send_response(answer.status)
        for name, value in {"Content-Length": str(len(text)), **answer.headers}.items():
            handler.send_header(name, value)
        handler.end_headers()
        pieces = [text] if answer.conduct is None else [bytes([byte]) for byte in text]
        try:
            for piece in pieces:
                handler.wfile.write(piece)
                self._ended.wait(0.05 if len(pieces) > 1 else 0)
        except OSError:
            handler.close_connection = True

    def __enter__(self) -> ScriptedServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join(5)


def _handler_of(server: ScriptedServer) -> Any:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def setup(self) -> None:
            super().setup()
            server.connections.append(self.connection)

        def log_message(self, format: str, *args: Any) -> None:
            pass

        def answer(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            body = json.loads(self.rfile.read(length)) if length > 0 else None
            headers = {name.lower(): value for name, value in self.headers.items()}
            server.received.append(Received(self.command, self.path, headers, body))
            server.play(self)

        do_GET = do_POST = do_PATCH = do_DELETE = answer

    return Handler
