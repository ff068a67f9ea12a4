/**
 * Builds the dashboard into `dist` where its sources are newer than what was built: a second or two, or none. `npm start` and the
 * tests call it. What is built appears at once, whole: a node that serves the folder meanwhile never reads half of it.
 */
import { existsSync, globSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = import.meta.dirname
const output = join(root, 'dist')
const SOURCES = [
  'src/**/*',
  'public/*',
  'index.html',
  '*.ts',
  'package.json',
  '../clients/typescript/src/*.ts',
  '../src/contract/**/*.ts',
  '../src/domain/**/*.ts',
  '../examples/policies/*.json',
  '../package-lock.json',
]

if (isStale()) await rebuild()

function isStale(): boolean {
  const built = join(output, 'index.html')
  if (!existsSync(built)) return true
  const builtAt = statSync(built).mtimeMs
  return globSync(SOURCES, { cwd: root }).some((path) => statSync(join(root, path)).mtimeMs > builtAt)
}

async function rebuild(): Promise<void> {
  console.error('Building the dashboard ...') // a start is silent for as long otherwise
  const { build } = await import('vite') // not above: loading Vite takes longer than finding out that nothing is stale
  // Vite takes what is there: under a test runner it would pack React for development, of three times the size.
  process.env['NODE_ENV'] = 'production'
  const fresh = `${output}-${process.pid}`
  await build({ root, logLevel: 'warn', build: { outDir: fresh, emptyOutDir: true } })
  // If two processes build the dashboard at once, the later one takes what the other has put in place.
  if (isStale()) putInPlace(fresh)
  rmSync(fresh, { recursive: true, force: true })
}

/**
 * Puts a built dashboard in place by two renames: for all but a moment there is a whole one. If another build comes in between, that one
 * stays.
 */
function putInPlace(fresh: string): void {
  const old = `${fresh}-old`
  for (let attemptsLeft = 5; isStale(); attemptsLeft -= 1) {
    try {
      if (existsSync(output)) renameSync(output, old)
      renameSync(fresh, output)
      break
    } catch (error) {
      if (attemptsLeft === 0) throw error
    }
  }
  rmSync(old, { recursive: true, force: true })
}
