import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { verifyDifferencesOf } from '../../support/differences.ts'
import { type Api, startApi } from '../typed-api.ts'

let api: Api
let customerId: string
let agentId: string
let cardId: string
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())
beforeEach(async () => {
  customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
  agentId = (await api.admin('createAgent', { body: { customerId, externalId: customerId } })).body.id
  cardId = (await api.admin('createCard', { body: { customerId, agentId } })).body.id
})

const events = async (...types: string[]) =>
  (await api.admin('listEvents', { query: { limit: '100' } })).body.data
    .filter(({ type, data }) => types.includes(type) && data['customerId'] === customerId)
    .toReversed()
/** What the events report, without the records beside it: `event-records.pg.test.ts` is about these. */
const told = async () =>
  (await events('customer.updated', 'agent.updated', 'policy.changed')).map(({ type, data }) => {
    const { customer: _customer, agent: _agent, ...reported } = data
    return [type, reported]
  })
const patchCard = (body: object) => api.admin('updateCard', { params: { cardId }, body })
const patchAgent = (body: object) => api.admin('updateAgent', { params: { agentId }, body })
const patchCustomer = (body: object) => api.admin('updateCustomer', { params: { customerId }, body })

it('a PATCH is told with the fields that it changed, and its rules by name', async () => {
  await patchCustomer({ metadata: { a: 1 }, phone: '+49 30', policy: { requireIntent: true } })
  await patchAgent({ name: 'Buyer', status: 'paused', limits: { perDay: 500 } })
  await patchCard({ label: 'Ads', policy: { limits: { perAuth: 5 }, maxAmount: 9 } })
  const version = expect.stringMatching(/^[\w-]{22}$/)
  expect(await told()).toEqual([
    ['customer.updated', { customerId, status: 'active', changed: ['phone', 'policy', 'metadata'] }],
    [
      'policy.changed',
      {
        level: 'customer',
        id: customerId,
        customerId,
        agentId: null,
        cardId: null,
        changed: ['policy.requireIntent'],
        version,
      },
    ],
    ['agent.updated', { agentId, customerId, status: 'paused', changed: ['name', 'status', 'limits'] }],
    [
      'policy.changed',
      { level: 'agent', id: agentId, customerId, agentId, cardId: null, changed: ['limits.perDay'], version },
    ],
    [
      'policy.changed',
      {
        level: 'card',
        id: cardId,
        customerId,
        agentId,
        cardId,
        changed: ['policy.limits', 'policy.maxAmount'],
        version,
      },
    ],
  ])
})

it('nothing is told where nothing changed, where a PATCH was refused, or of a label and a status of a card', async () => {
  await patchCustomer({ policy: { requireIntent: true } })
  const before = await told()
  await patchCustomer({ policy: { requireIntent: true } })
  await patchCustomer({})
  await patchCustomer({ email: null })
  await patchCard({ label: 'Ads', status: 'frozen' })
  expect(await told()).toEqual(before)
})

it('the same rules have the same version, others another', async () => {
  const versionAfter = async (body: object) => {
    await patchCard(body)
    return (await events('policy.changed')).at(-1)?.data['version']
  }
  const first = await versionAfter({ policy: { maxAmount: 5 } })
  expect(await versionAfter({ policy: { maxAmount: 6 } })).not.toBe(first)
  expect(await versionAfter({ policy: { maxAmount: 5 } })).toBe(first)
})

it('the deletion of an agent is a change of it', async () => {
  await api.admin('deleteAgent', { params: { agentId } })
  expect(await told()).toEqual([
    ['agent.updated', { agentId, customerId, status: 'disabled', changed: ['status', 'deletedAt'] }],
  ])
})

it('purchases that meet reach each threshold once, at any level, and verify agrees', async () => {
  await patchCustomer({ limits: { perMonth: 1000 } })
  await patchAgent({ limits: { total: 1000 } })
  const buy = () => api.admin('createAuthorization', { body: { cardId, amount: 100 } })
  const answers = await Promise.all(Array.from({ length: 12 }, buy))
  expect(answers.filter(({ body }) => body.decision === 'approve')).toHaveLength(10)
  const budget = (await events('budget.threshold')).map(({ data }) => [
    data['level'],
    data['window'],
    data['threshold'],
    data['spent'],
  ])
  expect(budget).toEqual([
    ['customer', 'perMonth', 80, 800],
    ['agent', 'total', 80, 800],
    ['customer', 'perMonth', 100, 1000],
    ['agent', 'total', 100, 1000],
  ])
  expect(await verifyDifferencesOf(api.rig.deps.database, customerId)).toEqual([])
})

it('a webhook subscribes to them by name, and gets one delivery for each', async () => {
  const subscribed = ['customer.updated', 'agent.updated', 'policy.changed', 'budget.threshold']
  const { body: webhook } = await api.admin('createWebhook', {
    body: { url: 'https://example.com/', events: subscribed },
  })
  await patchCard({ limits: { total: 100 } })
  await patchAgent({ metadata: { a: 1 } })
  await api.admin('createAuthorization', { body: { cardId, amount: 80 } })
  const { data } = (await api.admin('listDeliveries', { params: { webhookId: webhook.id } })).body
  expect(data.map(({ eventType }) => eventType).toSorted()).toEqual([
    'agent.updated',
    'budget.threshold',
    'policy.changed',
  ])
})
