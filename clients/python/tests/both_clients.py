"""What both clients do is tested once, and run with each."""

from __future__ import annotations

import asyncio
import importlib.util
import inspect
import unittest
from typing import TYPE_CHECKING, Any, Callable, List

from purser_client import AsyncPurser, Purser

HAS_HTTPX = importlib.util.find_spec("httpx") is not None
needs_httpx = unittest.skipUnless(HAS_HTTPX, "httpx is not installed")

Act = Callable[[Any], Any]

if TYPE_CHECKING:

    class Player(unittest.TestCase):
        """What tests for both clients are written with."""

        def play(self, *acts: Act, **options: Any) -> List[Any]: ...
        def items(self, act: Act, most: int = 1000, **options: Any) -> List[Any]: ...

else:
    Player = object  # the test case comes with the client: on its own nothing of it is run


class Synchronous:
    """Plays acts such as `lambda purser: purser.cards.get("card_1")` with `Purser`."""

    def play(self, *acts: Act, **options: Any) -> List[Any]:
        """What each act came to, one after the other with one client."""
        with Purser(**options) as purser:
            return [act(purser) for act in acts]

    def items(self, act: Act, most: int = 1000, **options: Any) -> List[Any]:
        """What an iteration meets, left after so many items."""
        found: List[Any] = []
        with Purser(**options) as purser:
            for item in act(purser):
                found.append(item)
                if len(found) == most:
                    break
        return found


class Asynchronous:
    """The same with `AsyncPurser`."""

    def play(self, *acts: Act, **options: Any) -> List[Any]:
        async def played() -> List[Any]:
            async with AsyncPurser(**options) as purser:
                return [await _awaited(act(purser)) for act in acts]

        return asyncio.run(played())

    def items(self, act: Act, most: int = 1000, **options: Any) -> List[Any]:
        async def met() -> List[Any]:
            found: List[Any] = []
            async with AsyncPurser(**options) as purser:
                async for item in act(purser):
                    found.append(item)
                    if len(found) == most:
                        break
            return found

        return asyncio.run(met())


async def _awaited(value: Any) -> Any:
    return await value if inspect.isawaitable(value) else value
