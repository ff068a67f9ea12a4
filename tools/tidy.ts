/**
 * Checks the rules of the repository: `node tools/tidy.ts`. It prints one line for each place that breaks a rule, and its exit code is then
 * 1.
 */
import { join } from 'node:path'
import { staleGeneratedFiles } from './generate.ts'
import { readRepository } from './tidy/repository.ts'
import { tidyRules } from './tidy/rules.ts'

const repository = readRepository(join(import.meta.dirname, '..'))
const stale = staleGeneratedFiles().map((file) => `${file.path}: not up to date, run npm run generate`)
const problems = [...tidyRules.flatMap((rule) => rule(repository)), ...stale]

for (const problem of problems) console.error(problem)
console.log(`tidy: ${repository.sources.size} sources, ${tidyRules.length + 1} rules, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
