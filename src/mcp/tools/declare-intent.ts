import { Type } from 'typebox'
import { amount, cardId, mcc, merchant, purpose, text } from '../fields.ts'
import { intentFields, intentOut, nextOfIntent } from '../intent-out.ts'
import { inputs, outputs, tool, writing } from '../tool.ts'
import { whichCard } from '../which-card.ts'

export const declareIntent = tool({
  name: 'declare_intent',
  title: 'Declare a purchase',
  description:
    'Say what you are about to buy, before paying. The same `reference` again is the same purchase. It may wait for a person: follow `next`.',
  input: inputs({
    reference: text(64, 'Your name for it: the same for every retry, new for every new purchase.'),
    purpose,
    amount,
    merchant,
    mcc,
    origin: Type.Optional(text(255, 'Where the card is typed in: https://shop.example. Needed for filling.')),
    cardId,
  }),
  output: outputs(intentFields),
  hints: writing,
  uses: ['listCards', 'createIntent'],

  async run(call, input) {
    const { reference, amount: cents, merchant: name, mcc: code, origin } = input
    const card = await whichCard(call, input.cardId)
    const intent = await call.purser.intents.declare(
      card,
      {
        intentId: reference,
        purpose: input.purpose,
        expectedAmount: cents,
        expectedMerchant: name,
        ...(code === undefined ? {} : { expectedMccs: [code] }),
        ...(origin === undefined ? {} : { expectedOrigin: origin }),
      },
      { signal: call.signal },
    )
    return { ...intentOut(intent), next: nextOfIntent(intent) }
  },

  page({ status, amount: cents = 0, approvalUrl }) {
    if (status !== 'pending_approval' || approvalUrl === undefined) return null
    return { url: approvalUrl, message: `A purchase of ${dollars(cents)} waits for your approval in Purser.` }
  },
})

const dollars = (cents: number): string => `USD ${(cents / 100).toFixed(2)}`
