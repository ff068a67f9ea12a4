import { intentId } from '../fields.ts'
import { intentFields, intentOut, nextOfIntent } from '../intent-out.ts'
import { inputs, outputs, reading, tool } from '../tool.ts'

export const getIntent = tool({
  name: 'get_intent',
  title: 'See what became of a purchase',
  description:
    'Where an intent stands: whether a person still has to decide, whether it may be paid, and which charge paid it. Ask again after a minute, never in a loop.',
  input: inputs({ intentId }),
  output: outputs(intentFields),
  hints: reading,
  uses: ['getIntent'],

  async run({ purser, signal }, { intentId: id }) {
    const intent = await purser.intents.get(id, { signal })
    return { ...intentOut(intent), next: nextOfIntent(intent) }
  },
})
