import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startCommand } from '../support/test-process.ts'

/** The machine's own Node, where it is older than ours. */
const oldNode = ['/usr/bin/node', '/usr/local/bin/node'].find(
  (path) =>
    existsSync(path) && Number.parseInt(execFileSync(path, ['-p', 'process.versions.node']).toString(), 10) < 24,
)
const launcher = join(import.meta.dirname, '..', '..', 'bin', 'purser.js')

function folderOf(): string {
  const folder = mkdtempSync(join(tmpdir(), 'purser-launcher-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** With nothing of the checkout in PATH, as a newcomer has it. */
const launch = (node: string, args: string[], env: Record<string, string> = {}) =>
  startCommand(node, args, { env: { PATH: '/usr/bin:/bin', ...env } })

async function outcome(process: ReturnType<typeof launch>) {
  return { code: await process.ended, stdout: process.stdout.join('\n'), stderr: process.stderr.join('\n') }
}

/** As npm lays an installed package out. */
function installedPackage(): string {
  const folder = folderOf()
  mkdirSync(join(folder, 'bin'))
  mkdirSync(join(folder, 'dist', 'src', 'cli'), { recursive: true })
  copyFileSync(launcher, join(folder, 'bin', 'purser.js'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'dist', 'src', 'cli', 'main.js'), `console.log(process.argv.slice(2).join(' '))`)
  return join(folder, 'bin', 'purser.js')
}

describe('the launcher', () => {
  it('runs the compiled command of an installed package on the Node that started it', async () => {
    const ran = await outcome(launch(process.execPath, [installedPackage(), 'keys', 'list']))
    expect(ran).toEqual({ code: 0, stdout: 'keys list', stderr: '' })
  })

  it.skipIf(oldNode === undefined)('says in one line which Node an installed package needs', async () => {
    const ran = await outcome(launch(oldNode ?? '', [installedPackage(), 'keys', 'list']))
    expect(ran).toMatchObject({ code: 2, stdout: '' })
    expect(ran.stderr).toMatch(/^purser: Node 24 or newer is needed, this is v\d+\.\d+\.\d+\. Get it from .+$/)
  })

  it.skipIf(oldNode === undefined)('runs a checkout from an old Node, and answers with its exit code', async () => {
    const help = await outcome(launch(oldNode ?? '', [launcher, '--help']))
    expect(help).toMatchObject({ code: 0, stderr: '' })
    expect(help.stdout).toContain('purser <command>')
    expect(await outcome(launch(oldNode ?? '', [launcher, 'strat']))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no command "strat"') as string,
    })
  })

  it.skipIf(oldNode === undefined).each(['SIGTERM', 'SIGINT'] as const)(
    'hands %s on to the service that an old Node started, which stops cleanly',
    async (signal) => {
      const service = launch(oldNode ?? '', [launcher], { PURSER_DATA_DIR: folderOf(), PORT: '0' })
      const line = await service.line((text) => text.startsWith('Purser listens on '))
      service.child.kill(signal)
      expect(await service.ended).toBe(0)
      await expect(fetch(line.slice('Purser listens on '.length))).rejects.toThrow('fetch failed')
    },
    60_000,
  )
})
