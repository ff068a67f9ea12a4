import type { Changes } from '../../domain/batch/changes.ts'
import { bucketOf } from '../../lib/buckets.ts'
import type { Query } from '../statements/query.ts'
import { update } from '../statements/write.ts'

/** Makes the statements that save what the purchases of a batch did to subscriptions. There are none for a batch without subscriptions. */
export const subscriptionQueries = ({ takenPeriods, exceeded }: Changes): Query[] => [
  ...updateTaken(
    [...takenPeriods].map(([id, taken]) => ({
      bucket: bucketOf(id),
      id,
      taken_from: taken?.startsAt ?? null,
      taken_by: taken?.transactionId ?? null,
    })),
  ),
  ...updateExceeded([...exceeded].map(([id, purchase]) => ({ bucket: bucketOf(id), id, exceeded: purchase }))),
]

const updateTaken = update<{ bucket: number; id: string; taken_from: number | null; taken_by: string | null }>(
  'subscriptions',
  { bucket: 'smallint', id: 'word', taken_from: 'bigint', taken_by: 'word' },
  [],
  'taken-periods',
)
const updateExceeded = update<{ bucket: number; id: string; exceeded: object }>(
  'subscriptions',
  { bucket: 'smallint', id: 'word', exceeded: 'json' },
  [],
  'exceeded-subscriptions',
)
