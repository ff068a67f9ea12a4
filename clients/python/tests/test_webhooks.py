from __future__ import annotations

import hashlib
import hmac
import json
import unittest
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Dict

from purser_client import WebhookVerificationError, sign_webhook, verify_webhook

# Every client of Purser says the same to them.
VECTORS: Dict[str, Any] = json.loads(Path(__file__).parents[2].joinpath("webhook-vectors.json").read_text("utf-8"))
SIGNED: Dict[str, Any] = VECTORS["signed"]
SIGNED_AT: float = SIGNED["nowSeconds"]


def verdict(**changes: Any) -> str:
    request: Dict[str, Any] = {**SIGNED, "now": SIGNED_AT, **changes}
    now = changes.get("nowSeconds", request["now"])
    try:
        verify_webhook(request["body"], request["header"], request["secret"], request["toleranceSeconds"], now=now)
    except WebhookVerificationError as refused:
        return refused.reason
    return "verified"


class VerifyWebhook(unittest.TestCase):
    def test_says_what_every_client_says(self) -> None:
        for case in VECTORS["cases"]:
            with self.subTest(case["name"]):
                self.assertEqual(verdict(**case), case["expected"])
                body = case.get("body", SIGNED["body"]).encode()
                self.assertEqual(verdict(**{**case, "body": body}), case["expected"])

    def test_answers_the_event(self) -> None:
        event = verify_webhook(SIGNED["body"].encode(), SIGNED["header"], SIGNED["secret"], now=SIGNED_AT)
        self.assertEqual(event, json.loads(SIGNED["body"]))
        if event["type"] == "webhook.test":
            self.assertEqual(event["data"]["webhookId"], "wh_1 ü")

    def test_answers_members_that_reach_for_prototypes_like_any_other(self) -> None:
        body = '{"id":"evt_1","__proto__":{"planted":1},"data":{"__class__":{"planted":2},"constructor":{"prototype":3}}}'
        signature = hmac.new(SIGNED["secret"].encode(), f"{int(SIGNED_AT)}.{body}".encode(), hashlib.sha256)
        event = verify_webhook(body, f"t={int(SIGNED_AT)},v1={signature.hexdigest()}", SIGNED["secret"], now=SIGNED_AT)
        self.assertEqual(json.dumps(event, separators=(",", ":")), body)
        self.assertIs(type(event), dict)

    def test_takes_the_time_as_a_number_a_date_or_a_clock_of_either(self) -> None:
        def at(seconds: float) -> datetime:
            return datetime.fromtimestamp(seconds, timezone.utc)

        for late, expected in ((300, "verified"), (301, "outside_tolerance")):
            moment = SIGNED_AT + late
            for now in (moment, at(moment), lambda: moment, lambda: at(moment)):
                self.assertEqual(verdict(now=now), expected)

    def test_finds_nothing_in_time_by_what_is_no_number(self) -> None:
        self.assertEqual(verdict(now=float("nan")), "outside_tolerance")
        self.assertEqual(verdict(now=float("inf")), "outside_tolerance")
        self.assertEqual(verdict(toleranceSeconds=float("nan")), "outside_tolerance")

    def test_goes_by_the_clock_of_the_system_where_none_is_given(self) -> None:
        with self.assertRaises(WebhookVerificationError) as raised:
            verify_webhook(SIGNED["body"], SIGNED["header"], SIGNED["secret"])
        self.assertEqual(raised.exception.reason, "outside_tolerance")
        self.assertIn("too old", str(raised.exception))

    def test_a_secret_that_can_never_verify_is_a_mistake_of_the_caller(self) -> None:
        for secret, message in (
            (None, "secret is None"),
            ("", "secret is missing or empty"),
            ("whsec_...", "example of the documents"),
            ("sk_00", "does not begin with whsec_"),
        ):
            with self.assertRaisesRegex((TypeError, ValueError), message):
                verdict(secret=secret)

    def test_refuses_a_time_that_nobody_knows_the_zone_of(self) -> None:
        with self.assertRaisesRegex(ValueError, "time zone"):
            verdict(now=datetime(2026, 1, 31))


class SignWebhook(unittest.TestCase):
    def test_makes_the_header_that_purser_makes(self) -> None:
        for body in (SIGNED["body"], SIGNED["body"].encode()):
            self.assertEqual(sign_webhook(body, SIGNED["secret"], now=SIGNED_AT), SIGNED["header"])
        header = sign_webhook("{}", SIGNED["secret"])
        self.assertEqual(verify_webhook("{}", header, SIGNED["secret"]), {})

    def test_needs_a_raw_body(self) -> None:
        body: Any = {"id": "evt_1"}
        for act in (lambda: sign_webhook(body, SIGNED["secret"]), lambda: verify_webhook(body, "t=1", SIGNED["secret"])):
            with self.assertRaisesRegex(TypeError, "body is a dict: give the raw body, before any JSON parser"):
                act()
