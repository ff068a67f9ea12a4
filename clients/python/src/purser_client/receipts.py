"""Verifying offline what a receipt says."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
import sys
from typing import TYPE_CHECKING, Any, List, Literal, Mapping, Optional, Sequence, Tuple, TypedDict, cast

from .types import Merchant, Reason

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired

ReceiptReason = Literal["malformed", "unknown_key", "signature_mismatch"]

_MESSAGES = {
    "malformed": "This is no receipt: a compact JWS by ES256, as it was handed out.",
    "unknown_key": (
        "The key that the receipt names is not among the given ones. Are they those of this installation, and of now?"
    ),
    "signature_mismatch": "The receipt was changed, or is by another key than it names.",
}

_BASE64URL = re.compile(r"[A-Za-z0-9_-]+")
_MAX_CHARACTERS = 65_536

# The curve P-256 (FIPS 186-5): y^2 = x^3 - 3x + b over a prime, with a base point of prime order.
_PRIME = 0xFFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
_BASE = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)

_Point = Tuple[int, int]
# x / z^2 and y / z^3; None is the point at infinity.
_Jacobian = Optional[Tuple[int, int, int]]


class ReceiptApproval(TypedDict):
    """Who approved the intent of a purchase."""

    id: str
    decidedBy: str
    decidedAt: str


class ReceiptClaims(TypedDict):
    """What a receipt says: a decision as it was made, whatever became of the purchase since.

    `type` and `standIn` are absent from receipts that were signed before these claims existed. `standIn` is true where
    the issuer approved by itself, and Purser was not asked. `merchantAmount` is what the merchant asked for, where the
    network said it. Amounts are minor units of their currency, times ISO 8601 in UTC.
    """

    transactionId: str
    accountId: str
    type: NotRequired[Literal["authorization", "force_capture", "credit"]]
    standIn: NotRequired[bool]
    last4: Optional[str]
    agentId: Optional[str]
    amount: int
    currency: str
    merchantAmount: NotRequired[int]
    merchantCurrency: NotRequired[str]
    merchant: Merchant
    decision: Literal["approve", "decline"]
    reasons: List[Reason]
    policyVersion: NotRequired[str]
    intentId: NotRequired[str]
    approval: NotRequired[ReceiptApproval]
    sequence: int
    at: str


class ReceiptVerificationError(Exception):
    """The receipt says nothing that anybody should believe."""

    reason: ReceiptReason

    def __init__(self, reason: ReceiptReason) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return _MESSAGES[self.reason]


def verify_receipt(receipt: str, keys: Mapping[str, Any]) -> ReceiptClaims:
    """What a receipt says, once its signature has been checked.

    Raises `ReceiptVerificationError`. It asks nobody: keep the keys, and ask for them again where a receipt is by a key
    that is not among them. Some milliseconds each.

    Args:
        receipt: The compact JWS.
        keys: The JWK Set that `GET /.well-known/jwks.json` answers.
    """
    parts = receipt.split(".") if len(receipt) <= _MAX_CHARACTERS else []
    if len(parts) != 3:
        raise ReceiptVerificationError("malformed")
    head, payload, signature = parts
    public = _key(_kid(head), keys)
    signed = _bytes(signature)
    if len(signed) != 64:
        raise ReceiptVerificationError("malformed")
    digest = hashlib.sha256(f"{head}.{payload}".encode("ascii")).digest()
    if not _is_signed(digest, signed, public):
        raise ReceiptVerificationError("signature_mismatch")
    return cast("ReceiptClaims", _json(payload))


def _kid(head: str) -> str:
    """The name of the key. Whoever takes the algorithm from the receipt lets the sender choose it."""
    fields = _json(head)
    if not isinstance(fields, dict) or set(fields) != {"alg", "kid", "typ"}:
        raise ReceiptVerificationError("malformed")
    if fields["alg"] != "ES256" or fields["typ"] != "receipt+jws" or not isinstance(fields["kid"], str):
        raise ReceiptVerificationError("malformed")
    return fields["kid"]


def _key(kid: str, keys: Mapping[str, Any]) -> _Point:
    found: Sequence[Mapping[str, Any]] = [
        key for key in keys["keys"] if key.get("kid") == kid and key.get("kty") == "EC" and key.get("crv") == "P-256"
    ]
    if not found:
        raise ReceiptVerificationError("unknown_key")
    x, y = (int.from_bytes(_bytes(found[0][name]), "big") for name in ("x", "y"))
    if x >= _PRIME or y >= _PRIME or (y * y - x * x * x + 3 * x - _B) % _PRIME != 0:
        raise ReceiptVerificationError("unknown_key")
    return x, y


def _json(part: str) -> Any:
    raw = _bytes(part)
    try:
        return json.loads(raw.decode("utf-8"))
    except ValueError:
        raise ReceiptVerificationError("malformed") from None


def _bytes(part: str) -> bytes:
    """Of base64url as it is written, and of no other text that means the same bytes."""
    if not _BASE64URL.fullmatch(part):
        raise ReceiptVerificationError("malformed")
    try:
        raw = base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))
    except binascii.Error:
        raise ReceiptVerificationError("malformed") from None
    if base64.urlsafe_b64encode(raw).rstrip(b"=").decode("ascii") != part:
        raise ReceiptVerificationError("malformed")
    return raw


def _is_signed(digest: bytes, signature: bytes, public: _Point) -> bool:
    """ECDSA (FIPS 186-5, section 6.4.2). All of it is public: how long it takes tells nothing."""
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    if not (0 < r < _ORDER and 0 < s < _ORDER):
        return False
    inverse = pow(s, -1, _ORDER)
    first = int.from_bytes(digest, "big") * inverse % _ORDER
    point = _added(_times(first, _BASE), _times(r * inverse % _ORDER, public))
    if point is None:
        return False
    x, _, z = point
    return (x * pow(z, -2, _PRIME)) % _PRIME % _ORDER == r


def _times(factor: int, point: _Point) -> _Jacobian:
    result: _Jacobian = None
    for bit in f"{factor:b}":
        result = _doubled(result)
        if bit == "1":
            result = _added(result, (*point, 1))
    return result


def _doubled(point: _Jacobian) -> _Jacobian:
    if point is None or point[1] == 0:
        return None
    x, y, z = point
    y2 = y * y % _PRIME
    s = 4 * x * y2 % _PRIME
    m = 3 * (x - z * z) * (x + z * z) % _PRIME
    new_x = (m * m - 2 * s) % _PRIME
    return new_x, (m * (s - new_x) - 8 * y2 * y2) % _PRIME, 2 * y * z % _PRIME


def _added(a: _Jacobian, b: _Jacobian) -> _Jacobian:
    if a is None or b is None:
        return b if a is None else a
    (ax, ay, az), (bx, by, bz) = a, b
    az2, bz2 = az * az % _PRIME, bz * bz % _PRIME
    u, v = ax * bz2 % _PRIME, bx * az2 % _PRIME
    s, t = ay * bz2 * bz % _PRIME, by * az2 * az % _PRIME
    if u == v:
        return _doubled(a) if s == t else None
    h, r = v - u, t - s
    h2 = h * h % _PRIME
    h3, uh2 = h2 * h % _PRIME, u * h2 % _PRIME
    x = (r * r - h3 - 2 * uh2) % _PRIME
    return x, (r * (uh2 - x) - s * h3) % _PRIME, h * az * bz % _PRIME
