import { MinimalReporter, type TestModule, type TestRunEndReason, type TestSpecification } from 'vitest/node'

type Errors = Parameters<MinimalReporter['onTestRunEnd']>[1]

/** The mean seconds of a test file on a quiet machine, by the suffix of its name. The first pattern that matches counts. */
const SECONDS: readonly [name: RegExp, seconds: number][] = [
  [/\.release\./, 30],
  [/\.long\./, 12],
  [/\.alone\./, 10],
  [/\.pg\./, 2.2],
  [/./, 0.2],
]
const MANY = 20

/**
 * Prints only failed tests, with the log of their services. A run of many files begins with their number and the expected duration. Each
 * run ends with the tests that were not run because this machine lacks something, and with what it lacks.
 */
export default class Reporter extends MinimalReporter {
  override onTestRunStart(files: readonly TestSpecification[]): void {
    if (files.length >= MANY)
      this.log(`${files.length} files, about ${minutesOf(files)} on a machine with nothing else to do.\n`)
    super.onTestRunStart(files)
  }

  override onTestRunEnd(modules: readonly TestModule[], errors: Errors, reason: TestRunEndReason): void {
    super.onTestRunEnd(modules, errors, reason)
    const lacked = lackedIn(modules)
    if (lacked.length > 0) this.log(`Not run here, and what it takes: ${lacked.join('; ')}.`)
  }
}

function minutesOf(files: readonly TestSpecification[]): string {
  let seconds = 0
  for (const { moduleId, project } of files) {
    const [, each = 0] = SECONDS.find(([name]) => name.test(moduleId)) ?? []
    seconds += each / project.config.maxWorkers
  }
  return seconds < 90 ? 'a minute' : `${Math.round(seconds / 60)} minutes`
}

/** Each need that skipped tests lack, once: "dashboard: chromium". */
function lackedIn(modules: readonly TestModule[]): string[] {
  const tests = modules.flatMap(({ children }) => [...children.allTests('skipped')])
  const lacked = tests.flatMap((test) => test.meta().lacks ?? [])
  return [...new Set(lacked.map(({ tested, takes }) => `${tested}: ${takes}`))].toSorted()
}
