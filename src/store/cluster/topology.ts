import type pg from 'pg'
import { bucketGroups, type Groups, oneGroup } from '../../lib/groups.ts'
import { isDistributedOn } from './placement.ts'

/** What one statement can ask for: anything on one server, and what is in one bucket where buckets are on several. */
export const readGroups = async (pool: pg.Pool): Promise<Groups> =>
  (await isDistributedOn(pool)) ? bucketGroups : oneGroup
