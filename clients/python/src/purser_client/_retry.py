"""Which failures are tried again, and when: the rules of every client of Purser."""

from __future__ import annotations

from ._errors import PurserError

_FIRST_DELAY = 0.25
_LARGEST_DELAY = 4.0

# Their cause is likely gone within seconds. `approval_required` waits for a person, so it is not among them.
_PASSING = frozenset(
    ("connection_failed", "rate_limited", "unavailable", "internal_error", "idempotency_in_progress"),
)


def is_worth_retrying(error: PurserError) -> bool:
    """Whether the same call, with the same idempotency key, is worth another try."""
    return error.code in _PASSING or (error.code == "unexpected_reply" and error.retryable)


def retry_delay(error: PurserError, attempt: int, chance: float) -> float:
    """Seconds before the next try: what the server asks for, else twice as long after each failure.

    With jitter, so that clients which failed together do not come back together. `attempt` is the failed one, from 1,
    `chance` is from 0 to 1.
    """
    if error.retry_after is not None:
        return error.retry_after
    ceiling = min(_LARGEST_DELAY, _FIRST_DELAY * 2.0 ** min(attempt - 1, 10))
    return ceiling * (0.5 + chance / 2)
