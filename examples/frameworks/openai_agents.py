import asyncio
import os
import sys

from agents import Agent, Runner
from agents.mcp import MCPServerStreamableHttp


async def main() -> None:
    async with MCPServerStreamableHttp(
        name="purser",
        params={
            "url": os.environ.get("PURSER_MCP_URL", "http://127.0.0.1:8420/mcp"),
            "headers": {"Authorization": f"Bearer {os.environ['PURSER_API_KEY']}"},
        },
        client_session_timeout_seconds=60,
    ) as purser:
        agent = Agent(name="buyer", model="gpt-5", mcp_servers=[purser])
        task = sys.argv[1] if len(sys.argv) > 1 else "What may I spend?"
        result = await Runner.run(agent, task, max_turns=30)
        print(result.final_output)


asyncio.run(main())
