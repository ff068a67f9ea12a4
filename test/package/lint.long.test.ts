import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

/** Where oxlint cannot read tsconfig.json it runs no rule that needs types, and passes. */
it('lint finds a planted error that only types show', () => {
  const folder = mkdtempSync(join(tmpdir(), 'purser-lint-'))
  const config = JSON.parse(withoutComments(readFileSync(join(root, '.oxlintrc.json'), 'utf8'))) as object
  writeFileSync(join(folder, 'oxlintrc.json'), JSON.stringify({ ...config, ignorePatterns: [] }))
  const args = ['--type-aware', '-c', join(folder, 'oxlintrc.json'), 'test/package/planted']
  const lint = spawnSync(join(root, 'node_modules', '.bin', 'oxlint'), args, { cwd: root, encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect(lint.stdout).toContain('no-floating-promises')
  expect(lint.status).toBe(1)
})

const withoutComments = (json: string): string => json.replaceAll(/^\s*\/\/.*$/gm, '')
