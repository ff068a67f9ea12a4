import { spawnSync } from 'node:child_process'
import { describe, it, type TestContext, type TestOptions } from 'vitest'
import { findBrowser } from './browser.ts'
import { findExecutable } from './executables.ts'
import { CITUS_URL } from './postgres/citus.ts'
import { isReleaseRun } from './thorough.ts'

/** Something beside Node and npm that some tests need. */
export interface TestNeed {
  /** The feature of Purser that the tests with this need test, as the last line of a run names it. */
  readonly tested: string
  /** The Debian package or the setting that the tests need. */
  readonly takes: string
  readonly isMet: boolean
}

declare module 'vitest' {
  interface TaskMeta {
    /** The need of this test that is not met, because of which it is skipped. */
    lacks?: Pick<TestNeed, 'tested' | 'takes'>
  }
}

export const browserTestNeed = (tested: string): TestNeed => ({
  tested,
  takes: 'chromium',
  isMet: findBrowser() !== undefined,
})

export const citusTestNeed: TestNeed = {
  tested: 'distributed tables',
  takes: 'a Citus at PURSER_TEST_CITUS_URL',
  isMet: CITUS_URL !== undefined,
}
/** The need for one PostgreSQL. It is not met by a run on a Citus, whose tables are not where these tests look. */
export const singlePostgres: TestNeed = {
  tested: 'one PostgreSQL',
  takes: 'a run without Citus',
  isMet: !citusTestNeed.isMet,
}

/** The need for many open files and connections in one process: Node raises the soft limit of a process to the hard one. */
export const openFilesTestNeed: TestNeed = {
  tested: 'many connections',
  takes: 'ulimit -Hn 1024',
  isMet: mostOpenFiles() >= 1024,
}

function mostOpenFiles(): number {
  const limit = spawnSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).stdout.trim()
  return limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit)
}

export const promtoolTestNeed = testNeedOfProgram('promtool', { tested: 'alerts', takes: 'prometheus' })
export const systemdTestNeed = testNeedOfProgram('systemd-analyze', { tested: "the service's unit", takes: 'systemd' })

export const rootTestNeed: TestNeed = { tested: 'what root may do', takes: 'root', isMet: process.getuid?.() === 0 }
export const releaseRunTestNeed: TestNeed = { tested: 'long waits', takes: 'npm run test:release', isMet: isReleaseRun }

export function testNeedOfProgram(
  name: string,
  { tested, takes = name }: { tested: string; takes?: string },
): TestNeed {
  return { tested, takes, isMet: findExecutable(name) !== undefined }
}

export const shellTestNeed = (name: string): TestNeed => ({
  tested: `completion for ${name}`,
  takes: name,
  isMet: spawnSync(name, ['--version']).status === 0,
})

type Given<Body> = [body: Body] | [options: TestOptions, body: Body]

/**
 * `describe` and `it` for tests with these needs. If one is not met, the tests are skipped, and the last line of the run says so
 * (`reporter.ts`). tidy checks that tests are skipped in no other way, so that none is skipped silently.
 */
export function testsWithNeeds(...needs: readonly TestNeed[]) {
  const lacked = needs.find(({ isMet }) => !isMet)
  const optionsOf = (own: TestOptions): TestOptions => {
    if (lacked === undefined) return own
    const { tested, takes } = lacked
    return { ...own, skip: true, meta: { lacks: { tested, takes } } }
  }
  return {
    describe(name: string, ...given: Given<() => void>): void {
      const [options, body] = given.length === 1 ? [{}, ...given] : given
      describe(name, optionsOf(options), body)
    },
    it(name: string, ...given: Given<() => void | Promise<void>>): void {
      const [options, body] = given.length === 1 ? [{}, ...given] : given
      it(name, optionsOf(options), body)
    },
  }
}

/** Skips a test that notices only while it runs that a need is not met. */
export function skipTestLacking(test: TestContext, lacked: Pick<TestNeed, 'tested' | 'takes'>): never {
  test.task.meta.lacks = lacked
  return test.skip(lacked.takes)
}
