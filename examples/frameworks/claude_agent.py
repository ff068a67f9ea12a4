import asyncio
import os
import sys

from claude_agent_sdk import ClaudeAgentOptions, ResultMessage, query

options = ClaudeAgentOptions(
    mcp_servers={
        "purser": {
            "type": "http",
            "url": os.environ.get("PURSER_MCP_URL", "http://127.0.0.1:8420/mcp"),
            "headers": {"Authorization": f"Bearer {os.environ['PURSER_API_KEY']}"},
            "timeout": 60_000,
            "alwaysLoad": True,
        }
    },
    allowed_tools=["mcp__purser__*"],
    tools=[],
    setting_sources=[],
    max_turns=30,
)


async def main() -> None:
    task = sys.argv[1] if len(sys.argv) > 1 else "What may I spend?"
    async for message in query(prompt=task, options=options):
        if isinstance(message, ResultMessage):
            print(message.result)


asyncio.run(main())
