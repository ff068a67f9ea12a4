import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { scriptedModel } from '../../examples/agent/scripted-model.ts'

interface Message {
  readonly role: string
  readonly content: unknown
}

interface Completion {
  readonly model: string
  readonly messages: readonly Message[]
  readonly tools: readonly { readonly function: { readonly name: string } }[]
}

interface Use {
  readonly name: string
  readonly args: Record<string, unknown>
  answer(said: Record<string, unknown>): void
}

export interface ModelServer {
  readonly url: string
  /** Every text that the example agent has sent to the scripted model. */
  readonly heard: string[]
  /** The names of the tools that the model was offered. */
  readonly offered: Set<string>
  close(): void
}

/**
 * A server with the API of OpenAI's models (chat completions, with tools). Its answers come from the example's scripted model: if the
 * script uses a tool, the answer has a call of this tool, and the next request has the tool's result.
 */
export async function openExampleModelServer(): Promise<ModelServer> {
  const heard: string[] = []
  const offered = new Set<string>()
  const uses: Use[] = []
  let said = Promise.withResolvers<null>()
  let used: Use | undefined
  let ended: Promise<string> | undefined

  const complete = async ({ messages, tools }: Completion) => {
    for (const tool of tools) offered.add(tool.function.name)
    const last = messages.at(-1)
    if (last?.role === 'tool') used?.answer(answerIn(last.content))
    ended ??= scriptedModel((name, args) => {
      const { promise, resolve } = Promise.withResolvers<Record<string, unknown>>()
      uses.push({ name, args, answer: resolve })
      said.resolve(null)
      return promise
    })
    const end = await Promise.race([ended, said.promise])
    said = Promise.withResolvers<null>()
    used = uses.shift()
    return end === null && used !== undefined ? callOf(used) : { role: 'assistant', content: `It is ${end}.` }
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    heard.push(body)
    const asked = JSON.parse(body) as Completion
    const message = await complete(asked)
    const choice = { index: 0, message, finish_reason: 'tool_calls' in message ? 'tool_calls' : 'stop' }
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
    const completion = { id: 'c', object: 'chat.completion', created: 0, model: asked.model, choices: [choice], usage }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(completion))
  }
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/v1`, heard, offered, close: () => server.close() }
}

const callOf = ({ name, args }: Use) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id: crypto.randomUUID(), type: 'function', function: { name, arguments: JSON.stringify(args) } }],
})

/** The result of a tool. A tool of MCP answers a list of texts, any other tool the JSON itself. */
function answerIn(content: unknown): Record<string, unknown> {
  const said = JSON.parse(String(content)) as Record<string, unknown> | readonly { readonly text: string }[]
  return Array.isArray(said)
    ? (JSON.parse(said[0]?.text ?? '{}') as Record<string, unknown>)
    : (said as Record<string, unknown>)
}
