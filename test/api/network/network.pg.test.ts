import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { PurserError } from '../../../clients/typescript/src/purser-error.ts'
import { bucketOfId } from '../../../src/lib/buckets.ts'
import { verifyDifferencesOf } from '../../support/differences.ts'
import { openTestVault } from '../../support/test-vault.ts'
import { startPurser, type TestPurser } from '../../support/processes/start-purser.ts'

let service: TestPurser
let customerId: string
beforeAll(async () => {
  service = await startPurser({ PURSER_TEST_CLOCK: 'true' })
  customerId = (await service.purser.customers.create({ email: 'network@example.com' })).id
})
afterAll(() => service.stop())

const MERCHANT = { name: 'GitHub', mcc: '5734' }
type CardBody = Omit<Parameters<TestPurser['purser']['cards']['create']>[0], 'customerId'>

const card = async (body: CardBody = {}) => (await service.purser.cards.create({ customerId, ...body })).id
const authorize = (cardId: string, amount: number, more: object = {}) =>
  service.purser.network.authorize({ cardId, amount, merchant: MERCHANT, ...more })
const approved = async (cardId: string, amount: number) => (await authorize(cardId, amount)).transactionId
const spent = async (cardId: string) =>
  (await service.purser.spend.evaluate({ cardId, amount: 1 })).context.spendStats.totalDay
const advance = (seconds: number) => service.purser.testClock.advance({ seconds })
const codes = (answer: { reasons: readonly { code: string }[] }) => answer.reasons.map(({ code }) => code)

/** On a Citus, of the same bucket: no purchase looks into others. */
async function otherCustomer(): Promise<string> {
  for (;;) {
    const { id } = await service.purser.customers.create({ email: 'other@example.com' })
    if (inject('citus') === undefined || bucketOfId(id) === bucketOfId(customerId)) return id
  }
}

const refusal = async (call: Promise<unknown>) => {
  const error = (await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )) as PurserError | null
  return error && [error.status, error.code]
}

