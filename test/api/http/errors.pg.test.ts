import { elevenDocuments } from './eleven-documents.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorCatalogueRow } from '../../../src/contract/error-rows.ts'
import { type ErrorReplyBody, type ErrorCode, errorCatalogue } from '../../../src/contract/errors.ts'
import { serviceUnavailableReasons } from '../../../src/contract/unavailable.ts'
import { recordedRefusalOfAnyOperation } from '../../../src/http/openapi/examples.ts'
import { sealingWithoutOrigin, withoutOrigin } from '../cards/sealing-without-origin.ts'
import { deleteUnknownPasskey, registerPasskeyTwice } from '../../support/soft-authenticator.ts'
import { requestWhileDatabaseStopped } from '../../support/ask-without-database.ts'
import { lockStoredReplies } from '../../support/postgres/locks.ts'
import { canceledChangeRequest, oneChangeRequestTooMany } from '../../support/records/some-change-requests.ts'
import { someSubscription } from '../../support/records/some-subscription.ts'
import { type Ask, askAt } from './ask-at.ts'
import { cardAtStripe, unreachableStripe } from '../../support/issuers/nobodys-stripe.ts'
import {
  providerSignInWithoutStart,
  passwordResetOfProviderPerson,
  signInWithPasswordsOff,
} from '../../support/records/refused-sign-ins.ts'
import { tokenErrorCases } from '../../support/records/refused-tokens.ts'
import { newPerson } from '../../support/records/some-person.ts'
import { challengeErrorCases } from '../../support/records/some-challenge.ts'
import { tooManyWaitingErrorCases } from '../../support/records/waiting-intents.ts'
import { startPurser, type TestPurser } from '../../support/processes/start-purser.ts'

let test: TestPurser
let customerId: string
beforeAll(async () => {
  test = await startPurser({ PURSER_CREDENTIAL_READS_PER_HOUR: '1', ...unreachableStripe })
  customerId = (await test.purser.customers.create({ email: 'ada@example.com', name: { business: 'Engines' } })).id
})
afterAll(() => test.stop())

const ask = (method: string, path: string, more?: Ask) => askAt(test.baseUrl, method, path, more)
const get = (path: string, more?: Ask) => ask('GET', path, more)
const post = (path: string, body?: unknown, more?: Ask) => ask('POST', path, { body, ...more })
const patch = (path: string, body: unknown) => ask('PATCH', path, { body })

let count = 0
const fresh = (name: string) => `${name}-${(count += 1)}`
const newCustomer = async () => (await test.purser.customers.create({ email: 'ada@example.com' })).id
const newAgent = async (status: 'active' | 'paused' | 'disabled' = 'active') =>
  (await test.purser.agents.create({ customerId, externalId: fresh('agent'), status })).id
const newCard = async (more: object = {}) => (await test.purser.cards.create({ customerId, ...more })).id
const newIntent = async (cardId: string) => (await test.purser.intents.declare(cardId, { purpose: 'Ink' })).id
const details = (cardId: string, body?: object) => post(`/cards/${cardId}/details`, body)

/** What an error says beyond its row in the catalogue. */
interface Case {
  readonly raise: () => Promise<Response>
  readonly param?: string
  readonly details?: object
  readonly hint?: string
  readonly headers?: Record<string, string>
}

const bought = async () => (await test.purser.network.authorize({ cardId: await newCard(), amount: 100 })).transactionId
const unknown = (path: string): Case => ({ raise: () => get(path) })
const aKeyForMore = expect.stringContaining('purser keys create') as string
const waits = { 'retry-after': expect.stringMatching(/^[1-9][0-9]*$/) as string }

