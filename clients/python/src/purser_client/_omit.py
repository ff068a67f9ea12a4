from __future__ import annotations

from typing import Final, TypeVar, Union

T = TypeVar("T")


class Omit:
    """The value of an argument that was left out. `None` is another: it is sent, as `null`."""

    def __repr__(self) -> str:
        return "OMIT"


OMIT: Final = Omit()
Maybe = Union[T, Omit]
