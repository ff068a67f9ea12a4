import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../src/lib/clock.ts'
import { countMasterKeyUses } from '../../../src/store/numbers/master-key-use.ts'
import { verifyDifferencesOf } from '../../support/differences.ts'
import { type Api, startApi } from '../typed-api.ts'
import { NUMBER_LIFE_MS, sweepsOf } from './sweeps-rig.ts'

let api: Api
let customerId: string
let sweeper: ReturnType<typeof sweepsOf>['sweeper']
let count: ReturnType<typeof sweepsOf>['count']
beforeAll(async () => {
  api = await startApi()
  ;({ sweeper, count } = sweepsOf(api))
  customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
})
afterAll(() => api.stop())

const newCard = async (policy: object = {}) => (await api.admin('createCard', { body: { customerId, policy } })).body.id
const card = async (cardId: string) => (await api.admin('getCard', { params: { cardId } })).body
const authorize = async (cardId: string) =>
  (await api.admin('createAuthorization', { body: { cardId, amount: 700, merchant: { name: 'Shop' } } })).body
    .transactionId

describe('what ends at its time', () => {
  it('closes expired cards, frozen ones too, with one event each, however many nodes sweep', async () => {
    const ids = [await newCard({ ttlMinutes: 5 }), await newCard({ ttlMinutes: 5 }), await newCard({ ttlMinutes: 6 })]
    await api.admin('freezeCard', { params: { cardId: ids[1] as string } })
    api.clock.time += 5 * MINUTE_MS
    await Promise.all([sweeper().runDue(), sweeper().runDue(), sweeper().runDue()])
    expect((await Promise.all(ids.map(card))).map(({ status }) => status)).toEqual(['closed', 'closed', 'active'])
    const { body } = await api.admin('listEvents', { query: { type: 'card.closed' } })
    const told = body.data.map(({ data }) => [data['cardId'], data['reason']] as [string, string])
    expect(told).toHaveLength(2)
    expect(new Map(told)).toEqual(new Map(ids.slice(0, 2).map((id) => [id, 'expired'])))
  })

  it('gives back holds that were not settled in seven days', async () => {
    const cardId = await newCard({ limits: { total: 1000 } })
    const transactionId = await authorize(cardId)
    const hold = async () => (await api.admin('getTransaction', { params: { transactionId } })).body
    api.clock.time += 7 * DAY_MS - 1
    await sweeper().runDue()
    expect((await hold()).status).toBe('pending')
    api.clock.time += 1
    await Promise.all([sweeper().runDue(), sweeper().runDue()])
    expect((await hold()).status).toBe('expired')
    const { body } = await api.admin('getCardPolicy', { params: { cardId } })
    expect(body.limits.find(({ window }) => window === 'total')?.spent).toBe(0)
  })

  it('takes a hold for expired before it is swept; what was captured of it is still refunded', async () => {
    const cardId = await newCard()
    const transactionId = await authorize(cardId)
    const params = { transactionId }
    await api.admin('settleAuthorization', { params, body: { amount: 300, final: false } })
    const increment = () => api.admin('incrementAuthorization', { params, body: { amount: 1 } })
    api.clock.time += 7 * DAY_MS - 1
    expect((await increment()).body.decision).toBe('approve')
    api.clock.time += 1
    const late = [
      await increment(),
      await api.admin('settleAuthorization', { params }),
      await api.admin('reverseAuthorization', { params }),
    ]
    expect(late.map(({ status, body }) => [status, body.error?.code])).toEqual(
      late.map(() => [409, 'transaction_not_open']),
    )
    expect(late[1]?.body.error?.message).toContain('The hold expired at')
    expect((await api.admin('createRefund', { body: { transactionId, amount: 100 } })).status).toBe(200)
    await sweeper().runDue()
    expect((await api.admin('getTransaction', { params })).body).toMatchObject({
      status: 'settled',
      settledAmount: 300,
      refundedAmount: 100,
    })
    expect(await verifyDifferencesOf(api.rig.test.database)).toEqual([])
  })

  it('names the next moment at which something ends', async () => {
    await sweeper().runDue()
    const cardId = await newCard({ ttlMinutes: 60 })
    const now = api.clock.time
    expect(await sweeper().nextDueAt()).toBeLessThanOrEqual(now + 60 * MINUTE_MS)
    await api.admin('createIntent', { params: { cardId }, body: { purpose: 'soon', ttlMinutes: 1 } })
    expect(await sweeper().nextDueAt()).toBe(now + MINUTE_MS)
  })

  it('gives every part its turn when one fails, says so, and succeeds the next time', async () => {
    const cardId = await newCard({ ttlMinutes: 1 })
    await authorize(await newCard())
    api.clock.time += 8 * DAY_MS
    const engine = { submit: () => Promise.reject(new Error('away')) }
    await expect(sweeper({ engine }).runDue()).rejects.toThrow('away')
    expect((await card(cardId)).status).toBe('closed')
    expect(await count('transactions', "status = 'pending'")).toBe(1)
    await sweeper().runDue()
    expect(await count('transactions', "status = 'pending'")).toBe(0)
  })
})

