import { isoTimestamp } from '../../lib/clock.ts'
import { challengeAuditChange } from './audited.ts'
import type { ResourceChangesOfAct } from '../audit/audited-act.ts'
import type { DomainEvent } from '../events/events.ts'
import { challengeLifecycle } from '../lifecycles/challenge.ts'
import type { UnsavedChallengeChange, ChallengeState } from './challenge.ts'

/** The consequences of a change of a challenge, which have to be saved and sent. */
export interface ChallengeConsequences {
  readonly audited: ResourceChangesOfAct
  readonly events: readonly DomainEvent[]
}

/** Computes the consequences of a change of a challenge. A new deadline has no event. `now`: Unix milliseconds. */
export const challengeConsequences = (
  { before, after }: UnsavedChallengeChange,
  now: number,
): ChallengeConsequences => ({
  audited: challengeAuditChange(before, after),
  events:
    before?.status === after.status
      ? []
      : [
          {
            type: challengeLifecycle[after.status].event,
            data: { challengeId: after.id, ...sharedChallengeFields(after) },
            accountId: after.accountId,
            customerId: after.customerId,
            at: before === null ? after.createdAt : (after.decidedAt ?? now),
          },
        ],
})

/** The fields of a challenge that are both in answers and in events. */
export const sharedChallengeFields = (challenge: ChallengeState) => ({
  customerId: challenge.customerId,
  agentId: challenge.agentId,
  cardId: challenge.cardId,
  issuer: challenge.issuer,
  status: challenge.status,
  ...(challenge.amount === null ? {} : { amount: challenge.amount }),
  ...(challenge.currency === null ? {} : { currency: challenge.currency }),
  ...(challenge.merchantAmount === null ? {} : { merchantAmount: challenge.merchantAmount }),
  ...(challenge.merchantCurrency === null ? {} : { merchantCurrency: challenge.merchantCurrency }),
  merchant: challenge.merchant,
  ...(challenge.intentId === null ? {} : { intentId: challenge.intentId }),
  ...(challenge.decidedBy === null ? {} : { decidedBy: challenge.decidedBy }),
  ...(challenge.note === null ? {} : { note: challenge.note }),
  expiresAt: isoTimestamp(challenge.expiresAt),
})
