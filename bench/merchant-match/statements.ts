import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sample } from './sample.ts'

/**
 * Statements that were written by hand from what statements of a country look like, before the rules were tried on them:
 * `statements/GB.txt`.
 */
export function writtenStatements(): Sample[] {
  const folder = join(import.meta.dirname, 'statements')
  return readdirSync(folder).flatMap((file) => samplesOf(join(folder, file), `written ${file.slice(0, 2)}`))
}

/** Reads lines of `observed | listed`, the format of `--file PATH`. */
export function samplesOf(path: string, source: string): Sample[] {
  const country = source.slice(-2)
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const at = line.lastIndexOf(' | ')
      const sample = { source, kind: 'written', observed: line.slice(0, at), listed: line.slice(at + 3) }
      return /^[A-Z]{2}$/.test(country) && country !== 'ZZ' ? { ...sample, country } : sample
    })
}
