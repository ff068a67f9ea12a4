import type { Policy } from '../contract/policy.ts'
import { DAY_MS, MINUTE_MS } from '../lib/clock.ts'

type Ttl = Pick<Policy, 'ttlMinutes' | 'ttlDays'>

/**
 * When a card expires under its effective policy, in Unix milliseconds. Null: never. If both TTLs are set, the earlier expiry counts
 * (contract, section 5).
 */
export function cardExpiry(createdAt: number, policy: Ttl): number | null {
  const ttlMs = Math.min(minutesMs(policy), daysMs(policy))
  return ttlMs === Number.POSITIVE_INFINITY ? null : createdAt + ttlMs
}

/** The policy field that determines the card's expiry: the shorter of the two TTLs. */
export const cardExpiryField = (policy: Ttl): keyof Ttl =>
  minutesMs(policy) <= daysMs(policy) ? 'ttlMinutes' : 'ttlDays'

const minutesMs = ({ ttlMinutes = Number.POSITIVE_INFINITY }: Ttl) => ttlMinutes * MINUTE_MS
const daysMs = ({ ttlDays = Number.POSITIVE_INFINITY }: Ttl) => ttlDays * DAY_MS
