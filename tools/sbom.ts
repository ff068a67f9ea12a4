/**
 * Lists the contents of a release as CycloneDX: `npm run release:sbom` writes `reports/sbom.cdx.json`, or the file that is named. The list
 * is read from the lock file, so that it is the same on every machine: each package that can be part of what runs, with its hash and
 * licence.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

interface Manifest {
  readonly name: string
  readonly devDependencies?: object
}
interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devDependencies?: object }>>
}

const root = join(import.meta.dirname, '..')
const path = resolve(process.argv[2] ?? join(root, 'reports', 'sbom.cdx.json'))
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock

const temporary = mkdtempSync(join(tmpdir(), 'purser-sbom-'))
// npm names the listed package after its folder, and its scope after the folder above.
const folder = join(temporary, manifest.name)
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, devDependencies: {} }))
writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages: withoutTools(lock.packages) }))
const sbom = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']
const text = execFileSync('npm', sbom, { cwd: folder, encoding: 'utf8' })
rmSync(temporary, { recursive: true })

mkdirSync(dirname(path), { recursive: true })
writeFileSync(path, text)
console.log(`${path}: ${(JSON.parse(text) as { components: object[] }).components.length} components`)

/**
 * Removes the packages of development tools. npm's own `--omit=dev` would also remove packages that a tool and the service both need, for
 * instance the database driver.
 */
function withoutTools(packages: Lock['packages']): Lock['packages'] {
  const kept = Object.entries(packages).filter(([, locked]) => locked.dev !== true)
  return Object.fromEntries(kept.map(([name, locked]) => [name, { ...locked, devDependencies: {} }]))
}
