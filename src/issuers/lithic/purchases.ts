import { DAY_MS } from '../../lib/clock.ts'
import type { PurchaseRange, IssuedPurchase, IssuerFact } from '../issuer.ts'
import { movedSums } from '../fact-sums.ts'
import type { Fields } from '../read.ts'
import { factsOf } from './events.ts'
import { momentOf, tokenOf } from './read.ts'

/**
 * How many milliseconds before a range a transaction may have begun that moves money within the range. Lithic lists transactions only by
 * when they began. 31 days are enough, because no hold lasts longer.
 */
const BEGAN_BEFORE_MS = 31 * DAY_MS

/** The filter for transactions that may have begun, or moved money, since the start of the range. */
export const transactionsSince = ({ since }: PurchaseRange): Readonly<Record<string, string>> => ({
  begin: new Date(Math.max(0, since - BEGAN_BEFORE_MS)).toISOString(),
})

export async function* purchasesOf(
  transactions: AsyncIterable<Fields>,
  { since, now }: PurchaseRange,
): AsyncIterable<IssuedPurchase> {
  for await (const transaction of transactions) {
    const [token, updated] = [tokenOf(transaction['card_token']), momentOf(transaction['updated'])]
    if (token === '' || (updated > 0 && updated < since)) continue
    const card = { token, cardId: null }
    const facts = factsOf(transaction, card)
    const [fact] = facts
    if (fact === undefined) continue
    const sums = movedSums(facts)
    const isHeld = fact.kind === 'authorization' && fact.approved
    const held = isHeld ? fact.amount - sums.captured : 0
    yield { reference: fact.reference, card, held, ...sums, facts: facts.map((each) => asListed(each, now)) }
  }
}

/**
 * Returns a fact with a key for this listing: the time of the listing is added to the key of a fact about a hold, so that the held amount
 * is recorded even where the last event about it was received.
 */
const asListed = (fact: IssuerFact, now: number): IssuerFact =>
  fact.kind === 'authorization' ? { ...fact, key: `${fact.key} ${now}` } : fact
