import { Type } from 'typebox'
import { intentIdField } from '../fields.ts'
import { nextOfIntent } from '../intent-out.ts'
import { endingHints, toolInputs, toolOutputs, defineTool } from '../tool.ts'

export const cancelIntentTool = defineTool({
  name: 'cancel_intent',
  title: 'Cancel a purchase',
  description: 'Cancel a purchase that you declared: it cannot be paid any more.',
  input: toolInputs({ intentId: intentIdField }),
  output: toolOutputs({ intentId: Type.String(), status: Type.String() }),
  hints: endingHints,
  uses: ['cancelIntent'],

  async run({ purser, signal }, { intentId: id }) {
    const intent = await purser.intents.cancel(id, { signal })
    return { intentId: intent.id, status: intent.status, next: nextOfIntent(intent) }
  },
})
