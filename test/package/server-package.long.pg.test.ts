import { chmodSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { baseUrlOf } from '../support/processes/base-url-of.ts'
import { startTestCommand } from '../support/processes/test-process.ts'
import { type Consumer, emptyProject, pack, type Packed, root } from './packed.ts'

/** A project that has installed the server, as it is published, with the dependencies that are installed here. */
let consumer: Consumer
let packed: Packed

beforeAll(() => {
  consumer = emptyProject()
  packed = pack('.', consumer.path)
  const installed = consumer.installed('@purser/server')
  mkdirSync(installed, { recursive: true })
  consumer.run('tar', '-xzf', packed.tarball, '--strip-components=1', '-C', installed)
  symlinkSync(join(root, 'node_modules'), join(installed, 'node_modules'))
})

afterAll(() => consumer.remove())

it('the package holds what it needs and nothing else', () => {
  const places = [
    /^(?:LICENSE|README\.md|package\.json|purser\.schema\.json|bin\/purser\.js)$/,
    /^dist\/(?:src|clients\/typescript\/src|examples\/(?:company|demo))\/[a-z0-9/-]+\.js$/,
    /^examples\/(?:recorded|policies\/templates)\.json$/,
    /^dist\/src\/domain\/merchant-match\/known-names\/(?:gazetteer|other-names|protected-names|street-types|trades)\.json$/,
    /^dist\/src\/domain\/merchant-categories\/names\.json$/,
    /^migrations\/\d{4}_[a-z_]+\.sql$/,
    /^deploy\/systemd\/purser\.service$/,
    /^dashboard\/dist\/(?:index\.html|icon\.svg|theme\.js|assets\/[\w-]+\.(?:js|css))$/,
  ]
  const strays = packed.files.filter((file) => !places.some((place) => place.test(file)))
  expect(strays).toEqual([])
  const needed = [
    'bin/purser.js',
    'dashboard/dist/index.html',
    'dist/src/cli/main.js',
    'migrations/0001_first.sql',
    'deploy/systemd/purser.service',
  ]
  expect(packed.files).toEqual(expect.arrayContaining(needed))
})

it('nothing in it puts its users off', async () => {
  const { messages } = await publint({ pkgDir: consumer.installed('@purser/server'), strict: true })
  expect(messages).toEqual([])
})

describe('its command', () => {
  const manifest = () =>
    JSON.parse(readFileSync(join(consumer.installed('@purser/server'), 'package.json'), 'utf8')) as {
      version: string
      bin: { purser: string }
    }
  const command = () => join(consumer.installed('@purser/server'), manifest().bin.purser)

  it('runs from what is built', () => {
    expect(consumer.run(process.execPath, command(), '--version')).toBe(`${manifest().version}\n`)
    expect(consumer.run(process.execPath, command(), '--help')).toContain('start')
    expect(consumer.run(process.execPath, command(), 'seed', '--help')).toContain('--days')
    expect(consumer.run(process.execPath, command(), 'templates', 'subscription')).toContain('perMonth: 2500')
    expect(consumer.run(process.execPath, command(), 'apply', '--schema')).toContain('A file of purser apply')
  })

  it('tells its story', async () => {
    chmodSync(consumer.path, 0o755)
    const env = { TMPDIR: tmpdir() }
    const demo = startTestCommand(process.execPath, [command(), 'demo'], { cwd: consumer.path, env })
    expect([await demo.ended, demo.stderr]).toEqual([0, []])
    expect(demo.stdout.filter((line) => line.includes('✗'))).toEqual([])
  })

  it('starts the service, with its database, its migrations and what is served at /', async () => {
    chmodSync(consumer.path, 0o755) // PostgreSQL refuses root, and has to reach its directory as another user
    const env = { PURSER_DATA_DIR: join(consumer.path, 'data'), PORT: '0' }
    const started = startTestCommand(process.execPath, [command(), 'start'], { cwd: consumer.path, env })
    const { origin } = new URL(await baseUrlOf(started))
    const replies = await Promise.all(['/readyz', '/', '/openapi.json'].map((path) => fetch(`${origin}${path}`)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    started.child.kill('SIGTERM')
    expect(await started.ended).toBe(0)
  })
})
