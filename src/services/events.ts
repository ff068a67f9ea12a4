import type { Event } from '../contract/events.ts'
import { timestamp } from '../lib/clock.ts'
import { findEvent, listEvents as listRows, type StoredEvent } from '../store/events.ts'
import { EVENT_LIFE_MS } from '../store/retention.ts'
import type { ReadService } from './request/context.ts'
import { read } from './request/handler.ts'
import { found } from './ownership.ts'
import { paginate } from './request/pagination.ts'

const listEvents: ReadService<'listEvents'> = async (context, { query }) => {
  const { db, principal, clock } = context
  return paginate(context, {
    name: 'listEvents',
    query,
    load: (page) =>
      listRows(db, principal.accountId, { ...page, type: query.type, keptAfter: clock.now() - EVENT_LIFE_MS }),
    view: eventView,
  })
}

const getEvent: ReadService<'getEvent'> = async ({ db, principal, clock }, { params }) => {
  const asked = { accountId: principal.accountId, id: params.eventId, keptAfter: clock.now() - EVENT_LIFE_MS }
  return eventView(found(await findEvent(db, asked), 'event_not_found'))
}

const eventView = (event: StoredEvent): Event => ({
  id: event.id,
  type: event.type,
  createdAt: timestamp(event.created_at),
  data: event.data,
})

export const eventHandlers = {
  listEvents: read(listEvents),
  getEvent: read(getEvent),
}
