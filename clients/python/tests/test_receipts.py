from __future__ import annotations

import json
import unittest
from pathlib import Path
from typing import Any, Dict

from purser_client import ReceiptVerificationError, verify_receipt

# Every client of Purser says the same to them.
VECTORS: Dict[str, Any] = json.loads(Path(__file__).parents[2].joinpath("receipt-vectors.json").read_text("utf-8"))
KEYS: Dict[str, Any] = VECTORS["keys"]


def verdict(receipt: str) -> str:
    try:
        claims = verify_receipt(receipt, KEYS)
    except ReceiptVerificationError as refused:
        return refused.reason
    return "verified" if claims == VECTORS["claims"] else "other claims"


class VerifyReceipt(unittest.TestCase):
    def test_says_what_every_client_says(self) -> None:
        for case in VECTORS["cases"]:
            with self.subTest(case["name"]):
                self.assertEqual(verdict(case["receipt"]), case["expected"])

    def test_refuses_a_key_that_is_no_point_of_the_curve(self) -> None:
        for x in ("AA", "_" * 43):
            keys = {"keys": [{**key, "x": x} for key in KEYS["keys"]]}
            with self.subTest(x), self.assertRaises(ReceiptVerificationError):
                verify_receipt(VECTORS["cases"][0]["receipt"], keys)
