import { LEDGER_FULL } from '../../rules/ledger.ts'
import { noFlags } from '../../decision/flags.ts'
import type { TransactionState } from '../../transactions/transaction.ts'
import { beforeSteps, factFlag } from '../at-authorization.ts'
import type { Batch } from '../batch.ts'
import type { AdviseCommand } from './commands.ts'
import { policyInputs } from '../decision-inputs.ts'
import { keepFact, knownFact } from './facts.ts'
import { markSpent, rememberPurchase } from './mark-spent.ts'
import type { Outcome } from '../outcome.ts'
import { recordTransaction } from '../record-transaction.ts'
import { ofThisCard, storedHash } from '../references.ts'
import { takeStep } from './steps.ts'
import { canCount, subjectOfCard, type LoadedCard } from '../working-set.ts'

type Told = Omit<AdviseCommand, 'kind' | 'accountId' | 'factHash' | 'asOf'>

/**
 * Makes the transaction of a reference say what the issuer has done, whatever was decided: what is held is held, and what is not gives
 * its room back. Nothing is decided, so that limits may be exceeded by it. An advice that is older than what is known comes too late.
 */
export function advise(batch: Batch, card: LoadedCard, command: AdviseCommand): Outcome {
  const known = knownFact(batch, command)
  if (known) return known
  const place = command.cardReferenceHash ?? ''
  const latest = batch.set.advisedAsOf.get(place)
  const asOf = command.asOf ?? Math.max(batch.now, latest ?? 0) // by whatever node's clock
  const before = ofThisCard(batch.set, command)
  if (before !== undefined && latest !== undefined && asOf < latest) {
    return keepFact(batch, card, { command, transaction: before, asOf })
  }
  const advised = before === undefined ? begin(batch, card, command) : follow(batch, card, { before, command })
  if ('code' in advised) return advised
  batch.set.advisedAsOf.set(place, asOf)
  return keepFact(batch, card, { command, transaction: advised, asOf })
}

type Advised = TransactionState | Extract<Outcome, { kind: 'refused' }>

/** A transaction that begins with what the issuer said: one that it held by itself, or declined. */
export function begin(batch: Batch, card: LoadedCard, told: Told): Advised {
  const { amount, currency, merchant, networkReference } = told
  const decision = told.approved ? ('approve' as const) : ('decline' as const)
  const first = beforeSteps({ amount, decision }, batch.now)
  if (!canCount(batch.set, card, first.counted))
    return { kind: 'refused', code: 'invalid_request', message: LEDGER_FULL }
  const transaction = recordTransaction(batch, card, {
    ...first,
    type: 'authorization',
    amount,
    currency,
    merchant,
    networkReference,
    referenceHash: storedHash(batch.set, told),
    decision,
    reasons: told.reasons,
    flags: { ...noFlags, ...factFlag({ decision }) },
    trace: [],
    shadow: null,
    attestation: 'unattested',
    intentId: null,
  })
  batch.changes.inputs.set(transaction.id, policyInputs(subjectOfCard(batch.set, card), card))
  if (transaction.counted.length > 0) {
    rememberPurchase(batch, transaction)
    markSpent(batch, card, { transaction, sequence: transaction.sequence, locksMerchant: false })
  }
  return transaction
}

function follow(
  batch: Batch,
  card: LoadedCard,
  { before, command }: { before: TransactionState; command: AdviseCommand },
): Advised {
  const { accountId, amount, approved, captured, reasons } = command
  const step = { kind: 'advise', accountId, transactionId: before.id, amount, approved, captured, reasons } as const
  const outcome = takeStep(batch, card, { transaction: before, command: step })
  return 'transaction' in outcome ? outcome.transaction : (outcome as Extract<Outcome, { kind: 'refused' }>)
}
