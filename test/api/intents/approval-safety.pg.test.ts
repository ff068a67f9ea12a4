import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Policy } from '../../../src/contract/policy.ts'
import { describeReplayDifference } from '../../../src/verify/replay-difference.ts'
import { verifyDatabase } from '../../../src/verify/verify.ts'
import { type Api, type Caller, startApi } from '../typed-api.ts'
import { openTestVault } from '../../support/test-vault.ts'

/** An approval that is required cannot be dodged: by tolerance, by increments, by approving oneself. */
let api: Api
let customerId: string
beforeAll(async () => {
  api = await startApi()
  customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
})
afterAll(() => api.stop())

const enforced: Policy = {
  requireIntent: true,
  requireApproval: true,
  onMissingIntent: 'decline',
  onIntentMismatch: 'decline',
}
const below5000: Policy = { ...enforced, autoApproveBelow: 5000 }

const newCard = async (policy: object) => (await api.admin('createCard', { body: { customerId, policy } })).body.id
const declare = (cardId: string, body: object = {}, caller: Caller = api.admin) =>
  caller('createIntent', { params: { cardId }, body: { purpose: 'A desk', ...body } })
const read = async (intentId: string) => (await api.admin('getIntent', { params: { intentId } })).body
const approve = (intentId: string, caller: Caller = api.admin) => caller('approveIntent', { params: { intentId } })
const change = (cardId: string, policy: object) => api.admin('updateCard', { params: { cardId }, body: { policy } })
const buy = async (cardId: string, amount: number) =>
  (await api.admin('createAuthorization', { body: { cardId, amount } })).body
const add = async (transactionId: string, amount: number) =>
  (await api.admin('incrementAuthorization', { params: { transactionId }, body: { amount } })).body
const codesOf = ({ reasons }: { reasons: readonly { code: string }[] }) => reasons.map(({ code }) => code)

