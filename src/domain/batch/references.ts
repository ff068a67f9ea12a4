import { assertPresent } from '../../lib/assert.ts'
import type { TransactionState } from '../transactions/transaction.ts'
import type { HashedNetworkReference } from './commands/commands.ts'
import type { BatchWorkingSet } from './working-set.ts'

/** The ids of transactions by the hash of their network reference, then by card. */
export type TransactionsByReference = Map<string, Map<string, string>>

export const noNetworkReference: HashedNetworkReference = {
  networkReference: null,
  referenceHash: null,
  cardReferenceHash: null,
}

type KnownReferences = Pick<BatchWorkingSet, 'references' | 'transactions'>
type NamedPurchase = HashedNetworkReference & { readonly cardId: string }

/** Indexes transactions by the hashes of their network references. */
export function transactionsByReference(transactions: readonly TransactionState[]): TransactionsByReference {
  const references: TransactionsByReference = new Map()
  for (const transaction of transactions) indexNetworkReference(references, transaction)
  return references
}

export function indexNetworkReference(
  references: TransactionsByReference,
  { id, cardId, oneTimeCardId, referenceHash }: TransactionState,
): void {
  if (referenceHash === null) return
  const ofHash = references.get(referenceHash) ?? new Map<string, string>()
  references.set(referenceHash, ofHash.set(oneTimeCardId ?? cardId, id))
}

/** Finds the transaction that a card has under a network reference. Undefined: the card has none. */
export function transactionOfCard(
  set: KnownReferences,
  { cardId, referenceHash, cardReferenceHash }: NamedPurchase,
): TransactionState | undefined {
  const find = (hash: string | null) => (hash === null ? undefined : set.references.get(hash)?.get(cardId))
  return loaded(set, find(referenceHash) ?? find(cardReferenceHash))
}

/** Finds the transaction that another card of the account has under a network reference. Undefined: no other card has one. */
export function transactionOfOtherCard(
  set: KnownReferences,
  { cardId, referenceHash }: NamedPurchase,
): TransactionState | undefined {
  const cards = referenceHash === null ? undefined : set.references.get(referenceHash)
  const other = cards?.entries().find(([id]) => id !== cardId)
  return loaded(set, other?.[1])
}

/**
 * The hash with which the network reference of a new transaction is stored. If another card has a transaction with this reference, the hash
 * includes the card, because a hash is unique within a bucket.
 */
export const storedNetworkReferenceHash = (set: KnownReferences, named: NamedPurchase): string | null =>
  transactionOfOtherCard(set, named) === undefined ? named.referenceHash : named.cardReferenceHash

const loaded = ({ transactions }: KnownReferences, id: string | undefined): TransactionState | undefined =>
  id === undefined ? undefined : assertPresent(transactions.get(id), 'a known reference has its transaction loaded')
