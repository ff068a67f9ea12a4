import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const HEAD = '| What happened | Stripe Issuing | Lithic | Call |\n| --- | --- | --- | --- |\n'

/** The rows of the table of issuers' events in docs/guides/issuers.md. */
export function rowsOfGuide(): Set<string> {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/issuers.md'), 'utf8')
  const [, table = ''] = guide.split(HEAD)
  return new Set([...table.slice(0, table.indexOf('\n\n')).matchAll(/^\| ([^|]+) \|/gm)].map(([, row = '']) => row))
}
