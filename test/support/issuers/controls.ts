import { DAY_MS } from '../../../src/lib/clock.ts'

/** A purchase that an issuer approved. */
export interface ApprovedPurchase {
  /** The time of the purchase in the issuer's time zone. */
  readonly local: number
  readonly amount: number
  /** The amount of the authorization by now: more than the purchase's if it was incremented. */
  readonly total: number
}

/** A limit of a card at its issuer. */
export interface IssuerLimit {
  readonly limit: number
  /** Whether the limit is for each single purchase, rather than for a period. */
  readonly isOfOne: boolean
  /** Whether an earlier purchase counts towards the limit together with the last one, for instance because both are of one month. */
  readonly counts: (earlier: ApprovedPurchase, last: ApprovedPurchase) => boolean
}

/** Whether the last purchase exceeds the issuer's limit: by itself, or with the earlier purchases that count together with it. */
export function isRefusedByIssuerLimit(
  { limit, isOfOne, counts }: IssuerLimit,
  passed: readonly ApprovedPurchase[],
): boolean {
  const last = passed.at(-1) as ApprovedPurchase
  if (isOfOne) return last.total > limit
  return passed.filter((earlier) => counts(earlier, last)).reduce((sum, { amount }) => sum + amount, 0) > limit
}

/** Stripe's limits, for days, weeks and months of the calendar, read from the form that Stripe is sent. */
export function stripeLimitsIn(form: string): IssuerLimit[] {
  const params = new URLSearchParams(form)
  const named = [...params].filter(([name]) => name.endsWith('[interval]'))
  return named.map(([name, interval]) => {
    const period = periods[interval]
    if (period === undefined) throw new Error(`Stripe knows no ${interval}`)
    const limit = Number(params.get(name.replace('[interval]', '[amount]')))
    const isOfOne = interval === 'per_authorization'
    return { limit, isOfOne, counts: (earlier, last) => period(earlier.local) === period(last.local) }
  })
}

const periods: Readonly<Record<string, (at: number) => number | string>> = {
  per_authorization: (at) => at,
  daily: (at) => Math.floor(at / DAY_MS),
  weekly: (at) => Math.floor((at / DAY_MS + 3) / 7),
  monthly: (at) => new Date(at).toISOString().slice(0, 7),
  all_time: () => 0,
}

/** Lithic's limit, read from the JSON that Lithic is sent. A card has at most one, and 0 is none. */
export function lithicLimitsIn(json: string): IssuerLimit[] {
  const { spend_limit: limit, spend_limit_duration: duration } = JSON.parse(json) as Record<string, unknown>
  const begin = begins[duration as string]
  if (begin === undefined) throw new Error(`Lithic knows no ${String(duration)}`)
  const isOfOne = duration === 'TRANSACTION'
  const counts = (earlier: ApprovedPurchase, last: ApprovedPurchase) => earlier.local >= begin(last.local)
  return limit === 0 ? [] : [{ limit: limit as number, isOfOne, counts }]
}

/** When the period of a purchase begins. A month begins six days after the same date of the month before. */
const begins: Readonly<Record<string, (at: number) => number>> = {
  TRANSACTION: (at) => at,
  FOREVER: () => Number.NEGATIVE_INFINITY,
  MONTHLY: (at) => {
    const date = new Date(at)
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
    const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
    return Date.UTC(year, month - 1, Math.min(date.getUTCDate(), last)) + 6 * DAY_MS
  },
}
