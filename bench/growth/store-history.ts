import { assert, assertPresent } from '../../src/lib/assert.ts'
import { DAY_MS, HOUR_MS } from '../../src/lib/clock.ts'
import { withPastPurchaseClock } from '../support/past.ts'
import type { BenchStack } from '../support/stack.ts'
import { benchPurchaseBody, type HistoryCustomer } from './world.ts'

/** The length of the history in milliseconds. It is short enough that a node deletes no event of its settlements while it is measured. */
const SPREAD_MS = 28 * DAY_MS
/** The number of moments at which purchases are made, each settled a second later. A small history thus has batches of one purchase. */
const MOST_MOMENTS = 5000
const HOLD_MS = 2 * SPREAD_MS

/** Gives a customer without a history `count` transactions, spread evenly over the last four weeks, each settled. */
export async function storeTransactionHistory(stack: BenchStack, world: HistoryCustomer, count: number): Promise<void> {
  const begin = Date.now() - HOUR_MS - SPREAD_MS
  const moments = Math.min(count, MOST_MOMENTS)
  await withPastPurchaseClock(stack, { begin, holdMs: HOLD_MS }, async (past) => {
    for (let moment = 0, stored = 0; moment < moments; moment += 1) {
      past.at = begin + Math.floor((moment * SPREAD_MS) / moments)
      const until = Math.floor((count * (moment + 1)) / moments)
      const purchases = Array.from({ length: until - stored }, (_, n) => benchPurchaseBody(cardOf(world, stored + n)))
      const approved = await past.buy(purchases)
      assert(approved.length === purchases.length, 'a purchase is approved')
      past.at += 1000
      await past.settle(approved)
      stored = until
    }
  })
}

const cardOf = ({ cardIds }: HistoryCustomer, n: number): string =>
  assertPresent(cardIds[n % cardIds.length], 'a customer of a benchmark has cards')
