import { policyLevels, limitWindows, type ActiveHours, type Policy, type PolicyLevel } from '../../contract/policy.ts'
import { isLooserPolicyValue } from '../../contract/policy-sheet/looser.ts'
import { policyFields, policyRowOf } from '../../contract/policy-sheet/policy-sheet.ts'
import type { PolicySheetRow } from '../../contract/policy-sheet/row.ts'
import { activeMinutesOfWeek } from '../decision/active-hours.ts'
import type { CascadeLevels } from '../decision/cascade.ts'
import type { PolicyWarning } from './warning.ts'

/** Warnings about fields in which a level allows more than the level above it, which it overrides. That is permitted, but worth a look. */
export const looserLevelWarnings = (levels: CascadeLevels): PolicyWarning[] =>
  comparisons.flatMap(({ field, row, read }) => {
    const set = policyLevels.flatMap((level) => {
      const value = read(levels[level]?.policy ?? {})
      return value === undefined ? [] : [{ level, value }]
    })
    return set.flatMap(({ level, value }, index) => {
      const above = set[index - 1]
      const allowsMore = above !== undefined && isLooserPolicyValue(row, value, above.value, isActiveLonger)
      return allowsMore ? [looser(field, level, above.level)] : []
    })
  })

const looser = (field: string, level: PolicyLevel, above: PolicyLevel): PolicyWarning => ({
  code: 'looser_than_above',
  message: `\`${field}\` of the ${level}'s policy allows more than that of the ${above}'s policy, which it overrides.`,
  fields: [field],
})

interface Comparison {
  readonly field: string
  readonly row: PolicySheetRow
  readonly read: (policy: Policy) => unknown
}

const comparisons: readonly Comparison[] = policyFields.flatMap((field): Comparison[] => {
  const row = policyRowOf(field)
  return row.kind === 'windows'
    ? limitWindows.map((window) => ({ field: `${field}.${window}`, row, read: ({ limits }) => limits?.[window] }))
    : [{ field, row, read: (policy) => policy[field] }]
})

/**
 * Whether active hours are longer than those of the level above. Hours in different time zones are not compared, because daylight saving
 * changes which are longer.
 */
function isActiveLonger(value: ActiveHours, above: ActiveHours): boolean {
  if (value.timezone !== above.timezone) return false
  const minutesAbove = activeMinutesOfWeek(above)
  return activeMinutesOfWeek(value).some((active, minute) => active && !minutesAbove[minute])
}
