"""Both clients against the service itself."""

from __future__ import annotations

import unittest
import uuid
from typing import Any, Dict, List

from purser_client import PurserError

from .both_clients import Act, Asynchronous, Player, Synchronous, needs_httpx
from .service import KEY, URL, needs_service

OPTIONS: Dict[str, Any] = {"base_url": URL, "api_key": KEY}


class Service(Player):
    """What holds for both clients."""

    def customer(self, **fields: Any) -> str:
        [customer] = self.play(lambda purser: purser.customers.create(email="ada@example.com", **fields), **OPTIONS)
        identifier: str = customer["id"]
        return identifier

    def test_a_purchase_one_approved_and_one_declined_with_its_reason(self) -> None:
        customer = self.customer()
        limits = {"limits": {"perAuth": 50_00}}
        [card] = self.play(lambda purser: purser.cards.create(customerId=customer, policy=limits), **OPTIONS)
        merchant = {"name": "GitHub", "mcc": "5734"}

        def buy(amount: int) -> Act:
            return lambda purser: purser.network.authorize(cardId=card["id"], amount=amount, merchant=merchant)

        approved, declined = self.play(buy(42_00), buy(65_00), **OPTIONS)
        self.assertEqual((approved["decision"], approved["reasons"]), ("approve", []))
        self.assertEqual(declined["decision"], "decline")
        self.assertEqual(declined["reasons"][0]["code"], "per_auth_exceeded")

        def evaluate(purser: Any) -> Any:
            return purser.spend.evaluate(cardId=card["id"], amount=65_00, merchant=merchant, trace=True)

        settle: Act = lambda purser: purser.network.settle(approved["transactionId"])
        evaluation, settled = self.play(evaluate, settle, **OPTIONS)
        self.assertEqual(evaluation["decision"], "decline")
        self.assertGreater(len(evaluation["trace"]), 0)
        self.assertEqual(settled["settledAmount"], 42_00)

    def test_a_field_is_unset_by_none_and_kept_when_left_out(self) -> None:
        customer = self.customer(name={"first": "Ada"}, phone="+15550100")
        [changed] = self.play(lambda purser: purser.customers.update(customer, phone=None), **OPTIONS)
        self.assertNotIn("phone", changed)
        self.assertEqual(changed["name"], {"first": "Ada"})

    def test_iterates_over_every_page_newest_first(self) -> None:
        customer = self.customer()

        def register(number: int) -> Act:
            return lambda purser: purser.agents.create(customerId=customer, externalId=f"{customer}-{number}")

        made = [agent["id"] for agent in self.play(*map(register, range(7)), **OPTIONS)]
        listed = self.items(lambda purser: purser.agents.list(customerId=customer, limit=3), **OPTIONS)
        self.assertEqual([agent["id"] for agent in listed], made[::-1])

    def test_the_same_idempotency_key_has_one_effect(self) -> None:
        customer, key = self.customer(), uuid.uuid4().hex

        def create(purser: Any) -> Any:
            return purser.cards.create(customerId=customer, idempotency_key=key)

        first, again = self.play(create, create, **OPTIONS)
        self.assertEqual(first["id"], again["id"])
        self.assertEqual(len(self.items(lambda purser: purser.cards.list(customerId=customer), **OPTIONS)), 1)

    def test_refusals_are_typed_errors(self) -> None:
        key = uuid.uuid4().hex
        self.play(lambda purser: purser.customers.create(email="one@example.com", idempotency_key=key), **OPTIONS)
        refused: List[Any] = [
            (lambda purser: purser.cards.get("card_unknown"), (404, "card_not_found", None)),
            (lambda purser: purser.spend.evaluate(amount=-5, cardId="card_1"), (400, "invalid_request", "amount")),
            (
                lambda purser: purser.customers.create(email="two@example.com", idempotency_key=key),
                (422, "idempotency_key_reused", "Idempotency-Key"),
            ),
        ]
        for act, (status, code, param) in refused:
            with self.assertRaises(PurserError) as raised:
                self.play(act, **OPTIONS)
            failure = raised.exception
            self.assertEqual((failure.status, failure.code), (status, code))
            self.assertIn(failure.param, (param, None))
            self.assertRegex(failure.request_id or "", r"^req_")

    def test_a_wrong_key_is_refused(self) -> None:
        with self.assertRaises(PurserError) as raised:
            self.play(lambda purser: purser.cards.list().first_page(), base_url=URL, api_key="sk_wrong")
        self.assertEqual((raised.exception.status, raised.exception.code), (401, "invalid_api_key"))


@needs_service
class SynchronousService(Service, Synchronous, unittest.TestCase):
    pass


@needs_service
@needs_httpx
class AsynchronousService(Service, Asynchronous, unittest.TestCase):
    pass
