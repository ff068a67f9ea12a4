import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const readme = readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8')
const made = /^made\(\) .*$/m.exec(readme)?.[0] ?? ''

describe('what takes the id of what was made, in README.md', () => {
  const take = (reply: string) => spawnSync('sh', ['-c', `${made}\nmade`], { input: `${reply}\n`, encoding: 'utf8' })

  it('takes the id', () => {
    expect(take('{"id":"card_1","status":"active"}')).toMatchObject({ stdout: 'card_1\n', stderr: '', status: 0 })
  })

  it('shows a refusal, and takes nothing of it', () => {
    const refusal = '{"error":{"code":"unauthorized","message":"..."}}'
    expect(take(refusal)).toMatchObject({ stdout: '', stderr: `${refusal}\n`, status: 1 })
  })
})
