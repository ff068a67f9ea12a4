import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testsWithNeeds, testNeedOfProgram } from '../support/needs.ts'

const awk = testNeedOfProgram('awk', { tested: 'shell commands of README.md' })
const root = join(import.meta.dirname, '..', '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const made = /^made\(\) .*$/m.exec(readme)?.[0] ?? ''

it('guides take ids as README.md does', () => {
  const folder = join(root, 'docs', 'guides')
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
  expect(new Set(lines.filter((line) => line.startsWith('made()')))).toEqual(new Set([made]))
  expect(lines.filter((line) => line.includes(`cut -d'"'`))).toEqual([])
})

testsWithNeeds(awk).describe('what takes the id of what was made, in README.md', () => {
  const take = (reply: string) => spawnSync('sh', ['-c', `${made}\nmade`], { input: `${reply}\n`, encoding: 'utf8' })

  it('takes the id', () => {
    expect(take('{"id":"card_1","status":"active"}')).toMatchObject({ stdout: 'card_1\n', stderr: '', status: 0 })
  })

  it('takes the id of a transaction, with which a decision begins', () => {
    expect(take('{"transactionId":"txn_1","decision":"approve"}')).toMatchObject({ stdout: 'txn_1\n', status: 0 })
  })

  it('shows a refusal, and takes nothing of it', () => {
    const refusal = '{"error":{"code":"unauthorized","message":"..."}}'
    expect(take(refusal)).toMatchObject({ stdout: '', stderr: `${refusal}\n`, status: 1 })
  })
})
