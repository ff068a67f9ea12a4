import { Agent } from '@mastra/core/agent'
import { MCPClient } from '@mastra/mcp'

const purser = new MCPClient({
  servers: {
    purser: {
      url: new URL(process.env.PURSER_MCP_URL ?? 'http://127.0.0.1:8420/mcp'),
      requestInit: { headers: { Authorization: `Bearer ${process.env.PURSER_API_KEY}` } },
    },
  },
  timeout: 60_000,
})
const agent = new Agent({
  id: 'buyer',
  name: 'buyer',
  instructions: 'You buy what you are asked to buy, and nothing else.',
  model: 'openai/gpt-5',
  tools: await purser.listTools(),
})
const { text } = await agent.generate(process.argv[2] ?? 'What may I spend?', { maxSteps: 30 })
console.log(text)
await purser.disconnect()
