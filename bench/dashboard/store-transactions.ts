import { seededRandom, type SeededRandom } from '../../examples/company/random.ts'
import { DAY_MS, HOUR_MS } from '../../src/lib/clock.ts'
import { withPastPurchaseClock, type RequestedPurchase } from '../support/past.ts'
import type { BenchStack } from '../support/stack.ts'
import { type BenchCompany, MOST_APPROVED_CENTS } from './company.ts'

/** The longest range over which the dashboard sums purchases. */
const SPREAD_MS = 89 * DAY_MS
const MOMENTS = 5000
/** How many customers buy in the same moment. Other customers buy in the next one. */
const BUYING_CUSTOMERS = 10
const MERCHANTS = 20_000
const CATEGORIES = 200
/** The number of approved purchases of which one is settled at once. The others are held. */
const SETTLED = 4

/**
 * Stores `count` transactions with all cards, spread over the longest range of sums. A few customers and merchants have most purchases, and
 * a long tail has the rest. About one purchase in fifteen is declined.
 */
export async function storeTransactions(stack: BenchStack, { customers }: BenchCompany, count: number): Promise<void> {
  const random = seededRandom(1, 'dashboard')
  const begin = Date.now() - HOUR_MS - SPREAD_MS
  await withPastPurchaseClock(stack, { begin, holdMs: 2 * SPREAD_MS }, async (past) => {
    for (let moment = 0, stored = 0; moment < MOMENTS; moment += 1) {
      past.at = begin + Math.floor((moment * SPREAD_MS) / MOMENTS)
      const until = Math.floor((count * (moment + 1)) / MOMENTS)
      const buying = Array.from({ length: BUYING_CUSTOMERS }, () => skewed(random, customers))
      const cards = () => random.pick(random.pick(buying).cardIds)
      const approved = await past.buy(Array.from({ length: until - stored }, () => drawn(random, cards())))
      past.at += 1000
      await past.settle(approved.filter((_, n) => n % SETTLED === 0))
      stored = until
      if (moment % 500 === 499) console.log(`${stored.toLocaleString('en')} transactions stored`)
    }
  })
}

/** Picks a random entry of a list. Half of all picks come from the first quarter of the list. */
const skewed = <T>(random: SeededRandom, list: readonly T[]): T =>
  list[Math.floor(list.length * random.next() ** 2)] as T

const merchants = Array.from({ length: MERCHANTS }, (_, n) => ({
  name: `Merchant ${n}`,
  mcc: String(5000 + (n % CATEGORIES)),
  city: 'Berlin',
  country: 'DE',
}))

function drawn(random: SeededRandom, cardId: string): RequestedPurchase {
  const amount = random.next() < 0.06 ? MOST_APPROVED_CENTS + random.whole(1, 1_000_000) : random.whole(100, 90_000)
  return { cardId, amount, merchant: skewed(random, merchants) }
}
