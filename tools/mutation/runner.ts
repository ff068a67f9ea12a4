import { globSync, readFileSync, writeFileSync } from 'node:fs'
import fastCheck from 'fast-check'
import { importModulesAnew, importSandboxFile } from './fresh-modules.ts'
import { collectTests, type CollectedTest } from './vitest-in-process.ts'

const TESTS = 'src/domain/**/*.test.ts'
/**
 * Tests with thousands of cases. They take seconds for each mutant, and the table tests beside the rules should kill the mutants without
 * them.
 */
const LEFT_OUT = [
  'src/domain/ladder/decide-properties.test.ts',
  'src/domain/merchant-match/known-names/every-name.long.test.ts',
]
/** Modules that remember results from one decision to the next. Each of their mutants needs fresh modules. */
const REMEMBERED = /\/(?:cascade|compiled-policy|active-hours|time-zone|utc-month|merchant-match\/[a-z-]+)\.ts$/
/** The file with the duration of each test before the first mutation. It is a file because Stryker starts a new process now and then. */
const TIMES = 'test-times.json'

/** The global through which instrumented code talks to Stryker. */
interface Instrumenter {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  hitCount?: number
  hitLimit?: number | undefined
  mutantCoverage?: object
}

/** A test's result in Stryker's form. Status 0: passed; 1: failed. */
interface TestResult {
  readonly id: string
  readonly name: string
  readonly timeSpentMs: number
  readonly status: 0 | 1
  readonly failureMessage?: string
}

interface MutantRun {
  readonly activeMutant: { readonly id: string; readonly fileName: string }
  /** The tests that reach the mutant. Absent: all tests, because the mutant takes effect while a module is imported. */
  readonly testFilter?: readonly string[]
  readonly hitLimit?: number
  readonly mutantActivation: 'runtime' | 'static'
}

const instrumenter = ((globalThis as Record<string, unknown>)['__stryker__'] ??= {}) as Instrumenter

/**
 * Runs the domain's tests for Stryker in one process, because Vitest takes seconds to start, and the tests that kill a mutant take
 * milliseconds.
 */
function inProcessRunner() {
  return {
    capabilities: () => ({ reloadEnvironment: true }),
    async dryRun() {
      const tests: TestResult[] = []
      for (const file of testFiles()) tests.push(...(await runFile(file, {})))
      writeFileSync(TIMES, JSON.stringify(tests.map(({ id, timeSpentMs }) => [id, timeSpentMs])))
      return { status: 'complete', tests, mutantCoverage: instrumenter.mutantCoverage }
    },
    async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation }: MutantRun) {
      Object.assign(instrumenter, { hitCount: 0, hitLimit })
      const isStatic = mutantActivation === 'static'
      const isRemembered = isStatic || REMEMBERED.test(activeMutant.fileName)
      if (isRemembered) startAfresh()
      const tests = await firstFailure(quickestFirst(testFilter), { mutant: activeMutant.id, isStatic })
      if (isRemembered) startAfresh()
      if (hitLimit !== undefined && (instrumenter.hitCount ?? 0) > hitLimit) return { status: 'timeout' }
      const failure = tests.find(({ status }) => status === 1)
      return failure === undefined
        ? { status: 'survived', nrOfTests: tests.length }
        : { status: 'killed', nrOfTests: tests.length, killedBy: [failure.id], failureMessage: failure.failureMessage }
    },
  }
}

interface Plan {
  readonly mutant?: string
  /** Whether the mutant is active while modules are imported. */
  readonly isStatic?: boolean
  /** The names of the tests to run. Absent: all tests. */
  readonly only?: ReadonlySet<string>
}

const testFiles = () => globSync(TESTS, { exclude: LEFT_OUT }).toSorted()

/** The files of these tests, or of all tests, with the quickest first. */
function quickestFirst(ids?: readonly string[]): Map<string, ReadonlySet<string>> {
  const times = new Map(JSON.parse(readFileSync(TIMES, 'utf8')) as [string, number][])
  const byFile = Map.groupBy(ids ?? times.keys(), (id) => id.split(' ')[0] ?? '')
  const timeOf = (tests: readonly string[]) => tests.reduce((sum, id) => sum + (times.get(id) ?? 0), 0)
  const files = [...byFile].toSorted(([, a], [, b]) => timeOf(a) - timeOf(b))
  return new Map(files.map(([file, tests]) => [file, new Set(tests)]))
}

/** Runs tests until one of them fails. */
async function firstFailure(files: ReadonlyMap<string, ReadonlySet<string>>, plan: Plan): Promise<TestResult[]> {
  const tests: TestResult[] = []
  for (const [file, only] of files) {
    tests.push(...(await runFile(file, { ...plan, only })))
    if (tests.at(-1)?.status === 1) break
  }
  return tests
}

/** The tests of each file that was imported since all modules were last loaded anew. */
const collected = new Map<string, readonly CollectedTest[]>()

function startAfresh(): void {
  importModulesAnew()
  collected.clear()
}

async function runFile(file: string, { mutant, isStatic = false, only }: Plan): Promise<TestResult[]> {
  const results: TestResult[] = []
  instrumenter.activeMutant = isStatic ? mutant : undefined
  try {
    const tests = collected.get(file) ?? (await collectTests(() => importSandboxFile(file)))
    collected.set(file, tests)
    instrumenter.activeMutant = mutant
    for (const [index, test] of tests.entries()) {
      const id = `${file} ${index} ${test.name}`
      if (only !== undefined && !only.has(id)) continue
      const result = await runTest(id, test)
      results.push(result)
      if (result.status === 1) break
    }
  } catch (error) {
    results.push({ id: file, name: file, timeSpentMs: 0, status: 1, failureMessage: String(error) })
  }
  return results
}

async function runTest(id: string, { run }: CollectedTest): Promise<TestResult> {
  const start = performance.now()
  instrumenter.currentTestId = id
  try {
    await run()
    return { id, name: id, timeSpentMs: performance.now() - start, status: 0 }
  } catch (error) {
    return { id, name: id, timeSpentMs: 0, status: 1, failureMessage: String(error) }
  } finally {
    instrumenter.currentTestId = undefined
  }
}

/** fast-check need not look for a smaller counterexample, because any single one kills a mutant. */
fastCheck.configureGlobal({ endOnFailure: true })

export const strykerPlugins = [{ kind: 'TestRunner', name: 'in-process', factory: inProcessRunner }]
