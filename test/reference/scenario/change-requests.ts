import { nobodys, of, subjectHashOf } from '../documented.ts'
import { shown, type Step, untold } from '../step.ts'
import { travelCard } from './cards.ts'
import { company, traveller } from './people.ts'

const request = (number: number) => ({ path: { changeRequestId: of('chg', number) } })
const hotel = {
  cardId: travelCard,
  wanted: { allow: { merchant: 'Hilton' }, policy: { limits: { perAuth: 60_000 } } },
  why: 'The fair moved to a city without a Marriott',
  purchase: { amount: 58_000, merchant: { name: 'HILTON', mcc: '7011' } },
}

/** What agents ask people to change, and what people say. */
export const changeRequests: readonly Step[] = [
  shown('createChangeRequest', 'merchantAndLimit', 'A shop more, and a higher limit', { body: hotel }),
  shown('createChangeRequest', 'again', 'The same again', { body: hotel, status: 200 }),
  shown('createChangeRequest', 'notAskable', 'What nobody can ask for', {
    body: { cardId: travelCard, wanted: { policy: { requireApproval: false } }, why: 'It takes long' },
    status: 400,
  }),
  shown('createChangeRequest', 'ofAgent', 'Of the agent itself', {
    body: { agentId: traveller, wanted: { limits: { perDay: 200_000 } }, why: 'Two trips on one day', ttlMinutes: 60 },
  }),
  shown('listChangeRequests', 'pending', 'What waits for a person', {
    query: { status: 'pending', customerId: company },
  }),
  shown('getChangeRequest', 'pending', 'One that waits, with what it would change', request(1)),
  shown('getChangeRequest', 'unknown', 'An id that is not there', {
    path: { changeRequestId: nobodys('chg') },
    status: 404,
  }),
  shown('approveChangeRequest', 'withNote', 'With a note for the agent', {
    ...request(1),
    body: { note: 'For this fair', shown: subjectHashOf(of('chg', 1)) },
  }),
  shown('approveChangeRequest', 'decided', 'One that was decided', { ...request(1), status: 409 }),
  shown('rejectChangeRequest', 'withNote', 'With the reason', {
    ...request(2),
    body: { note: 'One trip a day is enough' },
  }),
  untold('createChangeRequest', {
    body: { cardId: travelCard, wanted: { policy: { cooldownMinutes: 0 } }, why: 'Two tickets in a row' },
  }),
  shown('cancelChangeRequest', 'canceled', 'A change that is not needed any more', request(3)),
  untold('createChangeRequest', {
    body: { cardId: travelCard, wanted: { limits: { perDay: 70_000 } }, why: 'A long day', ttlMinutes: 1 },
  }),
]
