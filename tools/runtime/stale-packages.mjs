/** Tells packages of another commit from those that this checkout locks, in JavaScript that old Node versions can read. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns a sentence where installed packages are not those of the lock file, as after `git pull` without `npm ci`. Without it, the first
 * missing package would be an exception with a stack. npm writes what it has installed into `node_modules/.package-lock.json`; other
 * installers do not, and whoever uses one is not told anything.
 */
export function stalePackages(checkout) {
  const locked = packagesIn(join(checkout, 'package-lock.json'))
  const installed = packagesIn(join(checkout, 'node_modules', '.package-lock.json'))
  if (locked === undefined || installed === undefined) return undefined
  const withoutTools = !Object.values(installed).some(({ dev }) => dev === true)
  const stale = Object.keys(locked).find((path) => {
    const { version, optional, devOptional, dev, peer } = locked[path]
    if (path === '') return false
    if (installed[path] !== undefined) return installed[path].version !== version
    return !(optional || devOptional || peer || (dev && withoutTools))
  })
  if (stale === undefined) return undefined
  return `The package ${stale.replace(/^.*node_modules\//, '')} is not installed as package-lock.json has it. Run "npm ci" in ${checkout}.`
}

const packagesIn = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined)
