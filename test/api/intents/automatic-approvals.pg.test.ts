import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/lib/clock.ts'
import { verifyDifferencesOf } from '../../support/differences.ts'
import { type Api, type Caller, startApi } from '../typed-api.ts'

/** What `autoApproveBelow` approves, and what stands in its way: a no, a sum, a new origin (contract, section 9). */
let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const STRICT = { requireIntent: true, onMissingIntent: 'decline', onIntentMismatch: 'decline' }
const ASKING = { ...STRICT, requireApproval: true, autoApproveBelow: 3000 }

let count = 0
async function newCustomer(policy: object = ASKING) {
  count += 1
  const customerId = (await api.admin('createCustomer', { body: { email: `c${count}@example.com`, policy } })).body.id
  const agent = async (more: object = {}) => {
    count += 1
    const body = { customerId, externalId: `agent-${count}`, name: 'Buyer', policy: more }
    const agentId = (await api.admin('createAgent', { body })).body.id
    return { agentId, own: await api.as('agent', agentId), card: (own: object = {}) => card({ agentId, policy: own }) }
  }
  const card = async (more: object = {}) => (await api.admin('createCard', { body: { customerId, ...more } })).body.id
  return { customerId, agent, card, cardId: await card() }
}
type Body = Record<string, unknown>
const declare = async (cardId: string, body: Body = {}, caller: Caller = api.admin) =>
  (
    await caller('createIntent', {
      params: { cardId },
      body: { purpose: 'Ink', expectedAmount: 2000, expectedMerchant: 'Ink Shop', ...body },
    })
  ).body
const statusOf = async (cardId: string, body: Body = {}) => (await declare(cardId, body)).status
const evaluate = async (cardId: string, body: Body = {}) =>
  (
    await api.admin('evaluateSpend', {
      body: { cardId, assumeIntent: true, amount: 2000, merchant: { name: 'Ink Shop' }, ...body },
    })
  ).body
const reject = (intentId: string) => api.admin('rejectIntent', { params: { intentId } })
const approve = (intentId: string) => api.admin('approveIntent', { params: { intentId } })
const cancel = (intentId: string) => api.admin('cancelIntent', { params: { intentId } })
const buy = async (cardId: string, amount = 2000, name = 'Ink Shop') =>
  (await api.admin('createAuthorization', { body: { cardId, amount, merchant: { name } } })).body
const subscribe = async (cardId: string, body: Body = {}) =>
  (
    await api.admin('createSubscription', {
      params: { cardId },
      body: { merchant: 'Ink Shop', maxAmount: 2000, interval: 'month', purpose: 'Ink', ...body },
    })
  ).body
const rules = ({ approvalReasons = [] }: { approvalReasons?: readonly { rule: string }[] }) =>
  approvalReasons.map(({ rule }) => rule)

