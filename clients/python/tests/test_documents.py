"""What the documents show is run, in the order in which they show it."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import io
import json
import re
import time
import unittest
from pathlib import Path
from typing import Any, Dict, List

from .both_clients import HAS_HTTPX
from .service import needs_service

CLIENT = Path(__file__).parents[1]


def blocks(path: Path, language: str) -> List[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", path.read_text("utf-8"), re.MULTILINE | re.DOTALL)


def run(codes: List[str]) -> Dict[str, Any]:
    """What is defined after the codes have run, and what they printed as `printed`."""
    defined: Dict[str, Any] = {}
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        for code in codes:
            exec(compile(code, "example", "exec"), defined)
    defined["purser"].close()
    return {**defined, "printed": printed.getvalue()}


@needs_service
class Documents(unittest.TestCase):
    def test_the_readme_prints_what_it_says(self) -> None:
        readme = CLIENT / "README.md"
        [shown] = blocks(readme, "text")
        self.assertEqual(run(blocks(readme, "python"))["printed"], shown)

    def test_the_guide_works(self) -> None:
        codes = [code for code in blocks(CLIENT.parents[1] / "docs/guides/python.md", "python")]
        self.assertEqual(len(codes), 8)
        defined = run([code for code in codes if HAS_HTTPX or "AsyncPurser" not in code])

        transaction = {"merchant": {"name": "GitHub"}}
        data = {"transaction": transaction, "reasons": [{"code": "per_auth_exceeded"}]}
        body = json.dumps({"type": "transaction.declined", "data": data}).encode()
        at = int(time.time())
        signature = hmac.new(b"whsec_1", b"%d.%s" % (at, body), hashlib.sha256).hexdigest()
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            self.assertEqual(defined["receive"](body, f"t={at},v1={signature}", "whsec_1"), 200)
        self.assertEqual(printed.getvalue(), "GitHub per_auth_exceeded\n")
        self.assertEqual(defined["receive"](body, None, "whsec_1"), 401)
