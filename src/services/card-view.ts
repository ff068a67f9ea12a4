import type { Card as CardAnswer, ChangedCard } from '../contract/cards.ts'
import { nullableTimestamp, timestamp } from '../lib/clock.ts'
import { lockedUntil } from '../domain/credentials.ts'
import { warningsOf } from '../domain/policy-summary.ts'
import type { CardFamily } from '../store/card-family.ts'
import type { Card } from '../store/cards.ts'
import { issuedBy } from './issuers/issued-by.ts'
import type { Deps } from './request/context.ts'

type ViewDeps = Pick<Deps, 'engine' | 'clock' | 'database'>

/** A card as answers show it, with its last purchase, which stands in the journal, and what its issuer knows of it. */
export async function cardView(deps: ViewDeps, card: Card): Promise<CardAnswer> {
  const [lastSpendAt, issuer] = await Promise.all([lastSpendOf(deps, card), issuedBy(deps, card)])
  return { ...view(card, { lastSpendAt, now: deps.clock.now() }), ...(issuer === null ? {} : { issuer }) }
}

async function lastSpendOf({ engine }: ViewDeps, card: Card): Promise<number | null> {
  if (card.first_spend_at === null) return null
  return (await engine.spend({ customerId: card.customer_id, agentId: null, cardId: card.id })).lastApprovedAt
}

interface Moment {
  readonly lastSpendAt: number | null
  readonly now: number
}

const view = (card: Card, { lastSpendAt, now }: Moment): CardAnswer => ({
  id: card.id,
  customerId: card.customer_id,
  agentId: card.agent_id,
  type: card.type,
  usage: card.usage,
  status: card.status,
  last4: card.last4,
  expMonth: card.exp_month,
  expYear: card.exp_year,
  limits: card.limits,
  merchantLock: card.merchant_lock,
  expiresAt: nullableTimestamp(card.expires_at),
  lastSpendAt: nullableTimestamp(lastSpendAt),
  firstSpendAt: nullableTimestamp(card.first_spend_at),
  singleUseConsumedAt: nullableTimestamp(card.consumed_at),
  ...lockedCredentials(card.failed_credentials ?? [], now),
  policy: card.policy,
  ...(card.shadow_policy === null ? {} : { shadowPolicy: card.shadow_policy }),
  ...(card.label === null ? {} : { label: card.label }),
  ...(card.configuration === null ? {} : { configuration: card.configuration }),
  ...(card.metadata === null ? {} : { metadata: card.metadata }),
  ...(card.billing === null ? {} : { billing: card.billing }),
  ...(card.shipping === null ? {} : { shipping: card.shipping }),
  createdAt: timestamp(card.created_at),
})

function lockedCredentials(failures: readonly number[], now: number): Pick<CardAnswer, 'credentialsLockedUntil'> {
  const until = lockedUntil(failures)
  return until === null || until <= now ? {} : { credentialsLockedUntil: timestamp(until) }
}

/** The same for whoever made or changed it. */
export const changedCardView = async (deps: ViewDeps, family: CardFamily): Promise<ChangedCard> => ({
  ...(await cardView(deps, family.card)),
  warnings: warningsOf(family),
})