describe('by tolerance', () => {
  it.each<[string, Policy, object, number | undefined]>([
    ['bound below the threshold', below5000, { expectedAmount: 4900 }, 4999],
    ['the tolerance where that is smaller', below5000, { expectedAmount: 4000 }, 4400],
    ['bound whatever the caller asks for', below5000, { expectedAmount: 100, tolerance: 1_000_000 }, 4999],
    ['not bound where a person is asked', below5000, { expectedAmount: 5000 }, 5500],
    ['not bound where no approval is required', { autoApproveBelow: 5000 }, { expectedAmount: 4900 }, 5390],
    ['none where no amount is expected', below5000, {}, undefined],
  ])('the ceiling is shown: %s', async (_, policy, body, ceiling) => {
    const { status, body: intent } = await declare(await newCard(policy), body)
    expect([status, intent.ceiling]).toEqual([201, ceiling])
    expect(await read(intent.id)).toEqual(intent)
    expect('ceiling' in intent).toBe(ceiling !== undefined)
    if (!intent.requiresApproval) return
    const { data } = (await api.admin('listApprovals', { query: { limit: '1' } })).body
    expect(data[0]).toMatchObject({ intentId: intent.id })
    expect(data[0]?.subject.ceiling).toBe(ceiling)
  })

  it('what nobody approved pays up to the ceiling and not a cent more', async () => {
    const cardId = await newCard(below5000)
    const { id } = (await declare(cardId, { expectedAmount: 4900, tolerancePercent: 1000 })).body
    expect(codesOf(await buy(cardId, 5000))).toEqual(['intent_mismatch'])
    expect((await read(id)).status).toBe('pending')
    expect(await buy(cardId, 4999)).toMatchObject({ decision: 'approve', flags: { intentMatched: true } })
  })

  it('under `flag` the purchase above it is a mismatch', async () => {
    const cardId = await newCard({ requireApproval: true, autoApproveBelow: 5000 })
    const { id } = (await declare(cardId, { expectedAmount: 4900 })).body
    expect(await buy(cardId, 5000)).toMatchObject({ decision: 'approve', flags: { intentMismatch: true } })
    expect(await read(id)).toMatchObject({ status: 'mismatched', matchResult: { amountMatch: false } })
  })

  it('a looser policy does not reopen what was declared; a tighter tolerance holds at once', async () => {
    const cardId = await newCard(below5000)
    const { id } = (await declare(cardId, { expectedAmount: 4900 })).body
    await change(cardId, { autoApproveBelow: 100_000, intentTolerancePercent: 100 })
    expect((await read(id)).ceiling).toBe(4999)
    expect(codesOf(await buy(cardId, 5000))).toEqual(['intent_mismatch'])
    await change(cardId, { requireApproval: false, intentTolerancePercent: 1 })
    expect(codesOf(await buy(cardId, 4950))).toEqual(['intent_mismatch'])
    expect((await buy(cardId, 4949)).decision).toBe('approve')
  })

  it.each<[string, Policy, object, string | undefined, string]>([
    ['more cents', { intentTolerancePercent: 5 }, { tolerance: 51 }, 'tolerance', '50'],
    ['the most', { intentTolerancePercent: 5 }, { tolerance: 50, tolerancePercent: 5 }, undefined, ''],
    ['more percent', { intentTolerancePercent: 5 }, { tolerancePercent: 6 }, 'tolerancePercent', '5'],
    ['more percent, not of a cent', { intentTolerancePercent: 5 }, { tolerancePercent: 5.01 }, undefined, ''],
    ['anything above none', { intentTolerancePercent: 0 }, { tolerance: 1 }, 'tolerance', '0'],
    ['more than a default', {}, { tolerance: 100_000 }, undefined, ''],
  ])('a named tolerance bounds the caller: %s', async (_, policy, asked, param, most) => {
    const { status, body } = await declare(await newCard(policy), { expectedAmount: 1009, ...asked })
    if (param === undefined) return expect(status).toBe(201)
    expect([status, body.error]).toMatchObject([
      400,
      { code: 'invalid_request', param, details: { reason: 'parameter_invalid' } },
    ])
    expect(body.error?.message).toContain(`\`${param}\` is at most ${most}:`)
  })

  it('a declaration that is repeated answers what it was, whatever the policy has become', async () => {
    const cardId = await newCard({})
    const body = { intentId: 'order-1', expectedAmount: 1000, tolerance: 500 }
    const first = await declare(cardId, body)
    await change(cardId, { intentTolerancePercent: 0 })
    const again = await declare(cardId, body)
    expect([again.status, again.body]).toEqual([200, first.body])
  })
})

describe('by increments', () => {
  it('each small, together beyond the ceiling: declined', async () => {
    const cardId = await newCard(below5000)
    await declare(cardId, { expectedAmount: 4900 })
    const { transactionId } = await buy(cardId, 4900)
    expect((await add(transactionId, 60)).decision).toBe('approve')
    expect(await add(transactionId, 40)).toMatchObject({
      decision: 'decline',
      reasons: [{ code: 'intent_mismatch', rule: 'onIntentMismatch', level: 'card' }],
      flags: { intentMismatch: true },
      transaction: { authorizedAmount: 4960, flags: { intentMatched: true, intentMismatch: false } },
    })
    expect((await add(transactionId, 39)).transaction.authorizedAmount).toBe(4999)
  })

  it('an approved intent binds as well', async () => {
    const cardId = await newCard(enforced)
    await approve((await declare(cardId, { expectedAmount: 10_000, tolerance: 0 })).body.id)
    const { transactionId } = await buy(cardId, 10_000)
    expect(codesOf(await add(transactionId, 1))).toEqual(['intent_mismatch'])
  })

  it('under `freeze` the card is frozen, under `flag` the increment is approved and flagged', async () => {
    const [freezing, flagging] = [await newCard({ onIntentMismatch: 'freeze' }), await newCard({})]
    const increments = []
    for (const cardId of [freezing, flagging]) {
      await declare(cardId, { expectedAmount: 1000 })
      increments.push(await add((await buy(cardId, 1000)).transactionId, 101))
    }
    expect(increments).toMatchObject([
      { decision: 'decline', reasons: [{ code: 'intent_mismatch' }] },
      { decision: 'approve', flags: { intentMismatch: true }, transaction: { flags: { intentMismatch: true } } },
    ])
    const statuses = [freezing, flagging].map((cardId) => api.admin('getCard', { params: { cardId } }))
    expect((await Promise.all(statuses)).map(({ body }) => body.status)).toEqual(['frozen', 'active'])
    const { data } = (await api.admin('listEvents', { query: { type: 'card.frozen' } })).body
    expect(data.map((event) => event.data)).toMatchObject([{ cardId: freezing, reason: 'intent_mismatch' }])
  })
})

