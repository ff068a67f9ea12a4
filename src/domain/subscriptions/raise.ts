import type { DeclaredSubscription } from '../subscription.ts'

type Cost = Pick<DeclaredSubscription, 'maxAmount' | 'interval'>

const PERIODS_A_YEAR = { week: 53, month: 12, year: 1 } as const
const costOfYear = ({ maxAmount, interval }: Cost): number => maxAmount * PERIODS_A_YEAR[interval]

/** Whether a subscription may take more than another one: in one charge, or in a year. */
export const isSubscriptionRaise = (requested: Cost, before: Cost): boolean =>
  requested.maxAmount > before.maxAmount || costOfYear(requested) > costOfYear(before)
