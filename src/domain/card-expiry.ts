import type { Policy } from '../contract/policy.ts'
import { DAY_MS, MINUTE_MS } from '../lib/clock.ts'

/** When a card expires by its effective policy, Unix milliseconds; null: never. Of two TTLs the earlier (contract, section 5). */
export function cardExpiry(createdAt: number, policy: Policy): number | null {
  const { ttlMinutes, ttlDays } = policy
  const times = [
    ttlMinutes === undefined ? [] : [createdAt + ttlMinutes * MINUTE_MS],
    ttlDays === undefined ? [] : [createdAt + ttlDays * DAY_MS],
  ].flat()
  return times.length === 0 ? null : Math.min(...times)
}

/** The field that sets the expiry. */
export const expiryField = ({ ttlMinutes, ttlDays }: Policy): 'ttlMinutes' | 'ttlDays' =>
  ttlMinutes !== undefined && ttlMinutes * MINUTE_MS <= (ttlDays ?? Number.POSITIVE_INFINITY) * DAY_MS
    ? 'ttlMinutes'
    : 'ttlDays'
