import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ensureFillerKey, readFillerKey } from './filler-key.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'purser-filler-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('is made once, for its owner alone, and says its public half', async () => {
  const file = join(folder, 'deep', 'key.json')
  const made = await Promise.all([ensureFillerKey(file), ensureFillerKey(file)])
  const again = await ensureFillerKey(file)
  expect(made.map(({ publicKey }) => publicKey)).toEqual([again.publicKey, again.publicKey])
  expect(again.publicKey).toEqual({ kty: 'OKP', crv: 'X25519', x: expect.stringMatching(/^[\w-]{43}$/) })
  expect([statSync(file).mode & 0o777, statSync(join(folder, 'deep')).mode & 0o777]).toEqual([0o600, 0o700])
})

it.each([0o640, 0o604, 0o620])('is refused where others can read or write it: %o', async (mode) => {
  const file = join(folder, 'key.json')
  const { privateKey } = await ensureFillerKey(file)
  chmodSync(file, mode)
  await expect(readFillerKey(file)).rejects.toThrow(`chmod 600 ${file}`)
  await expect(ensureFillerKey(file)).rejects.toThrow('Others can read or write')
  chmodSync(file, 0o600)
  expect((await readFillerKey(file)).privateKey.equals(privateKey)).toBe(true)
})

it.each([
  '',
  '{}',
  '{"kty":"OKP","crv":"X25519","d":"secret"}',
  'secret',
  '{"kty":"OKP","crv":"Ed25519","d":"secret"}',
])('is none: %s', async (text) => {
  const file = join(folder, 'key.json')
  writeFileSync(file, text, { mode: 0o600 })
  const said = await readFillerKey(file).then(
    () => 'a key',
    ({ message }: Error) => message,
  )
  expect(said).toContain('holds no private key on X25519')
  expect(said).not.toContain('secret')
  expect(readFileSync(file, 'utf8')).toBe(text)
})

it('says where it looked in vain', async () => {
  await expect(readFillerKey(join(folder, 'none.json'))).rejects.toThrow('is not there. "purser fill key" makes one.')
})
