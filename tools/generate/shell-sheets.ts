import type { ShellResourceSheet } from '../../src/cli/remote/shell-sheet.ts'
import { resourceSheetRowsOf, type ResourceSheet } from '../../src/contract/sheets/row.ts'
import { resourceSheets } from '../../src/contract/sheets/sheets.ts'
import type { GeneratedFile } from './generated-file.ts'

const head = `// Generated from src/contract/sheets by tools/generate.ts. Do not edit.
import type { ShellResourceSheet } from './shell-sheet.ts'

`

/** Generates what the command line reads of the resource sheets: flags, columns and statuses, without the schemas. */
export function generateShellSheets(): GeneratedFile {
  const sheets = Object.entries(resourceSheets).map(([name, sheet]) => {
    const { statuses, fields } = shellSheet(sheet, sheet.status.schema.enum)
    const lines = fields.map((field) => `    ${JSON.stringify(field)},\n`).join('')
    return `  ${name}: {\n  statuses: ${JSON.stringify(statuses)},\n  fields: [\n${lines}  ] },\n`
  })
  return {
    path: 'src/cli/remote/shell-sheets.ts',
    text: `${head}export const shellResourceSheets = {\n${sheets.join('')}} as const satisfies Readonly<Record<string, ShellResourceSheet>>\n`,
  }
}

const shellSheet = (sheet: ResourceSheet, statuses: readonly string[]): ShellResourceSheet => ({
  statuses,
  fields: resourceSheetRowsOf(sheet)
    .map(([field, { set, listed }]) => ({
      field,
      update: set === 'never' ? null : set.update,
      flags: set === 'never' ? null : set.flags,
      listed,
    }))
    .filter(({ flags, listed }) => flags !== null || listed !== null),
})
