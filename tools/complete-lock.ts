/**
 * Completes package-lock.json: `node tools/complete-lock.ts` after each `npm install` that changes it.
 *
 * A registry mirror may lack the packages of platforms that it does not serve. npm then leaves them out of the lock file, and `npm ci`
 * refuses that file. Their names and exact versions are in the manifests of the packages that depend on them. An added entry has no
 * integrity hash, and npm installs it on its platform only. Each run asks the registry again, so that an entry gets its hash once the
 * registry serves the package.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface LockedPackage {
  readonly version?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}
type Packages = Record<string, LockedPackage>

const root = join(import.meta.dirname, '..')
const path = join(root, 'package-lock.json')

writePackages(Object.entries(readPackages()).filter(([name, locked]) => isLocal(name, locked) || locked.integrity))
execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], { cwd: root, stdio: 'inherit' })
const locked = readPackages()
const missing = missingPackages(locked)
writePackages(Object.entries({ ...locked, ...missing }))
console.log(`added ${Object.keys(missing).length} platform packages`)

function readPackages(): Packages {
  return (JSON.parse(readFileSync(path, 'utf8')) as { packages: Packages }).packages
}

function writePackages(entries: [string, object][]): void {
  const lock = JSON.parse(readFileSync(path, 'utf8')) as object
  const packages = Object.fromEntries(entries.toSorted(([a], [b]) => a.localeCompare(b, 'en')))
  writeFileSync(path, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`)
}

/** Whether a package belongs to this repository. No registry has such a package. */
function isLocal(name: string, { link }: LockedPackage): boolean {
  return link === true || !name.includes('node_modules/')
}

function missingPackages(all: Packages): Record<string, object> {
  const known = new Set(Object.keys(all).map((key) => key.split('node_modules/').at(-1)))
  const optional = Object.values(all).flatMap(({ dev, optionalDependencies = {} }) =>
    Object.entries(optionalDependencies).map(([name, version]) => ({ name, version, dev })),
  )
  const unlisted = optional.filter(({ name }) => !known.has(name))
  return Object.fromEntries(unlisted.map((one) => [`node_modules/${one.name}`, entryFor(one)]))
}

/**
 * The entry of the lock file for a package whose name ends like `linux-arm64-musl`. By the convention of these packages, the name tells the
 * platform. The fields are in npm's order.
 */
function entryFor({ name, version, dev }: { name: string; version: string; dev: boolean | undefined }): object {
  if (name.endsWith('wasm32-wasi')) return { version, cpu: ['wasm32'], ...(dev ? { dev } : {}), optional: true }
  const [, os, cpu, libc] =
    /(win32|darwin|linux|android|freebsd|openharmony)-([a-z0-9]+)(?:-(gnu|musl))?/.exec(name) ?? []
  if (os === undefined || cpu === undefined) throw new Error(`${name} does not tell its platform: add it by hand`)
  const libcName = { gnu: 'glibc', musl: 'musl' }[libc ?? '']
  return {
    version,
    cpu: [cpu],
    ...(dev ? { dev } : {}),
    ...(libcName !== undefined && os === 'linux' ? { libc: [libcName] } : {}),
    optional: true,
    os: [os],
  }
}
