import { settingOption } from '../../lib/settings/option-row.ts'
import { booleanOption } from '../../lib/settings/option-types.ts'

/** Settings of the clock that tests move. */
export const testClockOptions = {
  testClock: settingOption({
    env: 'PURSER_TEST_CLOCK',
    flag: 'test-clock',
    type: booleanOption,
    default: false,
    description:
      'Uses a clock that moves only by POST /test-clock/advance or purser clock, for tests. HOST must be an address of this machine alone.',
    example: 'true',
  }),
  testClockAllowShared: settingOption({
    env: 'PURSER_TEST_CLOCK_ALLOW_SHARED',
    flag: 'test-clock-allow-shared',
    type: booleanOption,
    default: false,
    description: 'Allows the test clock together with DATABASE_URL.',
    example: 'true',
  }),
  testClockOnUsedData: settingOption({
    env: 'PURSER_TEST_CLOCK_ON_USED_DATA',
    flag: 'test-clock-on-used-data',
    type: booleanOption,
    default: false,
    description:
      'Allows the test clock on a database that was used without one. Customers that it moves ahead stay ahead until that time comes.',
    example: 'true',
  }),
}
