import { present } from '../../../lib/assert.ts'
import type { TransactionState } from '../../transactions/transaction.ts'
import type { Batch } from '../batch.ts'
import type { FactCommand } from './commands.ts'
import type { Outcome } from '../outcome.ts'
import { factKey, type LoadedCard } from '../working-set.ts'

/** What became of a fact that has come before: it has no second effect. */
export function knownFact({ set }: Batch, { cardId, factHash }: FactCommand): Outcome | undefined {
  const known = set.facts.get(factKey(cardId, factHash))
  if (known === undefined) return undefined
  const posted = (id: string) => present(set.transactions.get(id), 'a known fact has its transactions loaded')
  return place(posted(known.transactionId), known.creditId === null ? undefined : posted(known.creditId))
}

interface Placed {
  readonly transaction: TransactionState
  readonly credit?: TransactionState | undefined
  /** Of an advice. */
  readonly asOf?: number
}

/** Writes down that a fact has come, with where it found its place: in the commit of its effect. */
export function keepFact(
  { set, changes, now }: Batch,
  card: LoadedCard,
  { command, transaction, credit, asOf }: Placed & { command: FactCommand },
): Outcome {
  const { factHash, cardReferenceHash } = command
  const found = { transactionId: transaction.id, creditId: credit?.id ?? null }
  const { id: cardId, accountId, customerId } = card
  changes.facts.push({
    ...found,
    accountId,
    customerId,
    cardId,
    factHash,
    cardReferenceHash,
    asOf: asOf ?? null,
    at: now,
  })
  set.facts.set(factKey(cardId, factHash), found)
  return place(transaction, credit)
}

const place = (transaction: TransactionState, credit: TransactionState | undefined): Outcome =>
  credit === undefined ? { kind: 'posted', transaction } : { kind: 'posted', transaction, credit }
