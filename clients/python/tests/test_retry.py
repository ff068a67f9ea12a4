from __future__ import annotations

import typing
import unittest
from typing import Any, Optional

from purser_client import PurserError, types
from purser_client._call import Answer, Call, Pause, Reply, Request
from purser_client._options import Options
from purser_client._retry import is_worth_retrying, retry_delay


def error_of(code: Any, retry_after: Optional[float] = None, retryable: bool = True) -> PurserError:
    return PurserError(code=code, message="No.", status=503, retryable=retryable, retry_after=retry_after)


class WhatIsTriedAgain(unittest.TestCase):
    def test_passing_failures_and_never_what_waits_for_a_person_or_a_policy(self) -> None:
        retried = [code for code in typing.get_args(types.ErrorCode) if is_worth_retrying(error_of(code))]
        self.assertEqual(sorted(retried), ["idempotency_in_progress", "internal_error", "rate_limited", "unavailable"])

    def test_failures_of_transport_but_for_timeouts(self) -> None:
        self.assertTrue(is_worth_retrying(error_of("connection_failed")))
        self.assertTrue(is_worth_retrying(error_of("unexpected_reply")))
        self.assertFalse(is_worth_retrying(error_of("unexpected_reply", retryable=False)))
        self.assertFalse(is_worth_retrying(error_of("timed_out")))


class HowLongItWaits(unittest.TestCase):
    def test_twice_as_long_after_each_failure_with_jitter(self) -> None:
        for attempt, chance, seconds in ((1, 0, 0.125), (1, 1, 0.25), (3, 1, 1.0), (30, 1, 4.0), (5000, 1, 4.0)):
            self.assertEqual(retry_delay(error_of("unavailable"), attempt, chance), seconds)

    def test_as_long_as_the_server_asks_for(self) -> None:
        self.assertEqual(retry_delay(error_of("rate_limited", 17), 1, 0), 17)

    def test_the_call_ends_with_its_time_whatever_came_of_its_tries(self) -> None:
        now = [1000.0]
        options = Options(base_url="http://purser.test/v1", api_key="sk_test", max_retries=100, timeout=1.0)
        call: Call[Any] = Call(options, Request("GET", "/cards"), clock=lambda: now[0], chance=lambda: 1.0)
        waited = []
        with self.assertRaises(PurserError) as raised:
            while True:
                step = call.after(OSError("the connection broke"))
                assert isinstance(step, Pause)
                waited.append(step.seconds)
                now[0] += step.seconds
        self.assertEqual((raised.exception.code, waited), ("connection_failed", [0.25, 0.5]))
        self.assertAlmostEqual(call.begin(), 0.25)

    def test_an_answer_in_time_is_an_answer(self) -> None:
        options = Options(base_url="http://purser.test/v1", api_key="sk_test")
        call: Call[Any] = Call(options, Request("GET", "/cards"))
        self.assertEqual(call.after(Reply(200, {}, b'{"data": []}')), Answer({"data": []}))
