import { Type } from 'typebox'
import { intentId } from '../fields.ts'
import { nextOfIntent } from '../intent-out.ts'
import { inputs, outputs, tool, type Hints } from '../tool.ts'

/** Each time is a look at the number of its own: it counts, and may be one too many. */
const hints: Hints = { readOnly: false, destructive: false, idempotent: false }

export const getCardDetails = tool({
  name: 'get_card_details',
  title: 'Have the card filled in',
  description:
    'Have the card typed into the checkout of a declared purchase, and submitted. You never see its number: a filler does it at the origin you declared.',
  input: inputs({ intentId }),
  output: outputs({ intentId: Type.String(), delivery: Type.String(), command: Type.Optional(Type.String()) }),
  hints,
  uses: ['getIntent', 'getCardDetails'],

  async run({ purser, signal, fill }, { intentId: id }) {
    const intent = await purser.intents.get(id, {}, { signal })
    if (intent.status !== 'pending') return { intentId: intent.id, delivery: 'none', next: nextOfIntent(intent) }
    const look = { tool: 'list_transactions', args: { intentId: intent.id } }
    if (fill === undefined) {
      return {
        intentId: intent.id,
        delivery: 'filler',
        command: `purser fill ${intent.id}`,
        next: {
          ...look,
          say: 'Open the checkout, have `command` run where its browser runs, then look for the charge.',
        },
      }
    }
    await fill(intent)
    return {
      intentId: intent.id,
      delivery: 'submitted',
      next: { ...look, say: 'The checkout was filled in and submitted. Look for the charge.' },
    }
  },
})
