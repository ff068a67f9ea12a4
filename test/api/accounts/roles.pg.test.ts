import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { someChallenge } from '../../support/records/some-challenge.ts'
import { type ApiKeyRole, apiKeyRoles } from '../../../src/contract/resources/api-keys.ts'
import type { Operation } from '../../../src/contract/operation.ts'
import { type OperationName, operations } from '../../../src/contract/operations.ts'
import { type Api, type Caller, type Request, startApi } from '../typed-api.ts'
import type { World } from './role-world.ts'
import { neverWere, withoutRequestId } from './never-were.ts'

interface Row {
  /** Who may, by section 3 of the contract: written down once more, so that a slip in the declaration shows. */
  readonly may: readonly ApiKeyRole[]
  readonly ask: (world: World) => Request
  readonly isApart?: true
}

const admin = ['admin'] as const
/** Who looks into who changed what. */
const auditors = ['admin', 'read'] as const
const people = ['admin', 'approver', 'read'] as const
const readers = ['admin', 'approver', 'read', 'agent'] as const
const approvers = ['admin', 'approver'] as const
const spenders = ['admin', 'agent'] as const
const door = ['admin', 'network'] as const

/** One that does more, or less, than its role says: what it does has tests of its own. */
const apart = (may: readonly ApiKeyRole[]): Row => ({ may, ask: () => ({ params: NOBODYS }), isApart: true })
const NOBODYS = {
  personId: 'per_0',
  sessionId: 'ses_0',
  passkeyId: 'pky_0',
  intentId: 'int_0',
  approvalId: 'apr_0',
  cardId: 'card_0',
  subscriptionId: 'sub_0',
}
const FILLER_KEY = { kty: 'OKP', crv: 'X25519', x: 'hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo' }
const row = (may: readonly ApiKeyRole[], ask: Row['ask'] = () => ({})): Row => ({ may, ask })
const at =
  (key: keyof World, body?: unknown) =>
  (world: World): Request => ({ params: { [key]: world[key] }, ...(body === undefined ? {} : { body }) })

