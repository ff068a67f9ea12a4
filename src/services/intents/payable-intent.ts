import { type IntentState, isWaiting } from '../../domain/intents/intent.ts'
import { type DeclinedTry, MOST_TRIES, triedSince } from '../../domain/intents/declined-try.ts'
import { merchantOf, obstaclesToPayment } from '../../domain/ladder/payable.ts'
import { listTransactions } from '../../store/transactions/transactions.ts'
import { subjectOfCard } from '../levels/subjects.ts'
import type { ReadContext } from '../request/context.ts'
import { payabilityOf, type Payability } from '../commands/payability.ts'

/** Judges whether an intent may be paid now, by the present policies and spend, and by what has become of its last try. */
export async function intentPayability(context: ReadContext, intent: IntentState): Promise<Payability> {
  if (!isWaiting(intent)) return {}
  const tries = await triesOf(context, intent)
  const declared = { amount: intent.declared.expectedAmount ?? 0, merchant: merchantOf(intent) }
  const { subject, now } = await subjectOfCard(context, intent.cardId, [declared, ...tries])
  return payabilityOf(obstaclesToPayment(intent, { subject, now, tries }))
}

/** The declined charges of the intent's card since it has been what it is now, the newest first. */
async function triesOf({ db, principal }: ReadContext, intent: IntentState): Promise<DeclinedTry[]> {
  const since = { createdAfter: triedSince(intent) - 1, limit: MOST_TRIES, after: null }
  const found = await listTransactions(db, principal, { cardId: intent.cardId, status: 'declined', ...since })
  const rows = Array.isArray(found) ? found : found.rows
  return rows.map(({ id, created_at: at, amount, currency, merchant }) => ({
    transactionId: id,
    amount,
    currency,
    merchant,
    at,
  }))
}
