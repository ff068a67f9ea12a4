import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Reconciliation } from '../../src/contract/resources/reconciliation.ts'
import type { Purser } from '../../clients/typescript/src/client.ts'
import { verifyDifferencesOf } from '../support/differences.ts'
import { readNodeMetrics } from '../support/metrics-of.ts'
import { StripeApi } from '../support/issuers/stripe-api.ts'
import { type StripeEvent, StripeMock, type StripeOptions } from '../support/issuers/stripe.ts'
import { PURSER_ENTRY_FILE } from '../support/processes/purser-bundle.ts'
import { startTestScript } from '../support/processes/test-process.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'

const billing = { line1: '1 Main Street', city: 'Springfield', postalCode: '62704', country: 'US' }
const authorizationSecret = `whsec_${'a'.repeat(32)}`
const eventSecret = `whsec_${'e'.repeat(32)}`
const api = new StripeApi()

let service: TestPurser
let purser: Purser
let stripe: StripeMock
let live: StripeMock
let settings: Record<string, string>
let customerId: string
beforeAll(async () => {
  await api.up()
  settings = {
    PURSER_TEST_CLOCK: 'true',
    PURSER_TEST_CLOCK_ALLOW_SHARED: 'true',
    PURSER_HOLD_DAYS: '31',
    PURSER_ISSUER: 'stripe',
    PURSER_STRIPE_KEY: 'rk_test_0123456789',
    PURSER_STRIPE_URL: api.url,
    PURSER_STRIPE_AUTHORIZATION_SECRET: authorizationSecret,
    PURSER_STRIPE_EVENT_SECRET: eventSecret,
  }
  service = await startPurser(settings)
  purser = service.purser
  let now = Date.parse((await purser.testClock.get()).now)
  const options: StripeOptions = {
    origin: () => service.baseUrl.replace('/v1', ''),
    authorizationSecret,
    eventSecret,
    onTimeout: 'approve',
    nowMs: () => now,
    cardOf: (cardId) => api.cardsOf(cardId)[0],
  }
  ;[stripe, live] = [new StripeMock(options), new StripeMock({ ...options, isLive: true })]
  api.purchases = stripe
  pass = async (seconds) => {
    now = Date.parse((await purser.testClock.advance({ seconds })).now)
  }
  customerId = (await purser.customers.create({ name: { business: 'Ink Inc.' } })).id
})
afterAll(async () => {
  await service.stop()
  await api.down()
})

let pass: (seconds: number) => Promise<void>
const newCard = async () => (await purser.cards.create({ customerId, billing })).id
const there = (cardId: string) => api.cardsOf(cardId)[0] as Record<string, unknown>

