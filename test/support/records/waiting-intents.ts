import { expect } from 'vitest'
import type { Purser } from '../../../clients/typescript/src/client.ts'
import { MAX_INTENTS_PENDING_APPROVAL } from '../../../src/contract/resources/intents.ts'

/** Makes a card with as many intents as may wait for approval. Resolves to the path that declares another one, which is refused. */
async function fullOfWaiting({ cards, intents }: Purser, customerId: string): Promise<string> {
  const { id } = await cards.create({ customerId, policy: { requireApproval: true } })
  const declare = () => intents.declare(id, { purpose: 'Ink' })
  await Promise.all(Array.from({ length: MAX_INTENTS_PENDING_APPROVAL }, declare))
  return `/cards/${id}/intents`
}

interface Callers {
  node(): { readonly purser: Purser }
  post(path: string, body: object): Promise<Response>
  customerId(): string
}

/** How each error about too many waiting requests is caused, and the error's text. */
export const tooManyWaitingErrorCases = ({ node, post, customerId }: Callers) => ({
  too_many_waiting: {
    raise: async () => post(await fullOfWaiting(node().purser, customerId()), { purpose: 'Ink' }),
    details: { waiting: MAX_INTENTS_PENDING_APPROVAL, limit: MAX_INTENTS_PENDING_APPROVAL },
  },
  intent_conflict: {
    raise: async () => {
      const { cards, intents } = node().purser
      const { id: cardId } = await cards.create({ customerId: customerId() })
      const { id } = await intents.declare(cardId, { purpose: 'Ink', intentId: 'order-1' })
      await intents.cancel(id)
      return post(`/cards/${cardId}/intents`, { purpose: 'Paper', intentId: 'order-1' })
    },
    param: 'intentId',
    hint: 'Declare this purchase with a new `intentId`. The same body as before gets the intent as it is.',
    details: expect.objectContaining({ status: 'canceled', differing: ['purpose'] }) as object,
  },
  subject_changed: {
    raise: async () => {
      const { cards, intents } = node().purser
      const { id } = await cards.create({ customerId: customerId(), policy: { requireApproval: true } })
      const waiting = await intents.declare(id, { purpose: 'Ink' })
      return post(`/intents/${waiting.id}/approve`, { shown: 'a'.repeat(64) })
    },
    details: {
      subjectHash: expect.stringMatching(/^[0-9a-f]{64}$/u) as string,
      subject: expect.objectContaining({ purpose: 'Ink' }) as object,
    },
  },
})
