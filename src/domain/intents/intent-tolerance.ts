import type { EffectivePolicy } from '../decision/cascade.ts'
import type { DeclaredIntent } from './intent.ts'
import { percentOf } from '../percent.ts'

export interface IntentToleranceRefusal {
  readonly param: 'tolerance' | 'tolerancePercent'
  readonly message: string
}

/**
 * Refuses a declared tolerance that is larger than the policy allows. If a level sets `intentTolerancePercent`, a caller may ask for less
 * of the expected amount, but not for more (contract, section 9). If only the default of 10 % applies, the caller's own tolerance counts.
 * Undefined: the tolerance is not refused.
 */
export function refusalOfLargeIntentTolerance(
  { expectedAmount, tolerance = 0, tolerancePercent = 0 }: DeclaredIntent,
  { policy, sources }: EffectivePolicy,
): IntentToleranceRefusal | undefined {
  const level = sources['intentTolerancePercent']
  if (expectedAmount === undefined || level === 'default') return undefined
  const percent = policy.intentTolerancePercent
  const most = percentOf(expectedAmount, percent)
  const because = `the ${level}'s policy allows ${percent} % of \`expectedAmount\`, which is ${most}`
  if (tolerance > most) return { param: 'tolerance', message: `\`tolerance\` is at most ${most}: ${because}.` }
  if (percentOf(expectedAmount, tolerancePercent) <= most) return undefined
  return { param: 'tolerancePercent', message: `\`tolerancePercent\` is at most ${percent}: ${because}.` }
}
