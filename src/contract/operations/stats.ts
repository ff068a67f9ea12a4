import { operation } from '../operation.ts'
import { BudgetStats, BudgetStatsQuery } from '../resources/budget-limits.ts'
import { MOST_COUNTED, StatusCounts } from '../resources/status-counts.ts'
import { MOST_DAYS, MOST_GROUPS, MOST_RANGE_DAYS, SpendQuery, SpendStats } from '../resources/stats.ts'

export const statsOperations = {
  getSpendStats: operation({
    method: 'GET',
    path: '/stats/spend',
    tag: 'Stats',
    summary: 'Sum spend by hour, day or range',
    description: `The approved and the declined transactions, for at most ${MOST_DAYS} days, or ${MOST_RANGE_DAYS} with \`bucket=range\`. With \`groupBy\`, the ${MOST_GROUPS} largest groups of the range, and all others as one group. A decline with several reasons is in the group of each reason.`,
    roles: ['admin', 'approver', 'read', 'agent'],
    query: SpendQuery,
    status: 200,
    response: SpendStats,
    errors: [],
  }),
  getBudgetStats: operation({
    method: 'GET',
    path: '/stats/budgets',
    tag: 'Stats',
    summary: 'List the limits of which most is used',
    description:
      'Of each active customer and agent the limit of its own, over time, of which the largest share is used; those that are used most first. A limit of a policy is counted for each card: its amounts are those of the card that has used most of it. With `ids`, those of the named customers, agents and cards; a card counts its own limits and those of policies above it.',
    roles: ['admin', 'approver', 'read'],
    query: BudgetStatsQuery,
    status: 200,
    response: BudgetStats,
    errors: [],
  }),
  getStatusCounts: operation({
    method: 'GET',
    path: '/stats/counts',
    tag: 'Stats',
    summary: 'Count customers, agents or cards by status',
    description: `Of each status up to ${MOST_COUNTED}; \`hasMore\` says that there are more.`,
    roles: ['admin', 'approver', 'read'],
    status: 200,
    response: StatusCounts,
    errors: [],
  }),
} as const
