import { Type } from 'typebox'
import { intentIdToolField } from '../fields.ts'
import { nextStepOfIntent } from '../intent-out.ts'
import { endingToolHints, toolInputSchema, toolOutputSchema, defineTool } from '../tool.ts'

export const cancelIntentTool = defineTool({
  name: 'cancel_intent',
  title: 'Cancel a purchase',
  description: 'Cancel a purchase that you declared: it cannot be paid any more.',
  input: toolInputSchema({ intentId: intentIdToolField }),
  output: toolOutputSchema({ intentId: Type.String(), status: Type.String() }),
  hints: endingToolHints,
  uses: ['cancelIntent'],

  async run({ purser, signal }, { intentId: id }) {
    const intent = await purser.intents.cancel(id, { signal })
    return { intentId: intent.id, status: intent.status, next: nextStepOfIntent(intent) }
  },
})
