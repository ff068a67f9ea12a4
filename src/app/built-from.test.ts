import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { versionWithCommit, lastGitCommit } from './built-from.ts'
import { packageVersion } from './version.ts'

it('the last commit and its day stand beside the version', () => {
  const folder = mkdtempSync(join(tmpdir(), 'purser-built-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect(versionWithCommit(lastGitCommit(folder))).toBe(packageVersion)
  const env = { ...process.env, GIT_COMMITTER_DATE: '2026-11-28T12:00:00Z' }
  const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
  execFileSync('git', ['init', '--quiet'], { cwd: folder })
  execFileSync('git', [...person, 'commit', '--quiet', '--allow-empty', '--message', 'first'], { cwd: folder, env })
  expect(versionWithCommit(lastGitCommit(folder))).toMatch(/ \([0-9a-f]{8}, 2026-11-28\)$/)
})
