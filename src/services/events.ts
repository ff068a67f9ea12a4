import type { Event } from '../contract/events.ts'
import { timestamp } from '../lib/clock.ts'
import { findEvent, listEvents as listRows, type StoredEvent } from '../store/events.ts'
import type { ReadService } from './context.ts'
import { found } from './ownership.ts'
import { mapPage, paginate } from './pagination.ts'

export const listEvents: ReadService<'listEvents'> = async (context, { query }) => {
  const { db, principal } = context
  const page = await paginate(context, { name: 'listEvents', query }, (request) =>
    listRows(db, principal.accountId, { ...request, type: query.type }),
  )
  return mapPage(page, eventView)
}

export const getEvent: ReadService<'getEvent'> = async ({ db, principal }, { params }) =>
  eventView(found(await findEvent(db, principal.accountId, params.eventId), 'event_not_found'))

const eventView = (event: StoredEvent): Event => ({
  id: event.id,
  type: event.type,
  createdAt: timestamp(event.created_at),
  data: event.data,
})
