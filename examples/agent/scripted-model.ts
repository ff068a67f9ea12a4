/** A function that calls a tool by its name. An agent has the tools of Purser and tools of its own. */
export type CallTool = (name: string, args: Record<string, unknown>) => Promise<Record<string, unknown>>

interface Next {
  readonly tool?: string
  readonly args?: Record<string, unknown>
}

/**
 * A model that needs no key: a script that follows `next` in each answer, pays if it is told to have the card filled in, and declares the
 * real total if a charge was declined for a different amount. A real model adds only judgement.
 */
export async function scriptedModel(use: CallTool): Promise<string> {
  const { merchant, price, origin } = await use('look_at_book', {})
  const task: Record<string, unknown> = {
    merchant,
    amount: price,
    origin,
    purpose: 'A book for Ada',
    reference: 'book-1',
  }
  let intentId: unknown
  let answer = await use('get_budget', {})
  for (let calls = 0; calls < 30; calls += 1) {
    const next = answer['next'] as Next
    if (next.tool === undefined) return 'done'
    answer = await use(next.tool, { ...argumentsFor(next.tool, task), ...next.args })
    if (answer['delivery'] === 'filler') {
      await use('check_out', { intentId: answer['intentId'] })
      intentId = answer['intentId']
    }
    if (next.tool === 'explain_decline') {
      const { amount } = answer['transaction'] as { amount: number }
      await use('cancel_intent', { intentId })
      Object.assign(task, { amount, reference: 'book-2', purpose: 'A book for Ada, with shipping' })
      answer = { next: { tool: 'check_purchase' } }
    }
    if (typeof answer['approvalUrl'] === 'string') {
      await use('ask_owner', { intentId: answer['intentId'], approvalUrl: answer['approvalUrl'] })
    }
  }
  return 'too many calls'
}

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  check_purchase: ['amount', 'merchant'],
  declare_intent: ['reference', 'purpose', 'amount', 'merchant', 'origin'],
}
const argumentsFor = (tool: string, task: Record<string, unknown>) =>
  Object.fromEntries((FIELDS[tool] ?? []).map((field) => [field, task[field]]))
