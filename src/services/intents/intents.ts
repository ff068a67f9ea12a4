import type { OperationOutputOf } from '../../contract/operations.ts'
import { isIntentWaiting, type IntentState } from '../../domain/intents/intent.ts'
import { SECOND_MS } from '../../lib/clock.ts'
import { findCard } from '../../store/cards/cards.ts'
import {
  findIntent,
  type IntentQuery,
  listIntents as listRows,
  type NamedIntent,
  lockIntent,
} from '../../store/intents/intents.ts'
import type { ReadOperationContext, ReadOperationService, WriteOperationService } from '../request/context.ts'
import { approveIntent, cancelIntent, createIntent, rejectIntent, revokeApproval } from './intent-commands.ts'
import { engineOperationHandler, readOperationHandler, writeOperationHandler } from '../request/handler.ts'
import { expireOverdueIntents, intentSaveStatements } from '../../store/intents/intent-saving.ts'
import { expireOverdueApprovalAsksOfAccount } from '../asks/expire-overdue.ts'
import { readIntent, currentIntentState } from './intent-expiry.ts'
import { intentView } from '../commands/intent-view.ts'
import { objectOr404 } from '../input/or-throw.ts'
import { type ApiListDefinition, paginate } from '../request/pagination.ts'
import { invalidRequestError } from '../../contract/errors.ts'
import { intentChangeByPurchaseReport } from '../../domain/changes/intent.ts'
import { saveAuditedChanges } from '../../store/changes/save-changes.ts'
import {
  type DeclinedChargeTry,
  MOST_DECLINED_CHARGES,
  intentChargeTriesSince,
} from '../../domain/intents/declined-charge-try.ts'
import { expectedMerchantOfIntent, obstaclesToPayment } from '../../domain/ladder/obstacles-to-payment.ts'
import { listTransactions } from '../../store/transactions/transactions.ts'
import { currentSpendingSubjectOfCard } from '../levels/subjects.ts'
import { intentPayabilityOf, type IntentPayability } from '../commands/payability.ts'

const listIntents: ReadOperationService<'listIntents'> = (context, { query }) =>
  intentPage(context, { name: 'listIntents', query }, query)

const listCardIntents: ReadOperationService<'listCardIntents'> = async (context, { params, query }) => {
  objectOr404(await findCard(context.db, context.principal, params.cardId), 'card_not_found')
  return intentPage(
    context,
    { name: 'listCardIntents', query, params },
    { cardId: params.cardId, status: query.status },
  )
}

/** A page of intents. Overdue intents are expired first, so that a filter by status does not return them as pending. */
async function intentPage(context: ReadOperationContext, list: IntentList, filters: Filters) {
  await expireOverdueApprovalAsksOfAccount(context, expireOverdueIntents)
  const { customerId, agentId, cardId, status } = filters
  return paginate(context, {
    ...list,
    load: (page) => listRows(context.db, context.principal, { ...page, customerId, agentId, cardId, status }),
    view: (intent) => intentView(intent, intent.names, context.settings),
  })
}
type IntentList = Pick<ApiListDefinition<never, never>, 'name' | 'query' | 'params'>
type Filters = Omit<IntentQuery, 'limit' | 'after'>

const getIntent: ReadOperationService<'getIntent'> = async (
  context,
  { params, query },
): Promise<OperationOutputOf<'getIntent'>> => {
  const intent = await intentOf(context, params.intentId)
  const { waitSeconds = 0, knownStatus = intent.status } = query
  const ms = waitSeconds * SECOND_MS
  const isNews = intent.status !== knownStatus || intent.expiresAt <= context.clock.now()
  const waits = ms > 0 && isIntentWaiting(intent) && !isNews
  if (!waits) return currentView(context, intent)
  const { intentWaits, principal, waitsUntil } = context
  await intentWaits.changed({ intent, caller: principal, ms, until: waitsUntil })
  return currentView(context, await intentOf(context, params.intentId))
}

const intentOf = async ({ db, principal }: ReadOperationContext, id: string): Promise<NamedIntent> =>
  objectOr404(await findIntent(db, principal, id), 'intent_not_found')

async function currentView(
  context: ReadOperationContext,
  intent: NamedIntent,
): Promise<OperationOutputOf<'getIntent'>> {
  const current = await readIntent(context, intent)
  return { ...intentView(current, current.names, context.settings), ...(await intentPayability(context, current)) }
}

/** Stores an agent's report on how a purchase ended. It changes no decision (contract, section 9). */
const reportIntent: WriteOperationService<'reportIntent'> = async (context, { params, body }) => {
  const { principal, clock, settings } = context
  if (body.obstacle !== undefined && body.outcome === 'completed') {
    throw invalidRequestError(
      'obstacle',
      'A completed purchase has no obstacle.',
      'parameter_invalid',
      'Leave `obstacle` out, or send the outcome `failed` or `abandoned`.',
    )
  }
  const { locked, found } = objectOr404(await lockIntent(context, principal, params.intentId), 'intent_not_found')
  const before = await currentIntentState(context, locked, found)
  const now = clock.now()
  const change = intentChangeByPurchaseReport(before, body, { by: principal.id, now })
  if (change !== null) await saveAuditedChanges(locked, [intentSaveStatements([change], now)])
  return intentView(change?.after ?? before, found.names, settings)
}

/** Judges whether an intent may be paid now, by the present policies and spend, and by how its last try ended. */
async function intentPayability(context: ReadOperationContext, intent: IntentState): Promise<IntentPayability> {
  if (!isIntentWaiting(intent)) return {}
  const tries = await triesOf(context, intent)
  const declared = { amount: intent.declared.expectedAmount ?? 0, merchant: expectedMerchantOfIntent(intent) }
  const { subject, now } = await currentSpendingSubjectOfCard(context, intent.cardId, [declared, ...tries])
  return intentPayabilityOf(obstaclesToPayment(intent, { subject, now, tries }))
}

/** The declined charges of the intent's card since the intent was created, decided or corrected, the newest first. */
async function triesOf({ db, principal }: ReadOperationContext, intent: IntentState): Promise<DeclinedChargeTry[]> {
  const since = { createdAfter: intentChargeTriesSince(intent) - 1, limit: MOST_DECLINED_CHARGES, after: null }
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

export const intentHandlers = {
  createIntent: engineOperationHandler(createIntent),
  listCardIntents: readOperationHandler(listCardIntents),
  listIntents: readOperationHandler(listIntents),
  getIntent: readOperationHandler(getIntent),
  approveIntent: engineOperationHandler(approveIntent),
  rejectIntent: engineOperationHandler(rejectIntent),
  cancelIntent: engineOperationHandler(cancelIntent),
  revokeApproval: engineOperationHandler(revokeApproval),
  reportIntent: writeOperationHandler(reportIntent),
}
