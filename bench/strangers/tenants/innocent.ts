import { Pool } from 'undici'
import type { Purser } from '../../../clients/typescript/src/client.ts'
import { Latencies } from '../../support/latencies.ts'
import { offerLoadAtFixedRate } from '../../support/offered-load.ts'

export interface InnocentTenantExperience {
  /** The milliseconds from the moment at which a purchase was due to its answer. */
  readonly purchases: Latencies
  /** The number of the innocent tenant's purchases that were not approved. */
  readonly refused: number
  /** The milliseconds of each `GET /healthz`, sent ten times a second. */
  readonly health: Latencies
}

export interface InnocentTenant {
  readonly origin: string
  readonly apiKey: string
  readonly cardIds: readonly string[]
}

const CARDS = 10
const PURCHASES_PER_SECOND = 20
const HEALTH_PER_SECOND = 10

/** Makes an innocent tenant with ten cards. */
export async function makeInnocentTenant(baseUrl: string, apiKey: string, purser: Purser): Promise<InnocentTenant> {
  const { id: customerId } = await purser.customers.create({ email: 'innocent@example.com' })
  const cards = await Promise.all(
    Array.from({ length: CARDS }, () => purser.cards.create({ customerId, limits: { perDay: 1e14 } })),
  )
  return { origin: new URL(baseUrl).origin, apiKey, cardIds: cards.map(({ id }) => id) }
}

/**
 * Buys with the innocent tenant's cards twenty times a second, whether or not earlier purchases are answered, and reads the node's health.
 */
export async function measureInnocentTenant(
  { origin, apiKey, cardIds }: InnocentTenant,
  seconds: number,
): Promise<InnocentTenantExperience> {
  const pool = new Pool(origin, { connections: 64, pipelining: 1 })
  const [purchases, health] = [new Latencies(), new Latencies()]
  let [refused, next] = [0, 0]
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const buy = async (dueAt: number) => {
    const cardId = cardIds[next++ % cardIds.length]
    const body = JSON.stringify({ cardId, amount: 1, merchant: { name: 'Innocent Books', mcc: '5942' } })
    const reply = await pool.request({ path: '/v1/network/authorizations', method: 'POST', headers, body })
    const text = await reply.body.text()
    purchases.add(performance.now() - dueAt)
    if (!text.includes('"decision":"approve"')) refused += 1
  }
  const ask = async (dueAt: number) => {
    const reply = await pool.request({ path: '/healthz', method: 'GET' })
    await reply.body.dump()
    health.add(performance.now() - dueAt)
  }
  await Promise.all([
    offerLoadAtFixedRate({ perSecond: PURCHASES_PER_SECOND, seconds }, (dueAt) =>
      buy(dueAt).catch(() => void (refused += 1)),
    ),
    offerLoadAtFixedRate({ perSecond: HEALTH_PER_SECOND, seconds }, ask),
  ])
  await pool.close()
  return { purchases, refused, health }
}
