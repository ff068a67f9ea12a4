import { randomUUID } from 'node:crypto'
import { createAccountWithKey } from '../../../src/app/administration/first-admin-key.ts'
import type { ApiKeyRole } from '../../../src/contract/resources/api-keys.ts'
import { systemClock } from '../../../src/lib/clock.ts'
import { monotonicIds } from '../../../src/lib/ids.ts'
import { Purser } from '../../../clients/typescript/src/client.ts'
import { asTestActor } from '../../../test/support/records/acts.ts'
import { openTestVault } from '../../../test/support/test-vault.ts'
import type { BenchStack } from '../../support/stack.ts'

/** A tenant whose data costs as much as a tenant's data can: everything is within the bounds of the API. */
export interface HostileTenant {
  readonly customerId: string
  readonly agentId: string
  /** A card with thousands of purchases at one price, each at another merchant, under `duplicateWindowMinutes`. */
  readonly onePriceCardId: string
  /** A card whose lists have a thousand names of one shape each. */
  readonly oneShapeCardId: string
  /** Cards of customers that have bought at many merchants, under `newMerchant: approve`. */
  readonly manyMerchantsCardIds: readonly string[]
  /** Cards of an agent with as many waiting intents as one may have, each for another merchant. */
  readonly manyIntentsCardIds: readonly string[]
  readonly keys: Readonly<Record<TenantKeyRole, readonly string[]>>
  /** Ids of everything else that the tenant has, by their prefixes. */
  readonly learned: Readonly<Record<string, readonly string[]>>
}

/** How many purchases, customers, merchants and intents the hostile tenant has. */
export interface HostileTenantSizes {
  readonly purchases: number
  readonly customers: number
  readonly merchantsEach: number
  readonly intentsEach: number
}

export type TenantKeyRole = Extract<ApiKeyRole, 'admin' | 'approver' | 'read' | 'agent' | 'network'>
const KEYS_EACH = 8
const NAMES = 1000
const CHANGE_REQUESTS = 11
const INTENT_CARDS = 6
const AT_ONCE = 32
const FAST = { tier: 'enterprise', requestsPerMinute: 1_000_000 } as const

/** Makes the tenant's account and data on a running node. */
export async function makeHostileTenant(
  stack: BenchStack,
  baseUrl: string,
  sizes: HostileTenantSizes,
): Promise<HostileTenant> {
  const apiKey = await newAccount(stack)
  const purser = new Purser({ baseUrl, apiKey })
  const { id: customerId } = await purser.customers.create({ email: 'hostile@example.com' })
  const { id: agentId } = await purser.agents.create({ customerId, externalId: randomUUID() })
  const card = async (more: object = {}) => (await purser.cards.create({ customerId, agentId, ...more })).id

  const onePriceCardId = await card()
  await buyAtMany(purser, onePriceCardId, sizes.purchases)
  await purser.cards.update(onePriceCardId, { policy: { duplicateWindowMinutes: 1440 } })

  const lists = { allowedMerchants: namesOfOneShape('a'), blockedMerchants: namesOfOneShape('b') }
  const oneShapeCardId = await card({ policy: lists })

  const manyMerchantsCardIds: string[] = []
  for (let n = 0; n < sizes.customers; n += 1) {
    const { id } = await purser.customers.create({ email: `hostile-${n}@example.com` })
    const { id: bought } = await purser.cards.create({ customerId: id })
    await buyAtMany(purser, bought, sizes.merchantsEach)
    await purser.customers.update(id, { policy: { newMerchant: 'approve' } })
    manyMerchantsCardIds.push(bought)
  }

  const manyIntentsCardIds: string[] = []
  for (let n = 0; n < INTENT_CARDS; n += 1) {
    const id = await card()
    await atOnce(sizes.intentsEach, (each) =>
      purser.intents.declare(id, { purpose: `Seat ${each}`, expectedAmount: 100, expectedMerchant: newMerchantName() }),
    )
    manyIntentsCardIds.push(id)
  }

  const keys = await keysOf(purser, agentId)
  const asker = new Purser({ baseUrl, apiKey: keys.agent[0] ?? '' })
  for (let n = 0; n < CHANGE_REQUESTS; n += 1) {
    const wanted = { limits: { perDay: 1000 + n }, allow: { merchant: `a${n} mart qqqqqqqqqqqq` } }
    await asker.changeRequests.create({ cardId: oneShapeCardId, wanted, why: 'More seats' })
  }
  const cards = { onePriceCardId, oneShapeCardId, manyMerchantsCardIds, manyIntentsCardIds }
  return { customerId, agentId, ...cards, keys, learned: await idsOf(purser) }
}

async function newAccount({ database }: BenchStack): Promise<string> {
  const vault = await openTestVault(database)
  const making = { name: 'hostile', clock: systemClock, vault, maxKeyDays: null, chosen: null }
  const { secret } = await asTestActor(database, monotonicIds(systemClock), (writing) =>
    createAccountWithKey(writing, making),
  )
  return secret
}

async function keysOf(purser: Purser, agentId: string): Promise<HostileTenant['keys']> {
  const keysFor = async (role: TenantKeyRole, more: object = FAST) => {
    const make = () => purser.apiKeys.create({ name: `hostile ${role}`, role, ...more })
    return (await Promise.all(Array.from({ length: KEYS_EACH }, make))).map(({ secret }) => secret)
  }
  return {
    admin: await keysFor('admin'),
    approver: await keysFor('approver'),
    read: await keysFor('read'),
    agent: await keysFor('agent', { ...FAST, agentId }),
    network: await keysFor('network', {}),
  }
}

/** Reads ids of the tenant's transactions, intents and events by their prefixes. Ids of API keys are left out, so that no flood ends its own keys. */
async function idsOf(purser: Purser): Promise<HostileTenant['learned']> {
  const pages = await Promise.all([
    purser.transactions.list({ limit: 100 }),
    purser.intents.list({ limit: 100 }),
    purser.changeRequests.list({ limit: 100 }),
    purser.events.list({ limit: 100 }),
    purser.approvals.list({ limit: 100 }),
    purser.audit.list({ limit: 100 }),
  ])
  const ids = pages.flatMap(({ data }) => data.map(({ id }) => id))
  return Object.groupBy(ids, (id) => id.split('_', 1)[0] ?? '') as HostileTenant['learned']
}

const buyAtMany = (purser: Purser, cardId: string, purchases: number) =>
  atOnce(purchases, () =>
    purser.network.authorize({ cardId, amount: 1, merchant: { name: newMerchantName(), mcc: '5999' } }),
  )

/** The name of a shop that nobody has bought at. */
export const newMerchantName = (): string => `Shop ${randomUUID().replaceAll('-', ' ')}`

/** Names that all abbreviate to the same initials. */
const namesOfOneShape = (initial: string): string[] =>
  Array.from({ length: NAMES }, (_, n) => `${initial}${n} mart qqqqqqqqqqqq`)

async function atOnce(times: number, work: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let n = next++; n < times; n = next++) await work(n)
    }),
  )
}
