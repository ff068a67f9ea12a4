import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { masterKeySource } from './master-keys.ts'
import { settingOptions } from './settings/options.ts'
import { readSettings } from './settings/read-settings.ts'

const KEY = Buffer.alloc(32, 7).toString('base64')
const DOCUMENTED = settingOptions.masterKey.example

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'purser-keys-'))
  file = join(folder, 'key')
})
afterEach(() => rmSync(folder, { recursive: true }))

const keysWith = async (env: Record<string, string>) => (await masterKeySource(readSettings(env)))()

it('a start refuses the key of the documentation, however it is given and written', async () => {
  writeFileSync(file, `${KEY}\n${DOCUMENTED}\n`, { mode: 0o600 })
  const urlSafe = DOCUMENTED.replaceAll('+', '-').replaceAll('/', '_').replace('=', '')
  for (const env of [
    { PURSER_MASTER_KEY: DOCUMENTED },
    { PURSER_MASTER_KEY: `${KEY},${urlSafe}` },
    { PURSER_MASTER_KEY_FILE: file },
    { PURSER_MASTER_KEY_COMMAND: `echo ${DOCUMENTED}` },
  ]) {
    await expect(keysWith(env)).rejects.toThrow(/PURSER_MASTER_KEY is the example of the documentation/)
  }
})

it.each([
  { mode: 0o600, isTaken: true },
  { mode: 0o400, isTaken: true },
  { mode: 0o640, isTaken: false },
  { mode: 0o620, isTaken: false },
  { mode: 0o604, isTaken: false },
  { mode: 0o602, isTaken: false },
])('of a key file of mode $mode says whether it is taken: $isTaken', async ({ mode, isTaken }) => {
  writeFileSync(file, KEY)
  chmodSync(file, mode)
  const keys = keysWith({ PURSER_MASTER_KEY_FILE: file })
  if (isTaken) expect(await keys).toBeDefined()
  else await expect(keys).rejects.toThrow(`file ${file}: others can read or write it`)
})
