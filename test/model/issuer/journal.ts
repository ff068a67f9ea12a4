import { trailingLimitWindowMs } from '../../../src/domain/spend/spend-windows.ts'
import { utcMonth } from '../../../src/domain/spend/utc-month.ts'
import type { CountedSpend } from '../../../src/domain/spend/counted-amount.ts'
import type { Database } from '../../../src/store/connection/database.ts'
import { unpackTransactionFlags } from '../../../src/store/rows/transaction-flags.ts'
import type { World } from './world.ts'

interface Entry {
  readonly customer_id: string
  readonly card_id: string
  readonly transaction_id: string
  readonly sequence: number
  readonly at: number
  /** By the rules: it was approved. */
  readonly is_approval: boolean
  readonly counted: readonly CountedSpend[] | null
  /** Of its transaction, in the end. */
  readonly flags: number
}

const ENTRIES = `
  select customer_id, card_id, id as transaction_id, sequence, created_at as at, flags,
    decision = 'approve' and trace::text <> '[]' as is_approval,
    case when decision = 'approve' and amount > 0 and type <> 'credit'
      then json_build_array(json_build_array(created_at, amount)) end as counted
  from transactions
  union all
  select step.customer_id, step.card_id, step.transaction_id, step.sequence, step.at, t.flags,
    step.kind = 'increment' and step.decision = 'approve', step.counted
  from transaction_steps step join transactions t on t.bucket = step.bucket and t.id = step.transaction_id
  order by 1, 4`

export interface Walked {
  /** What was spent beyond a limit, and should not have been. */
  readonly wrong: readonly string[]
  /** Cents that count of each card. */
  readonly spent: ReadonlyMap<string, number>
  /** Times at which a limit was exceeded by what was not asked for. */
  readonly exceeded: number
}

/** Spends again, entry by entry, what the journals say: limits hold at each approval, and nothing passes them but facts. */
export async function walkJournals({ pool }: Database, { limits }: World): Promise<Walked> {
  const { rows } = await pool.query<Entry>(ENTRIES)
  const levels = new Map<string, CountedSpend[]>()
  const wrong: string[] = []
  let exceeded = 0
  for (const entry of rows) {
    const { counted, card_id: cardId, customer_id: customerId } = entry
    if (counted === null) continue
    const added = counted.reduce((sum, [, cents]) => sum + cents, 0)
    for (const id of [cardId, customerId]) {
      const spent = levels.get(id) ?? []
      levels.set(id, spent)
      spent.push(...counted)
      const passed = added > 0 ? passedWindow(limits.get(id) ?? {}, spent, entry.at) : undefined
      if (passed === undefined) continue
      exceeded += 1
      const { standIn, forcedCapture, settlementOverAuthorized } = unpackTransactionFlags(entry.flags)
      if (entry.is_approval || !(standIn || forcedCapture || settlementOverAuthorized))
        wrong.push(`${entry.transaction_id} at ${entry.sequence}: ${passed} of ${id} is passed`)
    }
  }
  const spent = new Map([...levels].map(([id, parts]) => [id, parts.reduce((sum, [, cents]) => sum + cents, 0)]))
  return { wrong, spent, exceeded }
}

type Limits = World['limits'] extends ReadonlyMap<string, infer L> ? L : never

function passedWindow(limits: Limits, spent: readonly CountedSpend[], now: number): string | undefined {
  const since = (from: number) => spent.reduce((sum, [at, cents]) => sum + (at > from ? cents : 0), 0)
  const month = utcMonth(now)
  const windows = {
    perDay: () => since(now - trailingLimitWindowMs.perDay),
    perWeek: () => since(now - trailingLimitWindowMs.perWeek),
    perMonth: () => spent.reduce((sum, [at, cents]) => sum + (utcMonth(at) === month ? cents : 0), 0),
    total: () => since(Number.NEGATIVE_INFINITY),
  }
  return (Object.keys(windows) as (keyof typeof windows)[]).find(
    (window) => windows[window]() > (limits[window] ?? Number.POSITIVE_INFINITY),
  )
}
