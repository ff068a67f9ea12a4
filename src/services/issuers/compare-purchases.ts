import type { IssuerDifference } from '../../contract/resources/reconciliation.ts'
import { chunksOf } from '../../lib/chunks-of.ts'
import { MINUTE_MS } from '../../lib/clock.ts'
import { firstId } from '../../lib/ids.ts'
import type { PurchaseRange, IssuedPurchase } from '../../issuers/issuer.ts'
import type { Db } from '../../store/connection/db.ts'
import { type HoldHere, holdsHere, type PurchasesHere, purchasesHere } from '../../store/issuers/issuer-records.ts'
import { factHashOf, type NamingDeps, type OfCard } from './commands.ts'
import { hashesOf, referenceOf } from '../network/network-reference.ts'
import { cardsNamed } from './compare-cards.ts'
import type { Compared, Found, OfIssuer } from './differences.ts'

const AT_ONCE = 100
const PAGE = 1000
/** A purchase that is just being made may not be in the issuer's list yet. */
const SETTLED_AFTER_MS = 10 * MINUTE_MS

type Deps = NamingDeps & { readonly db: Db }

/** Compares every purchase that an issuer has with its own here: what is held, what was captured and what was returned. */
export async function* comparePurchases(
  deps: Deps,
  of: OfIssuer,
  { asked, compared }: { asked: PurchaseRange; compared: Compared },
): AsyncIterable<Found> {
  const unmatched = await holds(deps.db, of, asked)
  for await (const purchases of chunksOf(of.lists.listPurchases(asked), AT_ONCE)) {
    compared.purchases += purchases.length
    const cards = await cardsNamed(
      deps.db,
      of,
      purchases.map(({ card }) => card),
    )
    const known = purchases.flatMap((purchase) => {
      const cardId = cards(purchase.card)?.id
      const isOurs = cardId !== undefined && purchase.facts.every(({ currency }) => currency === 'USD')
      return isOurs ? [namedPurchase(deps, { accountId: of.accountId, cardId }, purchase)] : []
    })
    const here = await purchasesHere(deps.db, known.map(keyOf))
    for (const purchase of known) {
      for (const hash of purchase.referenceHashes) {
        if (unmatched.get(hash)?.cardId === purchase.of.cardId) unmatched.delete(hash)
      }
      yield* differencesOf(of.name, here, purchase)
    }
  }
  for (const { cardId, id, held } of unmatched.values()) {
    const about = { issuer: of.name, cardId, cardToken: null, reference: id }
    yield { difference: { ...about, field: 'held', here: held, there: null }, repair: null }
  }
}

interface Named extends IssuedPurchase {
  readonly of: OfCard
  readonly referenceHashes: readonly string[]
  /** In the order of its facts. */
  readonly factHashes: readonly string[]
}

const keyOf = ({ of, referenceHashes, factHashes }: Named) => ({ cardId: of.cardId, referenceHashes, factHashes })

const namedPurchase = (deps: NamingDeps, of: OfCard, purchase: IssuedPurchase): Named => ({
  ...purchase,
  of,
  referenceHashes: hashesOf(referenceOf(deps, of, purchase.reference ?? undefined)),
  factHashes: purchase.facts.map(({ key }) => factHashOf(deps, of, key)),
})

/** Holds here that the issuer should know of, by the hash of their reference. */
async function holds(db: Db, of: OfIssuer, { since, now }: PurchaseRange): Promise<Map<string, HoldHere>> {
  const found = new Map<string, HoldHere>()
  const before = firstId('txn', now - SETTLED_AFTER_MS)
  for (let after = firstId('txn', since); ;) {
    const page = await holdsHere(db, { accountId: of.accountId, issuer: of.name }, { after, before, limit: PAGE })
    for (const hold of page) found.set(hold.referenceHash, hold)
    if (page.length < PAGE) return found
    after = page.at(-1)?.id ?? after
  }
}

function* differencesOf(issuer: string, known: PurchasesHere, purchase: Named): Iterable<Found> {
  const here = sumsOf(known, purchase)
  const missing = purchase.facts.filter((fact, place) => {
    if (fact.kind === 'authorization') return here === null || here.held !== purchase.held
    return !known.byFact.has(purchase.factHashes[place] ?? '')
  })
  const about = {
    issuer,
    cardId: purchase.of.cardId,
    cardToken: purchase.card.token,
    reference: purchase.reference ?? purchase.facts[0]?.key ?? null,
  }
  const repair = missing.length === 0 ? null : ({ kind: 'tell', of: purchase.of, facts: missing } as const)
  const isDifferent = (field: Amount) => here !== null && here[field] !== purchase[field]
  const isUnknown = (field: Amount) =>
    here === null && (purchase[field] > 0 || (field === 'held' && purchase.reference !== null))
  if (here === null && purchase.facts.length === 0) return // checked, and nothing held: a zero amount
  for (const field of amounts) {
    if (!isDifferent(field) && !isUnknown(field)) continue
    yield { difference: { ...about, field, here: here?.[field] ?? null, there: purchase[field] }, repair }
  }
}

const amounts = ['held', 'captured', 'refunded'] as const satisfies readonly IssuerDifference['field'][]
type Amount = (typeof amounts)[number]

/** What the same purchase comes to here; null: nothing of it is known. */
function sumsOf({ byReference, byFact }: PurchasesHere, purchase: Named): Record<Amount, number> | null {
  const named = purchase.referenceHashes
    .flatMap((hash) => byReference.get(hash) ?? [])
    .find(({ cardId }) => cardId === purchase.of.cardId)
  const posted = new Map(
    purchase.factHashes.flatMap((hash) => byFact.get(hash) ?? []).map((sums) => [sums.id, sums] as const),
  )
  if (named === undefined && posted.size === 0) return null
  const credited = [...posted.values()].reduce((sum, { type, amount }) => sum + (type === 'credit' ? amount : 0), 0)
  const forced = [...posted.values()].reduce(
    (sum, { type, settled }) => sum + (type === 'force_capture' ? settled : 0),
    0,
  )
  return {
    held: named?.isOpen === true ? named.authorized - named.settled : 0,
    captured: (named?.settled ?? 0) + forced,
    refunded: (named?.refunded ?? 0) + credited,
  }
}