/** One row for each operation: a new operation without its row does not compile. */
const matrix: Record<OperationName, Row> = {
  createCustomer: row(admin, () => ({ body: { email: 'new@example.com' } })),
  listCustomers: row(people, ({ email }) => ({ query: { email } })),
  getCustomer: row(people, at('customerId')),
  updateCustomer: row(admin, at('customerId', { metadata: { a: 1 } })),
  getCustomerPolicy: row(people, at('customerId')),
  getCustomerBudget: row(people, at('customerId')),
  getCustomerExposure: row(people, at('customerId')),
  getCustomerShadow: row(people, at('customerId')),
  promoteCustomerShadow: row(admin, at('customerId')),

  createAgent: row(admin, ({ customerId }) => ({ body: { customerId, externalId: 'new' } })),
  listAgents: row(readers, ({ customerId }) => ({ query: { customerId } })),
  getAgent: row(readers, at('agentId')),
  updateAgent: row(admin, at('agentId', { name: 'New' })),
  deleteAgent: row(admin, at('agentId')),
  getAgentPolicy: row(readers, at('agentId')),
  getAgentExposure: row(readers, at('agentId')),
  getAgentShadow: row(people, at('agentId')),
  promoteAgentShadow: row(admin, at('agentId')),
  getAgentObstacles: row(readers, at('agentId')),
  getAgentBudget: row(readers, at('agentId')),

  createCard: row(admin, ({ customerId, agentId }) => ({ body: { customerId, agentId } })),
  listCards: row(readers, ({ customerId }) => ({ query: { customerId } })),
  getCard: row(readers, at('cardId')),
  updateCard: row(admin, at('cardId', { usage: 'single' })),
  freezeCard: row(['admin', 'approver', 'agent'], at('cardId')),
  unfreezeCard: row(admin, at('cardId')),
  closeCard: row(admin, at('cardId')),
  unlockCardCredentials: row(admin, at('cardId')),
  retryCardIssuer: row(admin, at('cardId')),
  createNumberSession: apart(spenders),
  getCardPolicy: row(readers, at('cardId')),
  getCardExposure: row(readers, at('cardId')),
  getCardShadow: row(people, at('cardId')),
  promoteCardShadow: row(admin, at('cardId')),
  getCardBudget: row(readers, at('cardId')),
  getCardDetails: row(spenders, at('cardId')),
  createDetailsOptions: apart(admin),
  requestCardAccess: row(spenders, at('cardId', { purpose: 'Ink' })),
  listCardAccessEvents: row(readers, at('cardId')),
  getAccessEvent: row(readers, at('accessEventId')),

  createFiller: row(admin, at('agentId', { name: 'Browser', publicKey: FILLER_KEY })),
  listFillers: row(readers, at('agentId')),
  deleteFiller: row(admin, at('fillerId')),
  sealCardDetails: row(spenders, ({ cardId, fillerId }) => ({ params: { cardId }, body: { sealTo: fillerId } })),

  createIntent: row(spenders, at('cardId', { purpose: 'Ink' })),
  listCardIntents: row(readers, at('cardId')),
  listIntents: row(readers, ({ cardId }) => ({ query: { cardId } })),
  getIntent: row(readers, at('intentId')),
  approveIntent: row(approvers, at('intentId')),
  rejectIntent: row(approvers, at('intentId')),
  createApprovalOptions: apart(approvers),
  cancelIntent: row(spenders, at('intentId')),
  revokeApproval: apart(approvers),
  reportIntent: row(spenders, at('intentId', { outcome: 'completed' })),
  listApprovals: row(people, ({ agentId }) => ({ query: { agentId } })),
  getApprovalProof: apart(people),
  getApproval: row(people, at('approvalId')),

  createChangeRequest: row(spenders, ({ cardId }) => ({
    body: { cardId, wanted: { limits: { perDay: 7 } }, why: 'Ink' },
  })),
  listChangeRequests: row(readers, ({ cardId }) => ({ query: { cardId } })),
  getChangeRequest: row(readers, at('changeRequestId')),
  approveChangeRequest: row(approvers, at('changeRequestId')),
  rejectChangeRequest: row(approvers, at('changeRequestId')),
  cancelChangeRequest: row(spenders, at('changeRequestId')),

  listChallenges: row(readers, ({ cardId }) => ({ query: { cardId } })),
  getChallenge: row(readers, at('challengeId')),
  approveChallenge: row(approvers, at('challengeId')),
  declineChallenge: row(approvers, at('challengeId')),
  createSubscription: row(spenders, ({ cardId }) => ({
    params: { cardId },
    body: { merchant: 'Ink Shop', maxAmount: 500, interval: 'month', purpose: 'Ink' },
  })),
  listCardSubscriptions: row(readers, at('cardId')),
  listSubscriptions: row(readers, ({ cardId }) => ({ query: { cardId } })),
  getSubscription: row(readers, at('subscriptionId')),
  approveSubscription: row(approvers, at('subscriptionId')),
  rejectSubscription: row(approvers, at('subscriptionId')),
  pauseSubscription: apart(approvers),
  resumeSubscription: apart(approvers),
  cancelSubscription: row([...approvers, 'agent'], at('subscriptionId')),

  evaluateSpend: row(readers, ({ cardId }) => ({ body: { cardId, amount: 1 } })),
  backtestPolicy: row(people, ({ cardId }) => ({ body: { level: 'card', id: cardId } })),
  explainMerchant: row(readers, () => ({ body: { observed: 'TESCO STORES-3333', listed: 'Tesco' } })),
  getSpendStats: row(readers, ({ cardId }) => ({ query: { cardId } })),
  getBudgetStats: row(people),
  getStatusCounts: row(people),
  listPostings: row(people),
  getPostingSummary: row(people),
  listTransactions: row(readers, ({ cardId }) => ({ query: { cardId } })),
  getTransaction: row(readers, at('transactionId')),
  getTransactionReceipt: row(readers, at('transactionId')),
  updateTransaction: row([...approvers, 'agent'], at('transactionId', { memo: 'Ink' })),

  attachTransactionDocument: row(
    [...approvers, 'agent'],
    at('transactionId', { name: 'a.pdf', content: Buffer.from('%PDF-1.7').toString('base64') }),
  ),
  listTransactionDocuments: row(readers, at('transactionId')),
  getTransactionDocument: row(readers, ({ transactionId, documentId }) => ({ params: { transactionId, documentId } })),
  deleteTransactionDocument: row(admin, ({ transactionId, documentId }) => ({ params: { transactionId, documentId } })),

  createAuthorization: row(door, ({ cardId }) => ({ body: { cardId, amount: 1 } })),
  incrementAuthorization: row(door, at('transactionId', { amount: 1 })),
  settleAuthorization: row(door, at('transactionId')),
  reverseAuthorization: row(door, at('transactionId')),
  createRefund: row(door, ({ settledId }) => ({ body: { transactionId: settledId } })),
  createForceCapture: row(door, ({ cardId }) => ({ body: { cardId, amount: 1 } })),
  createAdvice: row(door, ({ cardId }) => ({
    body: { cardId, factId: 'told', networkReference: 'told', approved: true, amount: 1 },
  })),
  createPosting: row(door, ({ cardId }) => ({ body: { cardId, factId: 'moved', kind: 'credit', amount: 1 } })),

  createWebhook: row(admin, () => ({ body: { url: 'https://example.com/new', events: ['*'] } })),
  listWebhooks: row(people),
  getWebhook: row(people, at('webhookId')),
  updateWebhook: row(admin, at('webhookId', { description: 'New' })),
  deleteWebhook: row(admin, at('webhookId')),
  rotateWebhookSecret: row(admin, at('webhookId')),
  testWebhook: row(admin, at('webhookId')),
  getWebhookHealth: row(people, at('webhookId')),
  listDeliveries: row(people, at('webhookId')),
  getDelivery: row(people, ({ webhookId, deliveryId }) => ({ params: { webhookId, deliveryId } })),
  retryDelivery: row(admin, ({ webhookId, deliveryId }) => ({ params: { webhookId, deliveryId } })),
  replayDeliveries: row(admin, ({ webhookId }) => ({ params: { webhookId }, body: {} })),
  listEvents: row(people),
  streamEvents: apart(people),
  getEvent: row(people, at('eventId')),

  createApiKey: row(admin, ({ agentId }) => ({ body: { name: 'New', role: 'agent', agentId } })),
  listApiKeys: row(admin),
  getOwnApiKey: row(apiKeyRoles),
  getApiKey: row(admin, at('keyId')),
  listApiKeyRequests: row(admin, at('keyId')),
  revokeApiKey: row(admin, at('keyId')),
  rotateApiKey: row(admin, at('keyId')),

  getSelf: row(apiKeyRoles),
  changePassword: apart(people),
  listPeople: row(people),
  getPerson: apart(people),
  updatePerson: apart(admin),
  createPasswordReset: apart(admin),
  requestPasswordReset: apart([]),
  resetPassword: apart([]),
  createInvitation: row(admin, () => ({ body: { email: 'new@example.com', role: 'viewer' } })),
  listInvitations: row(admin),
  revokeInvitation: row(admin, at('invitationId')),
  readInvitation: apart([]),
  acceptInvitation: apart([]),
  createSession: apart([]),
  listSessions: row(people),
  endSession: apart(people),
  createSignInOptions: apart([]),
  createPasskeySession: apart([]),
  getSignInWays: apart([]),
  createProviderSignIn: apart([]),
  createProviderSession: apart([]),
  createProviderConfirmation: apart(people),
  connectProvider: apart(people),
  endProviderSignIn: apart(people),
  createPasskeyOptions: apart(people),
  createPasskey: apart(people),
  listPasskeys: row(people),
  renamePasskey: apart(people),
  deletePasskey: apart(people),
  confirmPasskey: apart(admin),
  createInvitationPasskeyOptions: apart([]),
  createResetPasskeyOptions: apart([]),
  getAccount: row(people),
  listIssuerConnections: row(admin),
  updateAccount: row(admin, () => ({ body: { name: 'New' } })),
  stopAccount: apart(approvers),
  createResumeOptions: apart(admin),
  resumeAccount: apart(admin),

  getMailNotifications: apart(people),
  updateMailNotifications: apart(people),
  testMailNotifications: apart(people),
  getSlackNotifications: row(admin),
  testSlackNotifications: row(admin),
  updateSlackNotifications: row(admin, () => ({ body: { events: ['card.frozen'] } })),
  listAudit: row(auditors),
  getAuditHead: row(auditors),
  getAuditEntry: row(auditors, at('auditId')),
  getTestClock: row(people),
  advanceTestClock: row(admin, () => ({ body: { seconds: 1 } })),
}

