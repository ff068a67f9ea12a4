import type { Client } from '@modelcontextprotocol/client'
import { call, type Said } from './agent-rig.ts'

export interface Step {
  readonly tool: string
  readonly args: Record<string, unknown>
  readonly answer: Said
}

export interface Followed {
  readonly steps: readonly Step[]
  /** What the last answer left to do. `stuck`: the same call came a third time, or too many came. */
  readonly end: 'done' | 'waiting until' | 'owner' | 'stuck'
  /** The tokens that a model says it took. */
  readonly tokens?: number
}

export interface Following {
  /** What the errand is about: fills the arguments that `next` leaves open. */
  readonly task: Readonly<Record<string, unknown>>
  /** The world around: sees each answer before the next call. */
  readonly after?: (step: Step) => unknown
  readonly from?: { readonly tool: string; readonly args?: Record<string, unknown> }
  readonly mostCalls?: number
  readonly habit?: Habit
}

/** How an agent is lazy: it declares without a check before, or makes each call twice. */
export type Habit = 'skips the check' | 'repeats'

/** Follows `next` from answer to answer. It knows the protocol and the task, and nothing of Purser. */
export async function follow(
  client: Client,
  { task, after, from, mostCalls = 8, habit }: Following,
): Promise<Followed> {
  const { tools } = await client.listTools()
  const fieldsOf = new Map(tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {})]))
  const filled = (tool: string, given: Record<string, unknown> = {}) => {
    const known = (fieldsOf.get(tool) ?? []).filter((field) => field in task)
    return { ...Object.fromEntries(known.map((field) => [field, task[field]])), ...given }
  }
  const steps: Step[] = []
  const asked = new Map<string, number>()
  let next: Said['said']['next'] =
    from === undefined ? { tool: tools[0]?.name ?? '', args: {}, say: '' } : { ...from, say: '' }
  while (next.tool !== undefined) {
    const tool = habit === 'skips the check' && next.tool === 'check_purchase' ? 'declare_intent' : next.tool
    const args = filled(tool, next.args)
    const key = JSON.stringify([tool, args])
    asked.set(key, (asked.get(key) ?? 0) + 1)
    if (steps.length >= mostCalls || (asked.get(key) ?? 0) > 2) return { steps, end: 'stuck' }
    const answer = await call(client, tool, args)
    const step = { tool, args, answer }
    steps.push(step)
    await after?.(step)
    next = answer.said.next
    if (habit === 'repeats') {
      const repeated = { tool: step.tool, args, answer: await call(client, step.tool, args) }
      steps.push(repeated)
      await after?.(repeated)
      next = repeated.answer.said.next
    }
    if (next.at !== undefined) return { steps, end: 'waiting until' }
  }
  return { steps, end: isForOwner(steps.at(-1)) ? 'owner' : 'done' }
}

/** Nothing is left to do but what a person does. */
export function isForOwner(last: Step | undefined): boolean {
  const {
    fixedBy,
    reasons = [],
    status,
    approvalUrl,
  } = (last?.answer.said ?? {}) as {
    fixedBy?: string
    status?: string
    approvalUrl?: string
    reasons?: readonly { fixedBy: string }[]
  }
  const isAsked = approvalUrl !== undefined
  return isAsked || fixedBy === 'owner' || status === 'rejected' || reasons.some((reason) => reason.fixedBy === 'owner')
}
