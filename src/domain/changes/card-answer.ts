import type { Card as CardAnswer, CardOfEvent } from '../../contract/resources/cards.ts'
import { nullableTimestamp, timestamp } from '../../lib/clock.ts'
import { lockedUntil } from '../credentials.ts'
import type { WholeCard } from './card.ts'

/**
 * Makes the fields of a card that its row has, as requests and events show them. `now`: Unix milliseconds. `more`: a field that
 * requests show and the row does not have.
 */
export const cardAnswer = <More extends Partial<Pick<CardAnswer, 'lastSpendAt'>>>(
  card: WholeCard,
  now: number,
  more: More,
): CardOfEvent & More => ({
  id: card.id,
  customerId: card.customerId,
  agentId: card.agentId,
  type: card.type,
  currency: card.currency,
  usage: card.usage,
  status: card.status,
  last4: card.last4,
  expMonth: card.expMonth,
  expYear: card.expYear,
  limits: card.limits,
  merchantLock: card.merchantLock,
  expiresAt: nullableTimestamp(card.expiresAt),
  ...more,
  firstSpendAt: nullableTimestamp(card.firstSpendAt),
  singleUseConsumedAt: nullableTimestamp(card.consumedAt),
  ...lockedCredentials(card.failedCredentials, now),
  policy: card.policy,
  ...(card.shadowPolicy === undefined ? {} : { shadowPolicy: card.shadowPolicy }),
  ...(card.label === null ? {} : { label: card.label }),
  ...(card.configuration === null ? {} : { configuration: card.configuration }),
  ...(card.metadata === null ? {} : { metadata: card.metadata }),
  ...(card.billing === null ? {} : { billing: card.billing }),
  ...(card.shipping === null ? {} : { shipping: card.shipping }),
  createdAt: timestamp(card.createdAt),
})

function lockedCredentials(failures: readonly number[], now: number): Pick<CardAnswer, 'credentialsLockedUntil'> {
  const until = lockedUntil(failures)
  return until === null || until <= now ? {} : { credentialsLockedUntil: timestamp(until) }
}
