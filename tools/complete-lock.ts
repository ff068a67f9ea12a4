/**
 * Completes package-lock.json: `node tools/complete-lock.ts` after each `npm install` that changes it.
 *
 * A registry mirror may lack the packages of platforms that it does not serve. npm then leaves them out of the lock file,
 * and `npm ci` refuses that file. Their names and exact versions stand in the packages that want them; what is added
 * has no integrity hash, and npm installs it on the named platform only.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface LockedPackage {
  readonly version?: string
  readonly dev?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const path = join(import.meta.dirname, '..', 'package-lock.json')
const lock = JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, LockedPackage> }
const missing = missingPackages(lock.packages)

const packages = Object.entries({ ...lock.packages, ...missing }).toSorted(([a], [b]) => a.localeCompare(b, 'en'))
writeFileSync(path, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`)
console.log(`added ${Object.keys(missing).length} platform packages`)

function missingPackages(locked: Record<string, LockedPackage>): Record<string, object> {
  const known = new Set(Object.keys(locked).map((key) => key.split('node_modules/').at(-1)))
  const wanted = Object.values(locked).flatMap(({ dev, optionalDependencies = {} }) =>
    Object.entries(optionalDependencies).map(([name, version]) => ({ name, version, dev })),
  )
  const unlisted = wanted.filter(({ name }) => !known.has(name))
  return Object.fromEntries(unlisted.map((one) => [`node_modules/${one.name}`, entryFor(one)]))
}

/** For a name that ends like `linux-arm64-musl`, by the convention of these packages. The fields in npm's order. */
function entryFor({ name, version, dev }: { name: string; version: string; dev: boolean | undefined }): object {
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