describe('POST /network/authorizations', () => {
  it('approves and holds', async () => {
    const cardId = await card()
    const answer = await authorize(cardId, 1200)
    expect(answer).toMatchObject({
      decision: 'approve',
      reasons: [],
      transaction: { status: 'pending', amount: 1200, authorizedAmount: 1200, settledAmount: 0, merchant: MERCHANT },
    })
    expect(await spent(cardId)).toBe(1200)
    const stored = await service.purser.cards.get(cardId)
    expect(stored.firstSpendAt).toBe(answer.transaction.createdAt)
  })

  it('declines without holding', async () => {
    const cardId = await card({ policy: { limits: { perAuth: 1000 } } })
    const answer = await authorize(cardId, 1001)
    expect(answer).toMatchObject({ decision: 'decline', transaction: { status: 'declined', authorizedAmount: 0 } })
    expect(codes(answer)).toEqual(['per_auth_exceeded'])
    expect(await spent(cardId)).toBe(0)
  })

  it('answers a network reference once', async () => {
    const cardId = await card()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => authorize(cardId, 500, { networkReference: 'ref-1' })),
    )
    expect(new Set(answers.map(({ transactionId }) => transactionId)).size).toBe(1)
    expect(await spent(cardId)).toBe(500)
  })

  it.each([{ amount: 501 }, { amount: 499 }, { amount: 500, currency: 'EUR' }])(
    'answers a reference that comes again with %j neither as at first nor by a decision',
    async ({ amount, ...more }) => {
      const cardId = await card()
      const networkReference = randomUUID()
      const first = await authorize(cardId, 500, { networkReference })
      const again = authorize(cardId, amount, { networkReference, ...more })
      await expect(again).rejects.toMatchObject({
        status: 409,
        code: 'reference_conflict',
        details: { transactionId: first.transactionId },
      })
      expect(await spent(cardId)).toBe(500)
    },
  )

  it('refuses a reference that comes again with another card, of whatever customer, and decides nothing', async () => {
    const [first, second] = [await card(), await card()]
    const { id: elsewhere } = await service.purser.cards.create({ customerId: await otherCustomer() })
    const { transactionId } = await authorize(first, 500, { networkReference: 'of-one-card' })
    for (const cardId of [second, elsewhere]) {
      await expect(authorize(cardId, 500, { networkReference: 'of-one-card' })).rejects.toMatchObject({
        status: 409,
        code: 'reference_conflict',
        details: { transactionId },
      })
      expect(await spent(cardId)).toBe(0)
    }
    expect((await authorize(first, 500, { networkReference: 'of-one-card' })).transactionId).toBe(transactionId)
  })

  it('a reference that two cards of a customer ask with at once is that of one', async () => {
    const cards = await Promise.all(Array.from({ length: 10 }, () => card()))
    const answers = await Promise.all(
      cards.map((cardId) => refusal(authorize(cardId, 5, { networkReference: 'race' }))),
    )
    expect(answers.filter((refused) => refused === null)).toHaveLength(1)
    expect(answers.filter((refused) => refused !== null)).toEqual(cards.slice(1).map(() => [409, 'reference_conflict']))
  })

  it('knows a reference that 0.1.0 stored', async () => {
    const cardId = await card()
    const first = await authorize(cardId, 500, { networkReference: 'of-0.1.0' })
    const { database } = service
    const vault = await openTestVault(database)
    const [{ account_id: accountId }] = (
      await database.pool.query<{ account_id: string }>('select account_id from transactions where id = $1', [
        first.transactionId,
      ])
    ).rows as [{ account_id: string }]
    const hash = vault.fingerprint('network reference', accountId, cardId, 'of-0.1.0').toString('base64url')
    await database.pool.query('update transactions set reference_hash = $2 where id = $1', [first.transactionId, hash])
    expect(await authorize(cardId, 500, { networkReference: 'of-0.1.0' })).toEqual(first)
    expect(await refusal(authorize(cardId, 501, { networkReference: 'of-0.1.0' }))).toEqual([409, 'reference_conflict'])
    const fact = { cardId, factId: 'capture-1', networkReference: 'of-0.1.0', amount: 500 }
    const { transaction } = await service.purser.network.post({ ...fact, kind: 'capture' })
    expect(transaction).toMatchObject({ id: first.transactionId, status: 'settled' })
  })

  it('a fact under a reference of another card is told to its own card', async () => {
    const [first, second] = [await card(), await card()]
    const { transactionId } = await authorize(first, 500, { networkReference: 'told' })
    const fact = { cardId: second, factId: 'told-1', networkReference: 'told', amount: 700 }
    const { transaction } = await service.purser.network.post({ ...fact, kind: 'capture' })
    expect(transaction).toMatchObject({ cardId: second, settledAmount: 700, flags: { standIn: true } })
    expect(await service.purser.transactions.get(transactionId)).toMatchObject({ status: 'pending' })
    expect((await authorize(first, 500, { networkReference: 'told' })).transactionId).toBe(transactionId)
  })

  it.each([500, 0])('answers a reference of %i as at first, whatever came after', async (amount) => {
    const cardId = await card()
    const ask = () => authorize(cardId, amount, { networkReference: `again-${amount}` })
    const first = await ask()
    await advance(1)
    if (amount > 0) {
      await service.purser.network.increment(first.transactionId, { amount: 5 })
      expect(await ask()).toEqual(first)
      await service.purser.network.settle(first.transactionId, { amount: 900 })
      await service.purser.network.refund({ transactionId: first.transactionId })
    }
    await service.purser.cards.close(cardId)
    expect(await ask()).toEqual(first)
  })

  it('finds a card by its number and checks expiry and CVV', async () => {
    const cardId = await card()
    const { pan, exp, cvv } = await service.purser.cards.details(cardId)
    const byNumber = (more: object) =>
      service.purser.network.authorize({ pan, amount: 100, merchant: MERCHANT, ...more })
    expect(await byNumber({ exp, cvv })).toMatchObject({ decision: 'approve', transaction: { cardId } })
    const wrongCvv = String((Number(cvv) + 1) % 1000).padStart(3, '0')
    expect(codes(await byNumber({ cvv: wrongCvv }))).toEqual(['credentials_invalid'])
    expect(codes(await byNumber({ exp: exp === '01/30' ? '02/30' : '01/30' }))).toEqual(['credentials_invalid'])
  })

  it('404: unknown card and number; 400: neither or both', async () => {
    expect(await refusal(authorize('card_unknown', 1))).toEqual([404, 'card_not_found'])
    const { network } = service.purser
    expect(await refusal(network.authorize({ pan: '4000001234567899', amount: 1 }))).toEqual([404, 'card_not_found'])
    expect(await refusal(network.authorize({ amount: 1 }))).toEqual([400, 'invalid_request'])
    expect(await refusal(network.authorize({ cardId: 'card_1', pan: '4000001234567899', amount: 1 }))).toEqual([
      400,
      'invalid_request',
    ])
  })

  it('takes a card check of 0 without leaving a trace on the card', async () => {
    const cardId = await card({ usage: 'single', policy: { lockToFirstMerchant: true, cooldownMinutes: 60 } })
    expect(await authorize(cardId, 0)).toMatchObject({ decision: 'approve', transaction: { status: 'settled' } })
    const stored = await service.purser.cards.get(cardId)
    expect(stored).toMatchObject({
      status: 'active',
      merchantLock: null,
      firstSpendAt: null,
      singleUseConsumedAt: null,
    })
    expect(await authorize(cardId, 100)).toMatchObject({ decision: 'approve' })
  })

  it('never exceeds a cap, however many ask at once', async () => {
    const agent = await service.purser.agents.create({ customerId, externalId: 'cap', limits: { perDay: 1000 } })
    const cards = await Promise.all([1, 2, 3, 4].map(() => card({ agentId: agent.id })))
    const answers = await Promise.all(Array.from({ length: 80 }, (_, i) => authorize(cards[i % 4] as string, 90)))
    const approvals = answers.filter(({ decision }) => decision === 'approve')
    expect(approvals).toHaveLength(11)
    expect(new Set(answers.flatMap(codes))).toEqual(new Set(['limit_exceeded']))
  })

  it('uses a single-use card once and locks to the first merchant once', async () => {
    const single = await card({ usage: 'single' })
    const answers = await Promise.all(Array.from({ length: 10 }, () => authorize(single, 10)))
    expect(answers.filter(({ decision }) => decision === 'approve')).toHaveLength(1)
    expect(await service.purser.cards.get(single)).toMatchObject({ status: 'closed' })

    const locking = await card({ policy: { lockToFirstMerchant: true } })
    await authorize(locking, 10)
    expect(codes(await authorize(locking, 10, { merchant: { name: 'Other Shop' } }))).toEqual(['merchant_locked'])
    expect(await service.purser.cards.get(locking)).toMatchObject({ merchantLock: 'GitHub' })
  })
})

