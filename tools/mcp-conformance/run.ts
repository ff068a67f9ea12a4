/**
 * Runs MCP's conformance suite against Purser's `/mcp`, in both versions of the protocol: `npm run conformance:mcp`. The exit code is 1 if
 * the suite finds anything beyond `expected.yaml`, or if a failure that is listed there passes.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fixtureApp } from '../../test/mcp/fixtures/app.ts'

const legs = [
  ['--requirements', '2026-07-28'],
  // The suite's tests of MCP sessions are left out: Purser has no sessions, so these tests would wait for their timeout.
  [
    '--requirements',
    '2025-11-25',
    '--timeout',
    '3000',
    '--expected-failures',
    join(import.meta.dirname, 'expected.yaml'),
  ],
]

const suite = join(import.meta.dirname, 'node_modules', '.bin', 'conformance')
const app = await fixtureApp()
const origin = await app.listen({ host: '127.0.0.1', port: 0 })
const folder = mkdtempSync(join(tmpdir(), 'purser-mcp-conformance-')) // the folder of the suite's results
try {
  for (const leg of legs) {
    const startedAt = performance.now()
    const child = spawn(process.execPath, [suite, 'server', '--url', `${origin}/mcp`, ...leg], {
      cwd: folder,
      stdio: 'inherit',
    })
    const [code] = (await once(child, 'exit')) as [number | null]
    console.log(`${leg[1]}: exit ${code}, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
    if (code !== 0) process.exitCode = 1
  }
} finally {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
}
