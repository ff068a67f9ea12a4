import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { pathInPackage } from '../lib/package-root.ts'
import { packageVersion } from './version.ts'

/** The commit that Purser was built from: between two releases, the version alone does not tell which sources run. */
export interface BuildCommit {
  readonly commit: string
  /** The day of the commit that Purser was built from. */
  readonly date: string
}

/**
 * The commit that the running Purser was built from: by git where it runs in a checkout, otherwise as the build wrote it into the package.
 * Null where there is neither, as in an archive, or where git does not answer, as about a checkout of another user.
 */
export function buildCommit(): BuildCommit | null {
  if (existsSync(pathInPackage('.git'))) return lastGitCommit(pathInPackage())
  const written = pathInPackage('dist', 'built-from.json')
  return existsSync(written) ? (JSON.parse(readFileSync(written, 'utf8')) as BuildCommit) : null
}

export function lastGitCommit(folder: string): BuildCommit | null {
  try {
    const args = ['log', '-1', '--format=%h %cs', '--abbrev=8']
    const said = execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    const [commit = '', date = ''] = said.trim().split(' ')
    return { commit, date }
  } catch {
    return null
  }
}

/** Purser's version with its commit, for instance `0.1.0 (5faaea7f, 2026-11-28)`. */
export function versionWithCommit(from: BuildCommit | null = buildCommit()): string {
  return from === null ? packageVersion : `${packageVersion} (${from.commit}, ${from.date})`
}
