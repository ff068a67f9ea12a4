import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LabelledSample } from './sample.ts'

/**
 * The hand-written statements of each country, such as `statements/GB.txt`. They were written after the style of real statements, before
 * the rules were tried on them.
 */
export function handWrittenStatementSamples(): LabelledSample[] {
  const folder = join(import.meta.dirname, 'statements')
  return readdirSync(folder).flatMap((file) => readLabelledSamples(join(folder, file), `written ${file.slice(0, 2)}`))
}

/** Reads lines of `observed | listed`, the format of `--file PATH`. */
export function readLabelledSamples(path: string, source: string): LabelledSample[] {
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
