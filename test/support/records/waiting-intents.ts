import { expect } from 'vitest'
import type { Purser } from '../../../clients/typescript/src/client.ts'
import { MAX_INTENTS_AT_PEOPLE } from '../../../src/contract/resources/intents.ts'

/** Makes a card with as many intents as may wait for a person. Resolves to the path that declares another one. */
async function fullOfWaiting({ cards, intents }: Purser, customerId: string): Promise<string> {
  const { id } = await cards.create({ customerId, policy: { requireApproval: true } })
  const declare = () => intents.declare(id, { purpose: 'Ink' })
  await Promise.all(Array.from({ length: MAX_INTENTS_AT_PEOPLE }, declare))
  return `/cards/${id}/intents`
}

interface Callers {
  node(): { readonly purser: Purser }
  post(path: string, body: object): Promise<Response>
  customerId(): string
}

/** How the error about too many waiting intents is raised, and what it says. */
export const tooManyWaiting = ({ node, post, customerId }: Callers) => ({
  raise: async () => post(await fullOfWaiting(node().purser, customerId()), { purpose: 'Ink' }),
  details: { waiting: MAX_INTENTS_AT_PEOPLE, limit: MAX_INTENTS_AT_PEOPLE },
})

/** How the error about something else than what was shown is raised, and what it says. */
export const subjectChanged = ({ node, post, customerId }: Callers) => ({
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
})
