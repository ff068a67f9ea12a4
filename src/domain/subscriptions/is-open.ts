import type { LoadedSubscription } from '../subscription.ts'

/** Whether a subscription is active, and its end has not come. */
export const isSubscriptionOpen = ({ status, until }: LoadedSubscription, now: number): boolean =>
  status === 'active' && (until === null || now < until)
