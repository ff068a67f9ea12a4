import { parseArgs } from 'node:util'
import { runCases } from './run.ts'

/**
 * Asks the implementation and the model the same random questions: `node test/model/differential.ts --cases 1000000`.
 * Prints the seed and what was covered; exits 1 with the first case in which they differ.
 */
const { values } = parseArgs({ options: { cases: { type: 'string', default: '100000' }, seed: { type: 'string' } } })
const seed = Number(values.seed ?? Date.now() % 1_000_000_000)
const cases = Number(values.cases)
console.log(`seed ${seed}, ${cases} cases`)

const { difference, approved, codes } = runCases(seed, cases)
for (const [code, count] of codes) console.log(`${String(count).padStart(9)}  ${code}`)
console.log(`${String(approved).padStart(9)}  approved`)
if (difference === undefined) {
  console.log(`${cases} cases, 0 differences`)
} else {
  console.error('They differ:', JSON.stringify(difference, undefined, 2))
  process.exitCode = 1
}
