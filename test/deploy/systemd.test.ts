import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testsWithNeeds, systemdTestNeed } from '../support/needs.ts'
import { nodeDrainMs } from '../../src/app/stop-on-signal.ts'
import { settingOptionRows } from '../../src/app/settings/options.ts'
import { findExecutable } from '../support/executables.ts'

const root = join(import.meta.dirname, '..', '..')
const text = readFileSync(join(root, 'deploy', 'systemd', 'purser.service'), 'utf8')
const valuesOf = (name: string): string[] =>
  [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)

const analyze = findExecutable('systemd-analyze')

describe('purser.service', () => {
  it('gives settings that there are, and secrets as credentials alone', () => {
    const settings = new Map(settingOptionRows.map((row) => [row.env, row]))
    const credentials = valuesOf('LoadCredential').map((value) => value.split(':')[0])
    const given = valuesOf('Environment').filter((value) => !value.startsWith('NODE_'))
    expect(given).toHaveLength(credentials.length)
    for (const variable of given) {
      const [name = '', value = ''] = variable.split('=')
      expect(settings.has(name)).toBe(true)
      expect(settings.get(name)?.secret).toBeUndefined()
      expect(credentials.map((credential) => `%d/${credential}`)).toContain(value)
    }
  })

  it('leaves a node longer to stop than it takes at most, and lets it stop its own children', () => {
    const served = { drainSeconds: null, databaseUrl: 'postgres://db/purser' }
    expect(Number(valuesOf('TimeoutStopSec')[0])).toBeGreaterThan(nodeDrainMs(served) / 1000 + 10 - 1)
    expect(valuesOf('KillMode')).toEqual(['mixed'])
    expect(valuesOf('Restart')).toEqual(['on-failure'])
  })

  it('starts the command of the package, where the guide installs it', () => {
    const { bin, files, name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      bin: Record<string, string>
      files: string[]
      name: string
    }
    expect(bin['purser']).toBeDefined()
    expect(files).toContain('deploy/systemd/purser.service')
    const [start = ''] = valuesOf('ExecStart')
    expect(start).toBe('/opt/purser/node_modules/.bin/purser start')
    const guide = readFileSync(join(root, 'docs', 'guides', 'deploying.md'), 'utf8')
    expect(guide).toMatch(/npm install \S+ --prefix \/opt\/purser /)
    expect(guide).toContain(`install -m 0644 /opt/purser/node_modules/${name}/deploy/systemd/purser.service `)
    for (const value of valuesOf('LoadCredential')) expect(guide).toContain(value.split(':')[1])
  })
})

testsWithNeeds(systemdTestNeed).describe('systemd-analyze', () => {
  /** Has systemd-analyze work on the unit, with a command that is installed here. */
  function run(command: readonly string[], unit = text): { passed: boolean; output: string } {
    const folder = mkdtempSync(join(tmpdir(), 'purser-unit-'))
    try {
      const file = join(folder, 'purser.service')
      writeFileSync(file, unit.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'))
      const { status, stdout, stderr } = spawnSync(analyze ?? '', [...command, file], { encoding: 'utf8' })
      return { passed: status === 0, output: `${stdout}${stderr}`.trim() }
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  it('finds nothing wrong with the unit, and would', () => {
    expect(run(['verify'])).toEqual({ passed: true, output: '' })
    expect(run(['verify'], text.replace('KillMode=', 'KilMode=')).output).toContain('KilMode')
  })

  it('finds it hardened: an exposure of at most 2 of 10', () => {
    const security = ['security', '--offline=yes', '--threshold=20', '--no-pager']
    expect(run(security).passed).toBe(true)
    expect(run(security, text.replace('CapabilityBoundingSet=\n', '').replace(/^SystemCall.*\n/gm, '')).passed).toBe(
      false,
    )
  })
})
