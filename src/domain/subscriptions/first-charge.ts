import type { IntentOutcome, PendingIntent, TakenBySubscription } from '../entities.ts'
import { isOpen } from './is-open.ts'
import { periodAt } from './periods.ts'
import type { LoadedSubscription } from '../subscription.ts'

interface FirstCharges {
  /** The intents that a purchase can match: one that declares a first charge matches only while its period can be taken. */
  readonly intents: readonly PendingIntent[]
  /** The periods that purchases of these intents take, by the intent's id. */
  readonly periods: ReadonlyMap<string, TakenBySubscription>
}

const NO_PERIODS: ReadonlyMap<string, TakenBySubscription> = new Map()

/** The intents of a card that a purchase can match at a moment, with the periods that they take of the card's subscriptions. */
export function firstCharges(
  intents: readonly PendingIntent[],
  subscriptions: readonly LoadedSubscription[] | undefined,
  now: number,
): FirstCharges {
  if (intents.every(({ subscriptionId }) => subscriptionId === undefined)) return { intents, periods: NO_PERIODS }
  const free = new Map((subscriptions ?? []).map((each) => [each.id, freePeriod(each, now)]))
  const periods = new Map<string, TakenBySubscription>()
  for (const { id, subscriptionId = '' } of intents) {
    const period = free.get(subscriptionId)
    if (period) periods.set(id, period)
  }
  return {
    intents: intents.filter(({ id, subscriptionId }) => subscriptionId === undefined || periods.has(id)),
    periods,
  }
}

/** The present period of a subscription. Null: the subscription is not open, or the period has had its charge. */
export function freePeriod(subscription: LoadedSubscription, now: number): TakenBySubscription | null {
  if (!isOpen(subscription, now)) return null
  const { id, activatedAt, interval, taken } = subscription
  const { startsAt } = periodAt(activatedAt, interval, now)
  return taken?.startsAt === startsAt ? null : { subscriptionId: id, periodStartsAt: startsAt }
}

/** The outcome with the period that the matched intent takes, where it takes one. */
export function withPeriod(outcome: IntentOutcome, periods: FirstCharges['periods']): IntentOutcome {
  const takes = outcome.kind === 'matched' ? periods.get(outcome.intentId) : undefined
  return takes === undefined || outcome.kind !== 'matched' ? outcome : { ...outcome, takes }
}

/** The period of a subscription that an outcome takes. Undefined: it takes none. */
export const takenBy = (outcome: IntentOutcome): TakenBySubscription | undefined =>
  outcome.kind === 'subscribed' ? outcome : outcome.kind === 'matched' ? outcome.takes : undefined
