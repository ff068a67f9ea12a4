/**
 * Runs the checks of `npm run check`, two at a time, and prints the output of those that find something. The exit code is then 1. Each
 * check can be run alone: `npm run check:lint`.
 */
import { spawn } from 'node:child_process'

/** The names of the checks of `npm run check`. Those that take longest are first, so that no processor is idle at the end. */
const CHECKS = ['lint', 'types', 'tidy', 'unused', 'format']
const AT_ONCE = 2

interface Ended {
  readonly isPassed: boolean
  readonly output: string
}

function run(check: string): Promise<Ended> {
  const child = spawn('npm', ['run', '--silent', `check:${check}`], { stdio: ['ignore', 'pipe', 'pipe'] })
  const printed: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => printed.push(chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ isPassed: code === 0, output: Buffer.concat(printed).toString().trim() }))
  })
}

const waiting = [...CHECKS]
async function runWaiting(): Promise<void> {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const { isPassed, output } = await run(check)
    console.log(isPassed ? `passed: npm run check:${check}` : `FAILED: npm run check:${check}\n${output}`)
    if (!isPassed) process.exitCode = 1
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, runWaiting))