let count = 0

/** A world of its own in the caller's account. */
async function createWorld(caller: Caller): Promise<World> {
  count += 1
  const email = `world-${count}@example.com`
  const shadowPolicy = {}
  const customerId = (await caller('createCustomer', { body: { email, shadowPolicy } })).body.id
  const agent = { customerId, externalId: `agent-${count}`, shadowPolicy }
  const agentId = (await caller('createAgent', { body: agent })).body.id
  const policy = { requireApproval: true }
  const cardId = (await caller('createCard', { body: { customerId, agentId, policy, shadowPolicy } })).body.id
  const intentId = (await caller('createIntent', { params: { cardId }, body: { purpose: 'Ink' } })).body.id
  const approvals = await caller('listApprovals', { query: { agentId } })
  const access = await caller('requestCardAccess', { params: { cardId }, body: { purpose: 'Ink' } })
  const authorize = () => caller('createAuthorization', { body: { cardId, amount: 100 } })
  const { transactionId } = (await authorize()).body
  const settledId = (await authorize()).body.transactionId
  await caller('settleAuthorization', { params: { transactionId: settledId } })
  const paper = { name: 'b.pdf', content: Buffer.from('%PDF-1.7 b').toString('base64') }
  const attached = await caller('attachTransactionDocument', { params: { transactionId }, body: paper })
  const url = `https://example.com/${count}`
  const webhookId = (await caller('createWebhook', { body: { url, events: ['card.closed'] } })).body.id
  const deliveryId = (await caller('testWebhook', { params: { webhookId } })).body.id
  const events = await caller('listEvents', { query: { limit: '1' } })
  const audited = await caller('listAudit', { query: { limit: '1' } })
  const invitation = await caller('createInvitation', { body: { email: `guest-${count}@example.com`, role: 'viewer' } })
  const filler = { name: 'Browser', publicKey: FILLER_KEY }
  const fillerId = (await caller('createFiller', { params: { agentId }, body: filler })).body.id
  const change = { cardId, wanted: { limits: { perDay: 500 } }, why: 'Ink' }
  const changeRequestId = (await caller('createChangeRequest', { body: change })).body.id
  const challengeId = await someChallenge(api.rig, cardId)
  const wish = { merchant: 'Ink Shop', maxAmount: 500, interval: 'month', purpose: 'Ink' }
  const subscriptionId = (await caller('createSubscription', { params: { cardId }, body: wish })).body.id
  const keyId = (await caller('createApiKey', { body: { name: 'Key', role: 'read' } })).body.id
  return {
    email,
    customerId,
    agentId,
    cardId,
    intentId,
    approvalId: approvals.body.data[0]?.id ?? '',
    accessEventId: access.body.id,
    transactionId,
    settledId,
    documentId: attached.body.id,
    webhookId,
    deliveryId,
    eventId: events.body.data[0]?.id ?? '',
    invitationId: invitation.body.id,
    auditId: audited.body.data[0]?.id ?? '',
    keyId,
    fillerId,
    changeRequestId,
    challengeId,
    subscriptionId,
  }
}

