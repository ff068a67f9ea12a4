/**
 * How much is tested. `npm test` plays a core of some seconds of each test, and leaves out the files with the suffix `.long`. `npm run
 * test:all` leaves out the files with the suffix `.release` alone. `npm run test:release` leaves out nothing.
 */
const TESTED = process.env['PURSER_TEST_ALL']

export const isForRelease = TESTED === 'release'
export const isThorough = TESTED === 'true' || isForRelease

export const thorough = <T>(all: T, core: T): T => (isThorough ? all : core)
