"""Secrets that can never work are refused where they are given. No message tells one."""

from __future__ import annotations

import re
from typing import Optional

# One in some thirty thousand real secrets begins with xxx, too.
_EXAMPLE = re.compile(
    r"(?!sk_[0-9a-z]{40}\Z)(?:sk|whsec)_(?:\.{3}|\u2026|<|x{3}|your)|sk_(?:x{40}|(?:Example){5}[0-9]{5})\Z",
    re.IGNORECASE,
)
_EXAMPLE_KEYS = frozenset(("sk_2uVYhJ0bSX5cGq8Rk3nWd7Te1mZa9Lf6PoBi4xQs", "sk_" + "0123456789" * 4))


def checked_api_key(secret: object, name: str) -> str:
    text = _checked(secret, name, "give the secret of an API key")
    if text.startswith("key_"):
        raise ValueError(f"{name} is an API key's id: give its secret, which begins with sk_")
    if text.startswith("whsec_"):
        raise ValueError(f"{name} is a webhook's secret: give that of an API key, which begins with sk_")
    if not text.startswith("sk_"):
        raise ValueError(f"{name} does not begin with sk_: give the whole secret of an API key")
    return text


def checked_webhook_secret(secret: object, name: str) -> str:
    text = _checked(secret, name, "give the secret that the creation of the webhook answered")
    if not text.startswith("whsec_"):
        raise ValueError(f"{name} does not begin with whsec_: give the webhook's whole secret")
    return text


def _checked(secret: object, name: str, fix: str) -> str:
    if not isinstance(secret, str):
        kind = "None" if secret is None else f"of the type {type(secret).__name__}"
        raise TypeError(f"{name} is {kind}: {fix}; the variable that it comes from is not set")
    problem = _problem(secret, fix)
    if problem is not None:
        raise ValueError(f"{name} {problem}")
    return secret


def _problem(secret: str, fix: str) -> Optional[str]:
    written = re.sub(r"^bearer\s+", "", secret, flags=re.IGNORECASE)
    if secret == "":
        return f"is missing or empty: {fix}"
    if written in ("None", "null", "undefined"):
        return f'is the text "{secret}": {fix}; the variable that it comes from is not set'
    if re.match(r"[\"'`]", secret):
        return "has quotes around it: give it without them"
    if re.match(r"[$%{]", secret):
        return "is a variable's name: give its value"
    if secret != secret.strip():
        return "has white space around it: use strip()"
    if not re.fullmatch(r"[\x21-\x7e]+", written) and not _EXAMPLE.match(written):
        return "holds characters that no secret has: copy it anew"
    if _EXAMPLE.match(written) or written in _EXAMPLE_KEYS:
        return "is the example of the documents: give your own"
    return 'begins with "Bearer": give the secret alone' if written != secret else None
