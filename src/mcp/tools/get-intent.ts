import { Type } from 'typebox'
import type { Intent } from '../../contract/intents.ts'
import { intentId } from '../fields.ts'
import { intentFields, intentOut, nextOfIntent } from '../intent-out.ts'
import { LONGEST_WAIT_SECONDS } from '../next/after-intent.ts'
import { inputs, outputs, reading, tool, type ToolCall } from '../tool.ts'

const TELL_EVERY_MS = 5000
const SLICE_SECONDS = 10

export const getIntent = tool({
  name: 'get_intent',
  title: 'See what became of a purchase',
  description:
    'Where an intent stands. With `waitSeconds` it answers as soon as a person decided, or after so long: then call it again. Never ask in a loop without it.',
  input: inputs({
    intentId,
    waitSeconds: Type.Optional(
      Type.Integer({ minimum: 0, maximum: LONGEST_WAIT_SECONDS, description: 'Longest wait for a change, 0 to 50.' }),
    ),
  }),
  output: outputs(intentFields),
  hints: reading,
  uses: ['getIntent'],

  async run(call, { intentId: id, waitSeconds = 0 }) {
    const intent = await tellingProgress(call, () => decided(call, id, waitSeconds))
    return { ...intentOut(intent), next: nextOfIntent(intent) }
  },
})

/** As it stands when a person has decided, or when the time is over. In slices: one that is decided between two looks is not waited for. */
async function decided({ purser, signal }: ToolCall, id: string, seconds: number): Promise<Intent> {
  let intent = await purser.intents.get(id, {}, { signal })
  for (let left = seconds; left > 0 && intent.status === 'pending_approval'; left -= SLICE_SECONDS) {
    intent = await purser.intents.get(id, { waitSeconds: Math.min(left, SLICE_SECONDS) }, { signal })
  }
  return intent
}

/** A client that counts the seconds starts anew with each progress that it is told. */
async function tellingProgress<T>({ tellProgress }: ToolCall, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(
    () => void tellProgress('A person has not decided yet.').catch(() => undefined),
    TELL_EVERY_MS,
  )
  return work().finally(() => clearInterval(timer))
}