describe('a no is remembered', () => {
  it('for as much or less at the shop, whatever the card, until its time is over', async () => {
    const { cardId, card } = await newCustomer()
    expect(await statusOf(cardId)).toBe('pending')
    const { id } = await declare(cardId, { expectedAmount: 4000 })
    await reject(id)
    api.clock.time += 3 * HOUR_MS
    const again = await declare(await card(), { expectedMerchant: 'INK SHOP 0231' })
    expect(again).toMatchObject({
      status: 'pending_approval',
      requiresApproval: true,
      approvalReasons: [
        {
          rule: 'rejectionMemoryHours',
          level: 'default',
          amount: 4000,
          message: 'A person said no to $40.00 at this shop 3 hours before.',
        },
      ],
    })
    const approval = await api.admin('getApproval', { params: { approvalId: again.id.replace('int_', 'apr_') } })
    expect(approval.body.subject.approvalReasons).toEqual(again.approvalReasons)
    expect(await evaluate(cardId)).toMatchObject({
      decision: 'approve',
      flags: { requiresApproval: true },
      approvalReasons: again.approvalReasons,
    })
    expect(await statusOf(cardId, { expectedMerchant: 'Paper Shop' })).toBe('pending')
    api.clock.time += 21 * HOUR_MS
    expect(await statusOf(cardId)).toBe('pending')
    expect(await evaluate(cardId)).toMatchObject({ flags: { requiresApproval: false } })
  })

  it('of a subscription, and where an approval was taken back', async () => {
    const { cardId, card } = await newCustomer()
    const { id: subscriptionId } = await subscribe(cardId, { maxAmount: 4000 })
    await api.admin('rejectSubscription', { params: { subscriptionId } })
    const waiting = await declare(cardId)
    expect([waiting.status, rules(waiting)]).toEqual(['pending_approval', ['rejectionMemoryHours']])
    expect(await subscribe(await card(), { maxAmount: 1000 })).toMatchObject({
      status: 'pending_approval',
      approvalReasons: [{ rule: 'rejectionMemoryHours', amount: 4000 }],
    })
    const { id } = await declare(cardId, { expectedMerchant: 'Paper Shop', expectedAmount: 4000 })
    await approve(id)
    expect(await statusOf(cardId, { expectedMerchant: 'Paper Shop' })).toBe('pending')
    await api.admin('revokeApproval', { params: { intentId: id } })
    expect(await statusOf(cardId, { expectedMerchant: 'Paper Shop' })).toBe('pending_approval')
  })

  it('at a correction, too', async () => {
    const { cardId } = await newCustomer()
    const { id } = await declare(cardId, { expectedAmount: 4000 })
    await declare(cardId, { intentId: 'one', expectedMerchant: 'Paper Shop' })
    await reject(id)
    const corrected = await declare(cardId, { intentId: 'one' })
    expect([corrected.status, rules(corrected)]).toEqual(['pending_approval', ['rejectionMemoryHours']])
    expect(await statusOf(cardId, { intentId: 'one', expectedMerchant: 'Paper Shop' })).toBe('pending')
  })

  it('not where the policy turns it off', async () => {
    const { cardId } = await newCustomer({ ...ASKING, rejectionMemoryHours: 0 })
    await reject((await declare(cardId, { expectedAmount: 4000 })).id)
    expect(await statusOf(cardId)).toBe('pending')
    expect(await evaluate(cardId)).not.toHaveProperty('rejected')
  })
})

