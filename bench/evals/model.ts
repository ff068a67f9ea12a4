import { call } from '../../test/mcp/agent-rig.ts'
import type { Drive } from '../../test/mcp/errands.ts'
import { type Followed, isForOwner, type Step } from '../../test/mcp/follower.ts'

/** A model behind a service with OpenAI's protocol (chat completions, with tools). */
export interface LanguageModel {
  readonly name: string
  readonly url: string
  readonly key: string | undefined
}

interface Completion {
  readonly choices: readonly {
    readonly message: {
      readonly content: string | null
      readonly tool_calls?: readonly { readonly id: string; readonly function: { name: string; arguments: string } }[]
    }
  }[]
  readonly usage?: { readonly total_tokens?: number }
}

const ANSWER_MS = 120_000

/** Lets a language model do the errands of an evaluation. The model gets the task and Purser's list of tools, and no other help. */
export const languageModelDriver =
  (model: LanguageModel): Drive =>
  async (client, { task, after, mostCalls = 16 }): Promise<Followed> => {
    const { tools } = await client.listTools()
    const functions = tools.map(({ name, description, inputSchema }) => ({
      type: 'function',
      function: { name, description, parameters: inputSchema },
    }))
    const messages: object[] = [
      { role: 'system', content: client.getInstructions() ?? '' },
      {
        role: 'user',
        content: `Buy this, once. The shop's page is open in a browser. Stop when it is bought, or when only a person can go on. ${JSON.stringify(task)}`,
      },
    ]
    const steps: Step[] = []
    let tokens = 0
    for (;;) {
      const { choices, usage } = await complete(model, { messages, tools: functions })
      tokens += usage?.total_tokens ?? 0
      const message = choices[0]?.message
      const calls = message?.tool_calls ?? []
      if (message === undefined || calls.length === 0) return { steps, tokens, end: endOf(steps) }
      messages.push({ role: 'assistant', ...message })
      for (const { id, function: used } of calls) {
        if (steps.length >= mostCalls) return { steps, tokens, end: 'stuck' }
        const args = JSON.parse(used.arguments === '' ? '{}' : used.arguments) as Record<string, unknown>
        const step = { tool: used.name, args, answer: await call(client, used.name, args) }
        steps.push(step)
        await after?.(step)
        messages.push({ role: 'tool', tool_call_id: id, content: step.answer.text })
      }
    }
  }

function endOf(steps: readonly Step[]): Followed['end'] {
  const last = steps.at(-1)
  if (last?.answer.said.next?.at !== undefined) return 'waiting until'
  return isForOwner(last) ? 'owner' : 'done'
}

async function complete({ name, url, key }: LanguageModel, request: object): Promise<Completion> {
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ model: name, ...request }),
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  if (!response.ok) throw new Error(`The model answered ${response.status}`)
  return (await response.json()) as Completion
}
