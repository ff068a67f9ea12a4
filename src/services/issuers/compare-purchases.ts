import type { IssuerDifference } from '../../contract/resources/reconciliation.ts'
import { chunksOf } from '../../lib/chunks-of.ts'
import { MINUTE_MS } from '../../lib/clock.ts'
import { smallestIdMadeAt } from '../../lib/ids.ts'
import type { IssuerPurchaseRange, IssuedPurchase } from '../../issuers/issuer.ts'
import type { Db } from '../../store/connection/db.ts'
import {
  type OwnIssuerHold,
  ownIssuerHolds,
  type StoredPurchases,
  storedPurchases,
} from '../../store/issuers/issuer-records.ts'
import { issuerFactHash, type IssuerCommandDeps, type IssuerMessageCardIds } from './commands.ts'
import { networkReferenceHashes, networkReferenceOf } from '../network/network-reference.ts'
import { cardsOfIssuerCards } from './compare-cards.ts'
import type { IssuerReconciliationCounts, RepairableIssuerDifference, ComparedIssuer } from './differences.ts'

const AT_ONCE = 100
const PAGE = 1000
/** For how many milliseconds an issuer's list may lack a new purchase. A younger hold is not reported as missing at the issuer. */
const SETTLED_AFTER_MS = 10 * MINUTE_MS

type Deps = IssuerCommandDeps & { readonly db: Db }

/** Compares every purchase that an issuer lists with Purser's transactions: the cents held, captured and refunded. */
export async function* comparePurchasesWithIssuer(
  deps: Deps,
  of: ComparedIssuer,
  { range, compared }: { range: IssuerPurchaseRange; compared: IssuerReconciliationCounts },
): AsyncIterable<RepairableIssuerDifference> {
  const unmatched = await holds(deps.db, of, range)
  for await (const purchases of chunksOf(of.lists.listPurchases(range), AT_ONCE)) {
    compared.purchases += purchases.length
    const cards = await cardsOfIssuerCards(
      deps.db,
      of,
      purchases.map(({ card }) => card),
    )
    const known = purchases.flatMap((purchase) => {
      const card = cards(purchase.card)
      const isOurs = card !== undefined && purchase.facts.every(({ currency }) => currency === card.currency)
      return isOurs ? [namedPurchase(deps, { accountId: of.accountId, cardId: card.id }, purchase)] : []
    })
    const here = await storedPurchases(deps.db, known.map(keyOf))
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
  readonly of: IssuerMessageCardIds
  readonly referenceHashes: readonly string[]
  /** The hashes of the issuer's facts about the purchase, in the order of the facts. */
  readonly factHashes: readonly string[]
}

const keyOf = ({ of, referenceHashes, factHashes }: Named) => ({ cardId: of.cardId, referenceHashes, factHashes })

const namedPurchase = (deps: IssuerCommandDeps, of: IssuerMessageCardIds, purchase: IssuedPurchase): Named => ({
  ...purchase,
  of,
  referenceHashes: networkReferenceHashes(networkReferenceOf(deps, of, purchase.reference ?? undefined)),
  factHashes: purchase.facts.map(({ key }) => issuerFactHash(deps, of, key)),
})

/** Purser's holds that the issuer should list, by the hash of their network reference. */
async function holds(
  db: Db,
  of: ComparedIssuer,
  { since, now }: IssuerPurchaseRange,
): Promise<Map<string, OwnIssuerHold>> {
  const holdsByHash = new Map<string, OwnIssuerHold>()
  const before = smallestIdMadeAt('txn', now - SETTLED_AFTER_MS)
  for (let after = smallestIdMadeAt('txn', since); ;) {
    const page = await ownIssuerHolds(db, { accountId: of.accountId, issuer: of.name }, { after, before, limit: PAGE })
    for (const hold of page) holdsByHash.set(hold.referenceHash, hold)
    if (page.length < PAGE) return holdsByHash
    after = page.at(-1)?.id ?? after
  }
}

function* differencesOf(issuer: string, known: StoredPurchases, purchase: Named): Iterable<RepairableIssuerDifference> {
  const here = sumsOf(known, purchase)
  const missing = purchase.facts.filter((fact, index) => {
    if (fact.kind === 'authorization') return here === null || here.held !== purchase.held
    return !known.byFact.has(purchase.factHashes[index] ?? '')
  })
  const about = {
    issuer,
    cardId: purchase.of.cardId,
    cardToken: purchase.card.token,
    reference: purchase.reference ?? purchase.facts[0]?.key ?? null,
  }
  const repair = missing.length === 0 ? null : ({ kind: 'record', of: purchase.of, facts: missing } as const)
  const isDifferent = (field: Amount) => here !== null && here[field] !== purchase[field]
  const isUnknown = (field: Amount) =>
    here === null && (purchase[field] > 0 || (field === 'held' && purchase.reference !== null))
  if (here === null && purchase.facts.length === 0) return // the merchant only checked the card: nothing is held
  for (const field of amounts) {
    if (!isDifferent(field) && !isUnknown(field)) continue
    yield { difference: { ...about, field, here: here?.[field] ?? null, there: purchase[field] }, repair }
  }
}

const amounts = ['held', 'captured', 'refunded'] as const satisfies readonly IssuerDifference['field'][]
type Amount = (typeof amounts)[number]

/** Purser's sums for a purchase of the issuer, in cents; null: Purser knows nothing of the purchase. */
function sumsOf({ byReference, byFact }: StoredPurchases, purchase: Named): Record<Amount, number> | null {
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
