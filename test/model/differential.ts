import { parseArgs } from 'node:util'
import { compareWithCedar } from './cedar.ts'
import { compare } from './compare.ts'
import { runCases } from './run.ts'

/**
 * Asks the implementation and the model the same random questions: `node test/model/differential.ts --cases 1000000`;
 * with `--against cedar`, Cedar. Prints the seed and what was covered; exits 1 with the first case in which they differ.
 */
const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '100000' },
    seed: { type: 'string' },
    against: { type: 'string', default: 'model' },
  },
})
const ask = { model: compare, cedar: compareWithCedar }[values.against]
if (ask === undefined) throw new Error(`--against is model or cedar, not ${values.against}`)
const seed = Number(values.seed ?? Date.now() % 1_000_000_000)
const cases = Number(values.cases)
console.log(`seed ${seed}, ${cases} cases against ${values.against === 'cedar' ? 'Cedar' : 'the model'}`)

const { difference, approved, codes } = runCases(seed, cases, ask)
for (const [code, count] of codes) console.log(`${String(count).padStart(9)}  ${code}`)
console.log(`${String(approved).padStart(9)}  approved`)
if (difference === undefined) {
  console.log(`${cases} cases, 0 differences`)
} else {
  console.error('They differ:', JSON.stringify(difference, undefined, 2))
  process.exitCode = 1
}
