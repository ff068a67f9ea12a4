import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testsWithNeeds } from '../../../test/support/needs.ts'
import { PURSER_ENTRY_FILE } from '../../../test/support/processes/purser-bundle.ts'
import { startTestCommand } from '../../../test/support/processes/test-process.ts'
import { commandRig } from '../../../test/support/records/command-rig.ts'

const fullDevice = { tested: 'a full disk', takes: '/dev/full (Linux)', isMet: existsSync('/dev/full') }
const ROOT = join(import.meta.dirname, '..', '..', '..')
const rig = commandRig({ isMigrated: true })

/** Runs a line of a shell, in which `purser` is the command. */
async function shell(line: string, env: Record<string, string> = {}) {
  const purser = `purser() { "${process.execPath}" "${join(ROOT, PURSER_ENTRY_FILE)}" "$@"; }`
  const running = rig.keep(
    startTestCommand('bash', ['-c', `${purser}; ${line}`], {
      cwd: rig.folder,
      env: { PURSER_DATA_DIR: rig.folder, PORT: '0', ...env },
    }),
  )
  return { code: await running.ended, stdout: running.stdout, stderr: running.stderr.join('\n') }
}

describe('purser backup create -', () => {
  it('writes a whole backup to standard output, what it says to standard error, and no file of that name', async () => {
    const piped = await shell('purser backup create - | cat > far.backup; exit "${PIPESTATUS[0]}"')
    expect(piped).toMatchObject({ code: 0, stdout: [] })
    expect(piped.stderr).toMatch(/^Standard output: \d+ rows of \d+ tables as of /)
    expect(readdirSync(rig.folder)).not.toContain('-')
    const checked = await shell('purser backup check far.backup')
    expect([checked.code, checked.stdout[0]]).toEqual([0, expect.stringMatching(/^far\.backup is whole: /)])
  })

  it('fails where the reader ends before the backup does', async () => {
    expect(await shell('purser backup create - | true; exit "${PIPESTATUS[0]}"')).toMatchObject({ code: 1 })
  })
})

testsWithNeeds(fullDevice).it('output that cannot be written is a sentence, and no stack', async () => {
  const { code, stderr } = await shell('purser help > /dev/full')
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^purser: The output cannot be written: ENOSPC.*$/)])
})

describe('a variable that most likely was to name the database', () => {
  const MISNAMED = { PURSER_DATABASE_URL: 'postgres://db.example.com/purser' }

  it.each(['start', 'status', 'doctor', 'keys list', 'people list', 'verify', 'migrate', 'backup create here.backup'])(
    'is refused by purser %s',
    async (words) => {
      const { code, stderr } = await shell(`purser ${words}`, MISNAMED)
      expect([code, stderr]).toEqual([2, expect.stringContaining('Did you mean DATABASE_URL?')])
      expect(readdirSync(rig.folder)).not.toContain('here.backup')
    },
  )

  it('is let pass where a flag names the data directory, and told', async () => {
    const { code, stderr } = await shell(`purser accounts list --data-dir "${rig.folder}"`, MISNAMED)
    expect([code, stderr]).toEqual([0, expect.stringContaining('PURSER_DATABASE_URL is not a setting of Purser')])
  })

  it('of another kind is told, by commands on the database alone', async () => {
    const env = { PURSER_PORT: '8421' }
    expect((await shell('purser accounts list', env)).stderr).toContain('Did you mean PORT?')
    expect((await shell('purser version', env)).stderr).toBe('')
  })
})
