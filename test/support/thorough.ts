/**
 * Whether everything is tested, as by `npm run test:all`. Otherwise long tests run only a core of some seconds, or are left out by the
 * suffix `.long`.
 */
export const isThorough = process.env['PURSER_TEST_ALL'] === 'true'

export const thorough = <T>(all: T, core: T): T => (isThorough ? all : core)
