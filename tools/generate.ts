/**
 * Writes the files that are generated from the sources: `node tools/generate.ts`. With `--check` it writes nothing, and fails if a file
 * differs from its source.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { applySchemaFile } from './generate/apply-schema.ts'
import { generateArchitectureTables } from './generate/architecture.ts'
import { generateGrafanaBoard } from './generate/board.ts'
import { clientTypesFile } from './generate/client-types.ts'
import { generateSettingsReference } from './generate/configuration.ts'
import { errorsFile } from './generate/errors.ts'
import { eventsFile } from './generate/events.ts'
import type { GeneratedFile } from './generate/generated-file.ts'
import { metricsFile } from './generate/metrics.ts'
import { openApiFile } from './generate/openapi.ts'
import { operationsFile } from './generate/operations.ts'
import { policiesFile } from './generate/policies.ts'
import { policyTemplatesFile } from './generate/policy-templates.ts'
import { pythonFiles } from './generate/python.ts'
import { reasonCodesReferenceFile } from './generate/reasons.ts'
import { sdkFile } from './generate/sdk.ts'
import { generateShellSheets } from './generate/shell-sheets.ts'
import { helmChartSettingsFile } from './generate/chart-settings.ts'
import { issuerEventsFile } from './generate/issuer-events.ts'
import { stripeSchemaFile } from './generate/stripe-schema.ts'

const root = join(import.meta.dirname, '..')
const isWriting = import.meta.main && !process.argv.includes('--check')

// The commands of the command line read the generated resource sheets when they are loaded, so these are written before.
if (isWriting) [generateShellSheets()].filter(isStale).forEach(write)
const { commandsFile } = await import('./generate/commands.ts')
const commands = await commandsFile()

const generatedFiles = (): GeneratedFile[] => [
  sdkFile(),
  generateShellSheets(),
  commands,
  clientTypesFile(),
  generateSettingsReference(),
  metricsFile(),
  generateGrafanaBoard(),
  errorsFile(),
  eventsFile(),
  reasonCodesReferenceFile(),
  policiesFile(),
  operationsFile(),
  openApiFile(),
  generateArchitectureTables(),
  issuerEventsFile(),
  helmChartSettingsFile(),
  ...pythonFiles(),
  stripeSchemaFile(),
  applySchemaFile(),
  policyTemplatesFile(),
]

/** The generated files that are missing, or that differ from their source. */
export function staleGeneratedFiles(): GeneratedFile[] {
  return generatedFiles().filter(isStale)
}

function isStale(file: GeneratedFile): boolean {
  return readIfThere(file.path) !== file.text
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return undefined
  }
}

function write(file: GeneratedFile): void {
  mkdirSync(dirname(join(root, file.path)), { recursive: true })
  writeFileSync(join(root, file.path), file.text)
  console.log(`wrote ${file.path}`)
}

if (import.meta.main) {
  const stale = staleGeneratedFiles()
  if (isWriting) {
    stale.forEach(write)
  } else {
    for (const file of stale) console.error(`${file.path} is not up to date: run npm run generate`)
    process.exitCode = stale.length > 0 ? 1 : 0
  }
}
