/** `npm run test:all` proves everything. Without it, what takes long is a core of seconds, or left out by the suffix `.long`. */
export const isThorough = process.env['PURSER_TEST_ALL'] === 'true'

export const thorough = <T>(all: T, core: T): T => (isThorough ? all : core)