describe('what is kept for a time', () => {
  it('deletes idempotency rows after 24 hours, to the millisecond', async () => {
    const create = () =>
      api.rig.app.inject({
        method: 'POST',
        url: '/v1/customers',
        headers: { authorization: `Bearer ${secret}`, 'idempotency-key': 'kept' },
        payload: { email: 'k@example.com' },
      })
    const secret = await api.rig.key()
    expect((await create()).statusCode).toBe(201)
    api.clock.time += DAY_MS - 1
    await sweeper().runDue()
    expect(await count('idempotency_keys')).toBe(1)
    api.clock.time += 1
    await sweeper().runDue()
    expect(await count('idempotency_keys')).toBe(0)
  })

  it('deletes events after 30 days, with their deliveries', async () => {
    await sweeper().runDue()
    await api.admin('createWebhook', { body: { url: 'https://hooks.example.com/', events: ['card.created'] } })
    await newCard()
    const made = api.clock.time
    api.clock.time += 30 * DAY_MS - 1
    await newCard()
    await sweeper().runDue()
    expect([await count('events', `created_at = ${made}`), await count('deliveries')]).toEqual([1, 2])
    api.clock.time += 1
    await sweeper().runDue()
    expect([await count('events', `created_at <= ${made}`), await count('deliveries')]).toEqual([0, 1])
    expect(await count('events')).toBeGreaterThan(0)
  })

  it('destroys numbers of cards closed long enough ago, and keeps the others', async () => {
    const [closed, later, open] = [await newCard(), await newCard(), await newCard()]
    await api.admin('closeCard', { params: { cardId: closed } })
    api.clock.time += DAY_MS
    await api.admin('closeCard', { params: { cardId: later } })
    api.clock.time += NUMBER_LIFE_MS - DAY_MS
    await sweeper().runDue()
    const { rows } = await api.rig.test.database.pool.query(
      `select card_id, destroyed_at is null as kept, sealed_pan is null and sealed_cvv is null and number_hash is null
        and wrapped_key = '' as destroyed from card_secrets where card_id = any($1) order by card_id`,
      [[closed, later, open]],
    )
    expect(rows).toEqual([
      { card_id: closed, kept: false, destroyed: true },
      { card_id: later, kept: true, destroyed: false },
      { card_id: open, kept: true, destroyed: false },
    ])
    api.clock.time += DAY_MS
    await sweeper().runDue()
    const kept = (await countMasterKeyUses(api.rig.test.database.db)).reduce((sum, use) => sum + use.cards, 0)
    expect(kept).toBe(await count('card_secrets', 'destroyed_at is null'))
    expect(await count('card_secrets', `card_id = '${later}' and sealed_pan is not null`)).toBe(0)
    expect((await card(closed)).last4).toMatch(/^\d{4}$/)
  })

  it('destroys numbers and does its housekeeping after a clock that was years ahead was set right', async () => {
    const kept = (cardId: string) => count('card_secrets', `card_id = '${cardId}' and sealed_pan is not null`)
    const [early, late] = [await newCard(), await newCard()]
    const rightTime = api.clock.time
    const oneSweeper = sweeper()
    api.clock.time += 3650 * DAY_MS
    await oneSweeper.runDue()
    api.clock.time = rightTime
    await api.admin('closeCard', { params: { cardId: early } })
    api.clock.time += DAY_MS
    await api.admin('closeCard', { params: { cardId: late } })
    api.clock.time += NUMBER_LIFE_MS - DAY_MS
    await oneSweeper.runDue()
    expect([await kept(early), await kept(late)]).toEqual([0, 1])
    api.clock.time += DAY_MS
    await Promise.all([oneSweeper.runDue(), sweeper().runDue()])
    expect(await kept(late)).toBe(0)
  })
})
