import { MultiServerMCPClient } from '@langchain/mcp-adapters'
import { ChatOpenAI } from '@langchain/openai'
import { createAgent } from 'langchain'

const purser = new MultiServerMCPClient({
  mcpServers: {
    purser: {
      url: process.env.PURSER_MCP_URL ?? 'http://127.0.0.1:8420/mcp',
      headers: { Authorization: `Bearer ${process.env.PURSER_API_KEY}` },
      defaultToolTimeout: 60_000,
    },
  },
})
const agent = createAgent({ model: new ChatOpenAI({ model: 'gpt-5' }), tools: await purser.getTools() })
const { messages } = await agent.invoke(
  { messages: [{ role: 'user', content: process.argv[2] ?? 'What may I spend?' }] },
  { recursionLimit: 60 },
)
console.log(messages.at(-1)?.text)
await purser.close()
