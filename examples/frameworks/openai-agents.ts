import { Agent, MCPServerStreamableHttp, run } from '@openai/agents'

const purser = new MCPServerStreamableHttp({
  name: 'purser',
  url: process.env.PURSER_MCP_URL ?? 'http://127.0.0.1:8420/mcp',
  requestInit: { headers: { Authorization: `Bearer ${process.env.PURSER_API_KEY}` } },
})
await purser.connect()
const agent = new Agent({ name: 'buyer', model: 'gpt-5', mcpServers: [purser] })
const { finalOutput } = await run(agent, process.argv[2] ?? 'What may I spend?', { maxTurns: 30 })
console.log(finalOutput)
await purser.close()
