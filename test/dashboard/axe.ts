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
    const options = { ...rules, resultTypes: ['violations'], preload: false, iframes: false }
    const broken = await page.evaluate<Violation[]>(
      `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
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

const WIDTHS = [1280, 390]

/** What axe finds wrong in what is open now, such as a dialog, at the width of a desk and of a phone, in both themes. */
export async function violationsAtEachWidth(page: Page): Promise<string[]> {
  const found: string[] = []
  const before = page.viewportSize()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 })
    found.push(...(await violations(page)).map((line) => `${width} px: ${line}`))
  }
  if (before !== null) await page.setViewportSize(before)
  return found
}
