import { version } from '../../src/app/version.ts'
import { type OperationName, operations } from '../../src/contract/operations.ts'
import { openApiDocument } from '../../src/http/openapi/document.ts'
import type { GeneratedFile } from './generated-file.ts'

/**
 * Generates the API document, for tools that make clients from it and for comparing versions. A running Purser serves the same with the
 * recorded examples, which are most of its size.
 */
export function openApiFile(): GeneratedFile {
  const { components, ...document } = openApiDocument({ version, names: Object.keys(operations) as OperationName[] })
  const { examples: _recorded, ...others } = components
  const text = JSON.stringify({ ...document, components: others }, withoutRecorded, 2)
  return { path: 'docs/reference/openapi.json', text: `${text}\n` }
}

/** Leaves out the examples of bodies, which are objects. Those of schemas are lists, and stay. */
const withoutRecorded = (name: string, value: unknown): unknown =>
  name === 'examples' && !Array.isArray(value) ? undefined : value
