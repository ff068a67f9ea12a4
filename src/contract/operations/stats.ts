import { operation } from '../operation.ts'
import { MOST_DAYS, MOST_GROUPS, SpendQuery, SpendStats } from '../resources/stats.ts'

export const statsOperations = {
  getSpendStats: operation({
    method: 'GET',
    path: '/stats/spend',
    tag: 'Stats',
    summary: 'Sum spend by hour or day',
    description: `The approved and the declined transactions, for at most ${MOST_DAYS} days. With \`groupBy\`, the ${MOST_GROUPS} largest groups of the range, and all others as one group. A decline with several reasons is in the group of each reason.`,
    roles: ['admin', 'approver', 'read', 'agent'],
    query: SpendQuery,
    status: 200,
    response: SpendStats,
    errors: [],
  }),
} as const
