"""The Purser that tests speak to: its URL and the key of an admin come by the environment."""

from __future__ import annotations

import os
import unittest

URL = os.environ.get("PURSER_URL", "")
KEY = os.environ.get("PURSER_API_KEY", "")
needs_service = unittest.skipIf(URL == "", "PURSER_URL is not set")
