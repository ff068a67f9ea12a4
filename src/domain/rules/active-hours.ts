import type { CheckedTraceEntry } from '../decision/trace.ts'
import { isoTimestamp } from '../../lib/clock.ts'
import { isWithinActiveHours, nextActiveHoursAt, wallClock } from '../decision/active-hours.ts'
import { levelOfPolicyField } from '../decision/compiled-policy.ts'
import { failedRuleCheck, retryOfFailedRuleCheck, type PurchaseRule } from './rule.ts'

export const activeHoursRule: PurchaseRule = ({ request: { now }, policy: { activeHours: hours }, compiled }) => {
  if (hours === undefined) return undefined
  const { from, to, timezone } = hours
  const level = levelOfPolicyField(compiled, 'activeHours')
  const entry: CheckedTraceEntry = {
    rule: 'activeHours',
    code: 'outside_active_hours',
    passed: isWithinActiveHours(hours, now),
    level,
    limit: `${from}-${to} ${timezone}`,
  }
  if (entry.passed) return entry
  const next = nextActiveHoursAt(hours, now)
  const remedy =
    next === undefined ? 'Name a day in `activeHours`' : `Wait until ${isoTimestamp(next)}, or widen \`activeHours\``
  return failedRuleCheck(entry, {
    message: `It is ${wallClock(timezone, now)} in ${timezone}, outside the hours that the ${level}'s policy allows.`,
    remedy: `${remedy} of the ${level}'s policy.`,
    ...retryOfFailedRuleCheck(next),
  })
}
