import { Type } from 'typebox'
import { intentId } from '../fields.ts'
import { nextOfIntent } from '../intent-out.ts'
import { ending, inputs, outputs, tool } from '../tool.ts'

export const cancelIntentTool = tool({
  name: 'cancel_intent',
  title: 'Cancel a purchase',
  description: 'Cancel a purchase that you declared: it cannot be paid any more.',
  input: inputs({ intentId }),
  output: outputs({ intentId: Type.String(), status: Type.String() }),
  hints: ending,
  uses: ['cancelIntent'],

  async run({ purser, signal }, { intentId: id }) {
    const intent = await purser.intents.cancel(id, { signal })
    return { intentId: intent.id, status: intent.status, next: nextOfIntent(intent) }
  },
})
