import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files that a release changes in the checkout, by path, with their new text. */
export type ReleaseChanges = ReadonlyMap<string, string>

interface Manifest {
  readonly version: string
  readonly private?: boolean
  readonly workspaces?: readonly string[]
}
interface Lock {
  readonly version: string
  readonly packages: Readonly<Record<string, { readonly version?: string }>>
}

const CHART = 'deploy/helm/purser/Chart.yaml'
const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-[0-9A-Za-z.-]+)?$/

/** The folders of the packages that are published: the root, and each workspace that is not private. */
export function publishedPackageFolders(root: string): string[] {
  const { workspaces = [] } = manifestIn(root, '.')
  const folders = ['.', ...workspaces.flatMap((pattern) => globSync(pattern, { cwd: root }))]
  return folders.filter((folder) => manifestIn(root, folder).private !== true)
}

export const packageVersion = (root: string): string => manifestIn(root, '.').version

/**
 * The changes that give one version to all published packages, and put the changelog's unreleased section under that version. Empty if the
 * packages and the changelog have the version already.
 */
export function releaseChangesOf(root: string, { version, date }: { version: string; date: string }): ReleaseChanges {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  if (version === packageVersion(root) && isPrepared(read('CHANGELOG.md'), version)) return new Map()
  assertLater(version, packageVersion(root))
  const folders = publishedPackageFolders(root)
  const manifests = folders.map((folder) => (folder === '.' ? 'package.json' : `${folder}/package.json`))
  return new Map([
    ...manifests.map((path) => [path, read(path).replace(/"version": "[^"]*"/, `"version": "${version}"`)] as const),
    ['package-lock.json', lockOf(read('package-lock.json'), folders, version)],
    [CHART, read(CHART).replaceAll(/^(version|appVersion): .*$/gm, `$1: ${version}`)],
    ['CHANGELOG.md', changelogOf(read('CHANGELOG.md'), version, date)],
  ])
}

/**
 * Whether the changelog has a section for the version. Throws if it also has unreleased entries: the tag would contain them, but not the
 * section.
 */
function isPrepared(text: string, version: string): boolean {
  const [, unreleased = '', released = ''] = text.split(/^## Unreleased\n|^(?=## \[?\d)/m)
  if (!released.startsWith(`## ${version} - `)) return false
  if (/^- /m.test(unreleased)) {
    throw new Error(`CHANGELOG.md: ${version} has its part already; move what stands below "## Unreleased" into it`)
  }
  return true
}

/** The changelog, with its unreleased section under the version's heading and a new, empty one above it. */
export function changelogOf(text: string, version: string, date: string): string {
  const [before, unreleased, after] = text.split(/^## Unreleased\n|^(?=## \[?\d)/m)
  if (unreleased === undefined || !/^- /m.test(unreleased)) {
    throw new Error('CHANGELOG.md: nothing stands below "## Unreleased", so there is nothing to release')
  }
  const rest = after === undefined ? '' : text.slice(text.indexOf(after))
  return `${before}## Unreleased\n\n## ${version} - ${date}\n${unreleased}${rest}`
}

function lockOf(text: string, folders: readonly string[], version: string): string {
  const lock = JSON.parse(text) as Lock
  const own = new Set(folders.map((folder) => (folder === '.' ? '' : folder)))
  const packages = Object.entries(lock.packages).map(([name, locked]) =>
    own.has(name) ? [name, { ...locked, version }] : [name, locked],
  )
  return `${JSON.stringify({ ...lock, version, packages: Object.fromEntries(packages) }, null, 2)}\n`
}

function assertLater(version: string, current: string): void {
  const match = VERSION.exec(version)
  if (match === null) throw new Error(`${JSON.stringify(version)} is no version: write it like 0.2.0 or 1.0.0-rc.1`)
  const [next, had] = [match, VERSION.exec(current) ?? []].map((each) => each.slice(1, 4).map(Number))
  const first = next?.findIndex((part, index) => part !== had?.[index]) ?? -1
  const isLater = first >= 0 ? (next?.[first] ?? 0) > (had?.[first] ?? 0) : version !== current
  if (!isLater) throw new Error(`${version} does not follow ${current}`)
}

const manifestIn = (root: string, folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest
