import { createMCPClient } from '@ai-sdk/mcp'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, isStepCount, jsonSchema, tool } from 'ai'
import type { CallTool } from './scripted-model.ts'

const TASK =
  'Buy the book. look_at_book shows it. Begin with get_budget and follow `next` in every answer. When pay_at_checkout says that a filler pays, ' +
  'call check_out. After a decline read explain_decline; if the total was another one, declare the real one under a new reference. ' +
  'When a person has to approve, call ask_owner, then wait with get_intent. Report the order number, and say in one sentence how it ended.'

/**
 * A model of the AI Gateway, `provider/model`, with its key in the environment; or a model of any service with OpenAI's protocol at
 * `AGENT_MODEL_URL`.
 */
function modelNamed(name: string) {
  const { AGENT_MODEL_URL: baseURL, AGENT_MODEL_KEY: apiKey } = process.env
  if (baseURL === undefined) return name
  return createOpenAICompatible({ name: 'own', baseURL, ...(apiKey && { apiKey }) }).chatModel(name)
}

/** Lets a real model run the errand of the example agent, which a scripted model runs otherwise. */
export async function runRealModel(name: string, endpoint: string, agentKey: string, own: CallTool): Promise<string> {
  const client = await createMCPClient({
    transport: { type: 'http', url: endpoint, headers: { Authorization: `Bearer ${agentKey}` } },
  })
  const ofIntent = jsonSchema<{ intentId: string; approvalUrl?: string }>({
    type: 'object',
    properties: { intentId: { type: 'string' }, approvalUrl: { type: 'string' } },
    required: ['intentId'],
  })
  const nothing = jsonSchema<Record<string, never>>({ type: 'object', properties: {} })
  const local = {
    look_at_book: tool({
      description: 'The book, its price and its shop.',
      inputSchema: nothing,
      execute: () => own('look_at_book', {}),
    }),
    check_out: tool({
      description: 'Pay at the shop.',
      inputSchema: ofIntent,
      execute: (input) => own('check_out', input),
    }),
    ask_owner: tool({
      description: 'Ask the owner to approve.',
      inputSchema: ofIntent,
      execute: (input) => own('ask_owner', input),
    }),
  }
  try {
    const tools = { ...(await client.tools()), ...local }
    const { text } = await generateText({ model: modelNamed(name), tools, prompt: TASK, stopWhen: isStepCount(30) })
    return text
  } finally {
    await client.close()
  }
}
