import { Type } from 'typebox'
import { CreateIntentBody } from '../../contract/intents.ts'
import { amount, cardId, mcc, merchant, purpose } from '../fields.ts'
import { intentFields, intentOut, nextOfIntent } from '../intent-out.ts'
import { inputs, outputs, tool, writing } from '../tool.ts'
import { whichCard } from '../which-card.ts'

const { intentId, ttlMinutes } = CreateIntentBody.properties

export const declareIntent = tool({
  name: 'declare_intent',
  title: 'Declare a purchase',
  description:
    'Say what you are about to buy, before paying. The same `reference` again is the same purchase and changes nothing; a new purchase needs a new one. It may wait for a person: follow `next`.',
  input: inputs({
    reference: Type.String({
      ...intentId,
      description: 'Your name for it, such as the order id: the same for every retry, new for every new purchase.',
    }),
    purpose,
    amount,
    merchant,
    mcc,
    ttlMinutes: Type.Optional(Type.Integer({ ...ttlMinutes, description: 'How long it stays open. Default 30.' })),
    cardId,
  }),
  output: outputs(intentFields),
  hints: writing,
  uses: ['listCards', 'createIntent'],

  async run(call, input) {
    const { reference, amount: cents, merchant: name, mcc: code, ttlMinutes: minutes } = input
    const card = await whichCard(call, input.cardId)
    const intent = await call.purser.intents.declare(
      card,
      {
        intentId: reference,
        purpose: input.purpose,
        expectedAmount: cents,
        expectedMerchant: name,
        ...(code === undefined ? {} : { expectedMccs: [code] }),
        ...(minutes === undefined ? {} : { ttlMinutes: minutes }),
      },
      { signal: call.signal },
    )
    return { ...intentOut(intent), next: nextOfIntent(intent) }
  },
})
