import { createMCPClient } from '@ai-sdk/mcp'
import { openai } from '@ai-sdk/openai'
import { generateText, isStepCount } from 'ai'

const purser = await createMCPClient({
  transport: {
    type: 'http',
    url: process.env.PURSER_MCP_URL ?? 'http://127.0.0.1:8420/mcp',
    headers: { Authorization: `Bearer ${process.env.PURSER_API_KEY}` },
  },
})
const { text } = await generateText({
  model: openai('gpt-5'),
  tools: await purser.tools(),
  prompt: process.argv[2] ?? 'What may I spend?',
  stopWhen: isStepCount(30),
})
console.log(text)
await purser.close()
