import { DAY_MS } from '../../lib/clock.ts'
import type { IssuerPurchaseRange, IssuedPurchase, IssuerFact } from '../issuer.ts'
import { capturedAndRefundedSums } from '../fact-sums.ts'
import type { IssuerJsonObject } from '../read.ts'
import { lithicFactsOf } from './events.ts'
import { lithicTime, lithicTokenOf } from './read.ts'

/**
 * Lithic lists transactions only by the time at which they began. A transaction that moves money within a range may have begun before the
 * range: up to this many milliseconds, because no hold lasts longer.
 */
const BEGAN_BEFORE_MS = 31 * DAY_MS

/** The filter for transactions that may have begun, or moved money, since the start of the range. */
export const lithicTransactionsSince = ({ since }: IssuerPurchaseRange): Readonly<Record<string, string>> => ({
  begin: new Date(Math.max(0, since - BEGAN_BEFORE_MS)).toISOString(),
})

export async function* lithicPurchases(
  transactions: AsyncIterable<IssuerJsonObject>,
  { since, now }: IssuerPurchaseRange,
): AsyncIterable<IssuedPurchase> {
  for await (const transaction of transactions) {
    const [token, updated] = [lithicTokenOf(transaction['card_token']), lithicTime(transaction['updated'])]
    if (token === '' || (updated > 0 && updated < since)) continue
    const card = { token, cardId: null }
    const facts = lithicFactsOf(transaction, card)
    const [fact] = facts
    if (fact === undefined) continue
    const sums = capturedAndRefundedSums(facts)
    const isExact = fact.kind === 'authorization' && fact.approved
    const held = isExact ? fact.amount - sums.captured : 0
    yield { reference: fact.reference, card, held, ...sums, facts: facts.map((each) => asListed(each, now)) }
  }
}

/**
 * Adds the time of the listing to the key of Lithic's fact about a hold. With the key of the event, the fact would count as known, and the
 * held amount would not be recorded.
 */
const asListed = (fact: IssuerFact, now: number): IssuerFact =>
  fact.kind === 'authorization' ? { ...fact, key: `${fact.key} ${now}` } : fact
