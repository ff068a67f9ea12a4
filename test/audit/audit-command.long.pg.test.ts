import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { baseUrlOf } from '../support/processes/base-url-of.ts'
import { commandRig } from '../support/records/command-rig.ts'

const rig = commandRig({ isMigrated: true })
const { purser, run } = rig

/** Seven commands, each a process of its own. */
describe('purser audit', () => {
  it('exports beside a running service what the public key alone checks, and finds what was changed in the file', async () => {
    const service = purser(['start'])
    await baseUrlOf(service)
    await run(['keys', 'create', 'dashboard', '--role', 'read'])
    const exported = await run(['audit', 'export'])
    const lines = exported.stdout.map((line) => JSON.parse(line) as { operation?: string; actor?: { type: string } })
    expect(lines.map(({ operation, actor }) => [operation, actor?.type])).toEqual([
      ['createFirstAccount', 'system'],
      ['createFirstAccount', 'system'],
      ['createFirstAccount', 'system'],
      ['createApiKey', 'shell'],
      [undefined, undefined],
    ])
    const [file, key] = [join(rig.folder, 'audit.ndjson'), join(rig.folder, 'audit.pem')]
    writeFileSync(file, exported.stdout.join('\n'))
    writeFileSync(key, (await run(['audit', 'public-key'])).stdout.join('\n'))
    const check = () => run(['audit', 'check', file, '--public-key', key], { PURSER_DATA_DIR: '/nowhere' })
    const clean = await check()
    expect([clean.code, clean.stdout.at(-1)]).toEqual([
      0,
      expect.stringMatching(/^4 entries and 1 signed heads .* 0 findings/),
    ])

    writeFileSync(file, exported.stdout.join('\n').replace('dashboard', 'something'))
    const changed = await check()
    expect([changed.code, changed.stdout[0]]).toEqual([1, expect.stringContaining('#4 aud_')])
    writeFileSync(file, exported.stdout.slice(0, 2).join('\n'))
    expect((await check()).stdout).toContain('#2 : the export does not end with a signed head')
    expect((await run(['audit', 'check', file])).code).toBe(2)
    expect((await run(['audit', 'check', file, '--public-key', file])).code).toBe(2)
  })
})
