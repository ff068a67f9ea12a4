import { PolicyLevels, Windows, type Policy, type PolicyLevel } from '../../contract/policy.ts'
import { activeMinutesOfWeek } from '../decision/active-hours.ts'
import type { CascadeLevels } from '../decision/cascade.ts'
import type { PolicyWarning } from './warning.ts'

/** Warnings about fields in which a level allows more than the level above it, which it overrides. That is permitted, but worth a look. */
export const looserWarnings = (levels: CascadeLevels): PolicyWarning[] =>
  comparisons.flatMap(({ field, read, isLooser }) => {
    const set = PolicyLevels.flatMap((level) => {
      const value = read(levels[level]?.policy ?? {})
      return value === undefined ? [] : [{ level, value }]
    })
    return set.flatMap(({ level, value }, index) => {
      const above = set[index - 1]
      return above !== undefined && isLooser(value, above.value) ? [looser(field, level, above.level)] : []
    })
  })

const looser = (field: string, level: PolicyLevel, above: PolicyLevel): PolicyWarning => ({
  code: 'looser_than_above',
  message: `\`${field}\` of the ${level}'s policy allows more than that of the ${above}'s policy, which it overrides.`,
  fields: [field],
})

interface Comparison {
  readonly field: string
  readonly read: (policy: Policy) => unknown
  readonly isLooser: (value: unknown, above: unknown) => boolean
}

/** The names of the policy fields whose values have the type `T`. */
type FieldOf<T> = { [K in keyof Required<Policy>]: Required<Policy>[K] extends T ? K : never }[keyof Policy]

function compare<T>(field: FieldOf<T> & string, isLooser: (value: T, above: T) => boolean): Comparison {
  return { field, read: (policy) => policy[field], isLooser: isLooser as Comparison['isLooser'] }
}

const isMore = (value: number, above: number) => value > above
const isLess = (value: number, above: number) => value < above
const isSwitchedOff = (value: boolean, above: boolean) => above && !value
const hasFurther = (value: readonly string[], above: readonly string[]) => value.some((entry) => !above.includes(entry))
const hasFewer = (value: readonly string[], above: readonly string[]) => hasFurther(above, value)

type Reaction = NonNullable<Policy['onMissingIntent']>
const strictness: readonly Reaction[] = ['flag', 'decline', 'freeze']
const isMilder = (value: Reaction, above: Reaction) => strictness.indexOf(value) < strictness.indexOf(above)

type Hours = NonNullable<Policy['activeHours']>
/**
 * Whether active hours are longer than those of the level above. Hours in different time zones are not compared, because daylight saving
 * changes which are longer.
 */
function isActiveLonger(value: Hours, above: Hours): boolean {
  if (value.timezone !== above.timezone) return false
  const minutesAbove = activeMinutesOfWeek(above)
  return activeMinutesOfWeek(value).some((active, minute) => active && !minutesAbove[minute])
}

const comparisons: readonly Comparison[] = [
  ...Windows.map((window) => ({
    field: `limits.${window}`,
    read: (policy: Policy) => policy.limits?.[window],
    isLooser: isMore as Comparison['isLooser'],
  })),
  compare('maxAmount', isMore),
  compare('maxTransactionsPerDay', isMore),
  compare('autoApproveBelow', isMore),
  compare('attestationWindowMinutes', isMore),
  compare('ttlMinutes', isMore),
  compare('ttlDays', isMore),
  compare('intentTolerancePercent', isMore),
  compare('cooldownMinutes', isLess),
  compare('duplicateWindowMinutes', isLess),
  compare('requireIntent', isSwitchedOff),
  compare('requireAttestation', isSwitchedOff),
  compare('requireApproval', isSwitchedOff),
  compare('requireSeparateApprover', isSwitchedOff),
  compare('requireCvv', isSwitchedOff),
  compare('lockToFirstMerchant', isSwitchedOff),
  compare('allowedMccs', hasFurther),
  compare('allowedMerchants', hasFurther),
  compare('allowedMerchantIds', hasFurther),
  compare('allowedCountries', hasFurther),
  compare('allowedOrigins', hasFurther),
  compare('blockedMccs', hasFewer),
  compare('blockedMerchants', hasFewer),
  compare('blockedMerchantIds', hasFewer),
  compare('blockedCountries', hasFewer),
  compare('newMerchant', (value, above) => above === 'approve' && value === 'off'),
  compare('onMissingIntent', isMilder),
  compare('onIntentMismatch', isMilder),
  compare('activeHours', isActiveLonger),
]
