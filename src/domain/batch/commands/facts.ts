import { assertPresent } from '../../../lib/assert.ts'
import type { TransactionState } from '../../transactions/transaction.ts'
import type { EngineBatch } from '../batch.ts'
import type { NetworkFactCommand } from './commands.ts'
import type { EngineCommandOutcome } from '../outcome.ts'
import { currencyOfEngineCommand, networkFactKey } from '../working-set.ts'
import type { LoadedCard } from '../../loaded-levels.ts'

/** The outcome of an issuer's fact that was recorded before. Undefined: the fact is new. A repeated fact has no second effect. */
export function knownNetworkFactOutcome(
  { set }: EngineBatch,
  { cardId, factHash }: NetworkFactCommand,
): EngineCommandOutcome | undefined {
  const known = set.facts.get(networkFactKey(cardId, factHash))
  if (known === undefined) return undefined
  const posted = (id: string) => assertPresent(set.transactions.get(id), 'a known fact has its transactions loaded')
  return postedOutcome(posted(known.transactionId), known.creditId === null ? undefined : posted(known.creditId))
}

/**
 * The refusal of an issuer's fact whose amount is in another currency than the card's. Nothing is converted, so such an amount cannot be
 * counted. Undefined: the amount can be counted.
 */
export function refusalOfOtherCurrency(
  { set }: EngineBatch,
  card: LoadedCard,
  { currency }: NetworkFactCommand,
): EngineCommandOutcome | undefined {
  const own = currencyOfEngineCommand(set, card, { currency: null })
  if (currency === null || currency === own) return undefined
  return {
    kind: 'refused',
    code: 'invalid_request',
    message: `The amount is in ${currency}, and the card is in ${own}.`,
  }
}

interface PostedFact {
  readonly transaction: TransactionState
  readonly credit?: TransactionState | undefined
  /** The moment that the issuer's advice describes, in Unix milliseconds. Undefined: the fact is no advice. */
  readonly asOf?: number
}

/** Records an issuer's fact with the transactions to which it was applied. The record and the fact's effect are committed together. */
export function recordNetworkFact(
  { set, changes, now }: EngineBatch,
  card: LoadedCard,
  { command, transaction, credit, asOf }: PostedFact & { command: NetworkFactCommand },
): EngineCommandOutcome {
  const { factHash, cardReferenceHash } = command
  const applied = { transactionId: transaction.id, creditId: credit?.id ?? null }
  const { id: cardId, accountId, customerId } = card
  changes.facts.push({
    ...applied,
    accountId,
    customerId,
    cardId,
    factHash,
    cardReferenceHash,
    asOf: asOf ?? null,
    at: now,
  })
  set.facts.set(networkFactKey(cardId, factHash), applied)
  return postedOutcome(transaction, credit)
}

const postedOutcome = (transaction: TransactionState, credit: TransactionState | undefined): EngineCommandOutcome =>
  credit === undefined ? { kind: 'posted', transaction } : { kind: 'posted', transaction, credit }
