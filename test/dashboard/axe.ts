import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { isReleaseRun } from '../support/thorough.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[]
}

type Theme = 'light' | 'dark'
/** Themes differ by their colours alone: where both are looked at, every rule is asked in one, the rules about colours in the other. */
const ABOUT_COLOURS = { runOnly: ['color-contrast', 'link-in-text-block'] }

async function violationsIn(page: Page, theme: Theme, rules: object = {}): Promise<string[]> {
  // A page that is still loading has neither, which axe would report.
  await page.locator('main').waitFor({ state: 'attached' })
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.evaluate(`globalThis.axe ?? (() => {${source}})()`)
  // A theme that fades in has the colours of neither for a moment.
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  const options = { ...rules, resultTypes: ['violations'], preload: false, iframes: false }
  const broken = await page.evaluate<Violation[]>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  return broken.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${theme}: ${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}

/** What axe finds wrong with the page as it stands, in both themes: rules and where they are broken. */
export const violationsInBothThemes = async (page: Page): Promise<string[]> => [
  ...(await violationsIn(page, 'light')),
  ...(await violationsIn(page, 'dark', ABOUT_COLOURS)),
]

/**
 * What axe finds wrong with the page as it stands. Every page is looked at in both themes by `matrix/every-page.long.pg.test.ts`; its states
 * are looked at in one, and before a release in both.
 */
export const violations = (page: Page): Promise<string[]> =>
  isReleaseRun ? violationsInBothThemes(page) : violationsIn(page, 'light')

const LOOKS = [
  { width: 1280, theme: 'light' },
  { width: 390, theme: 'dark' },
] as const

/** What axe finds wrong in what is open now, such as a dialog, at the width of a desk in one theme, and of a phone in the other. */
export async function violationsAtEachWidth(page: Page): Promise<string[]> {
  const found: string[] = []
  const before = page.viewportSize()
  for (const { width, theme } of LOOKS) {
    await page.setViewportSize({ width, height: 844 })
    found.push(...(await violationsIn(page, theme)).map((line) => `${width} px: ${line}`))
  }
  if (before !== null) await page.setViewportSize(before)
  return found
}
