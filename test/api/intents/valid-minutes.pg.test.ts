import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../src/lib/clock.ts'
import { type Api, startApi } from '../typed-api.ts'

/** How long an approved intent lives (contract, section 9). */
let api: Api
let cardId: string
let freeCard: string
beforeAll(async () => {
  api = await startApi()
  const customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
  const newCard = async (policy: object) => (await api.admin('createCard', { body: { customerId, policy } })).body.id
  cardId = await newCard({ requireIntent: true, onMissingIntent: 'decline', requireApproval: true })
  freeCard = await newCard({})
})
afterAll(() => api.stop())

const declare = async (body: object, card = cardId) =>
  (
    await api.admin('createIntent', {
      params: { cardId: card },
      body: { purpose: 'Chairs', expectedAmount: 900, ...body },
    })
  ).body
const approve = async (intentId: string, body: object = {}) =>
  (await api.admin('approveIntent', { params: { intentId }, body })).body
const approvalOf = async (intentId: string) =>
  (await api.admin('getApproval', { params: { approvalId: intentId.replace('int_', 'apr_') } })).body
/** How many minutes from now on an intent lives. */
const livesFor = ({ expiresAt }: { expiresAt: string }) => (Date.parse(expiresAt) - api.clock.time) / MINUTE_MS

describe('an approved intent lives for', () => {
  it.each([
    ['30 minutes, where nobody says anything', {}, {}, 30],
    ['its `ttlMinutes`', { ttlMinutes: 10 }, {}, 10],
    ['its `validMinutes`', { validMinutes: 240 }, {}, 240],
    ['its `validMinutes`, whatever its `ttlMinutes`', { validMinutes: 240, ttlMinutes: 5 }, {}, 240],
    ['what the approver says', { validMinutes: 240 }, { validMinutes: 1440 }, 1440],
    ['what the approver says, though it is less', {}, { validMinutes: 1 }, 1],
  ])('%s', async (_, declared, said, minutes) => {
    const { id } = await declare(declared)
    const asked = { ttlMinutes: 30, ...declared }
    expect(await approvalOf(id)).toMatchObject({
      validMinutes: 'validMinutes' in asked ? asked.validMinutes : asked.ttlMinutes,
    })
    api.clock.time += 7 * MINUTE_MS
    const approved = await approve(id, said)
    expect([approved.status, livesFor(approved)]).toEqual(['pending', minutes])
    expect((await approvalOf(id)).validMinutes).toBe(minutes)
    api.clock.time += minutes * MINUTE_MS - 1
    expect((await api.admin('getIntent', { params: { intentId: id } })).body.status).toBe('pending')
    api.clock.time += 1
    expect((await api.admin('getIntent', { params: { intentId: id } })).body.status).toBe('expired')
    expect((await approvalOf(id)).validMinutes).toBe(minutes)
  })

  it.each([
    [{ validMinutes: 240 }, {}, ['validMinutes']],
    [{}, { validMinutes: 240 }, ['validMinutes']],
    [{ validMinutes: 240 }, { validMinutes: 60 }, ['validMinutes']],
    [{ validMinutes: 240 }, { validMinutes: 240, ttlMinutes: 5 }, ['ttlMinutes']],
    [{ validMinutes: 9, ttlMinutes: 5 }, { validMinutes: 8, ttlMinutes: 6 }, ['ttlMinutes', 'validMinutes']],
  ])('no other time than its own: a conflict of %j and %j names what was given', async (first, again, differing) => {
    const intentId = `chairs ${api.clock.time}`
    api.clock.time += 1
    await approve((await declare({ intentId, ...first })).id)
    const body = { purpose: 'Chairs', expectedAmount: 900, intentId, ...again }
    const { body: refused } = await api.admin('createIntent', { params: { cardId }, body })
    const { details = {} } = refused.error ?? {}
    expect((details['differing'] as string[]).toSorted()).toEqual(differing)
  })

  it('its `validMinutes` from the declaration on, where it needs no person', async () => {
    expect(livesFor(await declare({ validMinutes: 600 }, freeCard))).toBe(600)
    expect(livesFor(await declare({ validMinutes: 600, ttlMinutes: 5 }, freeCard))).toBe(5)
  })
})

it('a message about a waiting intent says how long it could be paid', async () => {
  const { id } = await declare({ validMinutes: 90 })
  const { data } = (await api.admin('listEvents', { query: { type: 'intent.pending_approval' } })).body
  expect(data[0]?.data).toMatchObject({ intentId: id, validMinutes: 90 })
})

it.each([0, 1441, 1.5, '30'])('400: %j minutes, at the declaration and at the approval', async (validMinutes) => {
  const { id } = await declare({})
  const answers = [await declare({ validMinutes }), await approve(id, { validMinutes })]
  expect(answers.map(({ error }) => error?.param)).toEqual(['validMinutes', 'validMinutes'])
})
