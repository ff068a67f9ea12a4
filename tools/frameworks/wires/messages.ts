import {
  type ModelRequest,
  toolArgumentNames,
  type ModelStreamEvent,
  type ModelTurn,
  type ModelProtocol,
} from '../turn.ts'

interface Block {
  readonly type: string
  readonly content?: unknown
}

interface Body {
  readonly model: string
  readonly stream?: boolean
  readonly tools?: readonly { readonly name: string; readonly input_schema?: unknown }[]
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Block[] }[]
}

const blockOf = (turn: ModelTurn) =>
  'text' in turn
    ? { type: 'text', text: turn.text }
    : { type: 'tool_use', id: `toolu_${crypto.randomUUID()}`, name: turn.tool, input: turn.args }

const reasonOf = (turn: ModelTurn): string => ('text' in turn ? 'end_turn' : 'tool_use')

const messageOf = (model: string, content: readonly object[], reason: string | null) => ({
  id: `msg_${crypto.randomUUID()}`,
  type: 'message',
  role: 'assistant',
  model,
  content,
  stop_reason: reason,
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
})

/** The protocol of Anthropic's messages. */
export const anthropicMessagesProtocol: ModelProtocol = {
  path: '/v1/messages',
  read: (body): ModelRequest => {
    const { model, stream = false, tools = [], messages: said } = body as unknown as Body
    const blocks = said.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    return {
      model,
      isStreamed: stream,
      tools: new Map(tools.map(({ name, input_schema: schema }) => [name, toolArgumentNames(schema)])),
      answers: blocks.filter(({ type }) => type === 'tool_result').map(({ content }) => content),
    }
  },
  whole: (model, turn) => messageOf(model, [blockOf(turn)], reasonOf(turn)),
  events: (model, turn) => {
    const block = blockOf(turn)
    const delta =
      'text' in turn
        ? { type: 'text_delta', text: turn.text }
        : { type: 'input_json_delta', partial_json: JSON.stringify(turn.args) }
    const start = 'text' in turn ? { ...block, text: '' } : { ...block, input: {} }
    const events: { type: string }[] = [
      named('message_start', { message: messageOf(model, [], null) }),
      named('content_block_start', { index: 0, content_block: start }),
      named('content_block_delta', { index: 0, delta }),
      named('content_block_stop', { index: 0 }),
      named('message_delta', {
        delta: { stop_reason: reasonOf(turn), stop_sequence: null },
        usage: { output_tokens: 1 },
      }),
      named('message_stop', {}),
    ]
    return events.map((data): ModelStreamEvent => ({ event: data.type, data }))
  },
}

const named = (type: string, rest: object) => ({ type, ...rest })
