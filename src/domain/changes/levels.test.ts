import { describe, expect, it } from 'vitest'
import type { Policy } from '../../contract/policy.ts'
import {
  type UnsavedAgentChange,
  disableAgentForGood,
  agentNameAndMetadataChange,
  changeAgentRulesOrStatus,
  type AgentWithAllFields,
} from './agent.ts'
import type { UnsavedCustomerChange, CustomerWithAllFields } from './customer.ts'
import { mayChangeCardExpiries, changedCardExpiries, type OpenCardExpiryFields } from './expiries.ts'
import { agentConsequences, customerConsequences, type LevelConsequences } from './level-consequences.ts'

const NOW = 1_000_000_000_000
const MINUTE = 60_000

const level = {
  accountId: 'acct_1',
  policy: {},
  limits: {},
  shadowSince: null,
  costCenter: null,
  metadata: null,
  createdAt: 1000,
  status: 'active',
} as const
const agent: AgentWithAllFields = {
  ...level,
  id: 'agt_1',
  customerId: 'cust_1',
  externalId: 'shopper',
  name: 'Shopper',
  deletedAt: null,
}
const disabled: AgentWithAllFields = { ...agent, status: 'disabled' }
const customer: CustomerWithAllFields = {
  ...level,
  id: 'cust_1',
  type: 'consumer',
  currency: 'USD',
  email: null,
  name: null,
  phone: null,
}

function made(change: UnsavedAgentChange | 'agent_disabled'): UnsavedAgentChange {
  if (change === 'agent_disabled') throw new Error('the agent changes')
  return change
}

const factsOf = ({ audited, events, callsIssuers }: LevelConsequences) => ({
  audited: audited.changes.map(({ path, before, after }) => [path, before, after]),
  events: events.map(({ type, at, data }) => [type, at, 'changed' in data ? data.changed : undefined]),
  callsIssuers,
})

describe('what follows from a change of an agent', () => {
  it.each<[string, UnsavedAgentChange, object]>([
    [
      'another limit',
      made(changeAgentRulesOrStatus(agent, (before) => ({ ...before, limits: { perDay: 100 } }))),
      {
        audited: [['limits.perDay', null, 100]],
        events: [
          ['agent.updated', NOW, ['limits']],
          ['policy.changed', NOW, ['limits.perDay']],
        ],
        callsIssuers: true,
        freesExternalId: false,
      },
    ],
    [
      'a pause',
      made(changeAgentRulesOrStatus(agent, (before) => ({ ...before, status: 'paused' }))),
      {
        audited: [['status', 'active', 'paused']],
        events: [['agent.updated', NOW, ['status']]],
        callsIssuers: false,
        freesExternalId: false,
      },
    ],
    [
      'another name of a disabled one',
      agentNameAndMetadataChange(disabled, { name: 'Buyer', metadata: null }),
      { audited: [['name', 'Shopper', 'Buyer']], events: [['agent.updated', NOW, ['name']]], callsIssuers: false },
    ],
    [
      'a deletion',
      disableAgentForGood(agent, NOW),
      {
        audited: [
          ['status', 'active', 'disabled'],
          ['deletedAt', null, '2001-09-09T01:46:40.000Z'],
        ],
        events: [['agent.updated', NOW, ['status', 'deletedAt']]],
        callsIssuers: false,
        freesExternalId: true,
      },
    ],
    [
      'equal settings',
      made(changeAgentRulesOrStatus(agent, (before) => ({ ...before, policy: {}, limits: {} }))),
      { audited: [], events: [], callsIssuers: false, freesExternalId: false },
    ],
  ])('%s', (_what, change, expected) => {
    const consequences = agentConsequences(change, NOW)
    const { freesExternalId } = consequences
    expect({ ...factsOf(consequences), freesExternalId }).toMatchObject(expected)
  })

  it('nothing that decisions read changes of a disabled agent', () => {
    expect(changeAgentRulesOrStatus(disabled, (before) => ({ ...before, limits: { perDay: 100 } }))).toBe(
      'agent_disabled',
    )
  })
})

describe('what follows from a change of a customer', () => {
  it.each<[string, Partial<UnsavedCustomerChange['after']>, ReturnType<typeof factsOf>]>([
    [
      'another policy',
      { policy: { requireIntent: true } },
      {
        audited: [['policy.requireIntent', null, true]],
        events: [
          ['customer.updated', NOW, ['policy']],
          ['policy.changed', NOW, ['policy.requireIntent']],
        ],
        callsIssuers: true,
      },
    ],
    [
      'a suspension',
      { status: 'suspended' },
      {
        audited: [['status', 'active', 'suspended']],
        events: [['customer.updated', NOW, ['status']]],
        callsIssuers: false,
      },
    ],
    ['equal settings', { policy: {} }, { audited: [], events: [], callsIssuers: false }],
  ])('%s', (_what, after, expected) => {
    expect(factsOf(customerConsequences({ before: customer, after: { ...customer, ...after } }, NOW))).toEqual(expected)
  })
})

describe('the expiry of cards beneath a changed level', () => {
  it.each<[Policy, Policy, boolean]>([
    [{}, {}, false],
    [{}, { requireIntent: true }, false],
    [{}, { ttlMinutes: 5 }, true],
    [{ ttlDays: 1 }, {}, true],
  ])('from %j to %j may move: %j', (before, after, moves) => {
    expect(mayChangeCardExpiries(before, after)).toBe(moves)
  })

  const card: OpenCardExpiryFields = {
    id: 'card_1',
    customerId: 'cust_1',
    createdAt: NOW,
    expiresAt: null,
    policy: {},
    agentPolicy: { ttlMinutes: 1 },
  }
  it.each<
    [string, Parameters<typeof changedCardExpiries>[0], Partial<OpenCardExpiryFields>, number | null | undefined]
  >([
    ['of the agent as it becomes', { customer, agent: { policy: { ttlMinutes: 2 } } }, {}, NOW + 2 * MINUTE],
    ['of the agent as it is stored', { customer, agent: null }, {}, NOW + MINUTE],
    [
      'of the customer',
      { customer: { policy: { ttlMinutes: 3 } }, agent: null },
      { agentPolicy: null },
      NOW + 3 * MINUTE,
    ],
    ['of nobody any more', { customer, agent: { policy: {} } }, { expiresAt: NOW + MINUTE }, null],
    ['as it is already', { customer, agent: null }, { expiresAt: NOW + MINUTE }, undefined],
    ['of the card itself', { customer, agent: null }, { policy: { ttlMinutes: 4 } }, NOW + 4 * MINUTE],
  ])('is %s', (_what, levels, some, expected) => {
    const moved = changedCardExpiries(levels, [{ ...card, ...some }])
    expect(moved.map(({ expiresAt }) => expiresAt)).toEqual(expected === undefined ? [] : [expected])
  })
})
