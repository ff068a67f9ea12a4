import type { PurserToolAnswer } from './answer.ts'
import type { LanguageModelScript } from './model-server.ts'

interface Errand {
  /** The facts of the agent's purchase, which fill the fields that `next` of an answer leaves open. */
  readonly task: Readonly<Record<string, unknown>>
  /** Called with each answer before the next call, so that the world around the agent can react. */
  readonly after: (answer: PurserToolAnswer) => unknown
}

const MOST_CALLS = 16

/** A script that follows `next` from answer to answer. It knows the task and the schemas that the framework hands on. */
export function scriptFollowingNextSteps({ task, after }: Errand): LanguageModelScript {
  let seen = 0
  return async (answers, fieldsOf) => {
    const last = answers.at(-1)
    if (last !== undefined && answers.length > seen) {
      seen = answers.length
      await after(last)
    }
    const next = last === undefined ? { tool: 'get_budget' } : last.next
    if (next === undefined) return { text: `Not an answer of Purser: ${JSON.stringify(last)}` }
    if (next.tool === undefined || answers.length >= MOST_CALLS) return { text: next.say ?? '' }
    const known = fieldsOf(next.tool).filter((field) => field in task)
    return {
      tool: next.tool,
      args: { ...Object.fromEntries(known.map((field) => [field, task[field]])), ...next.args },
    }
  }
}
