"""Calls over real connections, to a server that answers what the test says."""

from __future__ import annotations

import asyncio
import copy
import json
import pickle
import unittest
from concurrent.futures import ThreadPoolExecutor
from typing import Any, List

from purser_client import AsyncPurser, Purser, PurserError, request_id_of

from .both_clients import Act, Asynchronous, Player, Synchronous, needs_httpx
from .scripted_server import ECHO, HANGS, LOST, Scripted, ScriptedServer, drips, error, pages

UNAVAILABLE = error(503, "unavailable", Retry_After="0")


def get_card(purser: Any) -> Any:
    return purser.cards.get("card_1")


def freeze_card(purser: Any) -> Any:
    return purser.cards.freeze("card_1")


class Calls(Player):
    """What holds for both clients."""

    def calls(self, server: ScriptedServer, *acts: Act, **options: Any) -> List[Any]:
        found: List[Any] = self.play(*acts, base_url=server.base_url, api_key="sk_test", **options)
        return found

    def failure(self, server: ScriptedServer, act: Act, **options: Any) -> PurserError:
        with self.assertRaises(PurserError) as raised:
            self.calls(server, act, **options)
        failure: PurserError = raised.exception
        return failure

    def test_a_call_sends_method_path_key_and_body_without_what_was_left_out(self) -> None:
        def create(purser: Any) -> Any:
            return purser.cards.create(customerId="cust_1", policy={"limits": {"perAuth": 5000}})

        with ScriptedServer(Scripted(201, {"id": "card_1"})) as server:
            self.assertEqual(self.calls(server, create), [{"id": "card_1"}])
        [request] = server.received
        self.assertEqual((request.method, request.path), ("POST", "/v1/cards"))
        self.assertEqual(request.body, {"customerId": "cust_1", "policy": {"limits": {"perAuth": 5000}}})
        self.assertEqual(request.headers["authorization"], "Bearer sk_test")
        self.assertEqual(request.headers["content-type"], "application/json")
        self.assertRegex(request.headers["idempotency-key"], r"^[0-9a-f]{32}$")
        self.assertRegex(request.headers["user-agent"], r"^purser-python/\d")

    def test_none_is_sent_as_null(self) -> None:
        with ScriptedServer(Scripted()) as server:
            self.calls(server, lambda purser: purser.cards.update("card_1", policy=None))
        self.assertEqual(server.received[0].body, {"policy": None})

    def test_a_read_has_neither_body_nor_idempotency_key_and_its_id_stays_in_its_segment(self) -> None:
        with ScriptedServer(Scripted()) as server:
            self.calls(server, lambda purser: purser.cards.get("card_1/../../admin?x"))
        [request] = server.received
        self.assertEqual(request.path, "/v1/cards/card_1%2F..%2F..%2Fadmin%3Fx")
        self.assertNotIn("idempotency-key", request.headers)
        self.assertIsNone(request.body)

    def test_a_query_stands_beside_a_body(self) -> None:
        with ScriptedServer(Scripted()) as server:
            self.calls(server, lambda purser: purser.spend.evaluate(amount=1, trace=True))
        [request] = server.received
        self.assertEqual((request.path, request.body), ("/v1/spend/evaluate?trace=true", {"amount": 1}))

    def test_what_cannot_be_meant_is_refused_before_it_is_sent(self) -> None:
        refused: List[Act] = [
            lambda purser: purser.cards.get(""),
            lambda purser: purser.cards.get(".."),
            lambda purser: purser.cards.get(None),
            lambda purser: purser.cards.list(customerId=None).first_page(),
            lambda purser: purser.spend.evaluate(amount=float("nan")),
            lambda purser: purser.cards.create(),
        ]
        with ScriptedServer() as server:
            for act in refused:
                with self.assertRaises((TypeError, ValueError)):
                    self.calls(server, act)
        self.assertEqual(server.received, [])

    def test_an_error_carries_what_purser_said(self) -> None:
        with ScriptedServer(error(400, "invalid_request")) as server:
            failure = self.failure(server, freeze_card)
        self.assertEqual((failure.code, failure.status, failure.retryable), ("invalid_request", 400, False))
        self.assertEqual((failure.param, failure.hint, failure.request_id), ("amount", "Do.", "req_1"))
        self.assertEqual(str(failure), "invalid_request at amount: No. Do. (req_1)")
        self.assertIsNone(failure.reason)
        stored = PurserError(
            code="unavailable", message="No.", status=503, retryable=True, details={"reason": "fate_unknown"}
        )
        self.assertEqual(stored.reason, "fate_unknown")

    def test_an_answer_that_is_not_pursers_is_named_so(self) -> None:
        for answer in (
            Scripted(404, "<html>not here</html>"),
            Scripted(200, "<html>hello</html>"),
            Scripted(302, "", {"Location": "/elsewhere"}),
            Scripted(400, {"error": "bad"}),
        ):
            with ScriptedServer(answer) as server:
                failure = self.failure(server, get_card)
            self.assertEqual((failure.code, failure.status), ("unexpected_reply", answer.status))

    def test_passing_failures_are_tried_again_under_one_idempotency_key(self) -> None:
        gateway = Scripted(502, "<html>", {"Retry-After": "0"})
        with ScriptedServer(UNAVAILABLE, LOST, gateway, Scripted(201, {"id": "card_1"})) as server:
            self.assertEqual(self.calls(server, lambda purser: purser.cards.create(customerId="c")), [{"id": "card_1"}])
        self.assertEqual(len(server.received), 4)
        self.assertEqual(len(set(server.header("idempotency-key"))), 1)

    def test_each_call_has_a_key_of_its_own(self) -> None:
        with ScriptedServer(Scripted(), Scripted()) as server:
            self.calls(server, freeze_card, freeze_card)
        self.assertEqual(len(set(server.header("idempotency-key"))), 2)

    def test_the_callers_key_is_kept_over_tries(self) -> None:
        with ScriptedServer(UNAVAILABLE, Scripted()) as server:
            self.calls(server, lambda purser: purser.cards.freeze("card_1", idempotency_key="mine"))
        self.assertEqual(server.header("idempotency-key"), ["mine", "mine"])

    def test_tries_end(self) -> None:
        with ScriptedServer(UNAVAILABLE, UNAVAILABLE, UNAVAILABLE) as server:
            failure = self.failure(server, get_card, max_retries=1)
        self.assertEqual((failure.code, failure.retry_after, len(server.received)), ("unavailable", 0, 2))

    def test_a_wait_that_passes_the_timeout_is_not_begun(self) -> None:
        with ScriptedServer(error(429, "rate_limited", Retry_After="60")) as server:
            failure = self.failure(server, get_card, timeout=5)
        self.assertEqual((failure.code, failure.retry_after, len(server.received)), ("rate_limited", 60, 1))

    def test_what_is_final_is_not_tried_again(self) -> None:
        with ScriptedServer(error(409, "card_closed")) as server:
            self.assertEqual(self.failure(server, freeze_card).code, "card_closed")
        self.assertEqual(len(server.received), 1)

    def test_a_server_that_hangs_is_a_timeout(self) -> None:
        with ScriptedServer(HANGS) as server:
            failure = self.failure(server, lambda purser: purser.cards.get("card_1", timeout=0.2))
        self.assertEqual((failure.code, failure.status, failure.retryable), ("timed_out", 0, True))

    def test_a_server_that_drips_is_a_timeout_of_the_whole_call(self) -> None:
        with ScriptedServer(drips(seconds=5)) as server:
            self.assertEqual(self.failure(server, get_card, timeout=0.4).code, "timed_out")

    def test_nobody_listening_is_a_failed_connection(self) -> None:
        with ScriptedServer() as server:
            pass
        failure = self.failure(server, get_card, max_retries=0)
        self.assertEqual((failure.code, failure.status), ("connection_failed", 0))
        self.assertIsNotNone(failure.__cause__)
        self.assertIn(f": GET {server.base_url}/cards/card_1: ", failure.message)
        self.assertIn("PURSER_URL", failure.hint or "")

    def test_what_did_not_come_in_time_is_named_with_its_seconds_and_without_its_query(self) -> None:
        with ScriptedServer(HANGS) as server:
            failure = self.failure(server, lambda purser: purser.approvals.list(status="pending", timeout=0.2).first_page())
        self.assertEqual(failure.message, f"Purser did not answer within 0.2 s: GET {server.base_url}/approvals.")

    def test_one_call_is_tried_as_often_as_it_says(self) -> None:
        with ScriptedServer(UNAVAILABLE, UNAVAILABLE) as server:
            self.failure(server, lambda purser: purser.cards.get("card_1", max_retries=0))
        self.assertEqual(len(server.received), 1)

    def test_an_answer_has_the_id_of_its_request(self) -> None:
        answer = Scripted(200, {"id": "card_1"}, {"X-Request-Id": "req_1"})
        page = Scripted(200, {"data": [{"id": "card_2"}], "nextCursor": None, "hasMore": False}, {"X-Request-Id": "req_2"})
        with ScriptedServer(answer, page) as server:
            card, listed = self.calls(server, get_card, lambda purser: purser.cards.list().first_page())
        self.assertEqual((request_id_of(card), request_id_of(dict(card)), request_id_of(None)), ("req_1", None, None))
        self.assertEqual((listed.request_id, request_id_of(listed.data[0])), ("req_2", "req_2"))

    def test_an_answer_is_a_dictionary_and_says_so_to_who_takes_it_for_an_object(self) -> None:
        with ScriptedServer(Scripted(200, {"id": "card_1", "policy": {}})) as server:
            [card] = self.calls(server, get_card)
        self.assertEqual(json.loads(json.dumps(card)), {"id": "card_1", "policy": {}})
        self.assertEqual((copy.deepcopy(card), pickle.loads(pickle.dumps(card))), (card, card))
        with self.assertRaisesRegex(AttributeError, r'an answer is a dictionary, .* write \["id"\]'):
            card.id
        with self.assertRaisesRegex(AttributeError, "it has no 'colour' either"):
            card.colour

    def test_every_try_is_logged_without_key_body_and_query(self) -> None:
        with ScriptedServer(UNAVAILABLE, *pages(["card_1"])) as server, self.assertLogs("purser_client", "DEBUG") as logs:
            self.calls(server, lambda purser: purser.cards.list(search="secret").first_page())
        self.assertEqual([record.levelname for record in logs.records], ["INFO", "DEBUG"])
        lines = "\n".join(logs.output)
        self.assertRegex(lines, r"GET \S+/v1/cards: unavailable at amount: No. Do. \(req_1\). Next try in 0.00 s \(try 1, \d+ ms\)")
        self.assertRegex(lines, r"GET \S+/v1/cards: 200, request \S+ \(try 2, \d+ ms\)")
        self.assertNotIn("secret", lines)
        self.assertNotIn("sk_test", lines)

    def test_connections_are_kept_and_one_that_the_server_ended_is_not_used(self) -> None:
        with ScriptedServer(Scripted(), Scripted(), Scripted()) as server:

            def get_after_end(purser: Any) -> Any:
                self.assertEqual(len(server.connections), 1)
                server.drop_connections()
                return get_card(purser)

            self.calls(server, get_card, get_card, get_after_end, max_retries=0)
            self.assertEqual(len(server.connections), 2)


