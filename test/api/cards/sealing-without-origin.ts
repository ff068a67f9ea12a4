import { generateKeyPairSync } from 'node:crypto'
import { expect } from 'vitest'
import type { Purser } from '../../../clients/typescript/src/client.ts'

/** A request for a sealed number, without an intent, of a card whose policy bounds where it may be entered: path and body. */
export async function sealingWithoutOrigin(purser: Purser, customerId: string): Promise<[path: string, body: object]> {
  const { id: agentId } = await purser.agents.create({ customerId, externalId: 'bounded' })
  const { x = '' } = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' })
  const publicKey = { kty: 'OKP', crv: 'X25519', x } as const
  const { id: sealTo } = await purser.fillers.create(agentId, { name: 'Browser', publicKey })
  const card = await purser.cards.create({ customerId, agentId, policy: { allowedOrigins: [] } })
  return [`/cards/${card.id}/sealed-details`, { sealTo }]
}

/** What its refusal says beyond the catalogue. */
export const withoutOrigin = (raise: () => Promise<Response>) => ({
  raise,
  hint: expect.stringContaining("`allowedOrigins` of the card's policy") as string,
  details: { level: 'card' },
})
