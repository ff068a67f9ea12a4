import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { UnreadPolicySheetMember } from './src/lib/policy-rows.ts'
import type { UnreadReasonCatalogueMember } from './src/lib/words/codes.ts'

interface Sheet {
  /** Matches the paths of the contract sheet's files. */
  readonly file: RegExp
  /** The name of the constant in which the sheet's file exports its rows. `path`: the path of the file. */
  readonly exported: (path: string) => string
  /** The members of the contract sheet's rows that the dashboard does not read. The build leaves them out. */
  readonly unread: Readonly<Record<string, true>>
}

const policySheet: Sheet = {
  file: /[\\/]contract[\\/]policy-sheet[\\/](?:money|merchant|time|people)\.ts$/,
  exported: (path) => `${basename(path, '.ts')}PolicyFields`,
  unread: {
    description: true,
    looser: true,
    agents: true,
    needs: true,
    nothing: true,
    request: true,
    flag: true,
  } satisfies Readonly<Record<UnreadPolicySheetMember, true>>,
}

const reasons: Sheet = {
  file: /[\\/]contract[\\/]reasons\.ts$/,
  exported: () => 'reasonCatalogue',
  unread: { about: true, fixedBy: true, means: true, checks: true } satisfies Readonly<
    Record<UnreadReasonCatalogueMember, true>
  >,
}

/** A contract sheet's row without the parts that the dashboard does not read. Members within other parts stay: `flag` is also a choice. */
const shownParts = (row: object, unread: Sheet['unread']): object =>
  Object.fromEntries(Object.entries(row).filter(([part]) => !(part in unread)))

/** Leaves out of the scripts what the dashboard does not read of the contract's sheets. It is more than half of their bytes. */
export const dashboardSheetsPlugin = (): Plugin => ({
  name: 'shown-parts-of-sheets',
  async load(id) {
    const sheet = [policySheet, reasons].find(({ file }) => file.test(id))
    if (sheet === undefined) return null
    const name = sheet.exported(id)
    const module = (await import(pathToFileURL(id).href)) as Readonly<Record<string, Readonly<Record<string, object>>>>
    const rows = module[name]
    if (rows === undefined) throw new Error(`${id} exports no ${name}.`)
    const shown = Object.entries(rows).map(([key, row]) => [key, shownParts(row, sheet.unread)])
    return `export const ${name} = ${JSON.stringify(Object.fromEntries(shown))}`
  },
})
