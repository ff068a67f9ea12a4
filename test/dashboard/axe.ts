import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[]
}

/** Themes differ by their colours alone: every rule is asked in one, the rules about colours in the other. */
const THEMES = [
  { colorScheme: 'light', rules: {} },
  { colorScheme: 'dark', rules: { runOnly: ['color-contrast', 'link-in-text-block'] } },
] as const

/** What axe finds wrong with the page as it stands, in both themes: rules and where they are broken. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(`globalThis.axe ?? (() => {${source}})()`)
  const found: string[] = []
  for (const { colorScheme, rules } of THEMES) {
    // A theme that fades in has the colours of neither for a moment.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const options = { ...rules, resultTypes: ['violations'], preload: false }
    const { violations: broken } = await page.evaluate<{ violations: Violation[] }>(
      `axe.run(${JSON.stringify(options)})`,
    )
    found.push(
      ...broken.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${colorScheme}: ${id}: ${target.join(' ')}: ${failureSummary}`),
      ),
    )
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  return found
}
