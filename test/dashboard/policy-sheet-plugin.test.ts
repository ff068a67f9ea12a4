import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { shownPartsOfPolicySheet } from '../../dashboard/policy-sheet-plugin.ts'
import { groups } from '../../src/contract/policy-sheet/policy-sheet.ts'

const UNREAD = new Set(['description', 'looser', 'agents', 'needs', 'nothing', 'request', 'flag'])

it.each(Object.entries(groups))(
  'the scripts have every part of the rows of %s that the dashboard reads',
  async (group, rows) => {
    const file = fileURLToPath(new URL(`../../src/contract/policy-sheet/${group}.ts`, import.meta.url))
    const { load } = shownPartsOfPolicySheet() as unknown as { load: (id: string) => Promise<string> }
    const code = await load(file)
    const shown = JSON.parse(code.slice(code.indexOf('{'))) as object
    const expected = Object.entries(rows).map(([field, row]) => [
      field,
      Object.fromEntries(Object.entries(row as object).filter(([part]) => !UNREAD.has(part))),
    ])
    expect(shown).toEqual(Object.fromEntries(expected))
  },
)
