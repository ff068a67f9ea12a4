import { currencyOfEngineCommand } from '../working-set.ts'
import { assert } from '../../../lib/assert.ts'
import { decidePurchase } from '../../ladder/decide.ts'
import type { Decision } from '../../ladder/decision.ts'
import { shadowVerdict } from '../../ladder/shadow.ts'
import type { ShadowVerdict, TransactionState } from '../../transactions/transaction.ts'
import {
  transactionAtAuthorization,
  authorizationRightAfterDecision,
  isRuleDecision,
} from '../../transactions/at-authorization.ts'
import type { MatchedOrMismatchedIntent } from '../../intents/matched-intent-end.ts'
import { removeIntentsKeepingNameIndex } from '../../intents/intended-merchant.ts'
import type { EngineCommandOutcome } from '../outcome.ts'
import type { AuthorizeCommand } from './commands.ts'
import { intentMatchAuditChange } from '../../changes/audited.ts'
import { addAuditedChange, type EngineBatch } from '../batch.ts'
import { intentEvent } from '../../events/events.ts'
import { intentLifecycle } from '../../lifecycles/intent.ts'
import { decisionInputs } from '../decision-inputs.ts'
import { areCredentialsPresented } from '../../credentials.ts'
import { countCredentialFailures } from './count-failures.ts'
import { freezeAfterDecline } from './freeze-card.ts'
import { addEvents } from '../append-entry.ts'
import { changeCardAfterApprovedPurchase } from './mark-spent.ts'
import { reportExceededSubscription, takeSubscriptionPeriod } from './take-period.ts'
import { recordTransaction } from '../record-transaction.ts'
import { transactionOfOtherCard, transactionOfCard, storedNetworkReferenceHash } from '../references.ts'
import { addBudgetThresholdEvents } from '../threshold-events.ts'
import { hasShadowPolicy, subscriptionPeriodTakenBy } from '../../entities.ts'
import { recordedCardId, subjectOfCard, type BatchWorkingSet } from '../working-set.ts'
import type { LoadedCard } from '../../loaded-levels.ts'

/**
 * Decides an authorization and applies its effects. An authorization whose network reference the account already has is not decided: see
 * `repeatedAnswer`.
 */
export function authorize(batch: EngineBatch, card: LoadedCard, command: AuthorizeCommand): EngineCommandOutcome {
  const known = transactionOfCard(batch.set, command)
  const currency = currencyOfEngineCommand(batch.set, card, command)
  if (known) return repeatedAnswer(known, { amount: command.amount, currency })
  const other = command.hasReferencesByCard ? undefined : transactionOfOtherCard(batch.set, command)
  if (other) return conflictWith(other)
  const { amount, merchant, credentials } = command
  const request = { amount, currency, merchant, now: batch.now, credentials }
  const subject = subjectOfCard(batch.set, card)
  const decision = decidePurchase(subject, request)
  const transaction = recordTransaction(
    batch,
    card,
    describe(
      batch,
      { ...command, currency, recordedCardId: recordedCardId(card) },
      { decision, shadow: hasShadowPolicy(subject) ? shadowVerdict(subject, request, decision) : null },
    ),
  )
  batch.changes.inputs.set(transaction.id, decisionInputs(subject, request))
  const { sequence } = transaction
  const counted = areCredentialsPresented(credentials)
    ? countCredentialFailures(batch, card, { credentials, sequence })
    : card
  if (decision.exceeded !== undefined)
    reportExceededSubscription(batch, counted, { transaction, exceeded: decision.exceeded })
  if (decision.decision === 'approve') {
    approve(batch, counted, { transaction, decision })
    if (decision.flags.nearLimit) addBudgetThresholdEvents(batch, { subject, transaction, sequence, amount })
  } else freezeAfterDecline(batch, counted, { freeze: decision.freeze, sequence })
  return decisionOutcome(transaction)
}

const conflictWith = ({ id }: TransactionState): EngineCommandOutcome => ({
  kind: 'refused',
  code: 'reference_conflict',
  param: 'networkReference',
  details: { transactionId: id },
})

/**
 * The answer to an authorization whose network reference the card already has. A repeated request with the same amount and currency gets
 * the first answer again; a request that differs in them is another purchase and is refused. A transaction that an issuer reported was
 * never requested, so its amount is not compared.
 */
