import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { stringify } from 'yaml'
import type { ApplyFileJsonSchema } from '../file/check-value.ts'
import { resolvedApplyEntries } from '../file/entries.ts'
import { yamlDocumentsOf } from '../file/read-files.ts'
import { applyPlanOf } from '../plan/plan.ts'
import type { AccountObjects } from '../plan/step.ts'
import { exportedApplyFile } from './exported-file.ts'

const schema = JSON.parse(readFileSync('purser.schema.json', 'utf8')) as ApplyFileJsonSchema
const idOf = (prefix: string, number: number) => `${prefix}_${String(number).padStart(26, '0')}`
const [C1, C2, A1, K1, K2, K3, W1] = [
  idOf('cust', 1),
  idOf('cust', 2),
  idOf('agt', 1),
  idOf('card', 1),
  idOf('card', 2),
  idOf('card', 3),
  idOf('wh', 1),
] as const

const policy = { limits: { perDay: 100 } }
const account: AccountObjects = {
  customers: [
    {
      id: C1,
      type: 'business',
      status: 'active',
      name: { business: 'Äcme & Söhne' },
      policy: {},
      metadata: { team: 'x' },
    },
    {
      id: C2,
      type: 'consumer',
      status: 'active',
      email: 'ada@example.com',
      policy,
      metadata: { applyName: 'pay/ada' },
    },
  ],
  agents: [
    {
      id: A1,
      customerId: C1,
      externalId: 'bot',
      name: 'Bot',
      status: 'paused',
      policy,
      metadata: { applyName: 'bot' },
    },
  ],
  cards: [
    {
      id: K3,
      customerId: C1,
      agentId: null,
      status: 'closed',
      type: 'virtual',
      usage: 'multi',
      policy: {},
      last4: '1',
    },
    {
      id: K2,
      customerId: C1,
      agentId: null,
      status: 'frozen',
      type: 'virtual',
      usage: 'single',
      limits: {},
      policy,
      last4: '1234',
    },
    {
      id: K1,
      customerId: C1,
      agentId: A1,
      status: 'active',
      type: 'virtual',
      usage: 'multi',
      limits: { total: 5 },
      policy: {},
      label: 'Bot',
    },
  ],
  webhooks: [
    { id: W1, url: 'https://b.example/x', events: ['*'], status: 'active', description: 'Books (apply: books)' },
  ],
}

it('names what was made by hand, refers by name, and shares policies', () => {
  expect(exportedApplyFile(account, { project: null })).toEqual({
    policies: { 'shared-1': policy },
    customers: {
      'acme-sohne': { id: C1, type: 'business', name: { business: 'Äcme & Söhne' }, metadata: { team: 'x' } },
    },
    agents: { bot: { customer: 'acme-sohne', externalId: 'bot', name: 'Bot', status: 'paused', policy: 'shared-1' } },
    cards: {
      bot: { id: K1, agent: 'bot', label: 'Bot', limits: { total: 5 } },
      'card-1234': { id: K2, customer: 'acme-sohne', status: 'frozen', usage: 'single', policy: 'shared-1' },
    },
    webhooks: { books: { url: 'https://b.example/x', events: ['*'], description: 'Books' } },
  })
  expect(exportedApplyFile(account, { project: 'pay' })).toEqual({
    project: 'pay',
    customers: { ada: { email: 'ada@example.com', policy } },
  })
})

it('is a file that only takes over what was made by hand', () => {
  const { sources, faults } = yamlDocumentsOf(
    'export.yaml',
    stringify(exportedApplyFile(account, { project: null })),
    schema,
  )
  expect(faults).toEqual([])
  const { steps, problems } = applyPlanOf(resolvedApplyEntries(sources), account, { prune: true })
  expect(problems).toEqual([])
  expect(steps.map(({ action, id, body }) => [action, id, body])).toEqual([
    ['adopt', C1, { metadata: { applyName: 'acme-sohne' } }],
    ['unchanged', A1, {}],
    ['adopt', K1, { metadata: { applyName: 'bot' } }],
    ['adopt', K2, { metadata: { applyName: 'card-1234' } }],
    ['unchanged', W1, {}],
  ])
})
