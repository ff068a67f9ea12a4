import { nobodys, of, subjectHashOf } from '../documented.ts'
import { later, shown, type Step, untold } from '../step.ts'
import { officeCard, travelCard } from './cards.ts'
import { company } from './people.ts'

const subscription = (number: number) => ({ path: { subscriptionId: of('sub', number) } })
const onCard = { path: { cardId: travelCard } }
const lounge = { merchant: 'Marriott', maxAmount: 3_900, interval: 'month', purpose: 'The lounge at the airport' }
const hotel = { name: 'MARRIOTT', mcc: '7011', city: 'BOSTON', country: 'US' }
const maps = { merchant: 'Amtrak', maxAmount: 12_000, interval: 'year', purpose: 'The rail card' }

/** Purchases that come again, and who decides about them. */
export const subscriptions: readonly Step[] = [
  untold('updateCard', { path: { cardId: officeCard }, body: { policy: { requireApproval: true } } }),
  shown('createSubscription', 'active', 'One that needs no person', { ...onCard, body: lounge }),
  shown('createSubscription', 'waiting', 'One that a person has to agree to', {
    path: { cardId: officeCard },
    body: { ...maps, expectedOrigin: 'https://www.amtrak.com' },
  }),
  shown('createSubscription', 'ended', 'One that would be over already', {
    ...onCard,
    body: { ...lounge, until: '2020-01-01T00:00:00Z' },
    status: 400,
  }),
  shown('listSubscriptions', 'pending', 'What waits for a person', {
    query: { status: 'pending_approval', customerId: company },
  }),
  shown('listCardSubscriptions', 'ofCard', 'Those of a card', onCard),
  shown('getSubscription', 'active', 'One that is active, with what is next', subscription(1)),
  shown('getSubscription', 'unknown', 'An id that is not there', {
    path: { subscriptionId: nobodys('sub') },
    status: 404,
  }),
  shown('approveSubscription', 'withNote', 'With a note for the agent', {
    ...subscription(2),
    body: { note: 'It pays off', shown: subjectHashOf(of('sub', 2)) },
  }),
  shown('approveSubscription', 'decided', 'One that was decided', { ...subscription(2), status: 409 }),
  untold('createSubscription', { path: { cardId: officeCard }, body: maps }),
  shown('rejectSubscription', 'withReason', 'With the reason', {
    ...subscription(3),
    body: { reason: 'There is one already' },
  }),
  // The first purchase of the period matches, and the second does not.
  untold('createAuthorization', { body: { cardId: travelCard, amount: 390, merchant: hotel } }),
  untold('createAuthorization', { body: { cardId: travelCard, amount: 380, merchant: hotel } }),
  shown('pauseSubscription', 'paused', 'One that is active', subscription(1)),
  shown('resumeSubscription', 'active', 'One that is paused', subscription(1)),
  shown('cancelSubscription', 'canceled', 'One that is not needed any more', subscription(1)),
  shown('pauseSubscription', 'ended', 'One that has ended', { ...subscription(1), status: 409 }),
  untold('updateCard', { path: { cardId: officeCard }, body: { policy: { requireApproval: null } } }),
  untold('createSubscription', { ...onCard, body: { ...lounge, until: '2026-03-02T09:54:00Z' } }),
  later(2),
]
