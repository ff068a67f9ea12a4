import { randomInt } from 'node:crypto'
import { isReleaseRun } from '../thorough.ts'

const VARIABLE = 'PURSER_TEST_SEED'

/**
 * The seed of all random values of a run. `npm test` and `npm run test:all` draw the same values in every run, so that no change fails by a
 * value that the change before it did not draw. `npm run test:release` draws others. The variable repeats a run, or chooses another seed.
 */
process.env[VARIABLE] ??= String(isReleaseRun ? randomInt(2 ** 31) : 1)
export const RANDOM_SEED = Number(process.env[VARIABLE])