describe('by approving oneself', () => {
  const separate: Policy = { ...enforced, requireSeparateApprover: true }

  it('403 self_approval for the key that declared it, whatever its secret; another key approves', async () => {
    const cardId = await newCard(separate)
    const { id: keyId, secret } = (
      await api.admin('createApiKey', { body: { name: 'operator', role: 'admin', tier: 'pro' } })
    ).body
    const { id } = (await declare(cardId, {}, api.caller(secret))).body
    const rotated = (await api.admin('rotateApiKey', { params: { keyId } })).body.secret
    for (const same of [secret, rotated]) {
      const { status, body } = await approve(id, api.caller(same))
      expect([status, body.error?.code]).toEqual([403, 'self_approval'])
    }
    expect((await read(id)).status).toBe('pending_approval')
    expect((await approve(id, await api.as('approver'))).body.status).toBe('pending')
  })

  it('may reject and cancel what it declared', async () => {
    const cardId = await newCard(separate)
    const [rejected, canceled] = [(await declare(cardId)).body.id, (await declare(cardId)).body.id]
    expect((await api.admin('rejectIntent', { params: { intentId: rejected } })).body.status).toBe('rejected')
    expect((await api.admin('cancelIntent', { params: { intentId: canceled } })).body.status).toBe('canceled')
  })

  it('is allowed by default, and where a lower level says so', async () => {
    const [byDefault, looser] = [await newCard(enforced), await newCard({ requireSeparateApprover: false })]
    await api.admin('updateCustomer', { params: { customerId }, body: { policy: { requireApproval: true } } })
    for (const cardId of [byDefault, looser]) {
      expect((await approve((await declare(cardId)).body.id)).status).toBe(200)
    }
    await api.admin('updateCustomer', { params: { customerId }, body: { policy: { requireSeparateApprover: true } } })
    const answers = [byDefault, looser].map(async (cardId) => approve((await declare(cardId)).body.id))
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([403, 200])
    await api.admin('updateCustomer', { params: { customerId }, body: { policy: null } })
  })

  it('409 already_approved says when and by whom, also when the intent has been used since', async () => {
    const cardId = await newCard(separate)
    const { id } = (await declare(cardId, { expectedAmount: 900 })).body
    const { approvedAt, approvedBy } = (await approve(id, await api.as('approver'))).body
    const again = async () => {
      const { status, body } = await approve(id)
      return [status, body.error?.code, body.error?.details]
    }
    const about = { reason: 'already_approved', approvedAt, approvedBy }
    expect(approvedBy).toMatch(/^key_/)
    expect(await again()).toEqual([409, 'intent_not_pending', { status: 'pending', ...about }])
    await buy(cardId, 900)
    expect(await again()).toEqual([409, 'intent_not_pending', { status: 'matched', ...about }])
    const reject = await api.admin('rejectIntent', { params: { intentId: id } })
    expect(reject.body.error?.details).toMatchObject(about)
  })

  it('409 without that reason for what nobody approved', async () => {
    const { id } = (await declare(await newCard({}))).body
    expect((await approve(id)).body.error?.details).toEqual({ status: 'pending' })
  })
})

it('every one of these decisions can be made again', async () => {
  const differences: string[] = []
  const { entries } = await verifyDatabase(api.rig.deps.database, {
    vault: await openTestVault(api.rig.deps.database),
    onDifference: (difference) => differences.push(describeReplayDifference(difference)),
  })
  expect(differences).toEqual([])
  expect(entries).toBeGreaterThan(10)
})
