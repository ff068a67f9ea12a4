import { packageVersion } from '../../src/app/version.ts'
import { type OperationName, operations } from '../../src/contract/operations.ts'
import { openApiDocument } from '../../src/http/openapi/document.ts'
import type { GeneratedFile } from './generated-file.ts'

/**
 * Generates the API document for tools that make clients from it and for comparing versions, with a line for each operation and each
 * schema. A running Purser serves the same document with the recorded examples, which make most of its size.
 */
export function openApiFile(): GeneratedFile {
  const { components, ...document } = openApiDocument({
    version: packageVersion,
    names: Object.keys(operations) as OperationName[],
  })
  const { examples: _recorded, ...others } = components
  const text = inLines({ ...document, components: others }, 0)
  return { path: 'docs/reference/openapi.json', text: `${text}\n` }
}

/** The depth of the JSON down to which each member has a line of its own: that of `paths./cards.post` and `components.schemas.Card`. */
const DEEPEST = 3

function inLines(value: unknown, depth: number): string {
  if (depth === DEEPEST || typeof value !== 'object' || value === null || Array.isArray(value)) {
    return JSON.stringify(value, withoutRecorded)
  }
  const begin = '  '.repeat(depth + 1)
  const lines = Object.entries(value).map(
    ([name, each]) => `${begin}${JSON.stringify(name)}: ${inLines(each, depth + 1)}`,
  )
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n${'  '.repeat(depth)}}`
}

/** Leaves out the recorded examples of bodies, which are objects. The examples of schemas are lists, and stay. */
const withoutRecorded = (name: string, value: unknown): unknown =>
  name === 'examples' && !Array.isArray(value) ? undefined : value
