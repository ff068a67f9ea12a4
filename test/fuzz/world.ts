import { randomUUID } from 'node:crypto'
import type { ApiKeyRole } from '../../src/contract/resources/api-keys.ts'
import { Purser } from '../../clients/typescript/src/client.ts'
import { FOREIGN_PAN } from './naughty.ts'

/** What the fuzzer knows of the service under test: keys of every role and ids of every kind, its own and foreign ones. */
export interface World {
  readonly baseUrl: string
  /** Secrets by role, and of keys that have few requests a minute, no life left, or another account. */
  readonly keys: Record<ApiKeyRole | 'slow' | 'revoked' | 'foreign', string>
  /** A living id of that kind, or one of another account. `choice` decides. */
  id(prefix: string, choice: number): string
  /** A card number that was issued here, or one that was not. */
  pan(choice: number): string
  /** Remembers the ids that a reply shows, so that later requests reach deeper. */
  learn(text: string): void
  /** Forgets what is gone. */
  forget(prefix: string): void
  /** Card numbers that must show in no reply but that of `getCardDetails`. */
  readonly issuedNumbers: ReadonlySet<string>
}

/** Of each kind, the latest: older ones are closed and disabled by now. */
const MOST_IDS = 60
const ID = /"((?:cust|agt|card|int|apr|chg|acc|txn|evt|wh|dlv|key|aud)_[0-9a-hjkmnp-tv-z]{26})"/g
/** A node that has just started on a busy machine refuses requests for a while. */
const MOST_RETRIES = 20
/** Every event goes to every webhook: with more of them the outbox would be all that is tested. */
const MOST_WEBHOOKS = 4
const FAST = { tier: 'enterprise', requestsPerMinute: 10_000_000 } as const

const prefixOf = (id: string): string => id.split('_', 1)[0] ?? ''
const idsIn = (value: unknown): string[] => [...JSON.stringify(value).matchAll(ID)].map(([, id = '']) => id)

/** Makes one of everything in two accounts, and keys. `foreignKey` is an admin's of another account. */
export async function createWorld(baseUrl: string, adminKey: string, foreignKey: string): Promise<World> {
  const purser = new Purser({ baseUrl, apiKey: adminKey, maxRetries: MOST_RETRIES })
  const foreigner = new Purser({ baseUrl, apiKey: foreignKey, maxRetries: MOST_RETRIES })
  const key = async (role: ApiKeyRole, more: object = {}) =>
    (await purser.apiKeys.create({ name: `fuzz ${role}`, role, ...more })).secret
  const ended = await purser.apiKeys.create({ name: 'ended', role: 'admin' })
  await purser.apiKeys.revoke(ended.id)
  const [own, foreign] = [await settle(purser), await settle(foreigner)]
  const keys = {
    admin: await key('admin', FAST),
    approver: await key('approver', FAST),
    read: await key('read', FAST),
    agent: await key('agent', { ...FAST, agentId: own.agentId }),
    network: await key('network'),
    slow: await key('read'),
    revoked: ended.secret,
    foreign: foreignKey,
  }
  // A fuzzer that ends its own keys tests nothing but 401.
  const lists = await Promise.all([purser, foreigner].map((client) => client.apiKeys.list({ limit: 100 })))
  const spared = new Set(idsIn(lists))
  const pools = new Map<string, string[]>()
  const foreignIds = new Map(foreign.ids.map((id) => [prefixOf(id), id]))
  const numbers = [...own.numbers]

  const world: World = {
    baseUrl,
    keys,
    id(prefix, choice) {
      const pool = pools.get(prefix) ?? []
      const stranger = foreignIds.get(prefix) ?? `${prefix}_${'0'.repeat(26)}`
      return choice % 20 === 0 ? stranger : (pool[Math.floor(choice / 20) % pool.length] ?? stranger)
    },
    pan: (choice) => numbers[choice % (numbers.length + 1)] ?? FOREIGN_PAN,
    learn(text) {
      for (const [, id = ''] of text.matchAll(ID)) {
        const pool = pools.get(prefixOf(id)) ?? []
        pools.set(prefixOf(id), pool)
        if (!pool.includes(id) && !spared.has(id)) pool.push(id)
        if (pool.length > MOST_IDS) pool.shift()
      }
    },
    forget: (prefix) => void pools.delete(prefix),
    issuedNumbers: new Set([...numbers, ...foreign.numbers]),
  }
  for (const id of own.ids) world.learn(`"${id}"`)
  return world
}

interface Settled {
  readonly agentId: string
  readonly ids: readonly string[]
  readonly numbers: readonly string[]
}

/** One of everything, beneath one customer. */
async function settle(purser: Purser): Promise<Settled> {
  const { id: customerId } = await purser.customers.create({ email: 'fuzz@example.com' })
  const { id: agentId } = await purser.agents.create({ customerId, externalId: randomUUID() })
  const numbers: string[] = []
  for (let count = 0; count < 3; count += 1) {
    const { id: cardId } = await purser.cards.create({ customerId, agentId })
    await purser.intents.declare(cardId, { purpose: 'Ink', expectedAmount: 1000 })
    await purser.network.authorize({ cardId, amount: 1000, merchant: { name: 'Ink Shop', mcc: '5734' } })
    numbers.push((await purser.cards.details(cardId)).pan)
  }
  const waiting = await purser.cards.create({ customerId, agentId, policy: { requireApproval: true } })
  for (let count = 0; count < 3; count += 1) await purser.intents.declare(waiting.id, { purpose: 'Ink' })
  const approvals = await purser.approvals.list({ customerId })
  const webhook = await purser.webhooks.create({ url: 'https://127.0.0.1:1/', events: ['card.closed'] })
  const delivery = await purser.webhooks.test(webhook.id)
  const key = await purser.apiKeys.create({ name: 'bystander', role: 'read' })
  const events = await purser.events.list({ limit: 100 })
  const { data: entries } = await purser.audit.list({ limit: 20 })
  const audited = entries.map(({ id }) => id)
  const ids = idsIn([customerId, agentId, events, approvals, webhook.id, delivery, key.id, audited]).filter(
    (id) => id !== keyOf(events),
  )
  return { agentId, ids, numbers }
}

/** The key that did all this, as the access events name it. */
const keyOf = (events: { data: { data: Record<string, unknown> }[] }): unknown =>
  events.data.find(({ data }) => data['keyId'] !== undefined)?.data['keyId']

/** Undoes what would keep fuzzed requests from testing much: resumes spending, deletes surplus webhooks, makes a new agent with a key. */
export async function tend(world: World): Promise<void> {
  const { baseUrl, keys } = world
  for (const apiKey of [keys.admin, keys.foreign]) {
    const { account, webhooks } = new Purser({ baseUrl, apiKey })
    await account.resume({ reason: 'The fuzzer goes on' })
    const all = await Array.fromAsync(webhooks.list({ limit: 100 }))
    for (const { id } of all.slice(MOST_WEBHOOKS)) await webhooks.delete(id)
  }
  for (const prefix of ['wh', 'dlv']) world.forget(prefix)
  const purser = new Purser({ baseUrl, apiKey: keys.admin })
  const { agentId, ids } = await settle(purser)
  for (const id of ids) world.learn(`"${id}"`)
  keys.agent = (await purser.apiKeys.create({ name: 'fuzz agent', role: 'agent', ...FAST, agentId })).secret
}
