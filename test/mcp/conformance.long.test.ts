import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testsWithNeeds } from '../support/needs.ts'

const root = join(import.meta.dirname, '..', '..')
const run = (program: string, ...args: string[]) =>
  spawnSync(program, args, { cwd: root, encoding: 'utf8', timeout: 240_000 })

/** The suite brings a web server and an SDK of its own: it has a lock of its own, and is no dependency of the project. */
const suite = {
  tested: 'conformance of MCP',
  takes: 'a registry that has the suite',
  isMet: run('npm', 'ci', '--prefix', 'tools/mcp-conformance', '--prefer-offline').status === 0,
}

testsWithNeeds(suite).describe('the conformance suite of MCP', () => {
  it('finds nothing in the mount, on either wire, but what the baseline tells and why', () => {
    const { status, stdout, stderr } = run(process.execPath, 'tools/mcp-conformance/run.ts')
    expect({ status, said: stdout + stderr }).toMatchObject({ status: 0 })
    expect(stdout.match(/^\S+: exit 0/gm)).toEqual(['2026-07-28: exit 0', '2025-11-25: exit 0'])
  })
})
