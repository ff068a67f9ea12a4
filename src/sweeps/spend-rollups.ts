import { SECOND_MS } from '../lib/clock.ts'
import { CoalescedJob } from '../lib/traffic/coalesced.ts'
import type { Database } from '../store/connection/database.ts'
import { rollUpSpend, customersToRollUp } from '../store/spend-rollups/roll-up.ts'

/** Maximum number of customers added to rollups in one database transaction. */
const AT_ONCE = 20
/**
 * How many customers each sweep checks for entries that no rollup contains yet: a node that died may have left such
 * entries.
 */
const LOOKED_AT = 200
/**
 * How many milliseconds one run may work on rollups. A request for statistics waits for the run that has begun and for the next one, which
 * together must leave time for its answer (`deadlines.answer`). Decisions need the database, too. The next sweep continues.
 */
const BUDGET_MS = 500
/** If customers were noted at most this many times since the last run, the next sweep adds their journal entries to the rollups. */
const FEW_NOTED = 1000
/**
 * For how many milliseconds after a run the sweeps add no journal entries to the rollups, if customers were noted more than `FEW_NOTED` times.
 * The purchases of one card change the same rows of the database, so that ten seconds of many purchases need few more writes than one second.
 */
const REST_MS = 10 * SECOND_MS

/** Keeps the spend rollups up to date. It runs after decisions and does not delay them. */
export interface SpendRollupsKeeper {
  /** Notes that these customers have new journal entries. Called after a commit; costs next to nothing. */
  note(customerIds: Iterable<string>): void
  /**
   * Adds the journal entries of noted customers to the rollups, for a bounded time. Rejects where the database fails; the customers stay
   * noted.
   */
  catchUp(): Promise<void>
  /**
   * Looks for journal entries that no node has added to the rollups, for some customers at each call and in one bucket scope after another.
   * Then adds the entries of noted customers, too. `mayRest`: it does nothing for some seconds after a run while many customers are noted.
   */
  look(options: { readonly mayRest: boolean }): Promise<void>
}

export function createSpendRollups(database: Database, nowMs = () => performance.now()): SpendRollupsKeeper {
  const noted = new Set<string>()
  let notes = 0
  let caughtUpAt = Number.NEGATIVE_INFINITY
  let lookedUntil = ''
  let turn = 0

  const note = (customerIds: Iterable<string>) => {
    for (const id of customerIds) {
      noted.add(id)
      notes += 1
    }
  }
  const takeNoted = () => {
    const customerIds = [...noted]
    noted.clear()
    notes = 0
    return customerIds
  }
  /** Adds the journal entries of these customers to the rollups while there is time. Returns the customers who may have further entries. */
  const rollUp = async (customerIds: readonly string[], isOver: () => boolean): Promise<readonly string[]> => {
    let waiting = customerIds
    let isFurther = true
    while (isFurther && waiting.length > 0 && !isOver()) {
      const rolledUp = await rollUpSpend(database, waiting.slice(0, AT_ONCE), isOver)
      waiting = [...waiting.slice(AT_ONCE), ...rolledUp.left]
      isFurther = rolledUp.isFurther
    }
    return waiting
  }
  const catchingUp = new CoalescedJob(async () => {
    const begun = nowMs()
    const customerIds = takeNoted()
    try {
      const left = await rollUp(customerIds, () => nowMs() - begun >= BUDGET_MS)
      caughtUpAt = left.length === 0 ? nowMs() : Number.NEGATIVE_INFINITY
      note(left)
    } catch (error) {
      note(customerIds)
      throw error
    }
  })
  const isResting = () => notes > FEW_NOTED && nowMs() - caughtUpAt < REST_MS

  return {
    note,
    catchUp: () => catchingUp.run(),
    look: async ({ mayRest }) => {
      if (mayRest && isResting()) return
      const { bucketScopes } = await database.groups()
      const bucketScope = bucketScopes[turn % bucketScopes.length] ?? null
      const { customerIds, last } = await customersToRollUp(database.db, {
        bucketScope,
        after: lookedUntil,
        limit: LOOKED_AT,
      })
      if (last === null) turn += 1
      lookedUntil = last ?? ''
      note(customerIds)
      await catchingUp.run()
    },
  }
}
