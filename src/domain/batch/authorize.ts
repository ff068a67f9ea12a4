import { assert, present } from '../../lib/assert.ts'
import { decide } from '../decide.ts'
import type { Decision } from '../decision.ts'
import type { TransactionState } from '../transaction.ts'
import type { ClosedIntent, Outcome } from './changes.ts'
import type { AuthorizeCommand } from './commands.ts'
import type { Batch } from './decide-batch.ts'
import { cardEvent, intentEvent, transactionEvent } from './events.ts'
import { seenBy, tell } from './history.ts'
import { recordTransaction } from './record-transaction.ts'
import { countApproval, levelsOf, referenceKey, subjectOf, type LoadedCard } from './working-set.ts'

/** Decides an authorization and does what follows from it. A known network reference gets its first answer again. */
export function authorize(batch: Batch, card: LoadedCard, command: AuthorizeCommand): Outcome {
  const known = command.networkReference && batch.set.references.get(referenceKey(card.id, command.networkReference))
  if (known) {
    const transaction = present(batch.set.transactions.get(known), 'a known reference has its transaction loaded')
    return decided(asFirstAnswered(transaction))
  }
  const { amount, currency, merchant, credentialsValid } = command
  const request = { amount, currency, merchant, now: batch.now, credentialsValid }
  const subject = subjectOf(batch.set, card, batch.now)
  const decision = decide(subject, request)
  const transaction = recordTransaction(batch, card, describe(batch, command, decision))
  batch.changes.seen.set(transaction.id, seenBy(subject, card, request))
  if (decision.decision === 'approve') approve(batch, card, { transaction, decision })
  else decline(batch, card, { transaction, decision })
  return decided(transaction)
}

const decided = (transaction: TransactionState): Outcome => ({ kind: 'decided', transaction, decision: transaction })

function describe(batch: Batch, command: AuthorizeCommand, decision: Decision) {
  const { amount, currency, merchant, networkReference } = command
  return {
    ...beforeSteps({ amount, decision: decision.decision }, batch.now),
    type: 'authorization' as const,
    amount,
    currency,
    merchant,
    networkReference,
    decision: decision.decision,
    reasons: decision.reasons,
    flags: decision.flags,
    trace: decision.trace,
    attestation: decision.attestation,
    intentId: 'intentId' in decision.intent ? decision.intent.intentId : null,
  }
}

/** How an authorization stands as soon as it is decided. */
function beforeSteps({ amount, decision }: Pick<TransactionState, 'amount' | 'decision'>, at: number) {
  const approved = decision === 'approve'
  const held = approved ? amount : 0
  const checked = approved && amount === 0 // a card check is over at once
  return {
    status: approved ? (checked ? ('settled' as const) : ('pending' as const)) : ('declined' as const),
    authorizedAmount: held,
    settledAmount: 0,
    settledAt: checked ? at : null,
    counted: held === 0 ? [] : [[at, held] as const],
  }
}

/** What the first answer showed, whatever has become of the transaction since (contract, section 10). */
const asFirstAnswered = (transaction: TransactionState): TransactionState => ({
  ...transaction,
  ...beforeSteps(transaction, transaction.createdAt),
  refundedAmount: 0,
  flags: { ...transaction.flags, settlementOverIntent: false, settlementOverAuthorized: false },
  updatedAt: transaction.createdAt,
})

interface Decided {
  readonly transaction: TransactionState
  readonly decision: Decision
}

function approve(batch: Batch, card: LoadedCard, { transaction, decision }: Decided): void {
  const { set, changes, now } = batch
  tell(batch, transaction.sequence, [transactionEvent('transaction.created', transaction)])
  if (transaction.amount === 0) return
  countApproval(set, card, transaction.amount, now)
  for (const id of levelsOf(card)) changes.spend.add(id)
  rememberPurchase(batch, transaction)
  closeIntent(batch, card, { transaction, decision })
  const spent = afterFirstSpend(card, { transaction, decision }, now)
  set.cards.set(card.id, spent)
  changes.cards.add(card.id)
  if (spent.status === 'closed') {
    tell(batch, transaction.sequence, [cardEvent('card.closed', spent, 'single_use', now)])
  }
}

function afterFirstSpend(card: LoadedCard, { transaction, decision }: Decided, now: number): LoadedCard {
  const lock = decision.flags.wouldLockMerchant ? (transaction.merchant.name ?? null) : card.merchantLock
  const spent = { ...card, merchantLock: lock, firstSpendAt: card.firstSpendAt ?? now, lastSpendAt: now }
  return card.usage === 'single' ? { ...spent, status: 'closed', consumedAt: now } : spent
}

function rememberPurchase({ set, now }: Batch, { cardId, amount, merchant }: TransactionState): void {
  const purchases = set.purchases.get(cardId) ?? []
  set.purchases.set(cardId, [...purchases, { at: now, amount, merchantName: merchant.name ?? null }])
}

/** A matched or mismatched intent is used up: no later command of the batch sees it. */
function closeIntent(batch: Batch, card: LoadedCard, { transaction, decision }: Decided): void {
  const { set, changes, now } = batch
  const outcome = decision.intent
  if (outcome.kind !== 'matched' && outcome.kind !== 'mismatched') return
  const pending = set.intents.get(card.id) ?? []
  const intent = pending.find(({ id }) => id === outcome.intentId)
  assert(intent, 'a matched intent was loaded')
  const closed: ClosedIntent = {
    id: intent.id,
    status: outcome.kind,
    transactionId: transaction.id,
    matchResult: outcome.result,
    at: now,
  }
  set.intents.set(
    card.id,
    pending.filter((other) => other !== intent),
  )
  changes.intents.push(closed)
  tell(batch, transaction.sequence, [intentEvent(closed, intent, card)])
}

function decline(batch: Batch, card: LoadedCard, { transaction, decision }: Decided): void {
  tell(batch, transaction.sequence, [transactionEvent('transaction.declined', transaction)])
  if (!decision.freeze || card.status !== 'active') return
  const frozen = { ...card, status: 'frozen' as const }
  batch.set.cards.set(card.id, frozen)
  batch.changes.cards.add(card.id)
  tell(batch, transaction.sequence, [cardEvent('card.frozen', frozen, decision.freeze, batch.now)])
}
