import type { EventType } from '../../contract/events.ts'
import type { ChallengeStatus } from '../../contract/resources/challenges.ts'
import type { ResourceLifecycle } from './moves.ts'

/**
 * The status changes of a challenge (contract, section 9). A challenge that a declared intent answers at once is never pending: its first
 * status is `approved`. If too many challenges of the card are pending already, the first status of another one is `declined`. Every status
 * but `pending` is final.
 */
export const challengeLifecycle = {
  pending: { from: [], by: ['request'], event: 'challenge.requested' },
  approved: { from: ['pending'], by: ['request', 'decision', 'intent'], event: 'challenge.approved' },
  declined: { from: ['pending'], by: ['request', 'decision', 'intent'], event: 'challenge.declined' },
  expired: { from: ['pending'], by: ['time'], event: 'challenge.expired' },
} as const satisfies ResourceLifecycle<ChallengeStatus, 'request' | 'decision' | 'intent' | 'time', EventType>
