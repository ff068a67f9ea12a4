import { type ModelRequest, toolArgumentNames, type ModelTurn, type ModelProtocol } from '../turn.ts'

interface Body {
  readonly model: string
  readonly stream?: boolean
  readonly tools?: readonly { readonly function: { readonly name: string; readonly parameters?: unknown } }[]
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
}

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }

const messageOf = (turn: ModelTurn) =>
  'text' in turn
    ? { role: 'assistant', content: turn.text }
    : {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            index: 0,
            id: `call_${crypto.randomUUID()}`,
            type: 'function',
            function: { name: turn.tool, arguments: JSON.stringify(turn.args) },
          },
        ],
      }

/** A new id for each answer, because LangGraph takes two messages with one id for the same message. */
const newId = (): string => `chatcmpl_${crypto.randomUUID()}`

/** The protocol of OpenAI's chat completions. */
export const openAiChatProtocol: ModelProtocol = {
  path: '/chat/completions',
  read: (body): ModelRequest => {
    const { model, stream = false, tools = [], messages } = body as unknown as Body
    return {
      model,
      isStreamed: stream,
      tools: new Map(tools.map(({ function: { name, parameters } }) => [name, toolArgumentNames(parameters)])),
      answers: messages.filter(({ role }) => role === 'tool').map(({ content }) => content),
    }
  },
  whole: (model, turn) => ({
    id: newId(),
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, message: messageOf(turn), finish_reason: 'text' in turn ? 'stop' : 'tool_calls' }],
    usage: USAGE,
  }),
  events: (model, turn) => {
    const chunk = { id: newId(), object: 'chat.completion.chunk', created: 0, model }
    const end = 'text' in turn ? 'stop' : 'tool_calls'
    return [
      { data: { ...chunk, choices: [{ index: 0, delta: messageOf(turn), finish_reason: null }] } },
      { data: { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: end }] } },
      { data: { ...chunk, choices: [], usage: USAGE } },
      { data: '[DONE]' },
    ]
  },
}
