import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, startApi } from '../typed-api.ts'

/** Whoever sets a policy learns at once where it only looks strict. */
let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

type Warned = { id: string; warnings: readonly { code: string }[] }
const codesOf = ({ warnings }: Pick<Warned, 'warnings'>) => warnings.map(({ code }) => code)

const looksStrict = { requireApproval: true, requireIntent: true, requireAttestation: true }
const isStrict = { onMissingIntent: 'decline', onIntentMismatch: 'decline', limits: { perDay: 500 } }
const all = [
  'approval_not_enforced',
  'intent_not_enforced',
  'no_limit',
  'attestation_not_enforced',
  'origins_not_bounded',
]

it('a customer, an agent and a card answer the warnings of their policy when they are made and changed, and nowhere else', async () => {
  const customer = (await api.admin('createCustomer', { body: { email: 'a@example.com', policy: looksStrict } })).body
  const ofCustomer = { customerId: customer.id }
  const agentBody = { ...ofCustomer, externalId: 'a' }
  const agent = (await api.admin('createAgent', { body: agentBody })).body
  const card = (await api.admin('createCard', { body: { ...ofCustomer, agentId: agent.id } })).body
  for (const made of [customer, agent, card]) expect(codesOf(made)).toEqual(all)

  const again = await api.admin('createAgent', { body: agentBody })
  expect([again.status, again.body.warnings]).toEqual([200, agent.warnings])

  const params = { customerId: customer.id, agentId: agent.id, cardId: card.id }
  const body = { policy: isStrict }
  const changedCard = (await api.admin('updateCard', { params, body })).body
  expect(codesOf(changedCard)).toEqual(['attestation_not_enforced', 'origins_not_bounded'])
  const changedAgent = (await api.admin('updateAgent', { params, body: { limits: { perDay: 5 } } })).body
  expect(codesOf(changedAgent)).toEqual(all.filter((code) => code !== 'no_limit'))
  const changedCustomer = (await api.admin('updateCustomer', { params, body: { policy: null } })).body
  expect(codesOf(changedCustomer)).toEqual(['no_limit', 'origins_not_bounded'])

  const card2 = (await api.admin('updateCard', { params, body: {} })).body
  const policies = [
    [changedCustomer, (await api.admin('getCustomerPolicy', { params })).body],
    [(await api.admin('updateAgent', { params, body: {} })).body, (await api.admin('getAgentPolicy', { params })).body],
    [card2, (await api.admin('getCardPolicy', { params })).body],
  ] as const
  for (const [changed, policy] of policies) expect(changed.warnings).toEqual(policy.warnings)
  const plain = [
    await api.admin('getCustomer', { params }),
    await api.admin('getAgent', { params }),
    await api.admin('getCard', { params }),
    await api.admin('freezeCard', { params }),
  ]
  for (const { body: shown } of plain) expect(shown).not.toHaveProperty('warnings')
})
