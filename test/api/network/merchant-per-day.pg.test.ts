import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, isoTimestamp } from '../../../src/lib/clock.ts'
import { seededRandom } from '../../model/random.ts'
import { verifyDifferencesOf } from '../../support/differences.ts'
import { testAuditedAct } from '../../support/records/acts.ts'
import { someAuthorization } from '../../support/records/network.ts'
import { type Api, startApi } from '../typed-api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(async () => {
  expect(await verifyDifferencesOf(api.rig.test.database)).toEqual([])
  await api.stop()
})

interface Policies {
  readonly customer?: object
  readonly agent?: object
  readonly card?: object
}

/** Two cards of an agent, and one of the customer alone. */
async function shoppers({ customer = {}, agent = {}, card = {} }: Policies) {
  const customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com', policy: customer } })).body.id
  const made = await api.admin('createAgent', { body: { customerId, externalId: customerId, policy: agent } })
  const newCard = async (more: object) =>
    (await api.admin('createCard', { body: { customerId, policy: card, ...more } })).body.id
  const agentId = made.body.id
  const [one, other, own] = [await newCard({ agentId }), await newCard({ agentId }), await newCard({})]
  return { customerId, agentId, one, other, own }
}

const buy = async (cardId: string, amount: number, name: string | null = 'Strand Books') =>
  (
    await api.admin('createAuthorization', {
      body: { cardId, amount, ...(name === null ? {} : { merchant: { name } }) },
    })
  ).body
const decide = async (...[cardId, amount, name]: Parameters<typeof buy>) => (await buy(cardId, amount, name)).decision
const step = (
  name: 'incrementAuthorization' | 'settleAuthorization' | 'reverseAuthorization',
  id: string,
  amount?: number,
) => api.admin(name, { params: { transactionId: id }, body: amount === undefined ? {} : { amount } })
const left = async (cardId: string, limit: number) => {
  const { body } = await api.admin('evaluateSpend', {
    body: { cardId, amount: limit + 1, merchant: { name: 'STRAND BOOKS' } },
  })
  const found = body.reasons.find(({ code }) => code === 'merchant_per_day_exceeded')
  return limit + 1 - (Number(found?.observed) - limit)
}

