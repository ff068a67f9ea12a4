import { assertPresent } from '../../src/lib/assert.ts'
import type { BenchStack } from '../support/stack.ts'
import type { Purser } from '../../clients/typescript/src/client.ts'

export interface BenchCompanySize {
  readonly customers: number
  readonly agentsEach: number
  /** How many cards each agent has. */
  readonly cardsEach: number
}

export interface BenchCompany {
  readonly customers: readonly {
    readonly id: string
    readonly cardIds: readonly string[]
  }[]
}

const AT_ONCE = 8
/** Purchases above this amount are declined. */
export const MOST_APPROVED_CENTS = 400_000
/** How many declared purchases wait for approval. */
const WAITING = 300

/** Makes customers with agents and cards, with names, limits that leave room, and some purchases that wait for a person. */
export async function makeBenchCompany(purser: Purser, size: BenchCompanySize): Promise<void> {
  const customerIds: string[] = []
  await pooled(size.customers, AT_ONCE, async (n) => {
    customerIds.push(await makeCustomer(purser, n, size))
  })
  await pooled(WAITING, AT_ONCE, (n) =>
    leaveWaiting(purser, assertPresent(customerIds[n % customerIds.length], 'one'), n),
  )
}

async function makeCustomer(purser: Purser, n: number, { agentsEach, cardsEach }: BenchCompanySize): Promise<string> {
  const { id: customerId } = await purser.customers.create({
    email: `office-${n}@example.com`,
    name: { business: `Customer ${n} Ltd.` },
    policy: { limits: { perMonth: 1e12 } },
  })
  for (let m = 0; m < agentsEach; m += 1) {
    const { id: agentId } = await purser.agents.create({
      customerId,
      externalId: `agent-${n}-${m}`,
      name: `Buyer ${m} of ${n}`,
      policy: { limits: { perDay: 1e11, perMonth: 1e12 } },
    })
    for (let card = 0; card < cardsEach; card += 1) {
      const policy = { limits: { perAuth: MOST_APPROVED_CENTS } }
      await purser.cards.create({ customerId, agentId, label: `Budget ${card}`, policy })
    }
  }
  return customerId
}

async function leaveWaiting(purser: Purser, customerId: string, n: number): Promise<void> {
  const { id } = await purser.cards.create({ customerId, label: `Large ${n}`, policy: { requireApproval: true } })
  await purser.intents.declare(id, {
    purpose: `Renewal of contract ${n}`,
    expectedAmount: 50_000,
    expectedMerchant: 'Merchant 7',
    ttlMinutes: 1440,
  })
}

/** Reads the ids of the stored company's customers and cards from the database. */
export async function readBenchCompany({ database }: BenchStack): Promise<BenchCompany> {
  const ids = (table: string) =>
    `(select array_agg(id) from ${table} where customer_id = c.id and agent_id is not null)`
  const { rows } = await database.pool.query<BenchCompany['customers'][number]>(
    `select id, ${ids('cards')} as "cardIds" from customers c order by id`,
  )
  return { customers: rows }
}

/** Calls `work` for each number below `count`, at most `atOnce` at a time. */
async function pooled(count: number, atOnce: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) {
      next += 1
      await work(next - 1)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
