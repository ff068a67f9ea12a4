/**
 * Lints the API document as it is served: `npm run lint:api`. Exit code 1 where a linter finds anything, and where a
 * linter does not find what was planted: one that reads no rules finds nothing either.
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
  readonly args: (file: string) => string[]
  /** Breaks one of its rules. */
  readonly plant: (document: Document) => Document
}

const here = import.meta.dirname

const linters: readonly Linter[] = [
  {
    name: 'redocly',
    args: (file) => ['lint', file, '--config', join(here, 'redocly.yaml')],
    plant: (document) => ({ ...document, security: [] }),
  },
  {
    name: 'spectral',
    args: (file) => ['lint', file, '--ruleset', join(here, 'spectral.yaml'), '--fail-severity', 'hint'],
    plant: (document) => ({ ...document, tags: [] }),
  },
  {
    name: 'spectral',
    args: (file) => ['lint', file, '--ruleset', join(here, 'spectral.yaml'), '--fail-severity', 'hint'],
    plant: (document) => ({ ...document, servers: document.servers.map((server) => ({ ...server, description: '' })) }),
  },
]

function lint({ name, args }: Linter, file: string): { passed: boolean; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(here, 'node_modules', '.bin', name), ...args(file)], {
    cwd: here,
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' },
  })
  return { passed: status === 0, output: `${stdout}${stderr}` }
}

const document = openApiDocument({ version: '0.0.0', names: Object.keys(operations) as OperationName[] })
const folder = mkdtempSync(join(tmpdir(), 'purser-api-lint-'))
const write = (name: string, text: object): string => {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(text, null, 2))
  return file
}

try {
  const served = write('openapi.json', document)
  for (const linter of linters) {
    const { passed, output } = lint(linter, served)
    console.log(`${linter.name}\n${output.trim()}\n`)
    const planted = lint(linter, write('planted.json', linter.plant(document)))
    if (planted.passed) console.error(`${linter.name} did not find what was planted`)
    if (!passed || planted.passed) process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true })
}
