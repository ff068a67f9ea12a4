import { invalidRequestError } from '../../contract/errors.ts'
import { isOptInEventType } from '../../domain/events/opt-in-events.ts'
import { findEvent, listEvents as listRows } from '../../store/events/events.ts'
import { EVENT_LIFE_MS } from '../../store/due/retention.ts'
import { eventView } from '../live/event-view.ts'
import { instantOfTimestamp } from '../input/instant.ts'
import { FileAnswer, type ReadOperationService } from '../request/context.ts'
import { readOperationHandler } from '../request/handler.ts'
import { objectOr404 } from '../input/or-throw.ts'
import { paginate } from '../request/pagination.ts'

const listEvents: ReadOperationService<'listEvents'> = async (context, { query }) => {
  const { db, principal, clock } = context
  if (query.type !== undefined && isOptInEventType(query.type)) throw notListed()
  const to = instantOfTimestamp('to', query.to)
  const before = to === undefined ? undefined : to + 1
  return paginate(context, {
    name: 'listEvents',
    query,
    load: (page) =>
      listRows(db, principal.accountId, { ...page, type: query.type, before, keptAfter: clock.now() - EVENT_LIFE_MS }),
    view: eventView,
  })
}

const notListed = () =>
  invalidRequestError(
    'type',
    'Events of the audit trail are not listed here.',
    'parameter_invalid',
    'Use `GET /audit`, or a webhook that subscribes to `audit.recorded`.',
  )

const getEvent: ReadOperationService<'getEvent'> = async ({ db, principal, clock }, { params }) => {
  const lookUp = { accountId: principal.accountId, id: params.eventId, keptAfter: clock.now() - EVENT_LIFE_MS }
  return eventView(objectOr404(await findEvent(db, lookUp), 'event_not_found'))
}

const STREAM_TYPE = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' }

const streamEvents: ReadOperationService<'streamEvents'> = async ({ liveEvents, principal, lastEventId }) =>
  new FileAnswer(await liveEvents.open(principal, lastEventId), STREAM_TYPE)

export const eventHandlers = {
  streamEvents: readOperationHandler(streamEvents),
  listEvents: readOperationHandler(listEvents),
  getEvent: readOperationHandler(getEvent),
}