describe('an authorization', () => {
  it('is incremented within the limits of its policy', async () => {
    const cardId = await card({ policy: { limits: { perAuth: 1000 }, cooldownMinutes: 60 } })
    const id = await approved(cardId, 600)
    const raised = await service.purser.network.increment(id, { amount: 400 })
    expect(raised).toMatchObject({ decision: 'approve', transaction: { amount: 600, authorizedAmount: 1000 } })
    const refused = await service.purser.network.increment(id, { amount: 1 })
    expect(refused).toMatchObject({ decision: 'decline', transaction: { status: 'pending', authorizedAmount: 1000 } })
    expect(codes(refused)).toEqual(['per_auth_exceeded'])
    expect(await spent(cardId)).toBe(1000)
  })

  it('is captured in parts; the final one gives back the rest', async () => {
    const cardId = await card()
    const id = await approved(cardId, 1000)
    await service.purser.network.settle(id, { amount: 300, final: false })
    expect(await spent(cardId)).toBe(1000)
    const settled = await service.purser.network.settle(id, { amount: 200 })
    expect(settled).toMatchObject({ status: 'settled', settledAmount: 500, authorizedAmount: 1000 })
    expect(await spent(cardId)).toBe(500)
  })

  it('is settled above its amount, flagged and counted', async () => {
    const cardId = await card({ policy: { limits: { perDay: 1000 } } })
    const id = await approved(cardId, 900)
    const settled = await service.purser.network.settle(id, { amount: 1500 })
    expect(settled).toMatchObject({ status: 'settled', flags: { settlementOverAuthorized: true } })
    expect(await spent(cardId)).toBe(1500)
  })

  it('gives the room back when it is reversed', async () => {
    const cardId = await card({ policy: { limits: { perDay: 1000 } } })
    const id = await approved(cardId, 1000)
    expect(await service.purser.network.reverse(id, { amount: 400 })).toMatchObject({
      status: 'pending',
      authorizedAmount: 600,
    })
    expect(await authorize(cardId, 400)).toMatchObject({ decision: 'approve' })
    expect(await service.purser.network.reverse(id)).toMatchObject({ status: 'reversed', authorizedAmount: 0 })
    expect(await authorize(cardId, 600)).toMatchObject({ decision: 'approve' })
    expect(codes(await authorize(cardId, 1))).toEqual(['per_day_exceeded'])
  })

  it('is refunded up to what was settled, without room', async () => {
    const cardId = await card({ policy: { limits: { perDay: 1000 } } })
    const transactionId = await approved(cardId, 1000)
    const { network } = service.purser
    expect(await refusal(network.refund({ transactionId }))).toEqual([409, 'transaction_not_open'])
    await network.settle(transactionId)
    expect(await network.refund({ transactionId, amount: 300 })).toMatchObject({
      refundedAmount: 300,
      status: 'settled',
    })
    expect(await refusal(network.refund({ transactionId, amount: 701 }))).toEqual([400, 'invalid_request'])
    expect(await network.refund({ transactionId })).toMatchObject({ refundedAmount: 1000 })
    expect(await spent(cardId)).toBe(1000)
  })

  it('expires after seven days to the millisecond', async () => {
    const cardId = await card()
    const id = await approved(cardId, 1000)
    await advance(7 * 86_400 - 0.001)
    expect(await service.purser.transactions.get(id)).toMatchObject({ status: 'pending' })
    await advance(0.001)
    expect(await service.purser.transactions.get(id)).toMatchObject({ status: 'expired' })
  })

  it.each(['settle', 'reverse', 'increment'] as const)('409: %s when it is no longer open', async (step) => {
    const id = await approved(await card(), 1000)
    await service.purser.network.settle(id)
    const again = {
      settle: () => service.purser.network.settle(id),
      reverse: () => service.purser.network.reverse(id),
      increment: () => service.purser.network.increment(id, { amount: 1 }),
    }
    expect(await refusal(again[step]())).toEqual([409, 'transaction_not_open'])
    expect(await refusal(service.purser.network.settle('txn_unknown'))).toEqual([404, 'transaction_not_found'])
  })

  it('of a single-use card still takes its steps after the close', async () => {
    const cardId = await card({ usage: 'single' })
    const id = await approved(cardId, 500)
    expect(await service.purser.network.increment(id, { amount: 100 })).toMatchObject({ decision: 'approve' })
    expect(await service.purser.network.settle(id, { amount: 550 })).toMatchObject({ status: 'settled' })
    expect(await service.purser.network.refund({ transactionId: id })).toMatchObject({ refundedAmount: 550 })
  })
})

