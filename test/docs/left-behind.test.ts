import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pythonLengthTidyRule } from '../../tools/tidy/python.ts'
import { readRepository } from '../../tools/tidy/repository.ts'
import { blocksOf } from './blocks.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const DOCUMENTS = ['README.md', ...readdirSync(join(ROOT, 'docs', 'guides')).map((name) => `docs/guides/${name}`)]
const pasted = DOCUMENTS.flatMap((path) => blocksOf(path, readFileSync(join(ROOT, path), 'utf8')))
  .filter(({ part }) => part.does === 'paste' || (part.does === 'nothing' && part.because.startsWith('run by ')))
  .map(({ code }) => code)
  .join('\n')

const namesIn = (pattern: RegExp): string[] => [...new Set(pasted.matchAll(pattern).map(([, name = '']) => name))]
const dataDirectories = ['.purser', ...namesIn(/--data-dir (?:\.\/)?([\w.-]+)/g)]
const files = namesIn(/(?: > | -o |cat > )([\w.-]+\.\w+)/g)

/** Lint, format and tidy would all complain of these. */
const PROGRAM = 'const stop = async () => {}; process.on("exit", stop)\neval("1")\n'
const JSON_UNFORMATTED = '{"a":1,   "b":[1,\n2]}\n'
const contentOf = (name: string): string => (name.endsWith('.json') ? JSON_UNFORMATTED : PROGRAM)
const inDataDirectories = dataDirectories.flatMap((folder) =>
  ['master.key', 'runtime/18/native/pg-symlinks.json', 'receiver.mjs'].map((name) => `${folder}/${name}`),
)
const left = [...files, ...inDataDirectories]

/** The checkout's settings of git and of the checks, one file that is in order, and what followers of the guides leave. */
let checkout: string
beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), 'purser-left-'))
  for (const name of ['.gitignore', '.oxlintrc.json', '.oxfmtrc.json'])
    copyFileSync(join(ROOT, name), join(checkout, name))
  writeFileSync(join(checkout, 'kept.ts'), 'export const kept = 1\n')
  for (const path of left) {
    mkdirSync(dirname(join(checkout, path)), { recursive: true })
    writeFileSync(join(checkout, path), contentOf(path))
  }
  execFileSync('git', ['init', '--quiet'], { cwd: checkout })
})
afterAll(() => rmSync(checkout, { recursive: true, force: true }))

it('the guides leave data directories and files', () => {
  expect(dataDirectories).toEqual(expect.arrayContaining(['.purser', '.tutorial', '.purser-demo']))
  expect(files).toEqual(expect.arrayContaining(['webhook.json', 'receiver.mjs', 'receiver.py', 'audit.pem']))
})

describe('what the guides leave in a checkout', () => {
  it('is ignored by git, with its master keys and secrets', () => {
    const list = ['ls-files', '--others', '--exclude-standard']
    const added = execFileSync('git', list, { cwd: checkout, encoding: 'utf8' }).trim().split('\n')
    expect(added).toEqual(['.gitignore', '.oxfmtrc.json', '.oxlintrc.json', 'kept.ts'])
  })

  it.each([
    ['lint', 'oxlint', '--deny-warnings'],
    ['the format', 'oxfmt', '--check'],
  ])('is not looked at by %s', (_, tool, flag) => {
    const { status, stdout, stderr } = spawnSync(join(ROOT, 'node_modules', '.bin', tool), [flag], {
      cwd: checkout,
      encoding: 'utf8',
    })
    expect(status, `${stdout}${stderr}`).toBe(0)
  })

  it('is not looked at by tidy, or in order', () => {
    const repository = readRepository(checkout)
    expect([...repository.texts.keys()].filter((path) => path.includes('/'))).toEqual([])
    expect(pythonLengthTidyRule(repository)).toEqual([])
  })

  it('would not pass otherwise', () => {
    rmSync(join(checkout, '.gitignore'))
    for (const tool of ['oxlint', 'oxfmt']) {
      const args = tool === 'oxlint' ? ['--deny-warnings'] : ['--check']
      expect(spawnSync(join(ROOT, 'node_modules', '.bin', tool), args, { cwd: checkout }).status, tool).toBe(1)
    }
  })
})
