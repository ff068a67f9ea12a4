from __future__ import annotations

import asyncio
import ssl
from types import TracebackType
from typing import TYPE_CHECKING, Optional, Type, Union

from ._async_resources import AsyncApi
from ._call import Answer, Call, HttpRequest, Reply, Request, T
from ._omit import OMIT, Maybe
from ._options import options_of, tls_context

if TYPE_CHECKING:
    import httpx


class AsyncPurser(AsyncApi):
    """The client of the API for asyncio: `await purser.cards.create(customerId=...)`. Needs `purser-client[async]`.

    The arguments are those of `Purser`.
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
        http = _http_client(tls_context(options, ssl_context))

        async def send(request: Request[T]) -> T:
            call = Call(options, request)
            while True:
                step = call.after(await _exchange(http, call.http, call.begin()))
                if isinstance(step, Answer):
                    return step.value
                await asyncio.sleep(step.seconds)

        super().__init__(send)
        self._options = options
        self._http = http

    async def aclose(self) -> None:
        """Closes the connections. No call is made afterwards."""
        await self._http.aclose()

    async def __aenter__(self) -> AsyncPurser:
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return f"AsyncPurser(base_url={self._options.base_url!r})"


def _http_client(context: ssl.SSLContext) -> httpx.AsyncClient:
    try:
        import httpx
    except ImportError as cause:
        raise ImportError("AsyncPurser needs httpx, which the extra purser-client[async] brings: pip install httpx") from cause
    # As the synchronous client: no proxy and no password file of the environment, one deadline for the whole call.
    return httpx.AsyncClient(verify=context, trust_env=False, timeout=None)


async def _exchange(http: httpx.AsyncClient, request: HttpRequest, seconds: float) -> Union[Reply, Exception]:
    import httpx

    sent = http.request(request.method, request.url, headers=dict(request.headers), content=request.body)
    try:
        response = await asyncio.wait_for(sent, seconds)
    except (httpx.HTTPError, asyncio.TimeoutError, OSError) as failure:
        return failure
    return Reply(response.status_code, {name.lower(): value for name, value in response.headers.items()}, response.content)
