import { mkdtemp, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { WebhookSecretsFile } from './secrets-file.ts'

it('is written for its owner alone, and never through a link that somebody has laid in its folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'secrets-'))
  const [path, other] = [join(folder, 'secrets.json'), join(folder, 'other')]
  await writeFile(other, 'of somebody else')
  await symlink(other, `${path}.${process.pid}.new`)
  const file = await WebhookSecretsFile.open(path)
  await Promise.all([file.add('one', 'whsec_1'), file.add('two', 'whsec_2')])
  expect(await readFile(other, 'utf8')).toBe('of somebody else')
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ one: 'whsec_1', two: 'whsec_2' })
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await readdir(folder)).toSorted()).toEqual(['other', 'secrets.json', `secrets.json.${process.pid}.new`])
})
