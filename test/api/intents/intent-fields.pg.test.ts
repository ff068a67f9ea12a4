import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, startApi } from '../typed-api.ts'

let api: Api
let customerId: string
beforeAll(async () => {
  api = await startApi()
  customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
})
afterAll(() => api.stop())

const newCard = async (policy: object = {}) => (await api.admin('createCard', { body: { customerId, policy } })).body.id
const declare = async (more: object = {}, policy: object = {}) =>
  (await api.admin('createIntent', { params: { cardId: await newCard(policy) }, body: { purpose: 'Ink', ...more } }))
    .body

describe('where a person decides, and what the person says', () => {
  const approval = { requireApproval: true }

  it('leads to the approval while it waits, on every way to the intent', async () => {
    const intent = await declare({}, approval)
    const { data } = (await api.admin('listApprovals', { query: { status: 'pending' } })).body
    const { id } = data.find(({ intentId }) => intentId === intent.id) ?? {}
    const approvalUrl = `https://purser.example.com/approvals/${id}`
    expect(intent.approvalUrl).toBe(approvalUrl)
    expect((await api.admin('getIntent', { params: { intentId: intent.id } })).body.approvalUrl).toBe(approvalUrl)
    const list = await api.admin('listCardIntents', { params: { cardId: intent.cardId } })
    expect(list.body.data[0]?.approvalUrl).toBe(approvalUrl)
    const { body } = await api.admin('approveIntent', { params: { intentId: intent.id } })
    expect([body.approvalUrl, body.decisionNote]).toEqual([undefined, undefined])
  })

  it('leads nowhere where nobody is asked', async () => {
    expect(await declare()).not.toHaveProperty('approvalUrl')
  })

  it.each([
    ['approveIntent', { note: 'The cheap one' }, { decisionNote: 'The cheap one' }],
    ['rejectIntent', { reason: 'Too dear' }, { decisionNote: 'Too dear', rejectionReason: 'Too dear' }],
  ] as const)('%s with a note', async (name, body, expected) => {
    const { id: intentId } = await declare({}, approval)
    expect((await api.admin(name, { params: { intentId }, body })).body).toMatchObject(expected)
    expect((await api.admin('getIntent', { params: { intentId } })).body).toMatchObject(expected)
  })
})

