import { chownSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { testsWithNeeds, rootTestNeed } from '../../test/support/needs.ts'
import { addMasterKeyToFile, ensureKeyFile } from './key-file.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'purser-key-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

testsWithNeeds(rootTestNeed).it('gives what root makes to whoever owns the directory', async () => {
  chownSync(folder, 65_534, 65_534)
  const path = join(folder, 'master.key')
  for (const make of [ensureKeyFile, addMasterKeyToFile]) {
    await make(path)
    expect(statSync(path)).toMatchObject({ uid: 65_534, gid: 65_534, mode: 0o100600 })
  }
})
