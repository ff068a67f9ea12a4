import type { Purser } from '../../../clients/typescript/src/client.ts'
import { MAX_INTENTS_AT_PEOPLE } from '../../../src/contract/resources/intents.ts'

/** Makes a card with as many intents as may wait for a person. Resolves to the path that declares another one. */
export async function fullOfWaiting({ cards, intents }: Purser, customerId: string): Promise<string> {
  const { id } = await cards.create({ customerId, policy: { requireApproval: true } })
  const declare = () => intents.declare(id, { purpose: 'Ink' })
  await Promise.all(Array.from({ length: MAX_INTENTS_AT_PEOPLE }, declare))
  return `/cards/${id}/intents`
}
