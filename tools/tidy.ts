/** The repository tests its own rules: `node tools/tidy.ts`. Exit code 1 and one line for each place that breaks one. */
import { join } from 'node:path'
import { staleFiles } from './generate.ts'
import { readRepository } from './tidy/repository.ts'
import { rules } from './tidy/rules.ts'

const repository = readRepository(join(import.meta.dirname, '..'))
const stale = staleFiles().map((file) => `${file.path}: not up to date, run npm run generate`)
const problems = [...rules.flatMap((rule) => rule(repository)), ...stale]

for (const problem of problems) console.error(problem)
console.log(`tidy: ${repository.sources.size} sources, ${rules.length + 1} rules, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
