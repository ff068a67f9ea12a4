from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, AsyncIterator, Awaitable, Dict, Generic, Iterator, List, NoReturn, Optional, Protocol, TypeVar

from ._call import Request
from ._records import request_id_of

T = TypeVar("T")
Answer = TypeVar("Answer")


class Send(Protocol):
    def __call__(self, request: Request[Answer]) -> Answer: ...


class AsyncSend(Protocol):
    def __call__(self, request: Request[Answer]) -> Awaitable[Answer]: ...


@dataclass(frozen=True)
class Page(Generic[T]):
    """A page of a list."""

    data: List[T]
    next_cursor: Optional[str]
    """`cursor` of the next page, where there is one."""

    has_more: bool
    request_id: Optional[str] = None
    """To quote when asking for help."""


class _Pages(Generic[T]):
    """What is asked of a list, and how its pages follow each other."""

    def __init__(self, request: Request[Any]) -> None:
        self._request: Request[Any] = request

    def _page(self, answer: Dict[str, Any]) -> Page[T]:
        return Page(
            data=answer["data"],
            next_cursor=answer["nextCursor"],
            has_more=answer["hasMore"],
            request_id=request_id_of(answer),
        )

    def _after(self, page: Page[T]) -> Optional[Request[Any]]:
        if page.next_cursor is None:
            return None
        return replace(self._request, query={**(self._request.query or {}), "cursor": page.next_cursor})


    def __len__(self) -> NoReturn:
        raise TypeError("a list of the API has no length before it is read: iterate over it, or use first_page()")

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, index: object) -> NoReturn:
        raise TypeError("a list of the API has no items before it is read: iterate over it, or use first_page().data")


class Listing(_Pages[T]):
    """A list. Iterated, every item of every page, newest first; a page is asked for when its first item is."""

    def __init__(self, send: Send, request: Request[Any]) -> None:
        super().__init__(request)
        self._send = send

    def first_page(self) -> Page[T]:
        return next(self.pages())

    def pages(self) -> Iterator[Page[T]]:
        request: Optional[Request[Any]] = self._request
        while request is not None:
            page = self._page(self._send(request))
            yield page
            request = self._after(page)

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page.data


class AsyncListing(_Pages[T]):
    """A list. Iterated, every item of every page, newest first; a page is asked for when its first item is."""

    def __init__(self, send: AsyncSend, request: Request[Any]) -> None:
        super().__init__(request)
        self._send = send

    async def first_page(self) -> Page[T]:
        return self._page(await self._send(self._request))

    async def pages(self) -> AsyncIterator[Page[T]]:
        request: Optional[Request[Any]] = self._request
        while request is not None:
            page = self._page(await self._send(request))
            yield page
            request = self._after(page)

    async def __aiter__(self) -> AsyncIterator[T]:
        async for page in self.pages():
            for item in page.data:
                yield item
