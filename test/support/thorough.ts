/**
 * How much is tested. `npm test` runs a core of some seconds of each test, and leaves out files with the suffix `.long`. `npm run test:all`
 * leaves out only files with the suffix `.release`. `npm run test:release` leaves out nothing.
 */
const TESTED = process.env['PURSER_TEST_ALL']

export const isReleaseRun = TESTED === 'release'
export const isThoroughRun = TESTED === 'true' || isReleaseRun

export const allCasesInThoroughRun = <T>(all: T, core: T): T => (isThoroughRun ? all : core)
