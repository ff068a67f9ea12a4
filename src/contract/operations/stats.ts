import { operation } from '../operation.ts'
import { MOST_DAYS, MOST_GROUPS, SpendQuery, SpendStats } from '../resources/stats.ts'

export const statsOperations = {
  getSpendStats: operation({
    method: 'GET',
    path: '/stats/spend',
    tag: 'Stats',
    summary: 'Sum spend by hour or day',
    description: `What was approved and what was declined, over ${MOST_DAYS} days at most. With \`groupBy\` the ${MOST_GROUPS} largest groups of the range, and the others as one. A decline with several reasons is in the group of each.`,
    roles: ['admin', 'approver', 'read', 'agent'],
    query: SpendQuery,
    status: 200,
    response: SpendStats,
    errors: [],
  }),
} as const
