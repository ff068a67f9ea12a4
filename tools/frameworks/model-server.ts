import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { toolAnswerIn, type PurserToolAnswer } from './answer.ts'
import type { ModelTurn, ModelProtocol } from './turn.ts'
import { openAiChatProtocol } from './wires/chat-completions.ts'
import { anthropicMessagesProtocol } from './wires/messages.ts'
import { openAiResponsesProtocol } from './wires/responses.ts'

/** A script in place of a model: it gets the answers of the tools so far, and decides the next turn. */
export type LanguageModelScript = (
  answers: readonly PurserToolAnswer[],
  fieldsOf: (tool: string) => readonly string[],
) => Promise<ModelTurn> | ModelTurn

export interface ModelServer {
  /** The address of the model server, without a path. */
  readonly url: string
  /** Every text that a framework has sent to the scripted model. */
  readonly heard: string[]
  /** The names of Purser's tools that the model was offered. */
  readonly offered: Set<string>
  /** The errors of the model server. It answers 500 to a request that causes one. */
  readonly complaints: string[]
  close(): void
}

const wires: readonly ModelProtocol[] = [openAiChatProtocol, openAiResponsesProtocol, anthropicMessagesProtocol]

/**
 * A server with the protocols of OpenAI's and Anthropic's models, whose answers are turns of a script. A framework may also send requests
 * for other things, such as a title, in which it offers no tools.
 */
export async function openScriptedModelServer(
  script: LanguageModelScript,
  tools: readonly string[],
): Promise<ModelServer> {
  const heard: string[] = []
  const offered = new Set<string>()
  const complaints: string[] = []

  const turnFor = async (wire: ModelProtocol, body: Record<string, unknown>) => {
    const asked = wire.read(body)
    const nameOf = (tool: string) => [...asked.tools.keys()].find((name) => isNamed(name, tool))
    const own = tools.filter((tool) => nameOf(tool) !== undefined)
    for (const tool of own) offered.add(tool)
    const fieldsOf = (tool: string) => asked.tools.get(nameOf(tool) ?? '') ?? []
    const turn = own.length === 0 ? { text: 'No tools.' } : await script(asked.answers.map(toolAnswerIn), fieldsOf)
    return { asked, turn: 'tool' in turn ? { ...turn, tool: nameOf(turn.tool) ?? turn.tool } : turn }
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const path = (request.url ?? '').split('?')[0] ?? ''
    const wire = wires.find((each) => path.endsWith(each.path))
    if (wire === undefined) return response.writeHead(404).end()
    heard.push(body)
    const { asked, turn } = await turnFor(wire, JSON.parse(body) as Record<string, unknown>)
    if (!asked.isStreamed) {
      return response.setHeader('content-type', 'application/json').end(JSON.stringify(wire.whole(asked.model, turn)))
    }
    response.setHeader('content-type', 'text/event-stream')
    for (const { event, data } of wire.events(asked.model, turn)) {
      const line = typeof data === 'string' ? data : JSON.stringify(data)
      response.write(`${event === undefined ? '' : `event: ${event}\n`}data: ${line}\n\n`)
    }
    return response.end()
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      complaints.push(String(error))
      response.writeHead(500).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}`, heard, offered, complaints, close }
}

/** Whether a tool's name in a framework means this tool of Purser: frameworks put the server's name before it. */
const isNamed = (name: string, tool: string): boolean => name === tool || name.endsWith(`_${tool}`)
