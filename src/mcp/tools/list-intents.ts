import { Type } from 'typebox'
import { IntentStatus } from '../../contract/resources/intents/intent-fields.ts'
import { choice, cursor, limit } from '../fields.ts'
import { IntentOut, intentOut } from '../intent-out.ts'
import { judged, judgementOf } from '../judge.ts'
import { inputs, outputs, reading, tool } from '../tool.ts'

export const listIntentsTool = tool({
  name: 'list_intents',
  title: 'List declared purchases',
  description: 'What you declared, newest first. `next` is about the newest.',
  input: inputs({
    status: Type.Optional(choice(IntentStatus.enum, { description: 'Only these.' })),
    limit,
    cursor,
  }),
  output: outputs({ intents: Type.Array(IntentOut), nextCursor: Type.Optional(Type.String()) }),
  hints: reading,
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
          : judgementOf(await judged(call, newest)).next,
    }
  },
})
