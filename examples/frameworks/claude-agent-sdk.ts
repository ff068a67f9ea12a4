import { query } from '@anthropic-ai/claude-agent-sdk'

const answers = query({
  prompt: process.argv[2] ?? 'What may I spend?',
  options: {
    mcpServers: {
      purser: {
        type: 'http',
        url: process.env.PURSER_MCP_URL ?? 'http://127.0.0.1:8420/mcp',
        headers: { Authorization: `Bearer ${process.env.PURSER_API_KEY}` },
        timeout: 60_000,
        alwaysLoad: true,
      },
    },
    allowedTools: ['mcp__purser__*'],
    tools: [],
    settingSources: [],
    maxTurns: 30,
  },
})
for await (const answer of answers) {
  if (answer.type === 'result') console.log(answer.subtype === 'success' ? answer.result : answer.subtype)
}