/** One case for each code of the catalogue: a code without a case does not compile. */
const cases: Record<ErrorCode, Case> = {
  invalid_request: {
    raise: () => post('/customers', { email: 'nobody' }),
    param: 'email',
    details: { reason: 'parameter_invalid' },
    hint: expect.any(String) as string,
  },
  missing_api_key: { raise: () => get('/cards', { as: null }), headers: { 'www-authenticate': 'Bearer' } },
  invalid_api_key: {
    raise: () => get('/cards', { as: `sk_${'a'.repeat(40)}` }),
    headers: { 'www-authenticate': 'Bearer' },
  },
  invalid_session: {
    raise: () => fetch(`${test.baseUrl}/cards`, { headers: { cookie: `__Host-purser=session_${'a'.repeat(43)}` } }),
  },
  sign_in_failed: {
    raise: () => post('/sessions', { email: 'nobody@example.com', password: 'not a password' }, { as: null }),
  },
  origin_not_allowed: {
    raise: () =>
      fetch(`${test.baseUrl}/cards`, {
        method: 'POST',
        headers: { cookie: `__Host-purser=session_${'a'.repeat(43)}`, origin: 'https://elsewhere.example' },
      }),
  },
  person_required: {
    raise: () => post('/self/password', { currentPassword: 'a password', newPassword: 'some other password' }),
  },
  owner_required: { raise: () => post('/invitations', { email: 'owner@example.com', role: 'owner' }) },
  person_exists: {
    raise: async () => {
      await newPerson(test, 'viewer', 'twice@example.com')
      return post('/invitations', { email: 'Twice@example.com', role: 'viewer' })
    },
    param: 'email',
  },
  password_sign_in_off: { raise: () => signInWithPasswordsOff(test) },
  provider_required: { raise: () => passwordResetOfProviderPerson(test) },
  provider_not_set_up: { raise: () => post('/sessions/provider/options', undefined, { as: null }) },
  provider_sign_in_refused: {
    raise: () => providerSignInWithoutStart(test),
    details: { reason: 'sign_in_unknown' },
  },
  last_owner: {
    raise: async () => {
      const { id, cookie } = await newPerson(test, 'owner', 'owner@example.com')
      return fetch(`${test.baseUrl}/people/${id}`, {
        method: 'PATCH',
        headers: { cookie, origin: new URL(test.baseUrl).origin, 'content-type': 'application/json' },
        body: JSON.stringify({ role: 'viewer' }),
      })
    },
  },
  person_not_found: unknown('/people/per_00000000000000000000000000'),
  password_reset_not_found: {
    raise: () => post('/password-resets/use', { secret: 'reset_none', password: 'long words here' }, { as: null }),
  },
  invitation_not_found: {
    raise: () =>
      post('/invitations/accept', { secret: 'invite_none', name: 'A', password: 'long words here' }, { as: null }),
  },
  session_not_found: {
    raise: () => ask('DELETE', '/sessions/ses_00000000000000000000000000'),
  },
  passkey_required: {
    raise: async () => {
      const cardId = await newCard({ policy: { requireApproval: true } })
      const intentId = await newIntent(cardId)
      const above = (cents: number | null) =>
        test.database.pool.query('update accounts set approval_passkey_above = $1', [cents])
      await above(0)
      const reply = await post(`/intents/${intentId}/approve`)
      await above(null)
      return reply
    },
  },
  passkey_refused: {
    raise: () =>
      post(
        '/sessions/passkey',
        { credentialId: 'AA', clientData: 'AA', authenticatorData: 'AA', signature: 'AA' },
        { as: null },
      ),
  },
  passkey_exists: {
    raise: async () => registerPasskeyTwice(test.baseUrl, await newPerson(test, 'viewer', 'passkey@example.com')),
  },
  passkey_not_found: {
    raise: async () => deleteUnknownPasskey(test.baseUrl, await newPerson(test, 'viewer', 'no-passkey@example.com')),
  },
  approval_proof_not_found: unknown('/approvals/apr_00000000000000000000000000/proof'),
  expired_api_key: {
    raise: async () => {
      const key = { name: 'old', role: 'read', expiresAt: '2020-01-01T00:00:00Z' } as const
      return get('/cards', { as: (await test.purser.apiKeys.create(key)).secret })
    },
    headers: { 'www-authenticate': 'Bearer' },
  },
  ...tokenErrorCases(() => test, newAgent),
  insufficient_permissions: {
    raise: async () => {
      const { secret } = await test.purser.apiKeys.create({ name: 'reader', role: 'read' })
      return post('/cards', { customerId }, { as: secret })
    },
    details: { roles: ['admin'] },
  },
  address_not_allowed: {
    raise: async () => {
      const key = { name: 'elsewhere', role: 'read' as const, allowedAddresses: ['203.0.113.0/24'] }
      return get('/cards', { as: (await test.purser.apiKeys.create(key)).secret })
    },
  },
  intent_required: { raise: async () => details(await newCard({ policy: { requireIntent: true } })) },
  origin_required: withoutOrigin(async () => post(...(await sealingWithoutOrigin(test.purser, customerId)))),
  approval_required: {
    raise: async () => {
      const cardId = await newCard({ policy: { requireIntent: true, requireApproval: true } })
      return details(cardId, { intentId: await newIntent(cardId) })
    },
  },
  attestation_required: { raise: async () => details(await newCard({ policy: { requireAttestation: true } })) },
  self_approval: {
    raise: async () => {
      const policy = { requireApproval: true, requireSeparateApprover: true }
      return post(`/intents/${await newIntent(await newCard({ policy }))}/approve`)
    },
  },
  agent_not_active: { raise: async () => details(await newCard({ agentId: await newAgent('paused') })) },
  account_stopped: {
    raise: async () => {
      const cardId = await newCard()
      await test.purser.account.stop({ reason: 'A drill' })
      const reply = await details(cardId)
      await test.purser.account.resume({ reason: 'It is over' })
      return reply
    },
  },
  customer_not_active: {
    raise: async () => {
      const suspended = await newCustomer()
      const cardId = await newCard({ customerId: suspended })
      await test.purser.customers.update(suspended, { status: 'suspended' })
      return details(cardId)
    },
  },
  not_found: unknown('/nothing'),
  customer_not_found: unknown('/customers/cust_x'),
  agent_not_found: unknown('/agents/agt_x'),
  card_not_found: unknown('/cards/card_x'),
  intent_not_found: unknown('/intents/int_x'),
  approval_not_found: unknown('/approvals/apr_x'),
  change_request_not_found: unknown('/change-requests/chg_x'),
  ...challengeErrorCases({ node: () => test, get, post, newCard }),
  subscription_not_found: unknown('/subscriptions/sub_x'),
  filler_not_found: { raise: () => ask('DELETE', '/fillers/fil_00000000000000000000000000') },
  access_event_not_found: unknown('/access-events/acc_x'),
  transaction_not_found: unknown('/transactions/txn_x'),
  document_not_found: { raise: async () => get(`/transactions/${await bought()}/documents/doc_x`) },
  too_many_documents: { raise: () => elevenDocuments(bought, post) },
  webhook_not_found: unknown('/webhooks/wh_x'),
  delivery_not_found: {
    raise: async () => {
      const { id } = await test.purser.webhooks.create({ url: 'https://example.com/', events: ['*'] })
      return get(`/webhooks/${id}/deliveries/dlv_x`)
    },
  },
  event_not_found: unknown('/events/evt_x'),
  audit_entry_not_found: unknown('/audit/aud_x'),
  api_key_not_found: unknown('/api-keys/key_x'),
  method_not_allowed: { raise: () => ask('PUT', '/cards/card_x'), headers: { allow: 'GET, PATCH' } },
  audit_not_signed: {
    raise: () => turnMacs().then(() => get('/audit/head').then((reply) => turnMacs().then(() => reply))),
    details: { why: 'its head does not have the MAC of this service' },
  },
  no_shadow_policy: { raise: async () => post(`/cards/${await newCard()}/shadow/promote`) },
  card_closed: {
    raise: async () => {
      const cardId = await newCard()
      await test.purser.cards.close(cardId)
      return post(`/cards/${cardId}/freeze`)
    },
  },
  card_not_active: { raise: async () => details(await newCard({ status: 'frozen' })) },
  number_at_issuer: { raise: async () => details(await newCard(cardAtStripe)) },
  intent_not_pending: {
    raise: async () =>
      post(`/intents/${(await test.purser.intents.cancel(await newIntent(await newCard()))).id}/cancel`),
    details: { status: 'canceled' },
  },
  intent_not_approved: {
    raise: async () => post(`/intents/${await newIntent(await newCard())}/revoke-approval`),
    details: { status: 'pending' },
  },
  ...tooManyWaitingErrorCases({ node: () => test, post, customerId: () => customerId }),
  subscription_not_pending: {
    raise: async () => post(`/subscriptions/${await someSubscription(test.purser, await newCard())}/approve`),
    details: { status: 'active' },
  },
  subscription_conflict: {
    raise: async () => post(`/subscriptions/${await someSubscription(test.purser, await newCard())}/resume`),
    details: { status: 'active' },
  },
  change_request_not_pending: {
    raise: async () => post(await canceledChangeRequest(test.purser, await newCard())),
    details: expect.objectContaining({ status: 'canceled' }) as object,
  },
  change_request_conflict: {
    raise: async () => post('/change-requests', await oneChangeRequestTooMany(test.purser, await newCard())),
  },
  agent_disabled: { raise: async () => patch(`/agents/${await newAgent('disabled')}`, { status: 'active' }) },
  external_id_conflict: {
    raise: async () => {
      const externalId = fresh('agent')
      await test.purser.agents.create({ customerId, externalId })
      return post('/agents', { customerId: await newCustomer(), externalId })
    },
    param: 'externalId',
  },
  transaction_not_open: {
    raise: async () => {
      const { transactionId } = await test.purser.network.authorize({ cardId: await newCard(), amount: 100 })
      await test.purser.network.reverse(transactionId)
      return post(`/network/authorizations/${transactionId}/settle`)
    },
  },
  reference_conflict: {
    raise: async () => {
      const paid = { cardId: await newCard(), amount: 100, networkReference: 'pay-1' }
      await test.purser.network.authorize(paid)
      return post('/network/authorizations', { ...paid, amount: 101 })
    },
    param: 'networkReference',
    details: { transactionId: expect.stringMatching(/^txn_/) as string },
  },
  idempotency_in_progress: { raise: secondWhileTheFirstRuns, headers: { 'retry-after': '1' } },
  payload_too_large: { raise: () => post('/customers', { phone: '1'.repeat(1024 * 1024) }) },
  unsupported_media_type: {
    raise: () => ask('POST', '/customers', { raw: 'email=a', headers: { 'content-type': 'text/plain' } }),
  },
  idempotency_key_reused: {
    raise: async () => {
      const headers = { 'idempotency-key': fresh('key') }
      await post('/customers', { email: 'a@example.com' }, { headers })
      return post('/customers', { email: 'b@example.com' }, { headers })
    },
  },
  rate_limited: { raise: pastTheRateLimit, hint: aKeyForMore, headers: waits },
  credential_read_limit: {
    raise: async () => {
      const cardId = await newCard()
      await details(cardId)
      return details(cardId)
    },
    headers: waits,
  },
  internal_error: { raise: readWhatIsBroken },
  unavailable: {
    raise: () => requestWhileDatabaseStopped((baseUrl) => get('/cards', { baseUrl })),
    details: { reason: 'database_unavailable' },
    hint: serviceUnavailableReasons.database_unavailable.hint,
    headers: { 'retry-after': '1' },
  },
}