describe('small yeses add up', () => {
  const SUM = { ...ASKING, autoApprovePerDay: 10_000 }

  it('below the sum of a day nobody is asked, then a person decides', async () => {
    const { cardId } = await newCustomer({ ...SUM, intentTolerancePercent: 0 })
    for (const amount of [2999, 2999, 2999, 1000])
      expect(await statusOf(cardId, { expectedAmount: amount })).toBe('pending')
    const fifth = await declare(cardId, { expectedAmount: 3 })
    expect(fifth).toMatchObject({
      status: 'pending_approval',
      approvalReasons: [
        {
          rule: 'autoApprovePerDay',
          level: 'customer',
          amount: 9997,
          limit: 10_000,
          message: 'Approved automatically in the 24 hours before: $99.97 of $100.00.',
        },
      ],
    })
    expect(await evaluate(cardId)).toMatchObject({ flags: { requiresApproval: true } })
    expect(await statusOf(cardId, { expectedAmount: 2 })).toBe('pending')
    api.clock.time += DAY_MS - 1
    expect(await statusOf(cardId, { expectedAmount: 1 })).toBe('pending')
  })

  it('counts the tolerance, which leaves the last one less of it', async () => {
    const { cardId } = await newCustomer({ ...SUM, autoApproveBelow: 9000 })
    expect((await declare(cardId, { expectedAmount: 8000 })).ceiling).toBe(8800)
    expect((await declare(cardId, { expectedAmount: 1199 })).ceiling).toBe(1199)
    expect(await statusOf(cardId, { expectedAmount: 1 })).toBe('pending_approval')
  })

  it('counts what is paid, and not what was canceled, corrected or has expired', async () => {
    const { cardId } = await newCustomer({ ...SUM, autoApprovePerDay: 3000, intentTolerancePercent: 0 })
    const { id } = await declare(cardId)
    expect(await statusOf(cardId)).toBe('pending_approval')
    await cancel(id)
    await declare(cardId, { intentId: 'one', ttlMinutes: 10 })
    expect(await statusOf(cardId, { intentId: 'one', expectedAmount: 2900 })).toBe('pending')
    expect(await statusOf(cardId, { expectedAmount: 100 })).toBe('pending_approval')
    api.clock.time += HOUR_MS
    expect(await statusOf(cardId)).toBe('pending')
    expect((await buy(cardId)).decision).toBe('approve')
    api.clock.time += HOUR_MS
    expect(await statusOf(cardId)).toBe('pending_approval')
  })

  it('of the level that sets it, subscriptions included, and not what a person approved', async () => {
    const { agent, cardId } = await newCustomer({ ...ASKING, intentTolerancePercent: 0 })
    const { card } = await agent({ autoApprovePerDay: 5000 })
    const [one, other] = [await card(), await card({ autoApprovePerDay: 3000 })]
    expect(await statusOf(cardId)).toBe('pending')
    expect(await subscribe(one)).toMatchObject({ status: 'active' })
    expect(await statusOf(one)).toBe('pending')
    const asked = await declare(one, { expectedAmount: 1000 })
    expect(asked).toMatchObject({ approvalReasons: [{ rule: 'autoApprovePerDay', level: 'agent', amount: 4000 }] })
    await approve(asked.id)
    expect(await statusOf(one, { expectedAmount: 999 })).toBe('pending')
    expect(await statusOf(other)).toBe('pending')
    expect(await subscribe(other)).toMatchObject({
      status: 'pending_approval',
      approvalReasons: [{ rule: 'autoApprovePerDay', level: 'card', amount: 2000, limit: 3000 }],
    })
    expect(await statusOf(one, { expectedAmount: 1 })).toBe('pending_approval')
    expect(await statusOf(cardId)).toBe('pending')
  })

  it('bounds what can be spent without a person', async () => {
    const { cardId, card, customerId } = await newCustomer(SUM)
    const most = async () => (await api.admin('getCardExposure', { params: { cardId } })).body.unapprovedMost
    expect(await most()).toBe(9999)
    await card()
    expect((await api.admin('getCustomerExposure', { params: { customerId } })).body.unapprovedMost).toBe(9999)
  })

  it('in no 24 hours, whatever is declared, corrected, canceled and paid, on whichever card', async () => {
    const LIMIT = 5000
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
        const { cardId, card, customerId } = await newCustomer({ ...ASKING, autoApprovePerDay: LIMIT })
        const cards = [cardId, await card()]
        for (const { kind, index, amount, hours } of steps) {
          const chosen = cards[index % 2] ?? cardId
          if (kind === 'declare') {
            await Promise.all([
              declare(chosen, { expectedAmount: amount }),
              declare(cardId, { expectedAmount: amount }),
            ])
          } else if (kind === 'correct') await declare(chosen, { intentId: `same-${index}`, expectedAmount: amount })
          else if (kind === 'buy') await buy(chosen, amount)
          else if (kind === 'wait') api.clock.time += hours * HOUR_MS
          else await cancelOne(customerId, index)
        }
        expect(await mostIn24Hours(customerId)).toBeLessThan(LIMIT)
      }),
      { numRuns: 6 },
    )
  })

  const step = fc.record({
    kind: fc.constantFrom('declare', 'declare', 'declare', 'correct', 'buy', 'wait', 'cancel'),
    index: fc.nat(5),
    amount: fc.integer({ min: 1, max: 2990 }),
    hours: fc.integer({ min: 1, max: 13 }),
  })

  async function cancelOne(customerId: string, index: number): Promise<void> {
    const { data } = (await api.admin('listIntents', { query: { customerId, status: 'pending' } })).body
    const chosen = data[index % Math.max(1, data.length)]
    if (chosen !== undefined) await cancel(chosen.id)
  }

  /** The most that could be paid, of what was approved automatically in 24 hours: what ended without a purchase could not. */
  async function mostIn24Hours(customerId: string): Promise<number> {
    const { rows } = await api.rig.deps.database.pool.query<{ at: number; amount: number }>(
      `select auto_approved_at as at, ceiling as amount from intents
        where customer_id = $1 and auto_approved_at is not null and status not in ('canceled', 'expired')
          and not (status = 'pending' and expires_at <= $2)`,
      [customerId, api.clock.time],
    )
    const from = ({ at }: { at: number }) =>
      rows.filter((other) => other.at >= at && other.at < at + DAY_MS).reduce((sum, { amount }) => sum + amount, 0)
    return Math.max(0, ...rows.map(from))
  }
})

