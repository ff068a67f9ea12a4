import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..', '..')
/** The commit of the version before this one. Each release moves it (docs/guides/releasing.md). */
const { commit } = JSON.parse(readFileSync(join(import.meta.dirname, 'version-before.json'), 'utf8')) as {
  commit: string
}

/** Whether git has the version before: a shallow clone, and a folder without git, do not. */
export const hasVersionBefore = spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT }).status === 0
if (!hasVersionBefore) console.log(`Skipped: git does not have ${commit}, so no two versions run side by side.`)

export interface Checkout {
  readonly folder: string
  delete(): Promise<void>
}

/** Checks out the version before beside this one, with the packages that it runs with. */
export async function checkOutVersionBefore(): Promise<Checkout> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-version-before-'))
  const files = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: files })
  if (hasItsPackages(folder)) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' })
  return { folder, delete: () => rm(folder, { recursive: true, force: true }) }
}

/** Whether all packages of a checkout's service are installed here in the same versions. */
function hasItsPackages(folder: string): boolean {
  const [before, now] = [packagesOf(folder), packagesOf(ROOT)]
  return Object.entries(before).every(([name, version]) => now[name] === version)
}

const packagesOf = (folder: string): Readonly<Record<string, string>> =>
  (
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
  ).dependencies
