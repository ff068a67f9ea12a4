import { policyLevels, limitWindows, type LimitWindow } from '../../contract/policy.ts'
import type { SpendingCap } from '../decision/caps.ts'
import { formatMoney } from '../money.ts'
import type { PolicyWarning } from './warning.ts'

/** Warnings about limits that allow nothing, and limits that a smaller one makes pointless. */
export function limitWarnings(caps: readonly SpendingCap[], currency: string): PolicyWarning[] {
  const pairs = caps.flatMap((cap) => caps.map((other) => [cap, other] as const))
  return [
    ...caps.filter(({ limit }) => limit === 0).map(limitOfZero),
    ...pairs.filter(isOutOfOrder).map((pair) => outOfOrder(pair, currency)),
    ...pairs.filter(isAboveCap).map((pair) => aboveCap(pair, currency)),
  ]
}

const limitOfZero = (cap: SpendingCap): PolicyWarning => ({
  code: 'limit_zero',
  message: `${titleOf(cap)} is 0: no spend can pass it.`,
  fields: [cap.rule],
})

/**
 * Whether the first limit has a shorter window than the second, and yet more cents. Both must be limits of the effective policy, or hard
 * caps of one level.
 */
const isOutOfOrder = ([cap, other]: readonly [SpendingCap, SpendingCap]): boolean =>
  cap.kind === other.kind &&
  (cap.kind === 'policy' || cap.level === other.level) &&
  order(cap.window) < order(other.window) &&
  cap.limit > other.limit

const outOfOrder = ([cap, other]: readonly [SpendingCap, SpendingCap], currency: string): PolicyWarning => ({
  code: 'limit_out_of_order',
  message: `${titleOf(cap)} is ${formatMoney(cap.limit, currency)}, more than \`${other.rule}\` of ${formatMoney(other.limit, currency)} allows in a longer time.`,
  fields: [cap.rule, other.rule],
})

/** Whether a limit can never be reached, because a hard cap of the same window is lower and counts everything that the limit counts. */
const isAboveCap = ([cap, other]: readonly [SpendingCap, SpendingCap]): boolean =>
  other.kind === 'cap' && cap.window === other.window && cap.limit > other.limit && isBeneath(cap, other)

const aboveCap = ([cap, other]: readonly [SpendingCap, SpendingCap], currency: string): PolicyWarning => ({
  code: 'limit_above_cap',
  message: `${titleOf(cap)} is ${formatMoney(cap.limit, currency)}, but the hard cap of the ${other.level} is ${formatMoney(other.limit, currency)}.`,
  fields: [...new Set([cap.rule, other.rule])],
})

const isBeneath = (cap: SpendingCap, other: SpendingCap): boolean =>
  cap.kind === 'policy' ||
  policyLevels.findIndex((l) => l === cap.level) > policyLevels.findIndex((l) => l === other.level)

const order = (window: LimitWindow): number => limitWindows.indexOf(window)

const titleOf = ({ kind, level, rule }: SpendingCap): string =>
  kind === 'policy' ? `\`${rule}\` of the ${level}'s policy` : `The hard cap \`${rule}\` of the ${level}`
