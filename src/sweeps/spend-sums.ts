import { Coalesced } from '../lib/traffic/coalesced.ts'
import type { Database } from '../store/connection/database.ts'
import { rollUpSpend, customersToRollUp } from '../store/spend-rollups/roll-up.ts'

/** Customers in one transaction. */
const AT_ONCE = 50
/** Of all customers, so many are looked at in each sweep: what a node that died has left is found so. */
const LOOKED_AT = 200
/** Whoever asks for sums waits no longer, and decisions need the database too: what is left is for the next sweep. */
const BUDGET_MS = 300

/** Keeps the sums of what was spent: behind the decisions, and not in their way. */
export interface SpendSumsKeeper {
  /** These customers have new entries. Called after a commit; costs next to nothing. */
  note(customerIds: Iterable<string>): void
  /** Adds what was noted, as far as it goes in a bounded time. */
  catchUp(): Promise<void>
  /** Looks for what no node has noted, some of all customers at a time, those of one bucket scope. */
  look(): Promise<void>
}

export function createSpendSums(database: Database): SpendSumsKeeper {
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
  const rollingUp = new Coalesced(async () => {
    const begun = performance.now()
    const isOver = () => performance.now() - begun >= BUDGET_MS
    let isFurther = true
    while (isFurther && noted.size > 0 && !isOver()) isFurther = await rollUp(isOver)
  })

  return {
    note,
    catchUp: () => rollingUp.run(),
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
      await rollingUp.run()
    },
  }
}
