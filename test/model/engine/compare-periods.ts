import type { LoadedSubscription } from '../../../src/domain/subscriptions/subscription.ts'
import type { Database } from '../../../src/store/connection/database.ts'
import { periodStart } from '../subscriptions.ts'

interface Renewal extends Pick<LoadedSubscription, 'id' | 'interval' | 'activatedAt' | 'maxAmount' | 'until'> {
  readonly transactionId: string
  readonly amount: number
  readonly at: number
  readonly decision: string
  /** When it was reversed completely. Null: it was not. */
  readonly reversedAt: number | null
}

/**
 * Checks, of what is stored, that each period of each subscription has at most one purchase that was not reversed completely before the next
 * one came, and none above the largest amount or outside the subscription's time. Resolves with the number of these purchases.
 */
export async function comparePeriods(
  { pool }: Pick<Database, 'pool'>,
  onProblem: (problem: string) => void,
): Promise<number> {
  const { rows } = await pool.query<Renewal>(
    `select s.id, s.declared->>'interval' as interval, s.activated_at as "activatedAt", (s.declared->>'maxAmount')::int as "maxAmount",
        s.until, t.id as "transactionId", t.amount, t.created_at as at, t.decision,
        case when t.status = 'reversed' then t.updated_at end as "reversedAt"
      from transactions t join subscriptions s on s.id = t.subscription_id and s.bucket = t.bucket
      order by s.id, t.sequence`,
  )
  const last = new Map<string, Renewal>()
  for (const renewal of rows) {
    const { id, transactionId, amount, maxAmount, at, activatedAt, until, decision } = renewal
    const problem = (what: string) => onProblem(`${transactionId} of ${id}: ${what}`)
    if (decision !== 'approve' || amount > maxAmount) problem(`${decision} of ${amount}, where ${maxAmount} are agreed`)
    if (at < activatedAt || (until !== null && at >= until)) problem('it is outside the time of its subscription')
    const key = `${id} ${periodStart({ ...renewal, status: 'active', merchant: '', purpose: '', taken: null }, at)}`
    const before = last.get(key)
    if (before !== undefined && (before.reversedAt === null || before.reversedAt > at)) {
      problem(`its period was taken by ${before.transactionId}`)
    }
    last.set(key, renewal)
  }
  return rows.length
}
