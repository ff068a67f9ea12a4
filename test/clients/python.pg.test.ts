import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startPurser } from '../support/processes/start-purser.ts'
import { startCommand } from '../support/processes/test-process.ts'

const client = join(import.meta.dirname, '..', '..', 'clients', 'python')
const NEW_ENOUGH = 'import sys; sys.exit(sys.version_info < (3, 9))'

/** The system's own, which sees its package of httpx, else the first in PATH. */
const python = ['/usr/bin/python3', 'python3'].find((each) => spawnSync(each, ['-c', NEW_ENOUGH]).status === 0)
if (python === undefined) console.log('No python3 of at least 3.9: the Python client is not tested.')
else if (spawnSync(python, ['-c', 'import httpx']).status !== 0)
  console.log('No httpx for Python: the asynchronous client is not tested.')

it.skipIf(python === undefined)(
  'the Python client passes its tests against the service',
  { timeout: 120_000 },
  async () => {
    const service = await startPurser()
    const env = {
      PYTHONPATH: join(client, 'src'),
      PYTHONIOENCODING: 'utf-8',
      PURSER_URL: service.baseUrl,
      PURSER_API_KEY: service.apiKey,
    }
    const args = ['-B', '-W', 'error', '-m', 'unittest', 'discover', '-s', 'tests', '-t', '.']
    const tests = startCommand(python ?? '', args, { cwd: client, env })
    const ended = await tests.ended
    await service.stop()
    expect(tests.stderr.join('\n')).toMatch(/\nRan [1-9]\d+ tests in .*\n\nOK( \(skipped=\d+\))?$/)
    expect(ended).toBe(0)
  },
)
