import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { UnreadPart } from './src/lib/policy-rows.ts'

const GROUP = /[\\/]contract[\\/]policy-sheet[\\/](?:money|where|when|people)\.ts$/

/** The parts of a row that other readers of the policy sheet have. They are half of its bytes. */
const UNREAD: Readonly<Record<UnreadPart, true>> = {
  description: true,
  looser: true,
  agents: true,
  needs: true,
  nothing: true,
  request: true,
  flag: true,
}

type Rows = Readonly<Record<string, object>>

/** A row without these parts. What stands within the others stays: `flag` is also a choice. */
const shownParts = (row: object): object =>
  Object.fromEntries(Object.entries(row).filter(([part]) => !(part in UNREAD)))

/** Leaves out of the scripts what the dashboard does not read of the policy sheet. */
export const shownPartsOfPolicySheet = (): Plugin => ({
  name: 'shown-parts-of-policy-sheet',
  async load(id) {
    if (!GROUP.test(id)) return null
    const group = basename(id, '.ts')
    const module = (await import(pathToFileURL(id).href)) as Readonly<Record<string, Rows>>
    const shown = Object.entries(module[group] ?? {}).map(([field, row]) => [field, shownParts(row)])
    return `export const ${group} = ${JSON.stringify(Object.fromEntries(shown))}`
  },
})
