import { describe, expect, it } from 'vitest'
import type { ApplyFileEntry, ApplyEntryFields, ApplyEntryKind } from '../file/entry.ts'
import { applyPlanOf } from './plan.ts'
import { applyPlanLines } from './plan-lines.ts'
import type { AccountObjects } from './step.ts'

const nobody: AccountObjects = { customers: [], agents: [], cards: [], webhooks: [] }
const screen = { width: 120, isTerminal: false, paint: (_: unknown, text: string) => text }

const entry = (
  kind: ApplyEntryKind,
  name: string,
  fields: ApplyEntryFields = {},
  more: Partial<ApplyFileEntry> = {},
): ApplyFileEntry => ({
  kind,
  name,
  id: null,
  customer: null,
  agent: null,
  fields,
  ...more,
})
const made = (id: string, name: string, more: ApplyEntryFields = {}): ApplyEntryFields => ({
  id,
  metadata: { applyName: name },
  policy: {},
  ...more,
})

interface Given {
  readonly entries?: readonly ApplyFileEntry[]
  readonly account?: Partial<AccountObjects>
  readonly prune?: boolean
  readonly project?: string | null
}

function planned({ entries = [], account = {}, prune = false, project = null }: Given) {
  const { steps, problems } = applyPlanOf({ project, entries }, { ...nobody, ...account }, { prune })
  return {
    steps,
    problems,
    actions: steps.map(({ action, name, id }) => [action, name, id]),
    bodies: steps.map(({ body }) => body),
  }
}

const acme = entry('customers', 'acme', { email: 'a@acme.example' })
const cust1 = made('cust_1', 'acme', { email: 'a@acme.example', status: 'active' })

describe('a plan', () => {
  it('creates what is missing, in the order in which it is needed', () => {
    const bot = entry('agents', 'bot', {}, { customer: { entry: 'acme' } })
    const card = entry('cards', 'github', { label: 'GitHub' }, { customer: { entry: 'acme' }, agent: { entry: 'bot' } })
    const hook = entry('webhooks', 'books', { url: 'https://b.example/', events: ['*'] })
    const { actions, bodies, problems } = planned({ entries: [hook, card, bot, acme] })
    expect(problems).toEqual([])
    expect(actions).toEqual([
      ['create', 'acme', null],
      ['create', 'bot', null],
      ['create', 'github', null],
      ['create', 'books', null],
    ])
    expect(bodies).toEqual([
      { email: 'a@acme.example', metadata: { applyName: 'acme' } },
      { externalId: 'bot', metadata: { applyName: 'bot' } },
      { label: 'GitHub', metadata: { applyName: 'github' } },
      { url: 'https://b.example/', events: ['*'], description: '(apply: books)' },
    ])
  })

  it('changes nothing where everything is as the files say', () => {
    const hook = entry('webhooks', 'books', { url: 'https://b.example/', events: ['*'], description: 'Books' })
    const wh = {
      id: 'wh_1',
      url: 'https://b.example/',
      events: ['*'],
      description: 'Books (apply: books)',
      status: 'active',
    }
    const { steps } = planned({ entries: [acme, hook], account: { customers: [cust1], webhooks: [wh] }, prune: true })
    expect(steps.map(({ action }) => action)).toEqual(['unchanged', 'unchanged'])
    expect(applyPlanLines(steps, screen)).toEqual(['Nothing to change; 2 unchanged.'])
  })

  it('shows what was changed since as an update, and leaves objects of others alone', () => {
    const card = entry('cards', 'github', { policy: { limits: { perDay: 100 } } }, { customer: { entry: 'acme' } })
    const cards = [
      made('card_1', 'github', { customerId: 'cust_1', status: 'active', policy: { limits: { perDay: 900 } } }),
      {
        id: 'card_2',
        customerId: 'cust_1',
        status: 'active',
        policy: { limits: { perDay: 900 } },
        metadata: { team: 'x' },
      },
    ]
    const { steps, bodies } = planned({ entries: [acme, card], account: { customers: [cust1], cards }, prune: true })
    expect(steps.map(({ action, id }) => [action, id])).toEqual([
      ['unchanged', 'cust_1'],
      ['update', 'card_1'],
    ])
    expect(bodies[1]).toEqual({ policy: { limits: { perDay: 100 } } })
    expect(applyPlanLines(steps, screen)).toEqual([
      'update card github card_1',
      '    ~ policy.limits.perDay: 900 -> 100',
      '',
      'Plan: 1 to update; 1 unchanged.',
    ])
  })

  it('takes over an object by its id, and renames one', () => {
    const byHand = { id: 'cust_2', email: 'a@acme.example', status: 'active', policy: {}, metadata: { team: 'x' } }
    const { actions, bodies } = planned({
      entries: [
        entry('customers', 'new-name', {}, { id: 'cust_1' }),
        entry('customers', 'other', {}, { id: 'cust_2' }),
      ],
      account: { customers: [cust1, byHand] },
      prune: true,
    })
    expect(actions).toEqual([
      ['adopt', 'new-name', 'cust_1'],
      ['adopt', 'other', 'cust_2'],
    ])
    expect(bodies).toEqual([{ metadata: { applyName: 'new-name' } }, { metadata: { applyName: 'other' } }])
  })

  it('unsets metadata but for its own', () => {
    const { bodies } = planned({
      entries: [entry('customers', 'acme', { metadata: null })],
      account: { customers: [made('cust_1', 'acme', { metadata: { applyName: 'acme', team: 'x' } })] },
    })
    expect(bodies).toEqual([{ metadata: { team: null } }])
  })

  it('leaves closed cards and disabled agents alone, and says so', () => {
    const { steps } = planned({
      entries: [
        entry('cards', 'old', { label: 'New' }, { customer: { id: 'cust_1' } }),
        entry('cards', 'shut', { status: 'closed' }, { customer: { id: 'cust_1' } }),
        entry('agents', 'bot', {}, { customer: { id: 'cust_1' } }),
      ],
      account: {
        customers: [cust1],
        cards: [
          made('card_1', 'old', { customerId: 'cust_1', status: 'closed' }),
          made('card_2', 'shut', { customerId: 'cust_1', status: 'closed' }),
        ],
        agents: [made('agt_1', 'bot', { customerId: 'cust_1', status: 'disabled', externalId: 'bot' })],
      },
    })
    expect(steps.map(({ name, action }) => [name, action])).toEqual([
      ['bot', 'final'],
      ['old', 'final'],
      ['shut', 'unchanged'],
    ])
    expect(applyPlanLines(steps, screen).join('\n')).toContain('closed for good')
  })

  it('prefers the open card where a closed one has the same name', () => {
    const card = entry('cards', 'github', {}, { customer: { id: 'cust_1' } })
    const cards = [
      made('card_2', 'github', { customerId: 'cust_1', status: 'closed' }),
      made('card_1', 'github', { customerId: 'cust_1', status: 'active' }),
    ]
    expect(planned({ entries: [card], account: { customers: [cust1], cards } }).actions).toEqual([
      ['unchanged', 'github', 'card_1'],
    ])
  })
})

