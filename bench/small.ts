/**
 * Runs one of the benchmarks that are a single file: `npm run bench -- NAME`, and the benchmark's own options behind its name. Without a
 * known name it prints the names and ends with 2.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const names = readdirSync(join(import.meta.dirname, 'small')).map((file) => file.replace(/\.ts$/, ''))

const [name = ''] = process.argv.splice(2, 1)
if (names.includes(name)) await import(`./small/${name}.ts`)
else {
  console.error(`npm run bench -- NAME, where NAME is one of ${names.join(', ')}`)
  process.exitCode = 2
}
