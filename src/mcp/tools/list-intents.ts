import { Type } from 'typebox'
import { IntentStatus } from '../../contract/resources/intents/intent-fields.ts'
import { choiceField, cursorField, limitField } from '../fields.ts'
import { IntentOut, intentOut } from '../intent-out.ts'
import { judgedIntent, judgePayment } from '../judge.ts'
import { toolInputs, toolOutputs, readingHints, defineTool } from '../tool.ts'

export const listIntentsTool = defineTool({
  name: 'list_intents',
  title: 'List declared purchases',
  description: 'What you declared, newest first. `next` is about the newest.',
  input: toolInputs({
    status: Type.Optional(choiceField(IntentStatus.enum, { description: 'Only these.' })),
    limit: limitField,
    cursor: cursorField,
  }),
  output: toolOutputs({ intents: Type.Array(IntentOut), nextCursor: Type.Optional(Type.String()) }),
  hints: readingHints,
  uses: ['listIntents', 'getIntent'],

  async run(call, { limit: most = 10, ...query }) {
    const { purser, signal, now } = call
    const { data, nextCursor } = await purser.intents.list({ ...query, limit: most }, { signal })
    const [newest] = data
    return {
      intents: data.map((intent) => intentOut(intent, now())),
      ...(nextCursor === null ? {} : { nextCursor }),
      next:
        newest === undefined
          ? { tool: 'check_purchase', say: 'There is none. Check what you want to buy.' }
          : judgePayment(await judgedIntent(call, newest)).next,
    }
  },
})
