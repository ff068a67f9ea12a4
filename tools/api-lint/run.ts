/**
 * Lints the API document as it is served: `npm run lint:api`. The exit code is 1 if a linter finds anything, or if a linter misses a
 * planted fault: a linter that reads no rules finds nothing either.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OperationName, operations } from '../../src/contract/operations.ts'
import { openApiDocument } from '../../src/http/openapi/document.ts'

type Document = ReturnType<typeof openApiDocument>

interface Linter {
  readonly name: string
  readonly args: readonly string[]
  /** Planted faults. Each breaks a rule of another rule set of the linter. */
  readonly plants: readonly ((document: Document) => object)[]
}

const linters: readonly Linter[] = [
  {
    name: 'redocly',
    args: ['--config', 'redocly.yaml'],
    plants: [(document) => ({ ...document, security: [] })],
  },
  {
    name: 'spectral',
    args: ['--ruleset', 'spectral.yaml', '--fail-severity', 'hint'],
    plants: [
      (document) => ({ ...document, tags: [] }),
      (document) => ({ ...document, servers: [{ url: 'http://127.0.0.1/v1' }] }),
    ],
  },
]

const here = import.meta.dirname
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

function lint({ name, args }: Linter, file: string): { passed: boolean; output: string } {
  const command = [join(here, 'node_modules', '.bin', name), 'lint', file, ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: here, encoding: 'utf8', env })
  return { passed: status === 0, output: `${stdout}${stderr}`.trim() }
}

const document = openApiDocument({ version: '0.0.0', names: Object.keys(operations) as OperationName[] })
const folder = mkdtempSync(join(tmpdir(), 'purser-api-lint-'))
const write = (text: object): string => {
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(text, null, 2))
  return file
}

try {
  for (const linter of linters) {
    const { passed, output } = lint(linter, write(document))
    console.log(`${linter.name}: ${passed ? 'passed' : 'FAILED'}\n${output}\n`)
    const missed = linter.plants.filter((plant) => lint(linter, write(plant(document))).passed)
    for (const plant of missed) console.error(`${linter.name} did not find what was planted: ${String(plant)}`)
    if (!passed || missed.length > 0) process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true })
}
