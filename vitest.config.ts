import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongTestsFirst } from './test/support/long-first.ts'
import { PATIENT_DEADLINES_VARIABLE } from './test/support/patient-deadlines.ts'
import Reporter from './test/support/reporter.ts'
import './test/support/random/seed.ts' // sets the variable for all processes of the run
import { isReleaseRun, isThoroughRun } from './test/support/thorough.ts'
import { TEST_TIMEOUT_MS, TEST_CONDITION_WAIT_MS } from './test/support/eventually.ts'

const NODE_MODULES = '**/node_modules/**' // of the workspaces below tools/
const FOLDERS = '{src,clients,examples,test,tools,bench}/**'
/**
 * The suffix says what a test needs: `.test.ts` nothing but the code, `.pg.test.ts` a PostgreSQL, `.alone.pg.test.ts` a machine on which
 * no other test runs, because it measures time, kills or contends. Before `.pg` or `.test`, `.long` is run by `npm run test:all`, and
 * `.release` by `npm run test:release` alone.
 */
const TEST = /\/[^./]+(?:(?:\.alone)?(?:\.(?:long|release))?\.pg|\.(?:long|release))?\.test\.ts$/
const LOOKS_LIKE_A_TEST = /[._-](?:spec|tests?|pg-test|pgtest|pg|alone|long|release)\.[cm]?[jt]sx?$/

const misnamed = globSync(`${FOLDERS}/*`, { exclude: [NODE_MODULES] }).filter(
  (file) => LOOKS_LIKE_A_TEST.test(file) && !TEST.test(file),
)
if (misnamed.length > 0) {
  throw new Error(
    `No runner finds these tests: ${misnamed.join(', ')}. Name them x.test.ts or x.long.test.ts, and where they need PostgreSQL ` +
      'x.pg.test.ts, x.long.pg.test.ts, x.alone.pg.test.ts or x.alone.long.pg.test.ts. Instead of long it may be release.',
  )
}

const ALONE = `${FOLDERS}/*.alone{,.long,.release}.pg.test.ts`
const notNow = [
  NODE_MODULES,
  ...(isThoroughRun ? [] : [`${FOLDERS}/*.long{,.pg}.test.ts`]),
  ...(isReleaseRun ? [] : [`${FOLDERS}/*.release{,.pg}.test.ts`]),
]

/** Tests read English and commas of thousands; the shell of whoever runs them may speak another language, or name one that is not installed. */
process.env['LC_ALL'] = 'C.UTF-8'

/** Two workers on two processors: the tests wait for databases, browsers and commands about as much as they compute. */
const atOnce = Math.min(2, availableParallelism())
const SEEDED = 'test/support/random/seeded.ts'
const onPostgres = {
  globalSetup: ['test/support/global-setup.ts'],
  setupFiles: [
    SEEDED,
    'test/support/watch-replies.ts',
    'test/support/turns/watch-turns.ts',
    'test/support/be-patient.ts',
  ],
  testTimeout: TEST_TIMEOUT_MS,
  hookTimeout: TEST_TIMEOUT_MS,
  isolate: false, // files share a process, which loads the service once
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongTestsFirst },
    reporters: [new Reporter()],
    expect: { poll: { timeout: TEST_CONDITION_WAIT_MS, interval: 20 } },
    projects: [
      {
        test: {
          name: 'pure',
          include: [`${FOLDERS}/*.test.ts`],
          exclude: [...notNow, `${FOLDERS}/*.pg.test.ts`],
          setupFiles: [SEEDED],
          testTimeout: TEST_TIMEOUT_MS,
          hookTimeout: TEST_TIMEOUT_MS,
          maxWorkers: atOnce,
          isolate: false,
        },
      },
      {
        test: {
          ...onPostgres,
          name: 'postgres',
          env: { [PATIENT_DEADLINES_VARIABLE]: 'true' },
          include: [`${FOLDERS}/*.pg.test.ts`],
          exclude: [...notNow, ALONE],
          maxWorkers: atOnce,
        },
      },
      {
        test: {
          ...onPostgres,
          name: 'alone',
          include: [ALONE],
          exclude: notNow,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
