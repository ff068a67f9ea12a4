import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Need } from '../../support/needs.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
/** The commit of the version before this one. Each release moves it (docs/guides/releasing.md). */
const { commit: before } = JSON.parse(readFileSync(join(import.meta.dirname, 'version-before.json'), 'utf8')) as {
  commit: string
}

/** Whether git has the commit or the tag: a shallow clone, and a folder without git, do not. */
export const hasVersion = (commit: string): boolean =>
  spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT }).status === 0
export const versionBefore: Need = {
  tested: 'earlier versions',
  takes: `git with the commit ${before.slice(0, 8)}`,
  isMet: hasVersion(before),
}

/** The commit of 0.1.0, which has no tag: its changelog was closed there. Each later release has the tag that it was made with. */
const FIRST_RELEASE = '03e2d6d84c09d625ce236ab12efeb06e4ff38c24'

/** The versions whose databases this one takes over: what was released from 0.1.0 on, and the version before this one. */
export function earlierVersions(): Readonly<Record<string, string>> {
  const [, ...sections] = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split(/^## /m)
  const released = sections.flatMap((section) => /^\d+\.\d+\.\d+/.exec(section)?.[0] ?? [])
  const commits = released.map((version) => [version, version === '0.1.0' ? FIRST_RELEASE : `v${version}`])
  return { ...(Object.fromEntries(commits) as Record<string, string>), 'the version before': before }
}

export interface Checkout {
  readonly folder: string
  delete(): Promise<void>
}

export const checkOutVersionBefore = (): Promise<Checkout> => checkOut(before)

/** Checks out an earlier version beside this one, with the packages that it runs with. */
export async function checkOut(commit: string): Promise<Checkout> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-version-'))
  const files = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: files })
  if (hasItsPackages(folder)) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' })
  return { folder, delete: () => rm(folder, { recursive: true, force: true }) }
}

/** Whether all packages of a checkout's service are installed here in the same versions. */
function hasItsPackages(folder: string): boolean {
  const [then, now] = [packagesOf(folder), packagesOf(ROOT)]
  return Object.entries(then).every(([name, version]) => now[name] === version)
}

const packagesOf = (folder: string): Readonly<Record<string, string>> =>
  (
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
  ).dependencies
