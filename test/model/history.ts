import type { Policy, PolicyLevel, LimitWindow } from '../../src/contract/policy.ts'
import type { Case, Past } from './case.ts'

export const levels: readonly PolicyLevel[] = ['customer', 'agent', 'card']
export const windows: readonly LimitWindow[] = ['perAuth', 'perDay', 'perWeek', 'perMonth', 'total']
export const minute = 60_000
export const day = 1440 * minute

export interface Setting<T> {
  readonly value: T | undefined
  readonly level: PolicyLevel | 'default'
}

/** What the most specific level that sets it says, and which level that is. */
export type Policies = { readonly [L in PolicyLevel]: { readonly policy: Policy } | null }

export function mostSpecific<T>(c: Policies, read: (policy: Policy) => T | undefined): Setting<T> {
  for (const level of levels.toReversed()) {
    const holder = c[level]
    const value = holder === null ? undefined : read(holder.policy)
    if (value !== undefined) return { value, level }
  }
  return { value: undefined, level: 'default' }
}

/** The limit of the policy in a window: for one authorization the smaller of two fields. */
export function limitInForce(c: Case, window: LimitWindow): { rule: string; level: string; limit: number } | undefined {
  const own = mostSpecific(c, (policy) => policy.limits?.[window])
  const most = mostSpecific(c, (policy) => policy.maxAmount)
  if (window === 'perAuth' && most.value !== undefined && (own.value === undefined || most.value < own.value)) {
    return { rule: 'maxAmount', level: most.level, limit: most.value }
  }
  return own.value === undefined ? undefined : { rule: `limits.${window}`, level: own.level, limit: own.value }
}

/** The level that the policy counts for: the card; without one the most specific level given. */
export const countingLevel = (c: Case): PolicyLevel => (c.card ? 'card' : c.agent ? 'agent' : 'customer')

/** What was spent in a window beneath a level. */
export function pastIn(c: Case, level: PolicyLevel, window: LimitWindow): Past[] {
  const { now } = c.request
  const beneath = c.history.filter((past) => levels.indexOf(past.by) >= levels.indexOf(level))
  if (window === 'perAuth') return []
  if (window === 'perDay') return beneath.filter(({ at }) => now < at + day)
  if (window === 'perWeek') return beneath.filter(({ at }) => now < at + 7 * day)
  if (window === 'perMonth') return beneath.filter(({ at }) => monthOf(at) === monthOf(now))
  return beneath
}

export const net = (past: readonly Pick<Past, 'amount' | 'givenBack'>[]) =>
  past.reduce((sum, entry) => sum + entry.amount - entry.givenBack, 0)

/** Cents that count against a limit; for one authorization what it holds already. */
export const spentIn = (c: Case, level: PolicyLevel, window: LimitWindow): number =>
  window === 'perAuth' ? (c.request.authorizedBefore ?? 0) : net(pastIn(c, level, window))

export const iso = (at: number) => new Date(at).toISOString()
export const monthOf = (at: number) => iso(at).slice(0, 7)

/** When at most `most` cents are left in a window: tried at each moment at which something leaves it. */
export function momentOfRoom(c: Case, level: PolicyLevel, window: LimitWindow, most: number): string | undefined {
  if (most < 0 || window === 'perAuth' || window === 'total') return undefined
  if (window === 'perMonth') {
    const date = new Date(c.request.now)
    return iso(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1))
  }
  const length = window === 'perDay' ? day : 7 * day
  const past = pastIn(c, level, window)
  const moments = past.map(({ at }) => at + length)
  const moment = moments.find((at) => net(past.filter((entry) => at < entry.at + length)) <= most)
  return moment === undefined ? undefined : iso(moment)
}
