import { DAY_MS } from '../../lib/clock.ts'
import type { Asked, IssuedPurchase, IssuerFact } from '../issuer.ts'
import { sumsOf } from '../fact-sums.ts'
import type { Fields } from '../read.ts'
import { factsOf } from './events.ts'
import { momentOf, tokenOf } from './read.ts'

/** Lithic finds transactions by when they began alone. Whatever it holds is captured, or ends, within that. */
const BEGAN_BEFORE_MS = 31 * DAY_MS

/** Which transactions may have begun, or moved money, since then. */
export const transactionsSince = ({ since }: Asked): Readonly<Record<string, string>> => ({
  begin: new Date(Math.max(0, since - BEGAN_BEFORE_MS)).toISOString(),
})

export async function* purchasesOf(
  transactions: AsyncIterable<Fields>,
  { since, now }: Asked,
): AsyncIterable<IssuedPurchase> {
  for await (const transaction of transactions) {
    const [token, updated] = [tokenOf(transaction['card_token']), momentOf(transaction['updated'])]
    if (token === '' || (updated > 0 && updated < since)) continue
    const card = { token, cardId: null }
    const facts = factsOf(transaction, card)
    const [fact] = facts
    if (fact === undefined) continue
    const sums = sumsOf(facts)
    const isHeld = fact.kind === 'authorization' && fact.approved
    const held = isHeld ? fact.amount - sums.captured : 0
    yield { reference: fact.reference, card, held, ...sums, facts: facts.map((each) => asListed(each, now)) }
  }
}

/** What is held has no event of its own, and may have to be told again though its last event was heard. */
const asListed = (fact: IssuerFact, now: number): IssuerFact =>
  fact.kind === 'authorization' ? { ...fact, key: `${fact.key} ${now}` } : fact
