import type { Repository } from './repository.ts'

interface LockedPackage {
  readonly integrity?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly optional?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly hasInstallScript?: boolean
}

interface Lock {
  readonly packages?: Readonly<Record<string, LockedPackage>>
}

const ROOT = 'package-lock.json'
const MANIFEST = /(?:^|\/)package\.json$/
const LOCK_FILE = /(?:^|\/)package-lock\.json$/
const PACKAGE = 'node_modules/'
const STRONG = /^sha512-/

/** Refuses packages without a hash in a lock file, so that npm installs what was reviewed. */
export function lockIntegrityTidyRule({ texts }: Repository): string[] {
  return [...texts].flatMap(([path, text]) => (LOCK_FILE.test(path) ? unproven(path, text) : []))
}

function unproven(path: string, text: string): string[] {
  const { packages } = JSON.parse(text) as Lock
  if (packages === undefined) return [`${path} lists no packages: lock it again with the npm of this checkout`]
  return Object.entries(packages)
    .filter(([name, locked]) => name.includes(PACKAGE) && locked.link !== true && !STRONG.test(locked.integrity ?? ''))
    .filter(([, locked]) => path !== ROOT || !isAddedByHand(locked))
    .map(([name]) => `${path}: ${name} has no integrity of SHA-512: lock it again with npm install`)
}

/** Refuses a package with dependencies and without a lock file: beside its manifest, or as a workspace of the root. */
export function lockFileTidyRule({ texts }: Repository): string[] {
  const { packages: workspaces = {} } = JSON.parse(texts.get(ROOT) ?? '{}') as Lock
  return [...texts]
    .filter(([path, text]) => MANIFEST.test(path) && hasDependencies(text))
    .map(([path]) => path.slice(0, -'package.json'.length))
    .filter((folder) => !texts.has(`${folder}package-lock.json`) && workspaces[folder.slice(0, -1)] === undefined)
    .map((folder) => `${folder}package.json has dependencies that no package-lock.json locks: run npm install there`)
}

function hasDependencies(manifest: string): boolean {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(manifest) as Record<string, object>
  return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }).length > 0
}

/** Refuses packages that could run a script when they are installed: `allowScripts` must deny each of them by name. */
export function installScriptTidyRule({ texts }: Repository): string[] {
  const { packages = {} } = JSON.parse(texts.get('package-lock.json') ?? '{}') as {
    packages?: Record<string, LockedPackage>
  }
  const { allowScripts = {} } = JSON.parse(texts.get('package.json') ?? '{}') as {
    allowScripts?: Record<string, boolean>
  }
  return Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => path.slice(path.lastIndexOf(PACKAGE) + PACKAGE.length))
    .filter((name) => allowScripts[name] !== false)
    .map((name) => `package-lock.json: ${name} has an install script: deny it by allowScripts in package.json`)
}

/**
 * Whether `tools/complete-lock.ts` has added the package to the root's lock file, because a registry does not serve it. Such a package is a
 * development tool for another platform. npm installs it on that platform alone, and refuses a lock file without it everywhere. It is never
 * part of what runs.
 */
const isAddedByHand = ({ integrity, dev, optional, os, cpu }: LockedPackage): boolean =>
  integrity === undefined && dev === true && optional === true && (os ?? cpu) !== undefined
