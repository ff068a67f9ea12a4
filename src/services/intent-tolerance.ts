import { invalidRequest } from '../contract/errors.ts'
import type { EffectivePolicy } from '../domain/cascade.ts'
import { percentOf } from '../domain/money.ts'
import type { DeclaredIntent } from '../store/tables.ts'

/**
 * Where a level names `intentTolerancePercent`, a caller may ask for less and not for more of what it expects (contract,
 * section 9). The default of 10 % is nobody's word, so there a caller's own stands.
 */
export function checkTolerance(
  { expectedAmount, tolerance = 0, tolerancePercent = 0 }: DeclaredIntent,
  { policy, sources }: EffectivePolicy,
): void {
  const level = sources['intentTolerancePercent']
  if (expectedAmount === undefined || level === 'default') return
  const percent = policy.intentTolerancePercent
  const most = percentOf(expectedAmount, percent)
  const because = `the ${level}'s policy allows ${percent} % of \`expectedAmount\`, which is ${most} cents`
  if (tolerance > most) throw invalidRequest('tolerance', `\`tolerance\` is at most ${most}: ${because}.`)
  if (percentOf(expectedAmount, tolerancePercent) > most) {
    throw invalidRequest('tolerancePercent', `\`tolerancePercent\` is at most ${percent}: ${because}.`)
  }
}
