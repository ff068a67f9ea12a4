import { DAY_MS } from '../../src/lib/clock.ts'
import { spendGroups } from '../../src/contract/resources/stats/stats.ts'

/** A request of a page, below `/v1`. */
export interface DashboardRequest {
  readonly page: string
  readonly path: string
}

export interface DashboardRequestSubjects {
  readonly customerId: string
  readonly agentId: string
  readonly cardId: string
  readonly transactionId: string
  readonly approvalId: string
  readonly intentId: string
}

const days = (count: number, now: number) =>
  `from=${new Date(now - (count - 1) * DAY_MS).toISOString()}&to=${new Date(now).toISOString()}`

/** Requests for sums: each grouping over the longest range, as the overview and as the API's callers request it. */
export const spendStatsRequests = (
  { customerId, agentId, cardId }: DashboardRequestSubjects,
  now: number,
): DashboardRequest[] => [
  ...spendGroups.map((group) => ({ page: 'sums', path: `/stats/spend?groupBy=${group}&${days(90, now)}` })),
  ...[7, 30].map((count) => ({ page: 'sums', path: `/stats/spend?groupBy=agent&${days(count, now)}` })),
  ...['card', 'merchant', 'category', 'reason'].map((group) => ({
    page: 'sums',
    path: `/stats/spend?groupBy=${group}&customerId=${customerId}&${days(90, now)}`,
  })),
  { page: 'sums', path: `/stats/spend?bucket=hour&${days(90, now)}` },
  { page: 'sums', path: `/stats/spend?groupBy=card&agentId=${agentId}&${days(90, now)}` },
  { page: 'sums', path: `/stats/spend?groupBy=reason&cardId=${cardId}&${days(90, now)}` },
]

/** Every request that the dashboard's pages send for existing cards, purchases and the like. */
export const dashboardRequests = (subjects: DashboardRequestSubjects, now: number): DashboardRequest[] => [
  ...of('overview', ['/self', '/customers?limit=1', '/customers?limit=6', '/agents?limit=6']),
  ...of('overview', [`/agents/${subjects.agentId}/budget`, `/customers/${subjects.customerId}/budget`]),
  ...of('overview', ['/stats/budgets?limit=6']),
  ...of('budgets', ['/stats/budgets?limit=100']),
  ...of('lists', [`/stats/budgets?ids=${subjects.customerId},${subjects.agentId},${subjects.cardId}`, '/stats/counts']),
  ...of('overview', ['/transactions?status=declined&limit=5', '/approvals?status=pending&limit=100']),
  ...of(
    'approvals',
    ['', '&status=pending', '&status=approved'].map((status) => `/approvals?limit=50${status}`),
  ),
  ...of('approvals', [`/approvals/${subjects.approvalId}`, `/intents/${subjects.intentId}`]),
  ...of('approvals', [`/transactions?agentId=${subjects.agentId}&merchant=Merchant%207&limit=5`]),
  ...of('transactions', transactionLists(subjects, now)),
  ...of('transactions', [`/transactions/${subjects.transactionId}`]),
  ...of('customers', ['', '&status=suspended', '&search=customer%20499', '&search=nobody'].map(list('customers'))),
  ...of('customers', ['&email=office-7%40example.com'].map(list('customers'))),
  ...of('agents', ['', '&status=paused', '&search=buyer%201%20of%20499', '&search=nobody'].map(list('agents'))),
  ...of('agents', [`&customerId=${subjects.customerId}`, '&externalId=agent-7-1'].map(list('agents'))),
  ...of('cards', ['', '&status=frozen', '&search=budget%209', '&search=nobody'].map(list('cards'))),
  ...of('cards', [`&customerId=${subjects.customerId}`, `&agentId=${subjects.agentId}`].map(list('cards'))),
  ...of('cards', [`&customerId=${subjects.customerId}&search=budget`].map(list('cards'))),
  ...['customer', 'agent', 'card'].flatMap((level) =>
    pageOf(level, subjects[`${level}Id` as keyof DashboardRequestSubjects]),
  ),
  ...of('card', [`/cards/${subjects.cardId}/access-events?limit=5`]),
  ...of('customer', [`/agents?customerId=${subjects.customerId}&limit=100`]),
  ...of('intents', ['', '&status=pending_approval', `&cardId=${subjects.cardId}`].map(list('intents'))),
  ...of('changes', ['', '&operation=createCard', `&resourceId=${subjects.cardId}`].map(list('audit'))),
  ...of('changes', ['/audit/head']),
  ...of('developers', ['', '&type=intent.pending_approval', '&type=transaction.declined'].map(list('events'))),
  ...of('developers', ['/api-keys?limit=50', '/webhooks?limit=20']),
  ...of('settings', ['/account', '/people?limit=50', '/people?limit=50&search=jane', '/invitations?limit=50']),
]

const of = (page: string, paths: readonly string[]): DashboardRequest[] => paths.map((path) => ({ page, path }))

const list = (name: string) => (filter: string) => `/${name}?limit=50${filter}`

const pageOf = (level: string, id: string): DashboardRequest[] =>
  of(level, [
    `/${level}s/${id}`,
    `/${level}s/${id}/policy`,
    `/transactions?${level}Id=${id}&limit=10`,
    `/intents?${level}Id=${id}&limit=5`,
    `/audit?resourceId=${id}&limit=10`,
  ])

function transactionLists({ customerId, agentId, cardId }: DashboardRequestSubjects, now: number): string[] {
  const day = (ago: number) => new Date(now - ago * DAY_MS).toISOString()
  const filters = [
    '',
    'status=pending',
    'status=settled',
    'status=declined',
    'status=reversed',
    `customerId=${customerId}`,
    `agentId=${agentId}`,
    `cardId=${cardId}`,
    `cardId=${cardId}&status=declined`,
    'merchant=merchant%2019999',
    'merchant=nobody',
    'minAmount=9000000',
    'reason=per_auth_exceeded',
    'reason=card_frozen',
    'reason=card_frozen&status=declined',
    `createdAfter=${day(80)}&createdBefore=${day(79)}`,
    `createdAfter=${day(80)}&createdBefore=${day(79)}&status=reversed`,
  ]
  return filters.map((filter) => `/transactions?limit=50&${filter}`)
}