const turnMacs = () => test.database.pool.query('update audit_heads set mac = reverse(mac)')

/** A transaction has the key, as that of another node would that still runs the first request. */
async function secondWhileTheFirstRuns(): Promise<Response> {
  const cardId = await newCard()
  const freeze = () => post(`/cards/${cardId}/freeze`, undefined, { headers: { 'idempotency-key': cardId } })
  expect((await freeze()).status).toBe(200)
  return test.database.transaction((tx) => lockStoredReplies(tx, 'freezeCard').then(freeze))
}

async function pastTheRateLimit(): Promise<Response> {
  const limited = await test.secondNode({ PURSER_RATE_LIMIT: 'on' })
  const key = { name: 'slow', role: 'read', tier: 'enterprise', requestsPerMinute: 1 } as const
  const { secret } = await test.purser.apiKeys.create(key)
  const again = () => get('/cards', { as: secret, baseUrl: limited.baseUrl })
  expect((await again()).status).toBe(200)
  const reply = await again()
  await limited.stop()
  return reply
}

/** Somebody writes into the table what Purser never writes: a rule that is not known. */
async function readWhatIsBroken(): Promise<Response> {
  const { transactionId } = await test.purser.network.authorize({ cardId: await newCard(), amount: 100 })
  await test.database.pool.query("update transactions set trace = '[[9999, 1]]' where id = $1", [transactionId])
  return get(`/transactions/${transactionId}`)
}

