import { Coalesced } from '../lib/traffic/coalesced.ts'
import type { Database } from '../store/connection/database.ts'
import { rollUpSpend, customersToRollUp } from '../store/spend-rollups/roll-up.ts'

/** Maximum number of customers added to rollups in one transaction. */
const AT_ONCE = 50
/**
 * How many customers each sweep checks for entries that no rollup contains yet: a node that died may have left such
 * entries.
 */
const LOOKED_AT = 200
/**
 * How many milliseconds one run may work on rollups. Requests for statistics wait for the run, and decisions need the database, too. The
 * next sweep continues.
 */
const BUDGET_MS = 300

/** Keeps the spend rollups up to date. It runs after decisions and does not delay them. */
export interface SpendRollupsKeeper {
  /** Notes that these customers have new journal entries. Called after a commit; costs next to nothing. */
  note(customerIds: Iterable<string>): void
  /**
   * Adds the entries of noted customers to the rollups, for a bounded time. Rejects where the database fails; the
   * customers stay noted.
   */
  catchUp(): Promise<void>
  /**
   * Looks for entries that no node has added, for some customers at each call and in one bucket scope after another. Then
   * adds the entries of noted customers, too.
   */
  look(): Promise<void>
}

export function createSpendRollups(database: Database): SpendRollupsKeeper {
  const noted = new Set<string>()
  let lookedUntil = ''
  let turn = 0

  const note = (customerIds: Iterable<string>) => {
    for (const id of customerIds) noted.add(id)
  }
  const rollUp = async (isOver: () => boolean): Promise<boolean> => {
    const customerIds = [...noted].slice(0, AT_ONCE)
    for (const id of customerIds) noted.delete(id)
    try {
      const { left, isFurther } = await rollUpSpend(database, customerIds, isOver)
      note(left)
      return isFurther
    } catch (error) {
      note(customerIds)
      throw error
    }
  }
  const catchingUp = new Coalesced(async () => {
    const begun = performance.now()
    const isOver = () => performance.now() - begun >= BUDGET_MS
    let isFurther = true
    while (isFurther && noted.size > 0 && !isOver()) isFurther = await rollUp(isOver)
  })

  return {
    note,
    catchUp: () => catchingUp.run(),
    look: async () => {
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
