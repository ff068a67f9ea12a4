import { globSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const NODE_MODULES = '**/node_modules/**' // of the workspaces below tools/
/** The suffix says what a test needs: `.test.ts` nothing but the code, `.pg.test.ts` a PostgreSQL. */
const FOLDERS = '{src,clients,test,tools,bench}/**'
const TEST = /\.test\.ts$/
const LOOKS_LIKE_A_TEST = /[._-](spec|tests?|pg-test|pgtest|pg)\.[cm]?[jt]sx?$/

const misnamed = globSync(`${FOLDERS}/*`, { exclude: [NODE_MODULES] }).filter(
  (file) => LOOKS_LIKE_A_TEST.test(file) && !TEST.test(file),
)
if (misnamed.length > 0) {
  throw new Error(
    `No runner finds these tests: ${misnamed.join(', ')}. Name them x.test.ts, or x.pg.test.ts where they need PostgreSQL.`,
  )
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
        },
      },
      {
        test: {
          name: 'postgres',
          include: [`${FOLDERS}/*.pg.test.ts`],
          exclude: [NODE_MODULES],
          globalSetup: ['test/support/global-setup.ts'],
          setupFiles: ['test/support/watch-replies.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
