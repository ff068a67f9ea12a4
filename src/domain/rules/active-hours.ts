import type { CheckedEntry } from '../decision/trace.ts'
import { timestamp } from '../../lib/clock.ts'
import { isActive, nextActiveAt, wallClock } from '../decision/active-hours.ts'
import { levelOf } from '../decision/compiled-policy.ts'
import { failed, retry, type Rule } from './rule.ts'

export const activeHours: Rule = ({ request: { now }, policy: { activeHours: hours }, compiled }) => {
  if (hours === undefined) return undefined
  const { from, to, timezone } = hours
  const level = levelOf(compiled, 'activeHours')
  const entry: CheckedEntry = {
    rule: 'activeHours',
    code: 'outside_active_hours',
    passed: isActive(hours, now),
    level,
    limit: `${from}-${to} ${timezone}`,
  }
  if (entry.passed) return entry
  const next = nextActiveAt(hours, now)
  const remedy =
    next === undefined ? 'Name a day in `activeHours`' : `Wait until ${timestamp(next)}, or widen \`activeHours\``
  return failed(entry, {
    message: `It is ${wallClock(timezone, now)} in ${timezone}, outside the hours that the ${level}'s policy allows.`,
    remedy: `${remedy} of the ${level}'s policy.`,
    ...retry(next),
  })
}
