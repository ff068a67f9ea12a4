import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const TABLE = /<!-- from src\/issuers -->\n\| What happened .*\n\| ---.*\n([\s\S]*?)\n<!-- end -->/

/** The rows of the table of issuers' events in docs/guides/issuers.md. */
export function issuersGuideRows(): Set<string> {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/issuers.md'), 'utf8')
  const [, rows = ''] = TABLE.exec(guide) ?? []
  return new Set([...rows.matchAll(/^\| ([^|]+) \|/gm)].map(([, row = '']) => row))
}
