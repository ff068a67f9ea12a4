import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SERVICES = join(import.meta.dirname, '..')

/**
 * The services whose database reads go on when the caller has gone, with the reason. All other services read through the `db` of their
 * context, whose statements are canceled when the caller has gone or was answered.
 */
const ALLOWED: readonly (readonly [files: RegExp, reason: string])[] = [
  [/^request\/(perform|authenticate|idempotency)\.ts$/, 'they run for every request, and read by keys'],
  [/^live\//, 'one read answers many callers'],
  [/^issuers\//, 'the node itself follows issuers, and their requests have deadlines of their own'],
  [/^numbers\/vault-rotation\.ts$/, 'a command of the operator'],
  [/^people\//, 'signing in has no context yet, and reads by keys'],
  [/^insight\/backtest\.ts$/, 'its snapshot is told that the caller has gone'],
]

it('services read in a way that ends with their caller', () => {
  const own = globSync('**/*.ts', { cwd: SERVICES })
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => /\bdatabase\.(db|pool)\b/.test(readFileSync(join(SERVICES, file), 'utf8')))
    .map((file) => file.replaceAll('\\', '/'))
  expect(own.length).toBeGreaterThan(5)
  expect(own.filter((file) => !ALLOWED.some(([files]) => files.test(file)))).toEqual([])
})