function repeatedAnswer(
  first: TransactionState,
  { amount, currency }: Pick<TransactionState, 'amount' | 'currency'>,
): EngineCommandOutcome {
  if (isRuleDecision(first) && (first.amount !== amount || first.currency !== currency)) return conflictWith(first)
  return decisionOutcome(transactionAtAuthorization(first))
}

const decisionOutcome = (transaction: TransactionState): EngineCommandOutcome => ({
  kind: 'decided',
  transaction,
  decision: transaction,
})

function describe(
  { set, now }: EngineBatch,
  command: AuthorizeCommand & { readonly currency: string; readonly recordedCardId: string },
  { decision, shadow }: { decision: Decision; shadow: ShadowVerdict | null },
) {
  const { amount, currency, merchantMoney, merchant, networkReference } = command
  return {
    ...authorizationRightAfterDecision({ amount, decision: decision.decision }, now),
    type: 'authorization' as const,
    amount,
    currency,
    merchantMoney,
    merchant,
    networkReference,
    referenceHash: storedNetworkReferenceHash(set, command),
    decision: decision.decision,
    reasons: decision.reasons,
    flags: decision.flags,
    trace: decision.trace,
    shadow,
    attestation: decision.attestation,
    intentId: 'intentId' in decision.intent ? decision.intent.intentId : null,
    ...(isAuthenticated(set, { command, cardId: command.recordedCardId }, decision)
      ? { authenticated: true as const }
      : {}),
    ...subscriptionOf(decision),
  }
}

/** The subscription whose period the purchase takes if it is approved. */
function subscriptionOf({ intent }: Decision): { subscriptionId?: string } {
  const period = subscriptionPeriodTakenBy(intent)
  return period === undefined ? {} : { subscriptionId: period.subscriptionId }
}

/** Whether the issuer says that the cardholder was authenticated, or the intent of the purchase has answered a challenge about it. */
function isAuthenticated(
  { intents }: BatchWorkingSet,
  { command, cardId }: { command: AuthorizeCommand; cardId: string },
  { intent }: Decision,
): boolean {
  if (command.isAuthenticated) return true
  if (intent.kind !== 'matched') return false
  return intents.get(cardId)?.some(({ id, isAuthenticated: is }) => is === true && id === intent.intentId) ?? false
}

interface NewDecision {
  readonly transaction: TransactionState
  readonly decision: Decision
}

function approve(batch: EngineBatch, card: LoadedCard, { transaction, decision }: NewDecision): void {
  if (transaction.counted.length === 0) return // a card check counts nowhere
  closeIntent(batch, card, { transaction, decision })
  const { sequence } = transaction
  const taken = card.subscriptions === undefined ? card : takeSubscriptionPeriod(batch, card, { transaction, decision })
  changeCardAfterApprovedPurchase(batch, taken, {
    transaction,
    sequence,
    locksMerchant: decision.flags.wouldLockMerchant,
  })
}

/** Takes a matched or mismatched intent out of the working set, so that no later command of the batch can match it. */
function closeIntent(batch: EngineBatch, card: LoadedCard, { transaction, decision }: NewDecision): void {
  const { set, changes, now } = batch
  const outcome = decision.intent
  if (outcome.kind !== 'matched' && outcome.kind !== 'mismatched') return
  const cardId = recordedCardId(card)
  const pending = set.intents.get(cardId) ?? []
  const intent = pending.find(({ id }) => id === outcome.intentId)
  assert(intent, 'a matched intent was loaded')
  const closed: MatchedOrMismatchedIntent = {
    id: intent.id,
    cardId,
    status: outcome.kind,
    transactionId: transaction.id,
    matchResult: outcome.result,
    at: now,
  }
  set.intents.set(
    cardId,
    removeIntentsKeepingNameIndex(pending, (other) => other !== intent),
  )
  changes.intents.push(closed)
  addAuditedChange(batch, intentMatchAuditChange(card, closed))
  changes.intentCards.add(cardId)
  const { status, transactionId, matchResult } = closed
  if (status === 'matched') set.matchedIntents.set(intent.id, intent)
  const known = set.intentStates.get(intent.id)
  if (known) set.intentStates.set(intent.id, { ...known, status, transactionId, matchResult, matchedAt: now })
  const { accountId, customerId, agentId } = card
  const { corrections, expiresAt } = intent
  const details = { accountId, customerId, agentId, id: intent.id, cardId, expiresAt, corrections }
  const event = intentEvent(
    intentLifecycle[status].event,
    { ...details, status, transactionId, matchResult, declared: intent },
    now,
  )
  addEvents(batch, transaction.sequence, [event])
}
