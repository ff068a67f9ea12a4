import { Type } from 'typebox'
import { intentId } from '../fields.ts'
import { intentFields, intentOut, nextOfIntent } from '../intent-out.ts'
import { LONGEST_WAIT_SECONDS } from '../next/after-intent.ts'
import { inputs, outputs, reading, tool, type ToolCall } from '../tool.ts'

const TELL_EVERY_MS = 5000

export const getIntent = tool({
  name: 'get_intent',
  title: 'See what became of a purchase',
  description:
    'Where a declared purchase stands. With `waitSeconds` it answers once a person decided, or after so long: then call again.',
  input: inputs({
    intentId,
    waitSeconds: Type.Optional(
      Type.Integer({ minimum: 0, maximum: LONGEST_WAIT_SECONDS, description: 'Longest wait for a change.' }),
    ),
  }),
  output: outputs(intentFields),
  hints: reading,
  uses: ['getIntent'],

  async run(call, { intentId: id, waitSeconds = 0 }) {
    const wait = () =>
      call.purser.intents.get(id, waitSeconds === 0 ? {} : { waitSeconds }, {
        signal: call.signal,
      })
    const intent = await tellingProgress(call, wait)
    return { ...intentOut(intent), next: nextOfIntent(intent) }
  },
})

/** A client that counts the seconds starts anew with each progress that it is told. */
async function tellingProgress<T>({ tellProgress }: ToolCall, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(
    () => void tellProgress('A person has not decided yet.').catch(() => undefined),
    TELL_EVERY_MS,
  )
  return work().finally(() => clearInterval(timer))
}
