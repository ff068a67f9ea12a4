import { currencyOfEngineCommand } from '../working-set.ts'
import { LEDGER_FULL_MESSAGE } from '../../rules/ledger.ts'
import { noTransactionFlags } from '../../decision/flags.ts'
import type { TransactionState } from '../../transactions/transaction.ts'
import { authorizationRightAfterDecision, issuerAdviceFlag } from '../../transactions/at-authorization.ts'
import type { EngineBatch } from '../batch.ts'
import type { AdviseCommand } from './commands.ts'
import { policyDecisionInputs } from '../decision-inputs.ts'
import { recordNetworkFact, knownNetworkFactOutcome, refusalOfOtherCurrency } from './facts.ts'
import { changeCardAfterApprovedPurchase } from './mark-spent.ts'
import type { EngineCommandOutcome } from '../outcome.ts'
import { recordTransaction } from '../record-transaction.ts'
import { transactionOfCard, storedNetworkReferenceHash } from '../references.ts'
import { takeTransactionStep } from './steps.ts'
import { canCountSpendExactly, subjectOfCard } from '../working-set.ts'
import type { LoadedCard } from '../../loaded-levels.ts'

type AdviceDetails = Omit<AdviseCommand, 'kind' | 'accountId' | 'factHash' | 'asOf'>

/**
 * Brings the transaction of a network reference in line with an issuer's advice, or records a new transaction. No rule is asked: what the
 * issuer holds counts as spent even above limits, and what it no longer holds stops counting. An advice that is older than the latest one
 * for this reference changes nothing.
 */
export function applyIssuerAdvice(batch: EngineBatch, card: LoadedCard, command: AdviseCommand): EngineCommandOutcome {
  const known = knownNetworkFactOutcome(batch, command)
  if (known) return known
  const refusal = refusalOfOtherCurrency(batch, card, command)
  if (refusal) return refusal
  const reference = command.cardReferenceHash ?? ''
  const latest = batch.set.advisedAsOf.get(reference)
  const asOf = command.asOf ?? Math.max(batch.now, latest ?? 0) // the node that took the latest advice may have a faster clock
  const before = transactionOfCard(batch.set, command)
  if (before !== undefined && latest !== undefined && asOf < latest) {
    return recordNetworkFact(batch, card, { command, transaction: before, asOf })
  }
  const advised =
    before === undefined
      ? beginTransactionFromAdvice(batch, card, command)
      : applyAdvice(batch, card, { before, command })
  if ('code' in advised) return advised
  batch.set.advisedAsOf.set(reference, asOf)
  return recordNetworkFact(batch, card, { command, transaction: advised, asOf })
}

type Advised = TransactionState | Extract<EngineCommandOutcome, { kind: 'refused' }>

/** Records a new transaction from what an issuer reports: a purchase that it approved without asking Purser, or declined. */
export function beginTransactionFromAdvice(batch: EngineBatch, card: LoadedCard, advice: AdviceDetails): Advised {
  const { amount, merchantMoney, merchant, networkReference } = advice
  const decision = advice.approved ? ('approve' as const) : ('decline' as const)
  const first = authorizationRightAfterDecision({ amount, decision }, batch.now)
  if (!canCountSpendExactly(batch.set, card, first.counted))
    return { kind: 'refused', code: 'invalid_request', message: LEDGER_FULL_MESSAGE }
  const transaction = recordTransaction(batch, card, {
    ...first,
    type: 'authorization',
    amount,
    currency: currencyOfEngineCommand(batch.set, card, advice),
    merchantMoney,
    merchant,
    networkReference,
    referenceHash: storedNetworkReferenceHash(batch.set, advice),
    decision,
    reasons: advice.reasons,
    flags: { ...noTransactionFlags, ...issuerAdviceFlag({ decision }) },
    trace: [],
    shadow: null,
    attestation: 'unattested',
    intentId: null,
  })
  batch.changes.inputs.set(transaction.id, policyDecisionInputs(subjectOfCard(batch.set, card)))
  if (transaction.counted.length > 0) {
    changeCardAfterApprovedPurchase(batch, card, { transaction, sequence: transaction.sequence, locksMerchant: false })
  }
  return transaction
}

function applyAdvice(
  batch: EngineBatch,
  card: LoadedCard,
  { before, command }: { before: TransactionState; command: AdviseCommand },
): Advised {
  const { accountId, amount, approved, captured, reasons } = command
  const step = { kind: 'advise', accountId, transactionId: before.id, amount, approved, captured, reasons } as const
  const outcome = takeTransactionStep(batch, card, { transaction: before, command: step })
  return 'transaction' in outcome
    ? outcome.transaction
    : (outcome as Extract<EngineCommandOutcome, { kind: 'refused' }>)
}
