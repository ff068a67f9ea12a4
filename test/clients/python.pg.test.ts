import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { executablesNamed } from '../support/executables.ts'
import { type TestNeed, testsWithNeeds } from '../support/needs.ts'
import { startPurser } from '../support/processes/start-purser.ts'
import { startTestCommand } from '../support/processes/test-process.ts'

const client = join(import.meta.dirname, '..', '..', 'clients', 'python')
const answersYes = (command: string, code: string): boolean => spawnSync(command, ['-c', code]).status === 0

/** A machine may have several, of which one sees the package of httpx: on Debian it is the system's own. */
const pythons = executablesNamed('python3').filter((each) =>
  answersYes(each, 'import sys; sys.exit(sys.version_info < (3, 9))'),
)
const withHttpx = pythons.find((each) => answersYes(each, 'import httpx'))
const chosen = withHttpx ?? pythons[0] ?? ''
const python: TestNeed = { tested: 'Python client', takes: 'python3 (3.9 or newer)', isMet: chosen !== '' }
const httpx: TestNeed = { tested: 'async Python', takes: 'python3-httpx', isMet: withHttpx !== undefined }

const PASSED = /\nRan [1-9]\d* tests? in .*\n\nOK( \(skipped=\d+\))?$/

interface Ran {
  readonly printed: string
  readonly code: number | NodeJS.Signals
}

async function unittest(args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  const { ended, stderr } = startTestCommand(chosen, ['-B', '-W', 'error', ...args], {
    cwd: client,
    env: { PYTHONPATH: join(client, 'src'), PYTHONIOENCODING: 'utf-8', ...env },
  })
  const code = await ended
  return { printed: stderr.join('\n'), code }
}

testsWithNeeds(python).describe('the Python client', () => {
  let ran: Ran
  beforeAll(async () => {
    const service = await startPurser()
    const env = { PURSER_URL: service.baseUrl, PURSER_API_KEY: service.apiKey }
    ran = await unittest(['-m', 'unittest', 'discover', '-v', '-s', 'tests', '-t', '.'], env)
    await service.stop()
  })

  it('passes its tests against the service', () => {
    expect(ran.printed).toMatch(PASSED)
    expect(ran.code).toBe(0)
  })

  testsWithNeeds(httpx).it('passes them with asyncio, too', () => {
    expect(ran.printed).toMatch(/async/i)
    expect(ran.printed).not.toContain('httpx is not installed')
  })

  it('says what to install where httpx is absent, as it is without the packages of the machine', async () => {
    const { printed, code } = await unittest(['-S', '-m', 'unittest', '-v', '-k', 'extra', 'tests.test_options'])
    expect(printed).toMatch(PASSED)
    expect(printed).toContain('test_the_extra_is_named_where_it_is_missing')
    expect([printed.includes('skipped'), code]).toEqual([false, 0])
  })
})
