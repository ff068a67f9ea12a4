import type { Changes } from '../../domain/batch/changes.ts'
import { subscriptions } from '../rows/subscriptions.ts'
import type { Query } from '../statements/query.ts'

/** Makes the statements that save what the purchases of a batch did to subscriptions. There are none for a batch without subscriptions. */
export const subscriptionQueries = ({ takenPeriods, exceeded }: Changes): Query[] => [
  ...updateTaken([...takenPeriods].map(([id, taken]) => ({ id, taken }))),
  ...updateExceeded([...exceeded].map(([id, purchase]) => ({ id, exceeded: purchase }))),
]

const updateTaken = subscriptions.updating(['takenFrom', 'takenBy'], 'taken-periods')
const updateExceeded = subscriptions.updating(['exceeded'], 'exceeded-subscriptions')