async function reconcile(...flags: string[]) {
  const { host, port, user, database } = service.connection as unknown as Record<string, string>
  const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`
  const run = startTestScript(PURSER_ENTRY_FILE, ['reconcile', ...flags], {
    env: { ...settings, DATABASE_URL: url, PURSER_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') },
  })
  const code = await run.ended
  if (code !== 0 && code !== 1) throw new Error(run.stderr.join('\n'))
  return { code, lines: run.stdout, json: () => JSON.parse(run.stdout.join('\n')) as Reconciliation }
}

/** Cards of every kind of difference, by name; what happened at Stripe, of which Purser has not heard. */
async function plant() {
  const names = ['closed', 'frozen', 'closedThere', 'frozenThere', 'digits', 'missing', 'second', 'bought'] as const
  const cards = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await newCard()] as const)))
  await pass(1)
  const [closed = '', frozen = '', closedThere = '', frozenThere = ''] = names.map((name) => cards[name])
  await purser.cards.close(closed)
  await purser.cards.freeze(frozen)
  await pass(1)
  Object.assign(there(closed), { status: 'active' })
  Object.assign(there(frozen), { status: 'active' })
  Object.assign(there(closedThere), { status: 'canceled' })
  Object.assign(there(frozenThere), { status: 'inactive' })
  const before = {
    digits: there(cards['digits'] ?? '')['last4'] as string,
    missing: there(cards['missing'] ?? '')['id'] as string,
    second: there(cards['second'] ?? '')['id'] as string,
  }
  Object.assign(there(cards['digits'] ?? ''), { last4: '9999' })
  api.cards.splice(api.cards.indexOf(there(cards['missing'] ?? '')), 1)
  api.cards.push({ ...there(cards['second'] ?? ''), id: 'ic_second' })
  api.cards.push({ ...there(cards['second'] ?? ''), id: 'ic_nobodys', metadata: { purser_card: '' } })
  const cardId = cards['bought'] ?? ''
  const asked = { cardId, amount: 1000 }
  const heard = await Promise.all([1, 2, 3].map(() => stripe.authorize(asked)))
  await stripe.sendAll()
  const [reversed = '', captured = '', returned = ''] = heard
  stripe.reverse(reversed, 400)
  stripe.capture({ cardId, id: captured, amount: 900 })
  stripe.capture({ cardId, id: returned, amount: 1000 })
  await stripe.sendAll(stripe.events.slice(-2))
  stripe.refund({ cardId, id: returned, amount: 300 })
  await purser.network.authorize({ ...asked, amount: 60, networkReference: 'iauth_nobodys' })
  const [unheard] = (await purser.transactions.list({ cardId, limit: 1 })).data
  await pass(601)
  const alone = await stripe.authorize({ ...asked, amount: 70, isAway: true })
  stripe.capture({ cardId, amount: 50 })
  stripe.refund({ cardId, amount: 5 })
  return {
    names: { ...cards, reversed, captured, returned, alone, unheard: unheard?.id ?? '' } as Record<string, string>,
    before,
  }
}

describe('a card that somebody else freezes or closes there', () => {
  const tell = (cardId: string, status: string, askedBy: string | null) =>
    stripe.send({
      id: `evt_${cardId}_${status}`,
      type: 'issuing_card.updated',
      body: {
        id: `evt_${cardId}_${status}`,
        type: 'issuing_card.updated',
        request: { id: null, idempotency_key: askedBy },
        data: { object: { ...there(cardId), status } },
      },
    })
  const statusOf = async (cardId: string) => (await purser.cards.get(cardId)).status

  it('is frozen or closed here, and never opened', async () => {
    const cardId = await newCard()
    await pass(1)
    await tell(cardId, 'inactive', `${cardId}-frozen-1`)
    expect(await statusOf(cardId)).toBe('active')
    await tell(cardId, 'inactive', null)
    expect(await statusOf(cardId)).toBe('frozen')
    await tell(cardId, 'active', null)
    expect(await statusOf(cardId)).toBe('frozen')
    for (const status of ['canceled', 'inactive', 'canceled']) await tell(cardId, status, null)
    expect(await statusOf(cardId)).toBe('closed')
    await pass(1)
    expect(there(cardId)['status']).toBe('canceled')
  })
})

describe('what is of the other mode than the key', () => {
  it('has no effect, and is counted', async () => {
    const cardId = await newCard()
    await pass(1)
    await live.authorize({ cardId, amount: 100 })
    const [event] = live.events as [StripeEvent]
    expect(event.body['data'].object).toMatchObject({ approved: false, status: 'closed' })
    expect(await live.send(event)).toBe(400)
    expect((await purser.transactions.list({ cardId })).data).toEqual([])
    expect(await readNodeMetrics(service.baseUrl)).toMatch(/^purser_issuer_refused_total\{reason="other_mode"\} 2$/m)
  })
})

describe('purser reconcile', () => {
  it('finds nothing where nothing differs', async () => {
    const cardId = await newCard()
    await pass(1)
    await stripe.authorize({ cardId, amount: 0 })
    const id = await stripe.authorize({ cardId, amount: 500 })
    stripe.capture({ cardId, id, amount: 450 })
    stripe.refund({ cardId, id, amount: 1000 })
    await stripe.sendAll()
    const { code, lines } = await reconcile()
    expect(lines).toEqual(['3 cards and 2 purchases compared, 0 differences.'])
    expect(code).toBe(0)
  })

  it('finds each difference, repairs what can be repaired, and has nothing more to repair then', async () => {
    const planted = await plant()
    const of = (name: string) => planted.names[name] ?? ''
    const bought = of('bought')
    const [force, unlinked] = stripe.transactions.slice(-2).map(({ id }) => id as string)
    const { digits, missing, second } = planted.before
    const found = await reconcile()
    expect([found.code, found.lines[0]]).toEqual([1, `${of('closed')}: closed here, active at stripe`])
    const stays = [
      `${of('digits')}: last4 ${digits} here, 9999 at stripe`,
      `${of('missing')}: token ${missing} here, unknown at stripe`,
      `${of('second')}: token ${second} here, ic_second at stripe`,
      'ic_nobodys: token unknown here, ic_nobodys at stripe',
      `${bought} ${of('unheard')}: held 60 here, unknown at stripe`,
    ]
    expect(found.lines.slice(1, -1).toSorted()).toEqual(
      [
        ...stays,
        `${of('frozen')}: frozen here, active at stripe`,
        `${of('closedThere')}: active here, closed at stripe`,
        `${of('frozenThere')}: active here, frozen at stripe`,
        `${bought} ${of('reversed')}: held 1000 here, 600 at stripe`,
        `${bought} ${of('captured')}: held 1000 here, 0 at stripe`,
        `${bought} ${of('captured')}: captured 0 here, 900 at stripe`,
        `${bought} ${of('returned')}: refunded 0 here, 300 at stripe`,
        `${bought} ${of('alone')}: held unknown here, 70 at stripe`,
        `${bought} ${force}: captured unknown here, 50 at stripe`,
        `${bought} ${unlinked}: refunded unknown here, 5 at stripe`,
      ].toSorted(),
    )
    const fixed = await reconcile('--fix', '--json')
    expect(fixed.code).toBe(1)
    expect(Value.Errors(Reconciliation, fixed.json())).toEqual([])
    expect(fixed.json().differences.filter((difference) => difference.fixed)).toHaveLength(11)
    const again = await reconcile('--fix')
    expect(again.lines.slice(0, -1).toSorted()).toEqual(stays.toSorted())
    const statuses = ['closed', 'frozen', 'closedThere', 'frozenThere'].map((name) => there(of(name))['status'])
    expect(statuses).toEqual(['canceled', 'inactive', 'canceled', 'inactive'])
    const here = await Promise.all(['closedThere', 'frozenThere'].map(async (name) => purser.cards.get(of(name))))
    expect(here.map(({ status }) => status)).toEqual(['closed', 'frozen'])
    await service.reconcile({ since: 0, fix: false })
    expect(await readNodeMetrics(service.baseUrl)).toMatch(/^purser_issuer_differences 5$/m)
    expect(await verifyDifferencesOf(service.database)).toEqual([])
  })
})
