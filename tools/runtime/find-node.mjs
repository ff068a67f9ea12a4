/**
 * Finds the Node that this checkout brings, in JavaScript that old Node versions can read. It is found by its package: npm 10 removes the
 * link `node_modules/.bin/node` together with the packages of other platforms, which have a binary of the same name.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stalePackages } from './stale-packages.mjs'

const OLDEST_MAJOR = 24
const require = createRequire(import.meta.url)
const checkout = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Returns `{ path }` of the binary to run on, or `{ problem }`: a sentence that says what is missing, and one that says how to get it. Packages
 * of another commit are a problem, too.
 */
export function findNode() {
  const name = packageFor(process.platform, process.arch)
  const path = name === undefined ? undefined : binaryIn(name)
  const stale = stalePackages(checkout)
  if (stale !== undefined) return { problem: stale }
  if (path !== undefined) return { path }
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_MAJOR) return { path: process.execPath }
  return { problem: `Node ${OLDEST_MAJOR} or newer is needed, this is ${process.version}. ${remedyFor(name)}` }
}

/** The package for this platform, among those that npm installs with this workspace. */
function packageFor(platform, architecture) {
  const ending = `-${platform === 'win32' ? 'win' : platform}-${architecture}`
  return Object.keys(require('./package.json').optionalDependencies).find((name) => name.endsWith(ending))
}

function binaryIn(name) {
  const folder = require.resolve.paths(name).find((each) => existsSync(join(each, name, 'package.json')))
  if (folder === undefined) return undefined
  const { bin } = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8'))
  const path = join(folder, name, bin.node)
  return existsSync(path) ? path : undefined
}

function remedyFor(name) {
  const elsewhere = 'get one from https://nodejs.org'
  if (name === undefined) return `None is brought for ${process.platform} on ${process.arch}: ${elsewhere}`
  if (!existsSync(join(checkout, 'node_modules'))) return `Run "npm ci" in ${checkout}, which brings one.`
  return (
    `The package ${name}, which brings one, is not installed: npm leaves it out where it is told to omit optional packages, or ` +
    `where its registry does not have it. Run "npm ci --include=optional" in ${checkout}, or ${elsewhere}`
  )
}