describe('pruning', () => {
  const account: AccountObjects = {
    customers: [made('cust_1', 'own/acme', { status: 'active' }), made('cust_2', 'pay/acme', { status: 'active' })],
    agents: [made('agt_1', 'own/bot', { customerId: 'cust_1', status: 'active', externalId: 'bot' })],
    cards: [
      made('card_1', 'own/github', { customerId: 'cust_1', agentId: 'agt_1', status: 'active' }),
      { id: 'card_2', customerId: 'cust_1', agentId: 'agt_1', status: 'active', policy: {} },
      made('card_3', 'own/gone', { customerId: 'cust_1', status: 'closed' }),
    ],
    webhooks: [
      { id: 'wh_1', url: 'https://b.example/', events: ['*'], description: '(apply: own/books)' },
      { id: 'wh_2', url: 'https://c.example/', events: ['*'], description: 'By hand' },
    ],
  }

  it('takes away what no file of the project names any more, what belongs to others first', () => {
    const { steps } = planned({ account, prune: true, project: 'own' })
    expect(steps.map(({ action, id, body }) => [action, id, body])).toEqual([
      ['prune', 'wh_1', {}],
      ['prune', 'card_1', { status: 'closed', metadata: { applyName: null } }],
      ['prune', 'agt_1', {}],
      ['prune', 'cust_1', { status: 'suspended', metadata: { applyPruned: true } }],
    ])
    expect(applyPlanLines(steps, screen)).toContain(
      '    deletes the agent for good, and closes its 2 open cards, 1 of which no file has made',
    )
  })

  it('never does without being told, nor beyond the project', () => {
    expect(planned({ account, project: 'own' }).steps).toEqual([])
    expect(planned({ account, prune: true }).steps).toEqual([])
    expect(planned({ account, prune: true, project: 'pay' }).actions).toEqual([['prune', 'pay/acme', 'cust_2']])
  })

  it('suspends a customer once, and makes it active again when its entry is back', () => {
    const pruned = made('cust_1', 'acme', {
      status: 'suspended',
      metadata: { applyName: 'own/acme', applyPruned: true },
    })
    const suspended = { customers: [pruned] }
    expect(planned({ account: suspended, prune: true, project: 'own' }).steps).toEqual([])
    const { bodies } = planned({ entries: [entry('customers', 'own/acme')], account: suspended })
    expect(bodies).toEqual([{ status: 'active', metadata: { applyPruned: null } }])
  })
})

