import { Type } from 'typebox'
import type { Intent } from '../../contract/intents.ts'
import { intentId } from '../fields.ts'
import { intentFields, intentOut, nextOfIntent } from '../intent-out.ts'
import { LONGEST_WAIT_SECONDS } from '../next/after-intent.ts'
import { inputs, outputs, reading, tool, type ToolCall } from '../tool.ts'

const SLICE_SECONDS = 5

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
    const intent = await decided(call, id, waitSeconds)
    return { ...intentOut(intent), next: nextOfIntent(intent) }
  },
})

/**
 * As it stands when a person has decided, or when the time is over. In slices: one that is decided between two looks is not waited
 * for, and a client that counts the seconds starts anew with each progress that it is told.
 */
async function decided({ purser, signal, tellProgress }: ToolCall, id: string, seconds: number): Promise<Intent> {
  let intent = await purser.intents.get(id, {}, { signal })
  for (let left = seconds; left > 0 && intent.status === 'pending_approval'; left -= SLICE_SECONDS) {
    await tellProgress('A person has not decided yet.')
    intent = await purser.intents.get(id, { waitSeconds: Math.min(left, SLICE_SECONDS) }, { signal })
  }
  return intent
}
