import type { PendingIntent, SpendRequest } from '../entities.ts'
import {
  MerchantCandidates,
  claimedMerchantName,
  compileMerchant,
  isListedMerchant,
  UNKNOWN_WHEREABOUTS,
  merchantWhereabouts,
} from '../merchant-match/merchant-match.ts'

/**
 * Finds those intents of a card, of which there may be a thousand, that name the merchant of a purchase. Their names are indexed once for a
 * list of intents, and only names that may be the same are compared. The result may contain intents that are no longer in the list, because
 * a shorter list keeps the index of the longer one.
 */
export function intentsAtMerchant(
  intents: readonly PendingIntent[],
  { merchant }: Pick<SpendRequest, 'merchant'>,
  isListed = isListedMerchant,
): ReadonlySet<PendingIntent> {
  const found = new Set<PendingIntent>()
  const claimed = claimedMerchantName(merchant)
  if (claimed === undefined || intents.length === 0) return found
  const observed = compileMerchant(claimed)
  const seen = merchantWhereabouts(merchant)
  const where = seen.city.length === 0 && seen.country === null ? UNKNOWN_WHEREABOUTS : seen
  for (const { candidates, byName } of indexesOf(intents)) {
    for (const listed of candidates.of(observed, where)) {
      if (!isListed(observed, listed, where)) continue
      for (const intent of byName.get(listed) ?? []) found.add(intent)
    }
  }
  return found
}

/**
 * Indexes a list of intents step by step. A node that has not seen a thousand names before needs up to a tenth of a second for them, and
 * can do other work between the steps.
 */
export function* intentMerchantNameIndexer(intents: readonly PendingIntent[]): Generator<void, void> {
  if (indexed.has(intents)) return
  for (const intent of intents) {
    const listed = compiledName(intent)
    if (listed === undefined) continue
    MerchantCandidates.prepare(listed)
    yield
  }
  indexesOf(intents)
}

/** Adds an intent to a list. An index of the list is kept, and only the added intent is indexed. */
export function addIntentKeepingNameIndex<I extends PendingIntent>(intents: readonly I[], more: I): readonly I[] {
  const all = [...intents, more]
  const indexes = indexed.get(intents)
  if (indexes !== undefined) keep(all, [...indexes, indexOf([more])])
  return all
}

/** Removes intents from a list. The shorter list keeps the index of the longer one, so nothing is indexed anew. */
export function removeIntentsKeepingNameIndex<I extends PendingIntent>(
  intents: readonly I[],
  isLeft: (intent: I) => boolean,
): readonly I[] {
  const some = intents.filter(isLeft)
  if (some.length === intents.length) return intents
  keep(some, indexed.get(intents) ?? [])
  return some
}

/** An index by merchant name of some intents. */
interface Index {
  readonly size: number
  readonly candidates: MerchantCandidates
  readonly byName: ReadonlyMap<ReturnType<typeof compileMerchant>, readonly PendingIntent[]>
}

/** The indexes of each list of intents. A list never changes in place, so its indexes stay right. */
const indexed = new WeakMap<readonly PendingIntent[], readonly Index[]>()

function indexesOf(intents: readonly PendingIntent[]): readonly Index[] {
  const known = indexed.get(intents)
  if (known !== undefined) return known
  const made = [indexOf(intents)]
  indexed.set(intents, made)
  return made
}

/**
 * The bounds of the indexes that a list of intents takes over from the list before it: how many there may be (`MOST_INDEXES`), and how many
 * intents they may have beyond twice the list's (`MOST_GONE`). Beyond these, the list is indexed anew.
 */
const MOST_INDEXES = 8
const MOST_GONE = 16

/** Gives a list of intents the indexes of the list from which it was made, which have all of its intents. */
function keep(intents: readonly PendingIntent[], indexes: readonly Index[]): void {
  const size = indexes.reduce((sum, index) => sum + index.size, 0)
  if (size >= intents.length && size <= 2 * intents.length + MOST_GONE && indexes.length <= MOST_INDEXES)
    indexed.set(intents, indexes)
}

function indexOf(intents: readonly PendingIntent[]): Index {
  const byName = new Map<ReturnType<typeof compileMerchant>, PendingIntent[]>()
  for (const intent of intents) {
    const listed = compiledName(intent)
    if (listed === undefined) continue
    const same = byName.get(listed)
    if (same === undefined) byName.set(listed, [intent])
    else same.push(intent)
  }
  return { size: intents.length, candidates: new MerchantCandidates(byName.keys()), byName }
}

/** The compiled name of the merchant that an intent expects. Undefined: it expects none. */
function compiledName(intent: PendingIntent) {
  if (intent.expectedMerchant === undefined) return undefined
  const listed = compiledNames.get(intent) ?? compileMerchant(intent.expectedMerchant)
  compiledNames.set(intent, listed)
  return listed
}

/** The compiled merchant name of each intent. Intents never change in place, so it stays right. */
const compiledNames = new WeakMap<PendingIntent, ReturnType<typeof compileMerchant>>()
