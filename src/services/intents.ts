import type { OutputOf } from '../contract/operations.ts'
import { findCard } from '../store/cards.ts'
import { findIntent, type IntentQuery, listIntents as listRows } from '../store/intents.ts'
import { namesIn } from '../store/names.ts'
import { intentState } from '../store/states.ts'
import type { ReadContext, ReadService } from './request/context.ts'
import { approveIntent, cancelIntent, createIntent, rejectIntent } from './intent-commands.ts'
import { engine, read } from './request/handler.ts'
import { expireOverdue, readIntent } from './intent-expiry.ts'
import { intentView } from './intent-view.ts'
import { found } from './ownership.ts'
import { type Listing, paginate } from './request/pagination.ts'

const listIntents: ReadService<'listIntents'> = (context, { query }) =>
  intentPage(context, { name: 'listIntents', query }, query)

const listCardIntents: ReadService<'listCardIntents'> = async (context, { params, query }) => {
  found(await findCard(context.db, context.principal, params.cardId), 'card_not_found')
  return intentPage(
    context,
    { name: 'listCardIntents', query, params },
    { cardId: params.cardId, status: query.status },
  )
}

/** What is overdue ends first: a filter by status must not meet an intent that only looks pending. */
async function intentPage(context: ReadContext, list: IntentList, filters: Filters) {
  await expireOverdue(context)
  const { customerId, agentId, cardId, status } = filters
  return paginate(context, {
    ...list,
    load: (page) => listRows(context.db, context.principal, { ...page, customerId, agentId, cardId, status }),
    view: (row) => intentView(intentState(row), namesIn(row)),
  })
}
type IntentList = Pick<Listing<never, never>, 'name' | 'query' | 'params'>
type Filters = Omit<IntentQuery, 'limit' | 'after'>

const getIntent: ReadService<'getIntent'> = async (context, { params }): Promise<OutputOf<'getIntent'>> => {
  const intent = found(await findIntent(context.db, context.principal, params.intentId), 'intent_not_found')
  const current = await readIntent(context, intent)
  return intentView(intentState(current), namesIn(current))
}

export const intentHandlers = {
  createIntent: engine(createIntent),
  listCardIntents: read(listCardIntents),
  listIntents: read(listIntents),
  getIntent: read(getIntent),
  approveIntent: engine(approveIntent),
  rejectIntent: engine(rejectIntent),
  cancelIntent: engine(cancelIntent),
}