describe('a new origin', () => {
  const ORIGIN = { expectedOrigin: 'https://ink.example' }
  const NEW = { ...ASKING, newOrigin: 'approve' }

  it('waits for a person until a purchase was made there, on any card of the customer', async () => {
    const { cardId, card } = await newCustomer(NEW)
    expect(await evaluate(cardId, { origin: 'https://ink.example' })).toMatchObject({
      flags: { requiresApproval: true },
      approvalReasons: [{ rule: 'newOrigin', level: 'customer', message: 'First purchase at ink.example.' }],
    })
    const first = await declare(cardId, ORIGIN)
    expect([first.status, rules(first)]).toEqual(['pending_approval', ['newOrigin']])
    await approve(first.id)
    expect(await statusOf(await card(), ORIGIN)).toBe('pending_approval')
    expect((await buy(cardId)).decision).toBe('approve')
    const other = await card()
    expect(await statusOf(other, ORIGIN)).toBe('pending')
    expect(await statusOf(other, { expectedOrigin: 'https://other.example' })).toBe('pending_approval')
    expect(await statusOf((await newCustomer(NEW)).cardId, ORIGIN)).toBe('pending_approval')
  })

  it('is judged again where a correction names another, and none is named', async () => {
    const { cardId } = await newCustomer(NEW)
    await approve((await declare(cardId, ORIGIN)).id)
    await buy(cardId)
    expect(await statusOf(cardId, { ...ORIGIN, intentId: 'one' })).toBe('pending')
    const corrected = await declare(cardId, { intentId: 'one', expectedOrigin: 'https://mine.example' })
    expect([corrected.status, rules(corrected)]).toEqual(['pending_approval', ['newOrigin']])
    expect(await statusOf(cardId, { ...ORIGIN, intentId: 'one' })).toBe('pending')
    expect(await declare(cardId)).toMatchObject({
      status: 'pending_approval',
      approvalReasons: [{ message: 'The purchase does not name the site where the card number may be entered.' }],
    })
  })

  it('of a subscription is approved with it, and its charges are paid nowhere else', async () => {
    const { cardId } = await newCustomer(NEW)
    const first = async (subscriptionId: string, expectedOrigin?: string) =>
      declare(cardId, { subscriptionId, ...(expectedOrigin !== undefined && { expectedOrigin }) })
    const asked = await subscribe(cardId, ORIGIN)
    expect([asked.status, rules(asked)]).toEqual(['pending_approval', ['newOrigin']])
    await api.admin('approveSubscription', { params: { subscriptionId: asked.id } })
    expect(rules(await first(asked.id, 'https://mine.example'))).toEqual(['newOrigin'])
    expect(rules(await first(asked.id))).toEqual(['newOrigin'])
    expect(await first(asked.id, 'https://ink.example')).toMatchObject({ status: 'pending' })
    const elsewhere = await subscribe(cardId, { merchant: 'Paper Shop' })
    expect(elsewhere.status).toBe('active')
    expect(
      await declare(cardId, {
        subscriptionId: elsewhere.id,
        expectedMerchant: 'Paper Shop',
        expectedOrigin: 'https://p.example',
      }),
    ).toMatchObject({ status: 'pending_approval', ceiling: 2000 })
  })

  it('sends no number to a server of the agent where no list of origins is set', async () => {
    const { agent } = await newCustomer(NEW)
    const { own, card } = await agent({ requireIntent: false })
    const cardId = await card()
    const details = async (body: Body = {}) =>
      (await own('getCardDetails', { params: { cardId }, body })).body.error?.code
    const mine = await declare(
      cardId,
      { expectedMerchant: "Powell's Books", expectedOrigin: 'https://mine.example' },
      own,
    )
    expect(mine).toMatchObject({ status: 'pending_approval', payable: false })
    expect(await details({ intentId: mine.id })).toBe('approval_required')
    expect(await details()).toBe('origin_required')
    const nowhere = await declare(cardId, { expectedMerchant: "Powell's Books" }, own)
    expect(await details({ intentId: nowhere.id })).toBe('approval_required')
    await approve(nowhere.id)
    expect(await details({ intentId: nowhere.id })).toBeUndefined()
  })
})

it('keeps why in the audit trail, and the books are sound', async () => {
  const { cardId } = await newCustomer({ ...ASKING, newOrigin: 'approve' })
  const { id } = await declare(cardId, { expectedAmount: 4000 })
  const { data } = (await api.admin('listAudit', { query: { resourceId: id } })).body
  expect(data.flatMap(({ changes }) => changes.map(({ path }) => path))).toContain('approvalReasons')
  expect(await verifyDifferencesOf(api.rig.deps.database)).toEqual([])
})
