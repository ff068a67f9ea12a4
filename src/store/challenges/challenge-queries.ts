import { systemAct } from '../../domain/audit/record.ts'
import type { ChallengeChange, ChallengeState } from '../../domain/changes/challenge.ts'
import { challengeConsequences } from '../../domain/changes/challenge-consequences.ts'
import { bucketOf } from '../../lib/buckets.ts'
import type { Saving } from '../changes/saving.ts'
import { callIssuers } from '../issuer-calls/issuer-calls.ts'
import { insertInto, update } from '../statements/write.ts'

/** The audit trail records the expiry of a challenge as an act of the service, even if the service noticed it during somebody's request. */
export const CHALLENGE_EXPIRY = systemAct('expireChallenge')

/**
 * Makes the statements that save new and changed challenges, with all consequences of the changes. If an issuer waits for the answer to a
 * challenge, the call to the issuer falls due. `now`: Unix milliseconds.
 */
export function challengeSaving(changes: readonly ChallengeChange[], now: number): Saving {
  const followed = changes.map((change) => ({ ...change, ...challengeConsequences(change, now) }))
  const isNew = ({ before }: ChallengeChange) => before === null
  const unanswered = changes.filter(({ after }) => isUnanswered(after)).map(({ after }) => after.cardId)
  return {
    customerIds: followed.map(({ after }) => after.customerId),
    audited: followed.map(({ audited, isByTime }) => ({ ...audited, ...(isByTime ? { act: CHALLENGE_EXPIRY } : {}) })),
    queries: [
      ...insertChallenges(followed.filter(isNew).map(({ after }) => newRow(after))),
      ...updateChallenges(followed.filter((change) => !isNew(change)).map(({ after }) => endRow(after))),
      ...callIssuers([...new Set(unanswered)]),
    ],
    events: followed.flatMap(({ events }) => events),
  }
}

const isUnanswered = ({ status, answerUntil, answeredAt }: ChallengeState): boolean =>
  status !== 'pending' && answerUntil !== null && answeredAt === null

const endRow = (challenge: ChallengeState) => ({
  bucket: bucketOf(challenge.id),
  id: challenge.id,
  status: challenge.status,
  decided_by: challenge.decidedBy,
  decided_at: challenge.decidedAt,
  note: challenge.note,
  expires_at: challenge.expiresAt,
  answer_until: challenge.answerUntil,
  answered_at: challenge.answeredAt,
})
const endColumns = {
  bucket: 'smallint',
  id: 'word',
  status: 'word',
  decided_by: 'word',
  decided_at: 'bigint',
  note: 'text',
  expires_at: 'bigint',
  answer_until: 'bigint',
  answered_at: 'bigint',
} as const
const updateChallenges = update<ReturnType<typeof endRow>>('challenges', endColumns)

const newRow = (challenge: ChallengeState) => ({
  ...endRow(challenge),
  account_id: challenge.accountId,
  customer_id: challenge.customerId,
  agent_id: challenge.agentId,
  card_id: challenge.cardId,
  issuer: challenge.issuer,
  reference: challenge.reference,
  amount: challenge.amount,
  currency: challenge.currency,
  merchant_amount: challenge.merchantAmount,
  merchant_currency: challenge.merchantCurrency,
  merchant: challenge.merchant,
  intent_id: challenge.intentId,
  created_at: challenge.createdAt,
})
const insertChallenges = insertInto<ReturnType<typeof newRow>>('challenges', {
  ...endColumns,
  account_id: 'word',
  customer_id: 'word',
  agent_id: 'word',
  card_id: 'word',
  issuer: 'word',
  reference: 'text',
  amount: 'bigint',
  currency: 'word',
  merchant_amount: 'bigint',
  merchant_currency: 'word',
  merchant: 'json',
  intent_id: 'word',
  created_at: 'bigint',
})
