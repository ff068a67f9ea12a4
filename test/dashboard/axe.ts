import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[]
}

/** What axe finds wrong with the page as it stands: rules and where they are broken. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(source)
  const found = await page.evaluate(
    () =>
      (globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }).axe.run() as Promise<{
        violations: Violation[]
      }>,
  )
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}
