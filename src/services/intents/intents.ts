import type { OutputOf } from '../../contract/operations.ts'
import { isWaiting } from '../../domain/intents/intent.ts'
import { SECOND_MS } from '../../lib/clock.ts'
import { findCard } from '../../store/cards/cards.ts'
import { findIntent, type IntentQuery, listIntents as listRows, type NamedIntent } from '../../store/intents/intents.ts'
import { namesIn } from '../../store/statements/names.ts'
import { intentState } from '../../store/rows/states.ts'
import type { ReadContext, ReadService } from '../request/context.ts'
import { reportIntent } from './intent-report.ts'
import { approveIntent, cancelIntent, createIntent, rejectIntent, revokeApproval } from './intent-commands.ts'
import { engine, read, write } from '../request/handler.ts'
import { expireOverdue, readIntent } from './intent-expiry.ts'
import { intentView } from '../commands/intent-view.ts'
import { intentPayability } from './payable-intent.ts'
import { orThrow } from '../input/or-throw.ts'
import { type Listing, paginate } from '../request/pagination.ts'

const listIntents: ReadService<'listIntents'> = (context, { query }) =>
  intentPage(context, { name: 'listIntents', query }, query)

const listCardIntents: ReadService<'listCardIntents'> = async (context, { params, query }) => {
  orThrow(await findCard(context.db, context.principal, params.cardId), 'card_not_found')
  return intentPage(
    context,
    { name: 'listCardIntents', query, params },
    { cardId: params.cardId, status: query.status },
  )
}

/** A page of intents. Overdue intents are expired first, so that a filter by status does not return them as pending. */
async function intentPage(context: ReadContext, list: IntentList, filters: Filters) {
  await expireOverdue(context)
  const { customerId, agentId, cardId, status } = filters
  return paginate(context, {
    ...list,
    load: (page) => listRows(context.db, context.principal, { ...page, customerId, agentId, cardId, status }),
    view: (row) => intentView(intentState(row), namesIn(row), context.settings),
  })
}
type IntentList = Pick<Listing<never, never>, 'name' | 'query' | 'params'>
type Filters = Omit<IntentQuery, 'limit' | 'after'>

const getIntent: ReadService<'getIntent'> = async (context, { params, query }): Promise<OutputOf<'getIntent'>> => {
  const intent = await intentOf(context, params.intentId)
  const { waitSeconds = 0, knownStatus = intent.status } = query
  const ms = waitSeconds * SECOND_MS
  const isNews = intent.status !== knownStatus || intent.expires_at <= context.clock.now()
  const waits = ms > 0 && isWaiting(intent) && !isNews
  if (!waits) return currentView(context, intent)
  const { intentWaits, principal, waitsUntil } = context
  await intentWaits.changed({ intent, caller: principal, ms, until: waitsUntil })
  return currentView(context, await intentOf(context, params.intentId))
}

const intentOf = async ({ db, principal }: ReadContext, id: string): Promise<NamedIntent> =>
  orThrow(await findIntent(db, principal, id), 'intent_not_found')

async function currentView(context: ReadContext, intent: NamedIntent): Promise<OutputOf<'getIntent'>> {
  const { intent: current, names } = await readIntent(context, intent)
  return { ...intentView(current, names, context.settings), ...(await intentPayability(context, current)) }
}

export const intentHandlers = {
  createIntent: engine(createIntent),
  listCardIntents: read(listCardIntents),
  listIntents: read(listIntents),
  getIntent: read(getIntent),
  approveIntent: engine(approveIntent),
  rejectIntent: engine(rejectIntent),
  cancelIntent: engine(cancelIntent),
  revokeApproval: engine(revokeApproval),
  reportIntent: write(reportIntent),
}
