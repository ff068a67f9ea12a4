import asyncio
import os
import sys

from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset

purser = MCPToolset(
    os.environ.get("PURSER_MCP_URL", "http://127.0.0.1:8420/mcp"),
    headers={"Authorization": f"Bearer {os.environ['PURSER_API_KEY']}"},
    init_timeout=60,
)
agent = Agent("openai:gpt-5", toolsets=[purser])


async def main() -> None:
    async with agent:
        result = await agent.run(sys.argv[1] if len(sys.argv) > 1 else "What may I spend?")
        print(result.output)


asyncio.run(main())
