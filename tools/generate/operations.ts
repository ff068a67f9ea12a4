import type { Operation } from '../../src/contract/operation.ts'
import { operations } from '../../src/contract/operations.ts'
import { markdownCode, type GeneratedFile, generatedMarkdownNotice, markdownTable } from './generated-file.ts'
import { clientNamesOfOperations } from './sdk.ts'

const head = `${generatedMarkdownNotice('src/contract/operations')}
# Operations

Paths are below \`/v1\`. \`/docs\` and \`/openapi.json\` of a running Purser describe the body, answers and errors of each operation.
`

/** Generates the reference of all operations: who may call them, and how the client names them. */
export function operationsFile(): GeneratedFile {
  const entries = Object.entries<Operation>(operations)
  const tags = [...new Set(entries.map(([, operation]) => operation.tag))]
  const sections = tags.map((tag) => {
    const rows = entries
      .filter(([, operation]) => operation.tag === tag)
      .map(([name, operation]) => [
        `${operation.method} ${markdownCode(operation.path)}`,
        operation.summary,
        operation.roles.join(', '),
        operation.stream === undefined
          ? markdownCode(clientNamesOfOperations[name as keyof typeof clientNamesOfOperations])
          : '',
      ])
    return `## ${tag}\n\n${markdownTable(['Operation', 'What it does', 'Roles', 'Client'], rows)}\n`
  })
  return { path: 'docs/reference/operations.md', text: [head, ...sections].join('\n') }
}
