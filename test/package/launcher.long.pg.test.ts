import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testsWithNeeds } from '../support/needs.ts'
import { startTestCommand } from '../support/processes/test-process.ts'

/** The machine's own Node, where it is older than ours. */
const oldNode = ['/usr/bin/node', '/usr/local/bin/node'].find(
  (path) =>
    existsSync(path) && Number.parseInt(execFileSync(path, ['-p', 'process.versions.node']).toString(), 10) < 24,
)
const anOldNode = { tested: 'the launcher', takes: 'a Node before 24 in /usr/bin', isMet: oldNode !== undefined }
const root = join(import.meta.dirname, '..', '..')
const launcher = join(root, 'bin', 'purser.js')
const platformPackage = join(dirname(process.execPath), '..')

function folderOf(): string {
  const folder = mkdtempSync(join(tmpdir(), 'purser-launcher-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** With nothing of the checkout in PATH, as a newcomer has it. */
const launch = (node: string, args: string[], env: Record<string, string> = {}) =>
  startTestCommand(node, args, { env: { PATH: '/usr/bin:/bin', ...env } })

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

interface Installed {
  /** Whether the package of the platform's Node is there. Its link never is, as after `npm ci` with npm 10. */
  readonly node: boolean
}

/** The part of a checkout that finds its Node, and a command in place of Purser's own. */
function checkout(installed: Installed | null): string {
  const folder = folderOf()
  for (const path of ['bin', 'tools/path.sh', 'tools/runtime'])
    cpSync(join(root, path), join(folder, path), { recursive: true, filter: (file) => !file.endsWith('node_modules') })
  writeFileSync(
    join(folder, 'package.json'),
    '{ "type": "module", "scripts": { "node": ". tools/path.sh && exec node -p" } }',
  )
  mkdirSync(join(folder, 'src', 'cli'), { recursive: true })
  writeFileSync(join(folder, 'src', 'cli', 'main.ts'), 'const version: string = process.version\nconsole.log(version)')
  if (installed !== null) mkdirSync(join(folder, 'node_modules'))
  if (installed?.node) symlinkSync(platformPackage, join(folder, 'node_modules', basename(platformPackage)))
  return folder
}

/** A clean shell in the folder, with the Node first in PATH. */
const shell = (node: string, folder: string, command: string) =>
  startTestCommand('sh', ['-c', command], {
    cwd: folder,
    env: { PATH: [dirname(node), '/usr/bin', '/bin'].join(delimiter) },
  })

testsWithNeeds(anOldNode).describe('a checkout without the link of its Node, on an old Node', () => {
  const node = oldNode ?? ''
  const brought = { code: 0, stdout: process.version, stderr: '' }

  it('runs the command purser on the Node that it brings', async () => {
    const folder = checkout({ node: true })
    expect(await outcome(launch(node, [join(folder, 'bin', 'purser.js')]))).toEqual(brought)
  })

  it('runs an npm script on it', async () => {
    const folder = checkout({ node: true })
    expect(await outcome(shell(node, folder, 'npm run --silent node process.version'))).toEqual(brought)
    expect(await outcome(shell(node, folder, 'npm run --silent node "process.exit(7)"'))).toMatchObject({ code: 7 })
  })

  it.each([
    ['without packages', null, /Run "npm ci" in \S+, which brings one\.$/],
    [
      'without that of its platform',
      { node: false },
      /The package node-\S+, which brings one, is not installed: .* --include=optional/,
    ],
  ])('says in one line how to get one, %s', async (_, installed, remedy) => {
    const folder = checkout(installed)
    const refused = { code: 2, stdout: '', stderr: expect.stringMatching(remedy) as string }
    const told = await outcome(launch(node, [join(folder, 'bin', 'purser.js')]))
    expect(told).toEqual(refused)
    expect(told.stderr).toMatch(/^purser: Node 24 or newer is needed, this is v\d+\.\d+\.\d+\. .+$/)
    expect(await outcome(shell(node, folder, '. tools/path.sh && node --version'))).toEqual(told)
  })
})

it('every npm script of the checkout begins with what finds its Node', () => {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] }
  const scripts = ['.', ...workspaces].flatMap((folder) => {
    const text = readFileSync(join(root, folder, 'package.json'), 'utf8')
    return Object.entries((JSON.parse(text) as { scripts?: Record<string, string> }).scripts ?? {})
  })
  /** `npm` runs on any Node, and its scripts begin so again. */
  const begins = /^(?:(?:npm|cd) [^&]+ && )*(?:\. tools\/path\.sh && |npm [^&]+$)/
  expect(scripts.filter(([, script]) => !begins.test(script))).toEqual([])
  expect(scripts.length).toBeGreaterThan(20)
})

describe('after git pull without npm ci', () => {
  const locked = {
    'node_modules/yaml': { version: '2.9.1' },
    'node_modules/fast-check': { version: '4.0.0', dev: true },
  }
  const yaml = { 'node_modules/yaml': { version: '2.9.1' } }
  const other = { 'node_modules/yaml': { version: '2.9.0' } }
  const tools = { 'node_modules/vitest': { version: '5.1.1', dev: true } }

  it.each<[string, object | null, string | null]>([
    ['a package that is missing', {}, 'yaml'],
    ['a package of another version', other, 'yaml'],
    ['a package of the tests that is missing', { ...yaml, ...tools }, 'fast-check'],
    ['all that the service needs, installed without the tools', yaml, null],
    ['packages that another installer brought', null, null],
  ])('%s is told in one line', async (_, packages, missing) => {
    const folder = checkout({ node: true })
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...locked } }))
    if (packages !== null) {
      writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))
    }
    const refusal = `purser: The package ${missing} is not installed as package-lock.json has it. Run "npm ci" in ${folder}/.`
    const commands = [
      launch(process.execPath, [join(folder, 'bin', 'purser.js')]),
      shell(process.execPath, folder, 'npm run --silent node process.version'),
    ]
    for (const command of commands) {
      expect(await outcome(command)).toMatchObject(
        missing === null ? { code: 0, stdout: process.version } : { code: 2, stderr: refusal, stdout: '' },
      )
    }
  })
})

