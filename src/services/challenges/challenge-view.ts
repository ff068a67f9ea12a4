import type { Challenge as ChallengeAnswer } from '../../contract/resources/challenges.ts'
import { SECOND_MS, isoTimestamp } from '../../lib/clock.ts'
import { sharedChallengeFields } from '../../domain/changes/challenge-consequences.ts'
import { challengeSubject, hashOfDecisionSubject } from '../../domain/changes/subject.ts'
import { approvalIdOfIntent } from '../../domain/intents/intent.ts'
import type { NamedChallenge } from '../../store/challenges/challenges.ts'
import { levelNamesView } from '../commands/intent-view.ts'
import type { NodeDeps } from '../request/context.ts'

/** Makes the answer about a challenge. */
export const challengeView = (
  { clock, settings }: Pick<NodeDeps, 'clock' | 'settings'>,
  challenge: NamedChallenge,
): ChallengeAnswer => ({
  id: challenge.id,
  ...sharedChallengeFields(challenge),
  ...levelNamesView(challenge.names),
  ...(challenge.status === 'pending' ? waiting(challenge, clock.now(), settings.publicUrl) : {}),
  ...(challenge.decidedAt === null ? {} : { decidedAt: isoTimestamp(challenge.decidedAt) }),
  ...(challenge.answeredAt === null ? {} : { answeredAt: isoTimestamp(challenge.answeredAt) }),
  ...(challenge.answerError === null ? {} : { answerError: challenge.answerError }),
  createdAt: isoTimestamp(challenge.createdAt),
})

/**
 * The fields that the answer about a challenge has only while the challenge waits. Where an intent's approval decides the challenge,
 * `approvalUrl` is the page of that approval.
 */
const waiting = (challenge: NamedChallenge, now: number, publicUrl: string) => ({
  ...(challenge.intentId === null ? { subjectHash: hashOfDecisionSubject(challengeSubject(challenge)) } : {}),
  secondsLeft: Math.max(0, Math.floor((challenge.expiresAt - now) / SECOND_MS)),
  approvalUrl: `${publicUrl}/approvals/${challenge.intentId === null ? challenge.id : approvalIdOfIntent(challenge.intentId)}`,
})
