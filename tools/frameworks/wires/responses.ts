import {
  type ModelRequest,
  toolArgumentNames,
  type ModelStreamEvent,
  type ModelTurn,
  type ModelProtocol,
} from '../turn.ts'

interface Body {
  readonly model: string
  readonly stream?: boolean
  readonly tools?: readonly { readonly type: string; readonly name: string; readonly parameters?: unknown }[]
  readonly input: string | readonly { readonly type?: string; readonly output?: unknown }[]
}

const USAGE = {
  input_tokens: 1,
  input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
  output_tokens: 1,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 2,
}

const itemOf = (turn: ModelTurn) =>
  'text' in turn
    ? {
        type: 'message',
        id: `msg_${crypto.randomUUID()}`,
        role: 'assistant',
        status: 'completed',
        content: [partOf(turn.text)],
      }
    : {
        type: 'function_call',
        id: `fc_${crypto.randomUUID()}`,
        call_id: `call_${crypto.randomUUID()}`,
        status: 'completed',
        name: turn.tool,
        arguments: JSON.stringify(turn.args),
      }

const newId = (): string => `resp_${crypto.randomUUID()}`

const partOf = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] })

const responseOf = (model: string, output: readonly object[], id: string, status = 'completed') => ({
  id,
  object: 'response',
  created_at: 0,
  status,
  model,
  output,
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: {},
  parallel_tool_calls: true,
  temperature: 1,
  tool_choice: 'auto',
  tools: [],
  top_p: 1,
  usage: status === 'completed' ? USAGE : null,
})

/** The protocol of OpenAI's responses. */
export const openAiResponsesProtocol: ModelProtocol = {
  path: '/responses',
  read: (body): ModelRequest => {
    const { model, stream = false, tools = [], input } = body as unknown as Body
    const items = typeof input === 'string' ? [] : input
    return {
      model,
      isStreamed: stream,
      tools: new Map(tools.map(({ name, parameters }) => [name, toolArgumentNames(parameters)])),
      answers: items.filter(({ type }) => type === 'function_call_output').map(({ output }) => output),
    }
  },
  whole: (model, turn) => responseOf(model, [itemOf(turn)], newId()),
  events: (model, turn) => {
    const [item, id] = [itemOf(turn), newId()]
    const position = { output_index: 0, item_id: item.id }
    const events: Record<string, unknown>[] = [
      { type: 'response.created', response: responseOf(model, [], id, 'in_progress') },
      {
        type: 'response.output_item.added',
        output_index: 0,
        item: { ...item, status: 'in_progress', ...emptied(turn) },
      },
      ...('text' in turn ? ofText(turn.text, position) : ofCall(JSON.stringify(turn.args), position)),
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: responseOf(model, [item], id) },
    ]
    return events.map((each, index): ModelStreamEvent => {
      return { event: String(each['type']), data: { ...each, sequence_number: index } }
    })
  },
}

const emptied = (turn: ModelTurn) => ('text' in turn ? { content: [] } : { arguments: '' })

const ofText = (text: string, position: object) => [
  { type: 'response.content_part.added', ...position, content_index: 0, part: partOf('') },
  { type: 'response.output_text.delta', ...position, content_index: 0, delta: text, logprobs: [] },
  { type: 'response.output_text.done', ...position, content_index: 0, text, logprobs: [] },
  { type: 'response.content_part.done', ...position, content_index: 0, part: partOf(text) },
]

const ofCall = (args: string, position: object) => [
  { type: 'response.function_call_arguments.delta', ...position, delta: args },
  { type: 'response.function_call_arguments.done', ...position, arguments: args },
]
