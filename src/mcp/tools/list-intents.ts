import { Type } from 'typebox'
import { IntentStatus } from '../../contract/intents.ts'
import { limit } from '../fields.ts'
import { IntentOut, intentOut, nextOfIntent } from '../intent-out.ts'
import { inputs, outputs, reading, tool } from '../tool.ts'

export const listIntents = tool({
  name: 'list_intents',
  title: 'List declared purchases',
  description: 'What you declared, newest first: to go on after a restart. `next` is about the newest of them.',
  input: inputs({
    status: Type.Optional(Type.Enum(IntentStatus.enum, { description: 'Only these.' })),
    limit,
  }),
  output: outputs({ intents: Type.Array(IntentOut) }),
  hints: reading,
  uses: ['listIntents'],

  async run({ purser, signal }, { limit: most = 10, ...query }) {
    const { data } = await purser.intents.list({ ...query, limit: most }, { signal })
    const [newest] = data
    return {
      intents: data.map(intentOut),
      next:
        newest === undefined
          ? { tool: 'check_purchase', say: 'There is none. Check what you want to buy.' }
          : nextOfIntent(newest),
    }
  },
})
