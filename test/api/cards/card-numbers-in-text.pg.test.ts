import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OperationName } from '../../../src/contract/operations.ts'
import { type Api, type Request, startApi } from '../typed-api.ts'

let api: Api
let customerId: string
let cardId: string
/** Of the card, and one that has its form and belongs to none. */
let numbers: string[]
beforeAll(async () => {
  api = await startApi()
  customerId = (await api.admin('createCustomer', { body: { email: 'texts@example.com' } })).body.id
  const policy = { requireApproval: true }
  cardId = (await api.admin('createCard', { body: { customerId, policy } })).body.id
  const { pan } = (await api.admin('getCardDetails', { params: { cardId } })).body
  numbers = [pan, '4000001234567899']
})
afterAll(() => api.stop())

const intent = async () => (await api.admin('createIntent', { params: { cardId }, body: { purpose: 'Ink' } })).body.id

/** Every place that keeps a text of a caller, with the `param` that names it. */
const places: [OperationName, (text: string) => Request | Promise<Request>, param: string][] = [
  ['createCustomer', (text) => ({ body: { name: { business: text } } }), 'name.business'],
  ['createCustomer', (text) => ({ body: { email: `${text}@example.com` } }), 'email'],
  [
    'updateCustomer',
    (text) => ({ params: { customerId }, body: { metadata: { a: [{ b: text }] } } }),
    'metadata.a[0].b',
  ],
  ['updateCustomer', (text) => ({ params: { customerId }, body: { metadata: { a: Number(text) } } }), 'metadata.a'],
  ['updateCustomer', (text) => ({ params: { customerId }, body: { metadata: { [text]: 1 } } }), 'metadata'],
  [
    'updateCustomer',
    (text) => ({ params: { customerId }, body: { policy: { blockedMerchants: [text] } } }),
    'policy.blockedMerchants[0]',
  ],
  ['createAgent', (text) => ({ body: { customerId, externalId: text } }), 'externalId'],
  ['createAgent', (text) => ({ body: { customerId, externalId: 'x', name: text } }), 'name'],
  ['updateCard', (text) => ({ params: { cardId }, body: { configuration: { note: text } } }), 'configuration.note'],
  ['updateCard', (text) => ({ params: { cardId }, body: { metadata: { note: text } } }), 'metadata.note'],
  ['createCard', (text) => ({ body: { customerId, label: text } }), 'label'],
  [
    'createCard',
    (text) => ({ body: { customerId, billing: { line1: text, city: 'Ulm', postalCode: '1', country: 'DE' } } }),
    'billing.line1',
  ],
  ['createIntent', (text) => ({ params: { cardId }, body: { purpose: text } }), 'purpose'],
  ['createIntent', (text) => ({ params: { cardId }, body: { purpose: 'Ink', intentId: text } }), 'intentId'],
  [
    'createIntent',
    (text) => ({ params: { cardId }, body: { purpose: 'Ink', expectedMerchant: text } }),
    'expectedMerchant',
  ],
  [
    'createIntent',
    (text) => ({ params: { cardId }, body: { purpose: 'Ink', expectedAmount: Number(text) } }),
    'expectedAmount',
  ],
  ['approveIntent', async (text) => ({ params: { intentId: await intent() }, body: { note: text } }), 'note'],
  ['rejectIntent', async (text) => ({ params: { intentId: await intent() }, body: { reason: text } }), 'reason'],
  ['requestCardAccess', (text) => ({ params: { cardId }, body: { purpose: text } }), 'purpose'],
  ['requestCardAccess', (text) => ({ params: { cardId }, body: { purpose: 'Ink', merchant: text } }), 'merchant'],
  ['getCardDetails', (text) => ({ params: { cardId }, body: { purpose: text } }), 'purpose'],
  ['createWebhook', (text) => ({ body: { url: `https://example.com/${text}`, events: ['*'] } }), 'url'],
  [
    'createWebhook',
    (text) => ({ body: { url: 'https://example.com', events: ['*'], description: text } }),
    'description',
  ],
  ['createApiKey', (text) => ({ body: { name: text, role: 'read' } }), 'name'],
]

describe('a card number in a text that would be kept', () => {
  it.each(places)('is refused by %s, whether or not there is such a card', async (name, ask, param) => {
    const refusals = await Promise.all(
      numbers.map(async (number) => {
        const { status, body, text } = await api.admin(name, await ask(number))
        expect(text).not.toContain(number)
        return [status, { ...body.error }]
      }),
    )
    expect(refusals[0]).toEqual(refusals[1])
    expect(refusals[0]).toMatchObject([
      400,
      { code: 'invalid_request', param, details: { reason: 'card_number_in_text' } },
    ])
  })

  it('is refused in groups too, and what only resembles one is kept', async () => {
    const purpose = async (text: string) =>
      (await api.admin('createIntent', { params: { cardId }, body: { purpose: text } })).status
    expect(await purpose('Paid with 4000 0012-3456 7899 in May')).toBe(400)
    expect(await purpose('Order 4000001234567898 of 2026-11-22 17:07:00.123')).toBe(201)
    expect(await purpose('Trace 24000001234567899')).toBe(201)
  })
})

describe('at the network door a card number', () => {
  const pay = async (body: object) =>
    (await api.admin('createAuthorization', { body: { cardId, amount: 100, ...body } })).body

  it('in what a merchant calls itself is kept as its last four digits, and refuses nothing', async () => {
    const merchant = { name: 'Shop 4000 0012 3456 7899', city: '4000001234567899', networkId: '4000-0012-3456-7899' }
    const masked = { name: 'Shop ****7899', city: '****7899', networkId: '****7899' }
    const { decision, transaction, transactionId } = await pay({ merchant })
    expect([decision, transaction.merchant]).toEqual(['approve', masked])
    const captured = await api.admin('createForceCapture', { body: { cardId, amount: 1, merchant } })
    expect(captured.body.merchant).toEqual(masked)
    const found = await api.admin('getTransaction', { params: { transactionId } })
    expect(found.body.merchant).toEqual(masked)
  })

  it('in a reference is masked, while references are still told apart and known again', async () => {
    const [first, second] = ['pay-4000001234567899', 'pay-4000000100757899']
    const paid = await pay({ networkReference: first })
    expect(paid.transaction.networkReference).toBe('pay-****7899')
    expect(await pay({ networkReference: first })).toEqual(paid)
    const other = await pay({ networkReference: second })
    expect([other.transaction.networkReference, other.transactionId === paid.transactionId]).toEqual([
      'pay-****7899',
      false,
    ])
  })

  it('is masked for an evaluation as for an authorization', async () => {
    const policy = { blockedMerchants: ['Shop'] }
    const { id } = (await api.admin('createCard', { body: { customerId, policy } })).body
    const body = { cardId: id, amount: 100, merchant: { name: 'Shop 4000001234567899' } }
    const [evaluated, authorized] = [
      (await api.admin('evaluateSpend', { body })).body.reasons,
      (await api.admin('createAuthorization', { body })).body.reasons,
    ]
    expect(evaluated).toEqual(authorized)
  })
})
