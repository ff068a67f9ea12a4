import { nobodys, of, subjectHashOf } from '../documented.ts'
import { later, shown, type Step, untold } from '../step.ts'
import { travelCard } from './cards.ts'
import { company } from './people.ts'

const challenge = (number: number) => ({ path: { challengeId: of('chl', number) } })

/** What an issuer asks about purchases, and what people answer. */
export const challenges: readonly Step[] = [
  shown('listChallenges', 'pending', 'What waits for an answer', {
    challenges: travelCard,
    query: { status: 'pending', customerId: company },
  }),
  shown('getChallenge', 'pending', 'One that waits', challenge(1)),
  shown('getChallenge', 'unknown', 'An id that is not there', { path: { challengeId: nobodys('chl') }, status: 404 }),
  shown('approveChallenge', 'withNote', 'With a note', {
    ...challenge(1),
    body: { note: 'I ordered it', shown: subjectHashOf(of('chl', 1)) },
  }),
  shown('approveChallenge', 'decided', 'One that was decided', { ...challenge(1), status: 409 }),
  shown('declineChallenge', 'withNote', 'With the reason', {
    challenges: travelCard,
    ...challenge(2),
    body: { note: 'Nobody ordered this' },
  }),
  untold('listChallenges', { challenges: travelCard }),
  later(6),
]