describe('expectedOrigin', () => {
  it.each([
    ['https://shop.example.com', 'https://shop.example.com'],
    ['https://Shop.Example.com', 'https://shop.example.com'],
    ['https://shop.example.com:8443', 'https://shop.example.com:8443'],
  ])('%s', async (expectedOrigin, expected) => {
    expect((await declare({ expectedOrigin })).expectedOrigin).toBe(expected)
  })

  it.each([
    'http://shop.example.com',
    'https://shop.example.com/',
    'https://shop.example.com/pay',
    'https://ada@shop.example.com',
    'https://shop.example.com?x',
    'https://shop.example.com:443',
    'https://localhost.evil.example:x',
    'https://',
    'ftp://shop.example.com',
    'javascript:alert(1)',
    'shop.example.com',
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    'https://127.0.0.1',
    'https://192.168.1.5',
    'https://169.254.169.254',
    'https://[fd00::1]',
    'https://intranet',
    'https://shop.local',
  ])('400 for %s', async (expectedOrigin) => {
    const cardId = await newCard()
    const { status, body } = await api.admin('createIntent', {
      params: { cardId },
      body: { purpose: 'Ink', expectedOrigin },
    })
    expect([status, body.error?.param]).toEqual([400, 'expectedOrigin'])
  })

  it('is of this machine or a private network where whoever runs Purser allows it', async () => {
    const local = await startApi({ allowLocalOrigins: true })
    const customer = (await local.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
    const { id: cardId } = (await local.admin('createCard', { body: { customerId: customer } })).body
    for (const expectedOrigin of [
      'http://localhost:3000',
      'http://127.0.0.1:3000',
      'http://[::1]:3000',
      'https://intranet',
    ]) {
      const body = { purpose: 'Ink', expectedOrigin }
      const answer = await local.admin('createIntent', { params: { cardId }, body })
      expect([answer.status, answer.body.expectedOrigin]).toEqual([201, expectedOrigin])
    }
    const clear = { purpose: 'Ink', expectedOrigin: 'http://192.168.1.5' }
    expect((await local.admin('createIntent', { params: { cardId }, body: clear })).status).toBe(400)
    const policy = { allowedOrigins: ['http://localhost:3000'] }
    expect((await local.admin('updateCard', { params: { cardId }, body: { policy } })).status).toBe(200)
    await local.stop()
  })
})

describe('POST /intents/{intentId}/report', () => {
  const report = (intentId: string, body: object) => api.admin('reportIntent', { params: { intentId }, body })
  const told = async (intentId: string) =>
    (await api.admin('listEvents', { query: { type: 'intent.reported' } })).body.data.filter(
      ({ data }) => data['intentId'] === intentId,
    )
  const audited = async (resourceId: string) =>
    (await api.admin('listAudit', { query: { resourceId, operation: 'reportIntent' } })).body.data

  it('is kept, told and audited once, and the last one stands', async () => {
    const { id } = await declare()
    const said = { outcome: 'completed', orderReference: 'A-7', receiptHash: 'ab'.repeat(32), note: 'By post' }
    const first = await report(id, said)
    api.clock.time += 1000
    const again = await report(id, said)
    expect(first.body.report).toEqual({
      ...said,
      reportedAt: expect.any(String) as string,
      reportedBy: expect.stringMatching(/^key_/) as string,
    })
    expect(again.body).toEqual(first.body)
    expect(await told(id)).toMatchObject([{ data: { report: first.body.report, status: 'pending' } }])
    expect((await report(id, { outcome: 'failed' })).body.report).toMatchObject({ outcome: 'failed' })
    expect([(await told(id)).length, (await audited(id)).length]).toEqual([2, 2])
    expect((await api.admin('getIntent', { params: { intentId: id } })).body).toMatchObject({
      status: 'pending',
      report: { outcome: 'failed' },
    })
  })

  it('leaves the intent to its purchase, and is there afterwards', async () => {
    const intent = await declare({ expectedAmount: 500 })
    await report(intent.id, { outcome: 'completed' })
    await api.admin('createAuthorization', { body: { cardId: intent.cardId, amount: 500 } })
    expect((await api.admin('getIntent', { params: { intentId: intent.id } })).body).toMatchObject({
      status: 'matched',
      report: { outcome: 'completed' },
    })
  })

  it.each([{}, { outcome: 'bought' }, { outcome: 'failed', receiptHash: 'x' }, { outcome: 'failed', more: 1 }])(
    '400 for %j',
    async (body) => {
      expect((await report((await declare()).id, body)).status).toBe(400)
    },
  )
})

describe('assumeIntent', () => {
  const strict = { requireIntent: true, onMissingIntent: 'decline', onIntentMismatch: 'decline' }
  const evaluate = async (body: object) => (await api.admin('evaluateSpend', { body: { amount: 900, ...body } })).body
  const codes = ({ reasons }: { reasons: { code: string }[] }) => reasons.map(({ code }) => code)

  it('takes away what a declaration would, and nothing else', async () => {
    const cardId = await newCard({ ...strict, maxAmount: 800 })
    expect(codes(await evaluate({ cardId }))).toEqual(['per_auth_exceeded', 'intent_missing'])
    expect(codes(await evaluate({ cardId, assumeIntent: true }))).toEqual(['per_auth_exceeded'])
    expect(codes(await evaluate({ cardId, amount: 800, assumeIntent: true }))).toEqual([])
  })

  it('beside an intent for something else', async () => {
    const cardId = await newCard(strict)
    await api.admin('createIntent', { params: { cardId }, body: { purpose: 'Ink', expectedAmount: 50 } })
    expect(codes(await evaluate({ cardId }))).toEqual(['intent_mismatch'])
    expect(await evaluate({ cardId, assumeIntent: true })).toMatchObject({
      decision: 'approve',
      flags: { intentMatched: true },
    })
  })

  it('says what is declared and decided afterwards: whether a person is asked, and that it then passes', async () => {
    const cardId = await newCard({ ...strict, requireApproval: true, autoApproveBelow: 500 })
    for (const [amount, requiresApproval] of [
      [499, false],
      [500, true],
    ] as const) {
      const assumed = await evaluate({ cardId, amount, assumeIntent: true })
      expect(assumed).toMatchObject({ decision: 'approve', flags: { requiresApproval } })
      const { body } = await api.admin('createIntent', {
        params: { cardId },
        body: { purpose: 'Ink', expectedAmount: amount },
      })
      expect(body.requiresApproval).toBe(requiresApproval)
      if (requiresApproval) await api.admin('approveIntent', { params: { intentId: body.id } })
      const { decision } = (await api.admin('createAuthorization', { body: { cardId, amount } })).body
      expect(decision).toBe('approve')
    }
  })
})
