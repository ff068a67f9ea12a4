import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { layerFloors } from '../tidy/floor-table.ts'
import { layerImports } from '../tidy/layers.ts'
import { markdownCode, type GeneratedFile, markdownTable } from './generated-file.ts'

const PATH = 'ARCHITECTURE.md'
const LAYERS = /(<!-- from tools\/tidy\/layers\.ts -->\n)[\s\S]*?(\n<!-- end -->)/
const FLOORS = /(<!-- from tools\/tidy\/floor-table\.ts -->\n)[\s\S]*?(\n<!-- end -->)/

/** Generates the tables of import rules in ARCHITECTURE.md from the tables that tidy checks. */
export function generateArchitectureTables(): GeneratedFile {
  const rows = Object.entries(layerImports).map(([name, layer]) => [
    markdownCode(name),
    list(layer.uses),
    list(layer.types),
    list(layer.packages?.map((pattern) => (pattern.endsWith('/') ? `${pattern}*` : pattern))),
  ])
  const rules = markdownTable(['Layer', 'Uses', 'Takes only types from', 'Packages'], rows)
  const text = readFileSync(join(import.meta.dirname, '..', '..', PATH), 'utf8')
  return { path: PATH, text: text.replace(LAYERS, `$1${rules}$2`).replace(FLOORS, `$1${floorTable()}$2`) }
}

function floorTable(): string {
  const rows = Object.entries(layerFloors).map(([layer, own]) => [
    markdownCode(layer),
    own.map((folders) => list(folders.map((folder) => (folder === '.' ? `src/${layer}/*.ts` : folder)))).join(' < '),
  ])
  return markdownTable(['Layer', 'Floors, the lowest first'], rows)
}

const list = (names: readonly string[] = []): string => names.map(markdownCode).join(', ')
