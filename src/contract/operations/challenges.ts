import { Challenge, challengeFilters, DecideChallengeBody } from '../resources/challenges.ts'
import { listPageQuery, declareOperation, listPageSchema } from '../operation.ts'

const tag = 'Challenges'
const readers = ['admin', 'approver', 'read', 'agent'] as const
const challenge = { tag, status: 200, response: Challenge } as const
const deciding = {
  ...challenge,
  method: 'POST',
  roles: ['admin', 'approver'],
  body: DecideChallengeBody,
  bodyOptional: true,
  decides: true,
  errors: [
    'challenge_not_found',
    'challenge_not_pending',
    'challenge_of_intent',
    'subject_changed',
    'passkey_required',
    'passkey_refused',
  ],
} as const

const passkeys =
  'Above `approvalPasskeyAbove` of the account, or without an amount, a person has to confirm it with `proof`. A challenge that waits for ' +
  'the approval of an intent is answered by deciding about that intent.'

export const challengeOperations = {
  listChallenges: declareOperation({
    method: 'GET',
    path: '/challenges',
    tag,
    summary: 'List challenges',
    description:
      "An issuer's questions whether the cardholder agrees to a purchase (3-D Secure). With `?status=pending`, those that wait.",
    roles: readers,
    query: listPageQuery(challengeFilters),
    status: 200,
    response: listPageSchema(Challenge),
    errors: [],
  }),
  getChallenge: declareOperation({
    ...challenge,
    method: 'GET',
    path: '/challenges/{challengeId}',
    summary: 'Read a challenge',
    roles: readers,
    errors: ['challenge_not_found'],
  }),
  approveChallenge: declareOperation({
    ...deciding,
    path: '/challenges/{challengeId}/approve',
    summary: 'Approve a challenge',
    description: `The issuer is told that the cardholder agrees. ${passkeys}`,
  }),
  declineChallenge: declareOperation({
    ...deciding,
    path: '/challenges/{challengeId}/decline',
    summary: 'Decline a challenge',
    description: `The issuer is told that the cardholder does not agree. ${passkeys}`,
  }),
} as const
