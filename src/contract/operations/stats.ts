import { declareOperation } from '../operation.ts'
import { BudgetStats, BudgetStatsQuery } from '../resources/stats/budget-limits.ts'
import { MAX_COUNTED_BY_STATUS, StatusCounts } from '../resources/stats/status-counts.ts'
import {
  MAX_SPEND_DAYS,
  MAX_SPEND_GROUPS,
  MAX_SPEND_RANGE_DAYS,
  SpendQuery,
  SpendStats,
} from '../resources/stats/stats.ts'

export const statsOperations = {
  getSpendStats: declareOperation({
    method: 'GET',
    path: '/stats/spend',
    tag: 'Stats',
    summary: 'Sum spend by hour, day or range',
    description: `The approved and the declined transactions, for at most ${MAX_SPEND_DAYS} days, or ${MAX_SPEND_RANGE_DAYS} with \`bucket=range\`. With \`groupBy\`, the ${MAX_SPEND_GROUPS} largest groups of the range, and all others as one group. A decline with several reasons is in the group of each reason.`,
    roles: ['admin', 'approver', 'read', 'agent'],
    query: SpendQuery,
    status: 200,
    response: SpendStats,
    errors: [],
  }),
  getBudgetStats: declareOperation({
    method: 'GET',
    path: '/stats/budgets',
    tag: 'Stats',
    summary: 'List the limits of which most is used',
    description:
      'For each active customer and agent, the limit of its own, over time, of which the largest share is used; those that are used most first. A limit of a policy is counted for each card: its amounts are those of the card that has used most of it. With `ids`, the limits of the named customers, agents and cards; a card counts its own limits and those of policies above it.',
    roles: ['admin', 'approver', 'read'],
    query: BudgetStatsQuery,
    status: 200,
    response: BudgetStats,
    errors: [],
  }),
  getStatusCounts: declareOperation({
    method: 'GET',
    path: '/stats/counts',
    tag: 'Stats',
    summary: 'Count customers, agents or cards by status',
    description: `Up to ${MAX_COUNTED_BY_STATUS} of each status are counted; \`hasMore\` says that there are more.`,
    roles: ['admin', 'approver', 'read'],
    status: 200,
    response: StatusCounts,
    errors: [],
  }),
} as const
