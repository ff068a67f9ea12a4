import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/lib/clock.ts'
import { type Api, startApi } from '../typed-api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const backtest = async (body: object) => (await api.admin('backtestPolicy', { body })).body
const buy = async (cardId: string, amount: number, more: object = {}) =>
  (await api.admin('createAuthorization', { body: { cardId, amount, ...more } })).body.transactionId
const newHolder = async () => {
  api.clock.time += 40 * DAY_MS
  const customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
  const agentId = (await api.admin('createAgent', { body: { customerId, externalId: customerId } })).body.id
  return { customerId, agentId, begun: api.clock.time }
}
const newCard = async (body: object) => (await api.admin('createCard', { body })).body.id
const counts = ({ decisions, same, wouldDecline, wouldApprove }: Record<string, unknown>) =>
  [decisions, same, wouldDecline, wouldApprove].join(' ')

describe('POST /policies/backtest', () => {
  it('tells which purchases other rules would have declined or approved, and why', async () => {
    const { customerId, agentId } = await newHolder()
    const cardId = await newCard({ customerId, agentId, policy: { limits: { perAuth: 1000 } } })
    await buy(cardId, 400)
    const large = await buy(cardId, 900, { merchant: { name: 'Ink Shop' } })
    const larger = await buy(cardId, 1500)
    const lower = await backtest({ level: 'card', id: cardId, policy: { limits: { perAuth: 500 } } })
    expect(lower).toMatchObject({
      decisions: 3,
      same: 2,
      wouldDecline: 1,
      wouldApprove: 0,
      byRule: [{ rule: 'limits.perAuth', code: 'per_auth_exceeded', level: 'card', wouldDecline: 1, wouldApprove: 0 }],
      examples: [{ transactionId: large, was: 'approve', would: 'decline', reasons: [{ limit: 500, observed: 900 }] }],
    })
    expect(lower.examples[0]?.trace).toContainEqual(expect.objectContaining({ rule: 'limits.perAuth', passed: false }))
    const none = await backtest({ level: 'card', id: cardId, policy: { limits: { perAuth: null } } })
    expect(counts(none)).toBe('3 2 0 1')
    expect(none.examples).toMatchObject([{ transactionId: larger, was: 'decline', would: 'approve' }])
    expect(none.examples[0]?.reasons).toMatchObject([{ code: 'per_auth_exceeded', limit: 1000 }])
  })

  it('counts what would then have been spent, with captures, reversals and increments of what would then have been held', async () => {
    const { customerId, agentId } = await newHolder()
    const cardId = await newCard({ customerId, agentId, limits: { perDay: 1000 } })
    const first = await buy(cardId, 800)
    await api.admin('incrementAuthorization', { params: { transactionId: first }, body: { amount: 100 } })
    await buy(cardId, 150) // declined: 900 are held
    await api.admin('reverseAuthorization', { params: { transactionId: first }, body: {} })
    await buy(cardId, 950)
    // The increment falls away with its purchase, and the second one has room.
    expect(counts(await backtest({ level: 'card', id: cardId, limits: { perAuth: 700 } }))).toBe('3 0 2 1')
    // With more room the second is approved, and what is given back of the first makes room for the third.
    expect(counts(await backtest({ level: 'card', id: cardId, limits: { perDay: 1100 } }))).toBe('4 3 0 1')
    expect(counts(await backtest({ level: 'card', id: cardId, limits: { perDay: 1099 } }))).toBe('4 2 1 1')
  })

  it('tells of the level alone, and beside it what changes for other cards by the caps that they share', async () => {
    const { customerId, agentId } = await newHolder()
    await api.admin('updateCustomer', { params: { customerId }, body: { limits: { perDay: 1000 } } })
    const cardId = await newCard({ customerId, agentId })
    const other = await newCard({ customerId })
    await buy(cardId, 700)
    await buy(other, 500) // declined: only 300 are left
    const told = await backtest({ level: 'card', id: cardId, policy: { maxAmount: 100 } })
    expect(told).toMatchObject({ decisions: 1, wouldDecline: 1, elsewhere: { wouldDecline: 0, wouldApprove: 1 } })
    expect(counts(await backtest({ level: 'agent', id: agentId, policy: { maxAmount: 100 } }))).toBe('1 0 1 0')
    expect(counts(await backtest({ level: 'customer', id: customerId, policy: { maxAmount: 600 } }))).toBe('2 0 1 1')
    expect(counts(await backtest({ level: 'customer', id: customerId, limits: null }))).toBe('2 1 0 1')
  })

  it('begins with what was spent, locked, used and held before the range', async () => {
    const { customerId, agentId, begun } = await newHolder()
    const policy = { lockToFirstMerchant: true, limits: { total: 1000 }, duplicateWindowMinutes: 60 }
    const cardId = await newCard({ customerId, agentId, policy })
    const single = await newCard({ customerId, usage: 'single' })
    const ink = { merchant: { name: 'Ink Shop' } }
    await buy(single, 10)
    await buy(cardId, 300, ink)
    const held = await buy(cardId, 200, ink)
    api.clock.time = begun + 30 * MINUTE_MS
    await api.admin('settleAuthorization', { params: { transactionId: held }, body: { amount: 100, final: true } })
    await buy(cardId, 300, ink) // a repetition
    await buy(cardId, 50, { merchant: { name: 'Paper Mill' } }) // another merchant
    await buy(cardId, 600, ink) // exactly what is left of the total
    await buy(cardId, 1, ink)
    await buy(single, 10)
    const from = new Date(begun + MINUTE_MS).toISOString()
    expect(counts(await backtest({ level: 'customer', id: customerId, from }))).toBe('5 5 0 0')
    const looser = { limits: { total: 1351 }, duplicateWindowMinutes: 10, lockToFirstMerchant: false }
    expect(counts(await backtest({ level: 'card', id: cardId, from, policy: looser }))).toBe('4 1 0 3')
  })

  it('looks at a range, both of whose ends belong to it', async () => {
    const { customerId, begun } = await newHolder()
    const cardId = await newCard({ customerId })
    for (const hours of [0, 1, 2]) {
      api.clock.time = begun + hours * HOUR_MS
      await buy(cardId, 100)
    }
    const at = (hours: number) => new Date(begun + hours * HOUR_MS).toISOString()
    const of = (more: object) => backtest({ level: 'card', id: cardId, policy: { maxAmount: 1 }, ...more })
    expect(counts(await of({}))).toBe('3 0 3 0')
    expect(counts(await of({ from: at(1), to: at(1) }))).toBe('1 0 1 0')
    expect(await of({ from: at(1), limit: 1 })).toMatchObject({ wouldDecline: 2, examples: [{ at: at(2) }] })
    expect(counts(await of({ from: at(3), to: at(4) }))).toBe('0 0 0 0')
    api.clock.time = begun + 31 * DAY_MS
    expect(await of({})).toMatchObject({ decisions: 0, to: new Date(begun + 31 * DAY_MS).toISOString() })
  })

  it('makes increments again that came after the last purchase of the customer', async () => {
    const { customerId, agentId } = await newHolder()
    const cardId = await newCard({ customerId, agentId, policy: { limits: { perAuth: 1000 } } })
    const transactionId = await buy(cardId, 800)
    for (const amount of [500, 100]) {
      await api.admin('incrementAuthorization', { params: { transactionId }, body: { amount } })
    }
    const more = await backtest({ level: 'card', id: cardId, policy: { limits: { perAuth: 5000 } } })
    expect(counts(more)).toBe('3 2 0 1')
    expect(more.examples).toMatchObject([{ transactionId, kind: 'increment', amount: 500, was: 'decline' }])
  })

  it('makes increments again between its ends and the purchases next to them', async () => {
    const { customerId, begun } = await newHolder()
    const cardId = await newCard({ customerId, policy: { limits: { perAuth: 1000 } } })
    const transactionId = await buy(cardId, 800)
    for (const hours of [1, 2, 3]) {
      api.clock.time = begun + hours * HOUR_MS
      await api.admin('incrementAuthorization', { params: { transactionId }, body: { amount: 500 } })
    }
    api.clock.time = begun + 4 * HOUR_MS
    await buy(cardId, 100)
    const at = (hours: number) => new Date(begun + hours * HOUR_MS).toISOString()
    const between = async (from: number, to?: number) => {
      const range = { from: at(from), ...(to === undefined ? {} : { to: at(to) }) }
      return counts(await backtest({ level: 'card', id: cardId, policy: { limits: { perAuth: 1500 } }, ...range }))
    }
    // One more increment is approved wherever the range begins; the next ones would come to more than 1500.
    expect(await between(0, 4)).toBe('5 4 0 1')
    expect(await between(0, 2)).toBe('3 2 0 1')
    expect(await between(1, 3)).toBe('3 2 0 1')
    expect(await between(2, 2)).toBe('1 0 0 1')
    expect(await between(2.5)).toBe('2 1 0 1')
    expect(await between(3.5)).toBe('1 1 0 0')
    expect(await between(3.1, 3.9)).toBe('0 0 0 0')
  })

  it('says that intents are taken as declared where the policy asks for approvals', async () => {
    const { customerId } = await newHolder()
    const policy = { requireIntent: true, onMissingIntent: 'decline' as const }
    const cardId = await newCard({ customerId, policy })
    await api.admin('createIntent', { params: { cardId }, body: { purpose: 'Ink', expectedAmount: 100 } })
    await buy(cardId, 100)
    const asking = await backtest({ level: 'card', id: cardId, policy: { requireApproval: true } })
    expect(counts(asking)).toBe('1 1 0 0')
    expect(asking.notes).toMatchObject([{ code: 'intents_as_declared' }])
    for (const not of [
      { limits: { perDay: 1 } },
      { policy: { requireApproval: false } },
      { policy: { maxAmount: 1 } },
    ]) {
      expect((await backtest({ level: 'card', id: cardId, ...not })).notes).toEqual([])
    }
  })

  it('has no effect', async () => {
    const { customerId } = await newHolder()
    const cardId = await newCard({ customerId })
    await buy(cardId, 100)
    const events = await api.admin('listEvents', {})
    await backtest({ level: 'card', id: cardId, policy: { maxAmount: 1 } })
    expect((await api.admin('listEvents', {})).text).toBe(events.text)
    expect((await api.admin('getCard', { params: { cardId } })).body.policy).toEqual({})
  })

  it.each([
    [{ level: 'card', id: 'card_00000000000000000000000000' }, 404, 'card_not_found'],
    [{ level: 'agent', id: 'x' }, 404, 'agent_not_found'],
    [{ level: 'customer', id: 'x' }, 404, 'customer_not_found'],
  ])('does not know %j', async (body, status, code) => {
    const answer = await api.admin('backtestPolicy', { body })
    expect([answer.status, answer.body.error?.code]).toEqual([status, code])
  })

  it('refuses what a PATCH would refuse, and a range without an end', async () => {
    const { customerId: id } = await newHolder()
    const zone = { timezone: 'Nowhere', days: [1], from: '09:00', to: '17:00' }
    for (const [more, param] of [
      [{ policy: { activeHours: zone } }, 'policy.activeHours.timezone'],
      [{ limits: { amount: 5 } }, 'limits.interval'],
      [{ from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }, 'from'],
    ] as const) {
      expect(
        (await api.admin('backtestPolicy', { body: { level: 'customer', id, ...more } })).body.error,
      ).toMatchObject({
        code: 'invalid_request',
        param,
      })
    }
    const stranger = await api.otherAccount()
    expect((await stranger('backtestPolicy', { body: { level: 'customer', id } })).status).toBe(404)
  })
})
