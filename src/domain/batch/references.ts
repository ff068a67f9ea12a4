import { present } from '../../lib/assert.ts'
import type { TransactionState } from '../transactions/transaction.ts'
import type { ReferenceNames } from './commands/commands.ts'
import type { WorkingSet } from './working-set.ts'

/** Ids of transactions by the hash of their network reference, then by card. */
export type References = Map<string, Map<string, string>>

export const noReference: ReferenceNames = { networkReference: null, referenceHash: null, cardReferenceHash: null }

type Known = Pick<WorkingSet, 'references' | 'transactions'>
type Named = ReferenceNames & { readonly cardId: string }

export function rememberReference(references: References, { id, cardId, referenceHash }: TransactionState): void {
  if (referenceHash === null) return
  const ofHash = references.get(referenceHash) ?? new Map<string, string>()
  references.set(referenceHash, ofHash.set(cardId, id))
}

/** The transaction that a card has under a reference. */
export function ofThisCard(
  set: Known,
  { cardId, referenceHash, cardReferenceHash }: Named,
): TransactionState | undefined {
  const find = (hash: string | null) => (hash === null ? undefined : set.references.get(hash)?.get(cardId))
  return loaded(set, find(referenceHash) ?? find(cardReferenceHash))
}

/** The transaction that another card of the account has under a reference. */
export function ofAnotherCard(set: Known, { cardId, referenceHash }: Named): TransactionState | undefined {
  const cards = referenceHash === null ? undefined : set.references.get(referenceHash)
  const other = cards?.entries().find(([id]) => id !== cardId)
  return loaded(set, other?.[1])
}

/**
 * The hash under which a card's transaction is stored. Where its reference belongs to another card and it is recorded all the same, as a
 * fact is, this is the hash that is of the card as well: two of one bucket cannot have the same.
 */
export const storedHash = (set: Known, named: Named): string | null =>
  ofAnotherCard(set, named) === undefined ? named.referenceHash : named.cardReferenceHash

const loaded = ({ transactions }: Known, id: string | undefined): TransactionState | undefined =>
  id === undefined ? undefined : present(transactions.get(id), 'a known reference has its transaction loaded')