it('no error repeats a card number, be it sent as a name or in the address', async () => {
  const pan = '4111111111111111'
  const replies = await Promise.all([
    post('/cards', { customerId, [pan]: 1 }),
    post('/cards', { customerId, metadata: { [`4111-1111-1111-1111`]: '\u0000' } }),
    get(`/cards?${pan}=1`),
    get(`/cards/${pan}`),
    get(`/${pan}`),
  ])
  expect(replies.map(({ status }) => status)).toEqual([400, 400, 400, 404, 404])
  for (const reply of replies) expect(await reply.text()).not.toMatch(/4111[ -]?1111/)
})

const codes = Object.keys(errorCatalogue) as ErrorCode[]
const sayTheirCause = new Set<ErrorCode>([
  'not_found',
  'method_not_allowed',
  'rate_limited',
  'unavailable',
  'invalid_token',
])

describe.each(codes)('%s', (code) => {
  it('is answered as the catalogue says', async () => {
    const entry: ErrorCatalogueRow = errorCatalogue[code]
    const { raise, param, details: extra, hint = entry.hint, headers = {} } = cases[code]
    const reply = await raise()
    const body = (await reply.json()) as ErrorReplyBody
    expect({ status: reply.status, ...body }).toEqual({
      status: entry.status,
      error: {
        code,
        message: expect.stringMatching(/^[A-Z`].*[.]$/),
        hint,
        retryable: entry.retryable,
        ...(param === undefined ? {} : { param }),
        ...(extra === undefined ? {} : { details: extra }),
      },
      requestId: reply.headers.get('x-request-id'),
    })
    expect(Object.fromEntries(reply.headers)).toMatchObject(headers)
    // The API document shows what was played, and of faults that nobody plays what the catalogue says.
    if (recordedRefusalOfAnyOperation(code) === undefined && !sayTheirCause.has(code))
      expect(body.error.message).toBe(entry.message)
  })
})
