import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { layers } from '../tidy/layers.ts'
import { code, type GeneratedFile, table } from './generated-file.ts'

const PATH = 'ARCHITECTURE.md'
const SECTION = /(<!-- from tools\/tidy\/layers\.ts -->\n)[\s\S]*?(\n<!-- end -->)/

/** Generates the table of import rules in ARCHITECTURE.md from the table that tidy checks. */
export function architectureFile(): GeneratedFile {
  const rows = Object.entries(layers).map(([name, layer]) => [
    code(name),
    list(layer.uses),
    list(layer.types),
    list(layer.packages?.map((pattern) => (pattern.endsWith('/') ? `${pattern}*` : pattern))),
  ])
  const rules = table(['Layer', 'Uses', 'Takes only types from', 'Packages'], rows)
  const text = readFileSync(join(import.meta.dirname, '..', '..', PATH), 'utf8')
  return { path: PATH, text: text.replace(SECTION, `$1${rules}$2`) }
}

const list = (names: readonly string[] = []): string => names.map(code).join(', ')
