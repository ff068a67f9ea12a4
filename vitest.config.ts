import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const NODE_MODULES = '**/node_modules/**' // of the workspaces below tools/
/** The suffix says what a test needs: `.test.ts` nothing but the code, `.pg.test.ts` a PostgreSQL. */
const FOLDERS = '{src,clients,examples,test,tools,bench}/**'
const TEST = /\.test\.ts$/
/** Nothing in them depends on how long anything takes. Most of them wait for browsers and commands more than for the processor. */
const UNTIMED = [
  '{src/cli,src/app/postgres,test/{audit,dashboard,docs,examples,fill,mcp,model,package,statements,verify,walkthrough}}/**/*.pg.test.ts',
  // A process gives names to its first 500 statements, and here it has to have some left.
  'src/store/connection/named-statements.pg.test.ts',
]
const LOOKS_LIKE_A_TEST = /[._-](spec|tests?|pg-test|pgtest|pg)\.[cm]?[jt]sx?$/

const misnamed = globSync(`${FOLDERS}/*`, { exclude: [NODE_MODULES] }).filter(
  (file) => LOOKS_LIKE_A_TEST.test(file) && !TEST.test(file),
)
if (misnamed.length > 0) {
  throw new Error(
    `No runner finds these tests: ${misnamed.join(', ')}. Name them x.test.ts, or x.pg.test.ts where they need PostgreSQL.`,
  )
}

/** As many as there are processors leave none to the PostgreSQL that tests share. */
const atOnce = Math.min(2, availableParallelism())
const onPostgres = {
  globalSetup: ['test/support/global-setup.ts'],
  setupFiles: ['test/support/watch-replies.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'pure',
          include: [`${FOLDERS}/*.test.ts`],
          exclude: [NODE_MODULES, `${FOLDERS}/*.pg.test.ts`],
          testTimeout: 60_000,
          maxWorkers: atOnce,
        },
      },
      {
        test: {
          ...onPostgres,
          name: 'untimed',
          include: UNTIMED,
          exclude: [NODE_MODULES],
          maxWorkers: atOnce,
        },
      },
      {
        // One file at a time: tests of deadlines and locks must not measure each other. They share a process, which loads the service once.
        test: {
          ...onPostgres,
          name: 'postgres',
          include: [`${FOLDERS}/*.pg.test.ts`],
          exclude: [NODE_MODULES, ...UNTIMED],
          maxWorkers: 1,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
