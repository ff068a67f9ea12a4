from __future__ import annotations

from typing import Any, Dict, Optional


class Record(Dict[str, Any]):
    """An answer, or an item of a list: a dictionary with the fields of the API, and the id of the request that brought it.

    It is a class of its own for one reason: who writes `card.id` is told to write `card["id"]`.
    """

    __slots__ = ("_request_id",)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        advice = f'write ["{name}"]' if name in self else f"it has no {name!r} either"
        raise AttributeError(f"an answer is a dictionary, without the attribute {name!r}: {advice}")


def recorded(body: Any, request_id: Optional[str]) -> Any:
    """The body of an answer as a `Record`; where it is a page of a list, its items as well."""
    if not isinstance(body, dict):
        return body
    record = _record(body, request_id)
    data = record.get("data")
    if isinstance(data, list):
        record["data"] = [_record(item, request_id) if isinstance(item, dict) else item for item in data]
    return record


def _record(fields: Dict[str, Any], request_id: Optional[str]) -> Record:
    record = Record(fields)
    record._request_id = request_id
    return record


def request_id_of(answer: object) -> Optional[str]:
    """The id of the request that an answer came with, to quote when asking for help. That of an item of a list is its page's.

    A copy of an answer (`dict(card)`) has none.
    """
    try:
        found: Optional[str] = object.__getattribute__(answer, "_request_id")
    except AttributeError:
        return None
    return found
