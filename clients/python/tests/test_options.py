from __future__ import annotations

import pickle
import unittest
from typing import Any, List, Tuple
from unittest import mock

from purser_client import AsyncPurser, Purser, PurserError

from .both_clients import HAS_HTTPX

KEY = "sk_" + "a1B2" * 10
CLIENTS: List[Any] = [Purser, AsyncPurser] if HAS_HTTPX else [Purser]

REFUSED: List[Tuple[Any, str]] = [
    ({"api_key": None}, "api_key is None.*is not set"),
    ({"api_key": 5}, "api_key is of the type int"),
    ({"api_key": ""}, "api_key is missing or empty"),
    ({"api_key": "sk_..."}, "example of the documents"),
    ({"api_key": "sk_2uVYhJ0bSX5cGq8Rk3nWd7Te1mZa9Lf6PoBi4xQs"}, "example of the documents"),
    ({"api_key": "sk_0123456789012345678901234567890123456789"}, "example of the documents"),
    ({"api_key": "sk_" + "Example" * 5 + "00001"}, "example of the documents"),
    ({"api_key": "sk_" + "x" * 20}, "example of the documents"),
    ({"api_key": "sk_" + "x" * 40}, "example of the documents"),
    ({"api_key": "sk_your_key_here"}, "example of the documents"),
    ({"api_key": f"Bearer {KEY}"}, 'begins with "Bearer"'),
    ({"api_key": "None"}, 'is the text "None"'),
    ({"api_key": "Bearer undefined"}, 'is the text "Bearer undefined"'),
    ({"api_key": f'"{KEY}"'}, "has quotes around it"),
    ({"api_key": "$PURSER_API_KEY"}, "is a variable's name"),
    ({"api_key": "pk_1234"}, "does not begin with sk_"),
    ({"api_key": "sk_a\u2013b"}, "holds characters that no secret has"),
    ({"api_key": f"{KEY}\n"}, "has white space around it"),
    ({"api_key": "key_01kdvy2n7rj4t8w0q3m5x9zb6c"}, "an API key's id"),
    ({"api_key": "whsec_5b"}, "a webhook's secret"),
    ({"base_url": None}, "base_url is None"),
    ({"base_url": "127.0.0.1:8420/v1"}, "has no scheme"),
    ({"base_url": "localhost:8420/v1"}, "has no scheme"),
    ({"base_url": "ftp://purser.test/v1"}, "begins with ftp://"),
    ({"base_url": "https:///v1"}, "is no URL"),
    ({"base_url": "http://purser.test:port/v1"}, "is no URL"),
    ({"base_url": "http://purser.test /v1"}, "is no URL"),
    ({"base_url": f"https://ada:{KEY}@purser.test/v1"}, "a user name or a password"),
    ({"base_url": "https://purser.test/v1?key=1"}, "query or a fragment"),
    ({"base_url": "https://purser.test/v1/cards"}, "ends in /v1/cards.*for instance https://purser.test/v1$"),
    ({"base_url": "https://purser.test/purser/"}, "ends in /purser.*for instance https://purser.test/purser/v1$"),
    ({"max_retries": -1}, "max_retries"),
    ({"timeout": 0}, "timeout"),
    ({"timeout": float("nan")}, "timeout"),
]


class Options(unittest.TestCase):
    def test_a_secret_that_begins_like_an_example_by_chance_is_taken(self) -> None:
        for beginning in ("xXx", "your"):
            for client in CLIENTS:
                client(api_key=f"sk_{beginning}{'a1B2' * 10}"[:43])

    def test_what_cannot_work_is_refused_when_the_client_is_made(self) -> None:
        for options, message in REFUSED:
            for client in CLIENTS:
                with self.subTest(client=client.__name__, options=options):
                    with self.assertRaisesRegex((TypeError, ValueError), message) as raised:
                        client(**{"api_key": KEY, **options})
                    self.assertNotIn(KEY, str(raised.exception))

    def test_the_environment_is_asked_for_what_was_left_out(self) -> None:
        with mock.patch.dict("os.environ", {"PURSER_API_KEY": KEY, "PURSER_URL": "https://purser.test/v1/"}):
            self.assertEqual(repr(Purser()), "Purser(base_url='https://purser.test/v1')")
            self.assertEqual(repr(Purser(base_url="http://other.test/v1")), "Purser(base_url='http://other.test/v1')")
        with mock.patch.dict("os.environ", {}, clear=True):
            self.assertEqual(repr(Purser(api_key=KEY)), "Purser(base_url='http://127.0.0.1:8420/v1')")
            with self.assertRaisesRegex(ValueError, "PURSER_API_KEY is missing"):
                Purser()

    def test_an_address_is_understood_with_a_slash_at_its_end_and_as_a_host_alone(self) -> None:
        for written, understood in (
            ("https://purser.test", "https://purser.test/v1"),
            ("HTTPS://purser.test:8443/", "https://purser.test:8443/v1"),
            ("http://purser.test/purser/v1/", "http://purser.test/purser/v1"),
            ("http://[::1]:8420/v1", "http://[::1]:8420/v1"),
        ):
            self.assertEqual(repr(Purser(api_key=KEY, base_url=written)), f"Purser(base_url='{understood}')")

    def test_no_secret_is_in_what_is_shown_of_a_client(self) -> None:
        for client in CLIENTS:
            made = client(api_key=KEY)
            self.assertNotIn(KEY, repr(made) + repr(vars(made)))

    @unittest.skipIf(HAS_HTTPX, "httpx is installed")
    def test_the_extra_is_named_where_it_is_missing(self) -> None:
        with self.assertRaisesRegex(ImportError, r"purser-client\[async\]"):
            AsyncPurser(api_key=KEY)


class Errors(unittest.TestCase):
    def test_are_themselves_after_a_way_between_processes(self) -> None:
        failure = PurserError(code="card_closed", message="The card is closed.", status=409, retryable=False, hint="Do.")
        copy = pickle.loads(pickle.dumps(failure))
        self.assertEqual((type(copy), vars(copy), str(copy)), (PurserError, vars(failure), str(failure)))