describe('the launcher', () => {
  it('runs the compiled command of an installed package on the Node that started it', async () => {
    const ran = await outcome(launch(process.execPath, [installedPackage(), 'keys', 'list']))
    expect(ran).toEqual({ code: 0, stdout: 'keys list', stderr: '' })
  })

  testsWithNeeds(anOldNode).it('says in one line which Node an installed package needs', async () => {
    const ran = await outcome(launch(oldNode ?? '', [installedPackage(), 'keys', 'list']))
    expect(ran).toMatchObject({ code: 2, stdout: '' })
    expect(ran.stderr).toMatch(/^purser: Node 24 or newer is needed, this is v\d+\.\d+\.\d+\. Get it from .+$/)
  })

  testsWithNeeds(anOldNode).it('runs a checkout from an old Node, and answers with its exit code', async () => {
    const help = await outcome(launch(oldNode ?? '', [launcher, '--help']))
    expect(help).toMatchObject({ code: 0, stderr: '' })
    expect(help.stdout).toContain('purser <command>')
    expect(await outcome(launch(oldNode ?? '', [launcher, 'strat']))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no command "strat"') as string,
    })
  })

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    testsWithNeeds(anOldNode).it(
      `hands ${signal} on to the service that an old Node started, which stops cleanly`,
      async () => {
        const service = launch(oldNode ?? '', [launcher, 'start'], { PURSER_DATA_DIR: folderOf(), PORT: '0' })
        const line = await service.line((text) => text.startsWith('Purser listens on '))
        service.child.kill(signal)
        expect(await service.ended).toBe(0)
        await expect(fetch(line.slice('Purser listens on '.length))).rejects.toThrow('fetch failed')
      },
    )
  }
})
