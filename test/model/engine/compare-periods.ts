import type { LoadedSubscription } from '../../../src/domain/subscription.ts'
import type { Database } from '../../../src/store/connection/database.ts'
import { CLOCKS_APART_MS } from './nodes.ts'
import { periodStart } from '../subscriptions.ts'

interface Renewal extends Pick<LoadedSubscription, 'id' | 'interval' | 'activatedAt' | 'maxAmount' | 'until'> {
  readonly transactionId: string
  readonly amount: number
  readonly at: number
  readonly decision: string
  /** When money of it was first given back before a capture. Null: never. What an issuer captures afterwards takes no period again. */
  readonly givenBackAt: number | null
}

/**
 * Checks, of what is stored, that each period of each subscription has at most one purchase of which nothing was given back before the next
 * one came, and none above the largest amount or outside the subscription's time. The oracle knows which were reversed completely. A node
 * whose clock is behind may decide a purchase after another node has activated the subscription, so the purchase may seem to come before
 * the activation, by as much as the clocks stand apart. Resolves with the number of these purchases.
 */
export async function comparePeriods(
  { pool }: Pick<Database, 'pool'>,
  onProblem: (problem: string) => void,
): Promise<number> {
  const { rows } = await pool.query<Renewal>(
    `select s.id, s.declared->>'interval' as interval, s.activated_at as "activatedAt", (s.declared->>'maxAmount')::int as "maxAmount",
        s.until, t.id as "transactionId", t.amount, t.created_at as at, t.decision,
        (select min(step.at) from transaction_steps step where step.customer_id = t.customer_id and step.transaction_id = t.id
          and (step.kind = 'reverse' or (step.kind = 'advise' and step.amount = 0))) as "givenBackAt"
      from transactions t join subscriptions s on s.id = t.subscription_id and s.bucket = t.bucket
      order by s.id, t.sequence`,
  )
  const last = new Map<string, Renewal>()
  for (const renewal of rows) {
    const { id, transactionId, amount, maxAmount, at, activatedAt, until, decision } = renewal
    const problem = (what: string) => onProblem(`${transactionId} of ${id}: ${what}`)
    if (decision !== 'approve' || amount > maxAmount) problem(`${decision} of ${amount}, where ${maxAmount} are agreed`)
    if (at < activatedAt - CLOCKS_APART_MS || (until !== null && at >= until)) {
      problem('it is outside the time of its subscription')
    }
    const key = `${id} ${periodStart({ ...renewal, status: 'active', merchant: '', purpose: '', taken: null }, at)}`
    const before = last.get(key)
    if (before !== undefined && (before.givenBackAt === null || before.givenBackAt > at)) {
      problem(`its period was taken by ${before.transactionId}`)
    }
    last.set(key, renewal)
  }
  return rows.length
}
