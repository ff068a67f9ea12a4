import { isoTimestamp } from '../lib/clock.ts'
import type { DatabaseSnapshot } from '../store/connection/snapshot.ts'
import { findWrongSpendRollups } from '../store/history/sum-rows.ts'
import type { ReplayDifference } from './replay-difference.ts'

/** Checks that the spend rollups equal what the journals add up to, as far as the journals' entries have been added to the rollups. */
export async function compareSpendRollups(
  snapshot: DatabaseSnapshot,
  { customerId, report }: { customerId: string | undefined; report: (difference: ReplayDifference) => void },
): Promise<void> {
  for await (const { scope_id, grouped_by, length, start, group_key, stored, folded } of findWrongSpendRollups(
    snapshot,
    customerId,
  )) {
    const group = grouped_by === 'none' ? '' : `, ${grouped_by} ${JSON.stringify(group_key)}`
    const what = `sum of the ${length} ${isoTimestamp(start)}${group}`
    report({ customerId: customerId ?? '', sequence: null, subject: scope_id, what, stored, replayed: folded })
  }
}