class Lists(Player):
    """What holds for the lists of both clients."""

    def test_a_list_is_every_item_of_every_page(self) -> None:
        with ScriptedServer(*pages(["card_3", "card_2"], ["card_1"])) as server:
            found = self.listed(server, lambda purser: purser.cards.list(customerId="cust 1", limit=2))
        self.assertEqual([card["id"] for card in found], ["card_3", "card_2", "card_1"])
        first = "/v1/cards?customerId=cust+1&limit=2"
        self.assertEqual([request.path for request in server.received], [first, f"{first}&cursor=cur_1"])

    def test_a_list_that_is_left_early_asks_for_no_further_page(self) -> None:
        with ScriptedServer(*pages(["card_3", "card_2"], ["card_1"])) as server:
            self.assertEqual(len(self.listed(server, lambda purser: purser.cards.list(), 2)), 2)
        self.assertEqual(len(server.received), 1)

    def test_a_list_asks_for_nothing_before_it_is_read_and_can_be_read_twice(self) -> None:
        lists: List[Any] = []

        def make(purser: Any) -> None:
            lists.append(purser.cards.list())
            self.assertEqual(server.received, [])

        def first_page(_: Any) -> Any:
            return lists[0].first_page()

        with ScriptedServer(*pages(["card_1"]), *pages(["card_2"])) as server:
            _, one, two = self.play(make, first_page, first_page, base_url=server.base_url, api_key="sk_test")
        self.assertEqual((one.data, one.next_cursor, one.has_more), ([{"id": "card_1"}], None, False))
        self.assertEqual(two.data, [{"id": "card_2"}])

    def test_a_list_has_no_length_and_no_index_and_says_what_to_do(self) -> None:
        with ScriptedServer() as server:
            [listing] = self.play(lambda purser: [purser.cards.list()], base_url=server.base_url, api_key="sk_test")[0]
        with self.assertRaisesRegex(TypeError, "iterate over it, or use first_page"):
            len(listing)
        with self.assertRaisesRegex(TypeError, "use first_page\\(\\).data"):
            listing[0]
        self.assertTrue(listing)

    def test_a_list_goes_by_pages(self) -> None:
        with ScriptedServer(*pages(["card_3", "card_2"], ["card_1"])) as server:
            found = self.listed(server, lambda purser: purser.cards.list().pages())
        self.assertEqual([(len(page.data), page.has_more) for page in found], [(2, True), (1, False)])

    def listed(self, server: ScriptedServer, act: Act, most: int = 1000) -> List[Any]:
        found: List[Any] = self.items(act, most, base_url=server.base_url, api_key="sk_test")
        return found


class SynchronousCalls(Calls, Lists, Synchronous, unittest.TestCase):
    def test_threads_share_a_client_and_never_a_reply(self) -> None:
        def freeze(number: int) -> Any:
            return purser.cards.freeze(f"card_{number}", idempotency_key=str(number))

        with ScriptedServer(*[ECHO] * 60) as server, ThreadPoolExecutor(6) as threads:
            with Purser(base_url=server.base_url, api_key="sk_test") as purser:
                found = list(threads.map(freeze, range(60)))
        self.assertEqual([each["path"] for each in found], [f"/v1/cards/card_{number}/freeze" for number in range(60)])
        self.assertLessEqual(len(server.connections), 6)


@needs_httpx
class AsynchronousCalls(Calls, Lists, Asynchronous, unittest.TestCase):
    def test_a_call_that_is_cancelled_is_not_tried_again(self) -> None:
        async def cancelled() -> None:
            async with AsyncPurser(base_url=server.base_url, api_key="sk_test") as purser:
                await asyncio.wait_for(purser.cards.get("card_1"), 0.2)

        with ScriptedServer(HANGS) as server:
            with self.assertRaises(asyncio.TimeoutError):
                asyncio.run(cancelled())
        self.assertLessEqual(len(server.received), 1)