describe('maxPerMerchantPerDay', () => {
  it.each([
    ['card', ['approve', 'decline', 'approve', 'approve']],
    ['agent', ['approve', 'decline', 'decline', 'approve']],
    ['customer', ['approve', 'decline', 'decline', 'decline']],
  ])('counts all cards of the %s that sets it', async (level, expected) => {
    const { one, other, own } = await shoppers({ [level]: { maxPerMerchantPerDay: 1000 } })
    expect([
      await decide(one, 1000),
      await decide(one, 1),
      await decide(other, 1, 'STRAND BOOKS'),
      await decide(own, 1, 'SQ *STRAND BOOKS'),
    ]).toEqual(expected)
    expect(await decide(one, 1000, "Powell's Books")).toBe('approve')
  })

  it('says the limit, what would be spent, and from when on there is room', async () => {
    const { one } = await shoppers({ card: { maxPerMerchantPerDay: 1000 } })
    const first = api.clock.time
    await buy(one, 400)
    api.clock.time += HOUR_MS
    await buy(one, 600)
    const declined = await buy(one, 500)
    expect(declined.reasons).toMatchObject([
      {
        code: 'merchant_per_day_exceeded',
        rule: 'maxPerMerchantPerDay',
        level: 'card',
        limit: 1000,
        observed: 1500,
        fixedBy: 'time',
        retryable: true,
        retryAt: isoTimestamp(first + HOUR_MS + DAY_MS),
      },
    ])
    expect((await buy(one, 1001)).reasons).toMatchObject([{ fixedBy: 'owner', retryable: false }])
    api.clock.time = first + DAY_MS - 1
    expect(await decide(one, 400)).toBe('decline')
    api.clock.time += 1
    expect(await decide(one, 400)).toBe('approve')
  })

  it('takes purchases without a name for those of one merchant, and card checks for nothing', async () => {
    const { one } = await shoppers({ card: { maxPerMerchantPerDay: 1000 } })
    expect([await decide(one, 1000, null), await decide(one, 1, null), await decide(one, 0, null)]).toEqual([
      'approve',
      'decline',
      'approve',
    ])
    expect(await decide(one, 1000)).toBe('approve')
  })

  it('counts what all limits count: holds, captures and increments, less what was reversed', async () => {
    const { one } = await shoppers({ card: { maxPerMerchantPerDay: 1000 } })
    const { transactionId } = await buy(one, 600)
    expect((await step('incrementAuthorization', transactionId, 401)).body).toMatchObject({ decision: 'decline' })
    expect((await step('incrementAuthorization', transactionId, 200)).body).toMatchObject({ decision: 'approve' })
    expect(await left(one, 1000)).toBe(200)
    await step('reverseAuthorization', transactionId, 300)
    expect(await left(one, 1000)).toBe(500)
    await step('settleAuthorization', transactionId, 650)
    expect(await left(one, 1000)).toBe(350)
    await api.admin('createRefund', { body: { transactionId, amount: 650 } })
    expect(await left(one, 1000)).toBe(350)
    await api.admin('createForceCapture', { body: { cardId: one, amount: 100, merchant: { name: 'Strand Books' } } })
    expect(await left(one, 1000)).toBe(250)
  })

  it.each([
    ['on a card check', 0],
    ['of what was declined', 2000],
  ])('counts what is captured %s', async (_what, amount) => {
    const { one: cardId } = await shoppers({ card: { maxPerMerchantPerDay: 1000 } })
    const purchase = { cardId, networkReference: cardId, merchant: { name: 'Strand Books' } }
    await api.admin('createAuthorization', { body: { ...purchase, amount } })
    await api.admin('createPosting', { body: { ...purchase, factId: cardId, kind: 'capture', amount: 160 } })
    expect(await left(cardId, 1000)).toBe(840)
    expect([await decide(cardId, 841), await decide(cardId, 840)]).toEqual(['decline', 'approve'])
  })

  it('counts an increment at its own moment, and what expires no longer', async () => {
    const { one } = await shoppers({ card: { maxPerMerchantPerDay: 1000 } })
    const { transactionId } = await buy(one, 500)
    api.clock.time += DAY_MS
    expect(await left(one, 1000)).toBe(1000)
    await step('incrementAuthorization', transactionId, 300)
    expect(await left(one, 1000)).toBe(700)
    await step('reverseAuthorization', transactionId)
    expect(await left(one, 1000)).toBe(1000)
  })

  it('finds names that were cut off, and purchases whose key is not filled in or is of another version', async () => {
    const { one, customerId } = await shoppers({ customer: { maxPerMerchantPerDay: 1000 } })
    await buy(one, 900, 'CALIFORNIA PIZZA KITCHEN 12')
    expect(await decide(one, 200, 'CALIFORNIA PIZZA KITCH')).toBe('decline')
    for (const key of ['', 'bsomething']) {
      await api.rig.test.database.pool.query(
        `update transactions set merchant_key = $2 where customer_id = $1 and decision = 'approve'`,
        [customerId, key],
      )
      expect([key, await decide(one, 200, 'CALIFORNIA PIZZA KITCH')]).toEqual([key, 'decline'])
    }
    await api.rig.test.database.pool.query(
      `update transactions set merchant_key = 'acaliforniapizzakitchen' where customer_id = $1 and decision = 'approve'`,
      [customerId],
    )
  })

  it('is tried by shadow policies and backtests', async () => {
    const { one, other, customerId } = await shoppers({})
    await api.admin('updateCard', { params: { cardId: one }, body: { shadowPolicy: { maxPerMerchantPerDay: 700 } } })
    api.clock.time += MINUTE_MS
    const from = isoTimestamp(api.clock.time)
    const { transactionId } = await buy(one, 500)
    const second = await buy(other, 500)
    await step('reverseAuthorization', transactionId, 400)
    const third = await buy(one, 650)
    const last = await api.admin('getTransaction', { params: { transactionId: third.transactionId } })
    expect(last.body).toMatchObject({ decision: 'approve', shadow: { decision: 'decline' } })
    const level = { level: 'customer', id: customerId, policy: { maxPerMerchantPerDay: 600 } }
    const whole = (await api.admin('backtestPolicy', { body: level })).body
    expect([whole.wouldDecline, whole.byRule[0]?.code]).toEqual([2, 'merchant_per_day_exceeded'])
    expect(whole.examples.map((example) => example.transactionId).toSorted()).toEqual(
      [second.transactionId, third.transactionId].toSorted(),
    )
    api.clock.time += MINUTE_MS
    await buy(one, 550)
    const later = { ...level, from: isoTimestamp(api.clock.time), policy: { maxPerMerchantPerDay: 1800 } }
    expect((await api.admin('backtestPolicy', { body: later })).body.wouldDecline).toBe(0)
    const less = { ...later, policy: { maxPerMerchantPerDay: 1799 } }
    expect((await api.admin('backtestPolicy', { body: less })).body.wouldDecline).toBe(1)
    expect(from < later.from).toBe(true)
  })

  it('is never exceeded by what is bought at once on two nodes, whatever is given back meanwhile', async () => {
    const second = await api.rig.secondNode({ clock: api.clock })
    const random = seededRandom(4)
    const LIMIT = 20_000
    const { one, other, own, customerId } = await shoppers({ customer: { maxPerMerchantPerDay: LIMIT } })
    const { accountId } = api.rig
    const names = ['Strand Books', 'STRAND BOOKS', 'SQ *STRAND BOOKS']
    const approved: string[] = []
    const act = async () => {
      const node = random.pick([api.rig, second])
      const [cardId, name] = [random.pick([one, other, own]), random.pick(names)]
      const back = random.chance(0.1) ? approved.pop() : undefined
      const command =
        back === undefined
          ? someAuthorization({ accountId, cardId, amount: random.between(100, 900), merchant: { name } })
          : { kind: 'reverse' as const, accountId, transactionId: back }
      const answer = await node.deps.engine.submit(command, testAuditedAct)
      if (answer.kind !== 'outcome' || answer.outcome.kind !== 'decided') return
      const { transaction } = answer.outcome
      if (transaction.decision === 'approve') approved.push(transaction.id)
    }
    const spent = async () => {
      const { rows } = await api.rig.test.database.pool.query<{ spent: number }>(
        `select sum((part->>1)::bigint)::float as spent from transactions, json_array_elements(counted) part where customer_id = $1`,
        [customerId],
      )
      return rows[0]?.spent ?? 0
    }
    for (let round = 0; round < 25; round += 1) {
      await Promise.all(Array.from({ length: 20 }, act))
      expect(await spent()).toBeLessThanOrEqual(LIMIT)
    }
    while ((await decide(one, 100)) === 'approve') expect(await spent()).toBeLessThanOrEqual(LIMIT)
    expect(await spent()).toBeGreaterThan(LIMIT - 100)
    await second.close()
  })
})
