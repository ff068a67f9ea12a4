from __future__ import annotations

import ssl
import time
from types import TracebackType
from typing import Optional, Type

from ._call import Answer, Call, Request, T
from ._connections import Connections
from ._omit import OMIT, Maybe
from ._options import options_of, tls_context
from ._resources import Api


class Purser(Api):
    """The client of the API: `purser.cards.create(customerId=...)`, `purser.intents.declare(card_id, purpose=...)`.

    Amounts are integer cents. Threads may share one.

    Args:
        api_key: `sk_...`; left out, `PURSER_API_KEY` of the environment.
        base_url: Ends in `/v1`; left out, `PURSER_URL` of the environment, else `http://127.0.0.1:8420/v1`.
        max_retries: Tries after the first one. 0 switches retries off.
        timeout: Seconds for each call with all its tries.
        ssl_context: For a server whose certificate the system does not know.
    """

    def __init__(
        self,
        *,
        api_key: Maybe[str] = OMIT,
        base_url: Maybe[str] = OMIT,
        max_retries: int = 3,
        timeout: float = 30.0,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        options = options_of(api_key=api_key, base_url=base_url, max_retries=max_retries, timeout=timeout)
        connections = Connections(options.base_url, tls_context(options, ssl_context))

        def send(request: Request[T]) -> T:
            call = Call(options, request)
            while True:
                step = call.after(connections.exchange(call.http, call.begin()))
                if isinstance(step, Answer):
                    return step.value
                time.sleep(step.seconds)

        super().__init__(send)
        self._options = options
        self._connections = connections

    def close(self) -> None:
        """Closes the connections that are kept. A later call makes a new one."""
        self._connections.close()

    def __enter__(self) -> Purser:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Purser(base_url={self._options.base_url!r})"
