import type { Approval, Subscription } from '@purser/client'
import { formatMoney } from '../../lib/format.ts'
import { withMarkedCharacters } from '../../lib/marked.ts'

export const isSubscriptionId = (id: string): boolean => id.startsWith('sub_')

/** A subscription in one line: `$15.00 a month at Daily News`. */
export const subscriptionHeadline = ({ maxAmount, currency, interval, merchant }: Subscription): string =>
  `${formatMoney(maxAmount, currency)} a ${interval} at ${withMarkedCharacters(merchant)}`

const decided: Readonly<Record<Subscription['status'], Approval['status']>> = {
  pending_approval: 'pending',
  active: 'approved',
  paused: 'approved',
  canceled: 'canceled',
  rejected: 'rejected',
  expired: 'expired',
}

/** The decision about a subscription, as the inbox shows it. An approved subscription stays approved, however it ended. */
export const subscriptionDecisionStatus = ({ status, approvedAt }: Subscription): Approval['status'] =>
  approvedAt === undefined ? decided[status] : 'approved'