describe('an id of another account', () => {
  const [customer, hook] = [
    entry('customers', 'acme', { email: 'a@acme.example' }, { id: 'cust_7' }),
    entry('webhooks', 'books', { url: 'https://b.example/', events: ['*'], description: 'Books' }, { id: 'wh_7' }),
  ]
  it('stays with what is made for it, in an account where nothing was made by hand', () => {
    const { steps, problems, bodies } = planned({ entries: [customer, hook] })
    expect(problems).toEqual([])
    expect(bodies).toEqual([
      { email: 'a@acme.example', metadata: { applyName: 'acme', applyId: 'cust_7' } },
      { url: 'https://b.example/', events: ['*'], description: 'Books (apply: books for wh_7)' },
    ])
    expect(applyPlanLines(steps, screen)).toContain('    for cust_7 of another account')
    const account = {
      customers: [{ id: 'cust_1', policy: {}, ...bodies[0] }],
      webhooks: [{ id: 'wh_1', ...bodies[1] }],
    }
    expect(planned({ entries: [customer, hook], account }).actions).toEqual([
      ['unchanged', 'acme', 'cust_1'],
      ['unchanged', 'books', 'wh_1'],
    ])
    const renamed = planned({ entries: [{ ...customer, name: 'acme-2' }], account })
    expect(renamed.actions).toEqual([['adopt', 'acme-2', 'cust_1']])
    const without = planned({ entries: [{ ...customer, id: null }], account })
    expect(without.bodies).toEqual([{ metadata: { applyId: null } }])
  })
})

describe('what cannot be applied', () => {
  it.each([
    {
      entries: [entry('agents', 'bot', {}, { customer: { entry: 'acme' } }), acme],
      account: { agents: [{ id: 'agt_9', externalId: 'bot', customerId: 'cust_1', policy: {} }], customers: [cust1] },
      says: 'The agent bot has the `externalId` of agt_9, which is no agent of these files. `id: agt_9` in the entry takes it over.',
    },
    {
      entries: [
        entry('cards', 'github', {}, { customer: { entry: 'other' } }),
        entry('customers', 'other', { email: 'b@c.example' }),
      ],
      account: { customers: [cust1], cards: [made('card_1', 'github', { customerId: 'cust_1', status: 'active' })] },
      says: 'The card github has another `customer` in the file than in the account, and that never changes. Another name for the entry makes a new card.',
    },
    {
      entries: [entry('cards', 'github', { type: 'physical' }, { customer: { id: 'cust_1' } })],
      account: {
        customers: [cust1],
        cards: [made('card_1', 'github', { customerId: 'cust_1', type: 'virtual', status: 'active' })],
      },
      says: 'The card github has another `type` in the file than in the account, and that never changes. Another name for the entry makes a new card.',
    },
    {
      entries: [entry('customers', 'acme', {}, { id: 'cust_7' })],
      account: { customers: [{ id: 'cust_8', metadata: {}, policy: {} }] },
      says: 'The customer acme has the id cust_7, and there is no such customer. Leave `id` out to make it, or correct it.',
    },
    {
      entries: [entry('customers', 'acme', { currency: 'JPY' })],
      account: { customers: [{ ...cust1, currency: 'USD' }] },
      says: 'The customer acme has another `currency` in the file than in the account, and that never changes. Another name for the entry makes a new customer.',
    },
    {
      entries: [entry('cards', 'github', {}, { customer: { id: 'cust_7' } })],
      account: {},
      says: 'The card github names the customer cust_7, and there is none.',
    },
    {
      entries: [entry('cards', 'github', { status: 'closed' }, { customer: { id: 'cust_1' } })],
      account: { customers: [cust1] },
      says: 'The card github is closed, and there is no such card. Take it out of the file.',
    },
    {
      entries: [acme],
      account: { customers: [cust1, made('cust_2', 'acme')] },
      says: 'The customer acme is the name of cust_1 and cust_2. Give the entry the `id` of one of them.',
    },
    {
      entries: [
        acme,
        entry('customers', 'other', { email: 'b@c.example' }),
        entry('agents', 'bot', {}, { customer: { entry: 'acme' } }),
        entry('cards', 'github', {}, { customer: { entry: 'other' }, agent: { entry: 'bot' } }),
      ],
      account: {},
      says: 'The card github is of another customer than its agent bot.',
    },
  ])('$says', ({ entries, account, says }) => {
    expect(planned({ entries, account }).problems).toEqual([says])
  })
})

it('shows what may allow more, what is added to a list and what is taken out', () => {
  const card = entry(
    'cards',
    'github',
    { label: null, policy: { limits: { perDay: 900 }, allowedMccs: ['5814'], requireIntent: true } },
    { customer: { id: 'cust_1' } },
  )
  const actual = made('card_1', 'github', {
    customerId: 'cust_1',
    status: 'active',
    label: 'GitHub',
    policy: { limits: { perDay: 100 }, allowedMccs: ['5812'] },
  })
  const { steps } = planned({ entries: [card], account: { customers: [cust1], cards: [actual] } })
  expect(applyPlanLines(steps, screen)).toEqual([
    'update card github card_1',
    '    - label: "GitHub"',
    '    ~ policy.limits.perDay: 100 -> 900  (may allow more)',
    '    ~ policy.allowedMccs: +"5814" -"5812"  (may allow more)',
    '    + policy.requireIntent: true',
    '',
    'Plan: 1 to update; 0 unchanged.',
    '2 changes may allow more spending than before.',
  ])
})