it('an increment of another purchase than the one that consumed the card declines', async () => {
  const cardId = await card()
  const earlier = await approved(cardId, 1000)
  await service.purser.cards.update(cardId, { usage: 'single' })
  const consuming = await approved(cardId, 2000)
  const [other, own] = [
    await service.purser.network.increment(earlier, { amount: 1 }),
    await service.purser.network.increment(consuming, { amount: 1 }),
  ]
  expect([codes(other), codes(own)]).toEqual([['card_closed', 'card_consumed'], []])
  expect((await service.purser.network.settle(earlier)).status).toBe('settled')
  expect(await verifyDifferencesOf(service.database, customerId)).toEqual([])
})

describe('POST /network/force-captures', () => {
  it('posts on a frozen card, counts and is flagged', async () => {
    const cardId = await card({ status: 'frozen', policy: { limits: { perDay: 100 } } })
    const posted = await service.purser.network.forceCapture({ cardId, amount: 700, merchant: MERCHANT })
    expect(posted).toMatchObject({
      type: 'force_capture',
      status: 'settled',
      settledAmount: 700,
      flags: { forcedCapture: true },
    })
    expect(await spent(cardId)).toBe(700)
  })
})

describe('limits over time', () => {
  it('count the trailing 24 hours to the millisecond', async () => {
    const cardId = await card({ policy: { limits: { perDay: 1000 } } })
    await authorize(cardId, 1000)
    await advance(86_400 - 0.001)
    expect(codes(await authorize(cardId, 1))).toEqual(['per_day_exceeded'])
    await advance(0.001)
    expect(await authorize(cardId, 1000)).toMatchObject({ decision: 'approve' })
  })

  it('keep a cooldown until its very end', async () => {
    const cardId = await card({ policy: { cooldownMinutes: 10 } })
    await authorize(cardId, 1)
    await advance(599.999)
    expect(codes(await authorize(cardId, 1))).toEqual(['cooldown_active'])
    await advance(0.001)
    expect(await authorize(cardId, 1)).toMatchObject({ decision: 'approve' })
  })
})

