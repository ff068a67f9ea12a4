import type { BatchChanges } from '../../domain/batch/changes.ts'
import { subscriptionsTable } from '../rows/subscriptions.ts'
import type { SqlQuery } from '../statements/query.ts'

/** Makes the statements that save what the purchases of a batch did to subscriptions. There are none for a batch without subscriptions. */
export const subscriptionQueries = ({ takenPeriods, exceeded }: BatchChanges): SqlQuery[] => [
  ...updateTaken([...takenPeriods].map(([id, taken]) => ({ id, taken }))),
  ...updateExceeded([...exceeded].map(([id, purchase]) => ({ id, exceeded: purchase }))),
]

const updateTaken = subscriptionsTable.updating(['takenFrom', 'takenBy'], 'taken-periods')
const updateExceeded = subscriptionsTable.updating(['exceeded'], 'exceeded-subscriptions')
