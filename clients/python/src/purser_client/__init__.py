"""The client of Purser: spending cards for software agents."""

from typing import TYPE_CHECKING

from ._client import Purser
from ._errors import PurserError, TransportErrorCode
from ._listing import AsyncListing, Listing, Page
from ._records import request_id_of
from ._version import __version__
from .receipts import ReceiptClaims, ReceiptVerificationError, verify_receipt
from .types import WebhookEvent
from .webhooks import WebhookVerificationError, sign_webhook, verify_webhook

if TYPE_CHECKING:
    from ._async_client import AsyncPurser
else:

    def __getattr__(name: str) -> object:
        """What needs asyncio is loaded when it is asked for: that takes as long as all the rest."""
        if name == "AsyncPurser":
            from ._async_client import AsyncPurser

            return AsyncPurser
        raise AttributeError(f"module 'purser_client' has no attribute {name!r}")


__all__ = [
    "AsyncListing",
    "AsyncPurser",
    "Listing",
    "Page",
    "Purser",
    "PurserError",
    "ReceiptClaims",
    "ReceiptVerificationError",
    "TransportErrorCode",
    "WebhookEvent",
    "WebhookVerificationError",
    "__version__",
    "request_id_of",
    "sign_webhook",
    "verify_receipt",
    "verify_webhook",
]
