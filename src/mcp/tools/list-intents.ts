import { Type } from 'typebox'
import { IntentStatus } from '../../contract/resources/intents/intent-fields.ts'
import { choiceToolField, cursorToolField, limitToolField } from '../fields.ts'
import { IntentToolOutput, intentToolOutput } from '../intent-out.ts'
import { readIntentWithPayability, judgeIntentPayment } from '../judge.ts'
import { toolInputSchema, toolOutputSchema, readingToolHints, defineTool } from '../tool.ts'

export const listIntentsTool = defineTool({
  name: 'list_intents',
  title: 'List declared purchases',
  description: 'What you declared, newest first. `next` is about the newest.',
  input: toolInputSchema({
    status: Type.Optional(choiceToolField(IntentStatus.enum, { description: 'Only these.' })),
    limit: limitToolField,
    cursor: cursorToolField,
  }),
  output: toolOutputSchema({ intents: Type.Array(IntentToolOutput), nextCursor: Type.Optional(Type.String()) }),
  hints: readingToolHints,
  uses: ['listIntents', 'getIntent'],

  async run(call, { limit: most = 10, ...query }) {
    const { purser, signal, now } = call
    const { data, nextCursor } = await purser.intents.list({ ...query, limit: most }, { signal })
    const [newest] = data
    return {
      intents: data.map((intent) => intentToolOutput(intent, now())),
      ...(nextCursor === null ? {} : { nextCursor }),
      next:
        newest === undefined
          ? { tool: 'check_purchase', say: 'There is none. Check what you want to buy.' }
          : judgeIntentPayment(await readIntentWithPayability(call, newest)).next,
    }
  },
})