describe('a total beyond 2^53 - 1 cents', () => {
  it.each(['settle', 'forceCapture'] as const)('400, %s: only what can be counted is posted', async (step) => {
    const other = await service.purser.customers.create({ email: 'large@example.com' })
    const cardId = (await service.purser.cards.create({ customerId: other.id })).id
    await authorize(cardId, Number.MAX_SAFE_INTEGER - 1000)
    const transactionId = await approved(cardId, 100)
    const post = (amount: number) =>
      step === 'settle'
        ? service.purser.network.settle(transactionId, { amount })
        : service.purser.network.forceCapture({ cardId, amount })
    const room = step === 'settle' ? 1000 : 900 // settlement replaces the 100 cents that were held
    const small = await card()
    const [refused, beside] = await Promise.all([refusal(post(room + 1)), authorize(small, 1)])
    expect(refused).toEqual([400, 'invalid_request'])
    expect(beside.decision).toBe('approve')
    expect((await post(room)).settledAmount).toBe(room)
    expect(codes(await authorize(cardId, 1))).toEqual(['limit_exceeded'])
  })
})

describe('an Idempotency-Key', () => {
  it('authorizes once, whatever the concurrency', async () => {
    const cardId = await card()
    const call = (amount: number) => service.purser.network.authorize({ cardId, amount }, { idempotencyKey: 'buy-1' })
    const answers = await Promise.all(Array.from({ length: 30 }, () => call(250)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await spent(cardId)).toBe(250)
    expect(await refusal(call(251))).toEqual([422, 'idempotency_key_reused'])
    await advance(86_400)
    expect((await call(251)).transactionId).not.toBe(answers[0]?.transactionId)
  })
})
