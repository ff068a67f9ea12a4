import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { dashboardSheetsPlugin } from '../../dashboard/sheets-plugin.ts'
import { type PolicyFieldGroup, policyFieldGroups } from '../../src/contract/policy-sheet/policy-sheet.ts'
import { reasonCatalogue } from '../../src/contract/reasons.ts'

const FILES: Readonly<Record<PolicyFieldGroup, string>> = {
  money: 'money',
  where: 'merchant',
  when: 'time',
  people: 'people',
}
const OF_POLICIES = ['description', 'looser', 'agents', 'needs', 'nothing', 'request', 'flag']
const OF_REASONS = ['about', 'fixedBy', 'means', 'checks']

it.each([
  ...(Object.keys(FILES) as PolicyFieldGroup[]).map(
    (group) => [`policy-sheet/${FILES[group]}.ts`, policyFieldGroups[group], OF_POLICIES] as const,
  ),
  ['reasons.ts', reasonCatalogue, OF_REASONS] as const,
])('the scripts have every part of the rows of %s that the dashboard reads', async (path, rows, unread) => {
  const file = fileURLToPath(new URL(`../../src/contract/${path}`, import.meta.url))
  const { load } = dashboardSheetsPlugin() as unknown as { load: (id: string) => Promise<string> }
  const code = await load(file)
  const [, exported] = /^export const (\w+) = /.exec(code) ?? []
  expect(await import(file)).toHaveProperty(exported ?? 'no export')
  const shown = JSON.parse(code.slice(code.indexOf('{'))) as object
  const expected = Object.entries(rows).map(([key, row]) => [
    key,
    Object.fromEntries(Object.entries(row as object).filter(([part]) => !unread.includes(part))),
  ])
  expect(shown).toEqual(Object.fromEntries(expected))
})
