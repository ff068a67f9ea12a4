/**
 * Tests in under a minute: `npm run test:quick` runs every test that needs only the code, and those tests on PostgreSQL that reach a file
 * which has changed since the last commit, or since another one: `npm run test:quick -- main`. Tests that take too long are stopped, and
 * the exit code is then 2: `npm test` runs all of them.
 */
import { spawn } from 'node:child_process'

const since = process.argv[2]
const changed = since === undefined ? '--changed' : `--changed=${since}`

const steps = [
  { what: 'Tests that need nothing but the code', seconds: 30, args: ['--project', 'pure'] },
  {
    what: 'Tests on PostgreSQL that the change reaches',
    seconds: 28,
    args: ['--project', 'postgres', '--passWithNoTests', '--bail', '5', changed],
  },
]

/** Runs a command. Resolves to its exit code, or to null if it took too long and was stopped. */
async function run(args: readonly string[], seconds: number): Promise<number | null> {
  const vitest = spawn('vitest', ['run', ...args], { stdio: 'inherit' })
  let isOver = false
  const timer = setTimeout(() => {
    isOver = true
    vitest.kill('SIGINT')
  }, seconds * 1000)
  const code = await new Promise<number | null>((resolve, reject) => {
    vitest.once('error', reject)
    vitest.once('exit', resolve)
  })
  clearTimeout(timer)
  return isOver ? null : code
}

for (const { what, seconds, args } of steps) {
  const code = await run(args, seconds)
  if (code === null) console.error(`${what} were stopped after ${seconds} s. npm test runs all of them.`)
  if (code !== 0) process.exitCode ??= code ?? 2
}