let api: Api
/** Of another account. */
let foreign: World
/** Of this account, and of another agent. It is only named, never changed. */
let neighbour: World
/** Of this account, and of a third agent. What only reads asks for it. */
let own: World
beforeAll(async () => {
  api = await startApi()
  foreign = await createWorld(await api.otherAccount())
  neighbour = await createWorld(api.admin)
  own = await createWorld(api.admin)
})
afterAll(() => api.stop())
/** Every test makes a world in one account, which has room for so many webhooks only. */
beforeEach(async () => {
  const { pool } = api.rig.deps.database
  await pool.query('delete from webhooks where id <> all($1)', [
    [foreign, neighbour, own].map((world) => world.webhookId),
  ])
})

describe.each(Object.entries(matrix) as [OperationName, Row][])('%s', (name, { may, ask, isApart }) => {
  const operation: Operation = operations[name]
  const mayNot = apiKeyRoles.filter((role) => !may.includes(role))
  const namesIds = JSON.stringify(ask(nobodyAt('a'))) !== JSON.stringify(ask(nobodyAt('b')))
  const isFilteredList = operation.query !== undefined && !operation.path.includes('{') && operation.method === 'GET'
  const worldOf = () => (operation.method === 'GET' ? Promise.resolve(own) : createWorld(api.admin))
  const key = (role: ApiKeyRole, world: World) => api.as(role, role === 'agent' ? world.agentId : undefined)

  it('is declared for those who may', () => {
    expect(operation.roles.toSorted()).toEqual(may.toSorted())
  })

  if (operation.testClockOnly) {
    it('404 not_found without the test clock, whatever the role', async () => {
      expect((await api.admin(name, ask(foreign))).body.error?.code).toBe('not_found')
    })
    return
  }

  if (isApart) {
    if (operation.keyless === true) return
    it.each(mayNot)('403 for %s', async (role) => {
      const { body } = await (await key(role, neighbour))(name, ask(neighbour))
      expect(body.error?.code).toBe('insufficient_permissions')
    })
    return
  }

  it.each(may)(`${operation.status} for %s, and nothing of another account in the answer`, async (role) => {
    const world = await worldOf()
    const { status, text } = await (await key(role, world))(name, ask(world))
    expect([status, text]).toEqual([operation.status, expect.any(String)])
    for (const id of Object.values(foreign)) expect(text).not.toContain(id)
  })

  if (mayNot.length > 0) {
    it.each(mayNot)('403 for %s, whatever it names', async (role) => {
      const caller = await key(role, neighbour)
      for (const named of [neighbour, foreign, neverWere(neighbour)]) {
        const { status, body } = await caller(name, ask(named))
        expect([status, body.error?.code]).toEqual([403, 'insufficient_permissions'])
      }
    })
  }

  if (!namesIds) return
  it.each(may)(
    isFilteredList
      ? '200 and an empty list for %s, of what is not its own'
      : '404 for %s, of what is not its own: not told from what never was',
    async (role) => {
      const world = role === 'agent' ? await worldOf() : neighbour
      const caller = await key(role, world)
      const others = role === 'agent' ? [foreign, neighbour] : [foreign]
      const never = withoutRequestId((await caller(name, ask(neverWere(world)))).text)
      for (const named of others) {
        const { status, text } = await caller(name, ask(named))
        expect([status, withoutRequestId(text)]).toEqual([isFilteredList ? 200 : 404, never])
      }
      if (isFilteredList) expect(JSON.parse(never)).toMatchObject({ data: [] })
    },
  )

  function nobodyAt(text: string): World {
    return new Proxy({} as World, { get: () => text })
  }
})
