import { currencyUnlessDefault } from '../../domain/currencies.ts'
import type { Subscription } from '../../contract/resources/subscriptions/subscriptions.ts'
import { isoTimestamp } from '../../lib/clock.ts'
import { type SubscriptionPeriod, subscriptionPeriodAt } from '../../domain/subscriptions/periods.ts'
import { hashOfDecisionSubject, subscriptionSubject } from '../../domain/changes/subject.ts'
import type { SubscriptionState } from '../../domain/subscription.ts'
import type { NamedSubscription } from '../../store/subscriptions/subscriptions.ts'
import { levelNamesView } from '../commands/intent-view.ts'
import type { NodeDeps } from '../request/context.ts'

/** The answer about a subscription, with its present period and the next purchase. */
export const subscriptionView = (
  { clock, settings }: Pick<NodeDeps, 'clock' | 'settings'>,
  subscription: NamedSubscription,
): Subscription => ({
  id: subscription.id,
  customerId: subscription.customerId,
  agentId: subscription.agentId,
  cardId: subscription.cardId,
  ...levelNamesView(subscription.names),
  ...currencyUnlessDefault(subscription.names.currency),
  status: subscription.status,
  ...subscription.declared,
  ...optional('until', subscription.until),
  requiresApproval: subscription.requiresApproval,
  ...(subscription.approvalReasons.length === 0 ? {} : { approvalReasons: [...subscription.approvalReasons] }),
  requestedBy: subscription.requestedBy,
  ...decisionOf(subscription),
  ...(subscription.status === 'pending_approval'
    ? {
        subjectHash: hashOfDecisionSubject(subscriptionSubject(subscription)),
        approvalUrl: `${settings.publicUrl}/approvals/${subscription.id}`,
      }
    : {}),
  ...optional('activatedAt', subscription.activatedAt),
  ...optional('pausedAt', subscription.pausedAt),
  ...optional('canceledAt', subscription.canceledAt),
  ...courseOf(subscription, clock.now()),
  ...(subscription.exceeded === null ? {} : { exceeded: subscription.exceeded }),
  ...optional('expiresAt', subscription.expiresAt),
  createdAt: isoTimestamp(subscription.createdAt),
})

const optional = <Name extends string>(name: Name, at: number | null): { [Key in Name]?: string } =>
  at === null ? {} : ({ [name]: isoTimestamp(at) } as { [Key in Name]?: string })

/** The decision about a subscription: by whom, and when. */
function decisionOf({ status, decidedBy: by, decidedAt: at, decisionNote: note }: SubscriptionState) {
  if (by === null || at === null) return {}
  if (status !== 'rejected') {
    return { approvedBy: by, approvedAt: isoTimestamp(at), ...(note === null ? {} : { decisionNote: note }) }
  }
  const noted = note === null ? {} : { rejectionReason: note, decisionNote: note }
  return { rejectedBy: by, rejectedAt: isoTimestamp(at), ...noted }
}

/** The subscription's present period, and when its next purchase is possible. Empty if the subscription is not active. */
function courseOf(subscription: SubscriptionState, now: number): Pick<Subscription, 'period' | 'next'> {
  const { status, activatedAt, declared, taken, until } = subscription
  if (status !== 'active' || activatedAt === null) return {}
  const period = subscriptionPeriodAt(activatedAt, declared.interval, Math.max(now, activatedAt))
  const purchase = taken?.startsAt === period.startsAt ? taken : null
  const from = purchase === null ? period.startsAt : period.endsAt
  const next =
    until === null || from < until ? { next: { from: isoTimestamp(from), maxAmount: declared.maxAmount } } : {}
  return { period: periodView(period, purchase), ...next }
}

const periodView = (
  { startsAt, endsAt }: SubscriptionPeriod,
  purchase: SubscriptionState['taken'],
): NonNullable<Subscription['period']> => ({
  startsAt: isoTimestamp(startsAt),
  endsAt: isoTimestamp(endsAt),
  ...(purchase === null ? {} : { transactionId: purchase.transactionId }),
})
