import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestNeed } from '../../support/needs.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
/** The commit of the version before this one. Each release moves it (docs/guides/releasing.md). */
const { commit: before } = JSON.parse(readFileSync(join(import.meta.dirname, 'version-before.json'), 'utf8')) as {
  commit: string
}

/** Whether git has the commit or the tag: a shallow clone, and a folder without git, do not. */
export const hasVersion = (commit: string): boolean =>
  spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT }).status === 0
export const versionBefore: TestNeed = {
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
  const parent = await mkdtemp(join(tmpdir(), 'purser-version-'))
  const folder = join(parent, 'checkout')
  mkdirSync(folder)
  const files = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: files })
  givePackages(folder, parent)
  return { folder, delete: () => rm(parent, { recursive: true, force: true }) }
}

/**
 * Gives a checkout the packages of this one where they are of the same versions. Packages that this version no longer uses are installed in
 * the folder above, where Node looks next: that takes seconds, where all packages take a minute.
 */
function givePackages(folder: string, parent: string): void {
  const now = packagesOf(ROOT)
  const then = Object.entries(packagesOf(folder))
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund']
  if (then.some(([name, version]) => now[name] !== undefined && now[name] !== version))
    return void execFileSync('npm', ['ci', ...quietly], { cwd: folder, stdio: 'ignore' })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const gone = then.flatMap(([name, version]) => (now[name] === undefined ? [`${name}@${version}`] : []))
  if (gone.length > 0) execFileSync('npm', ['install', '--prefix', parent, ...quietly, ...gone], { stdio: 'ignore' })
}

const packagesOf = (folder: string): Readonly<Record<string, string>> =>
  (
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
  ).dependencies
