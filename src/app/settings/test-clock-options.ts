import { option } from '../../lib/settings/option-row.ts'
import { trueOrFalse } from '../../lib/settings/option-types.ts'

/** Settings of the clock that tests move. */
export const testClockOptions = {
  testClock: option({
    env: 'PURSER_TEST_CLOCK',
    flag: 'test-clock',
    type: trueOrFalse,
    default: false,
    description:
      'Uses a clock that moves only by POST /test-clock/advance or purser clock, for tests. HOST must be an address of this machine alone.',
    example: 'true',
  }),
  testClockAllowShared: option({
    env: 'PURSER_TEST_CLOCK_ALLOW_SHARED',
    flag: 'test-clock-allow-shared',
    type: trueOrFalse,
    default: false,
    description: 'Allows the test clock together with DATABASE_URL.',
    example: 'true',
  }),
  testClockOnUsedData: option({
    env: 'PURSER_TEST_CLOCK_ON_USED_DATA',
    flag: 'test-clock-on-used-data',
    type: trueOrFalse,
    default: false,
    description:
      'Allows the test clock on a database that was used without one. Customers that it moves ahead stay ahead until that time comes.',
    example: 'true',
  }),
}
