import type { Page } from 'playwright-core'

/** What is wider than the place it has: the page itself, and sections that hide what does not fit. */
export const clipped = (page: Page): Promise<string[]> =>
  page.evaluate(`[document.documentElement, ...document.querySelectorAll('section')]
    .filter((one) => one.scrollWidth > one.clientWidth)
    .map((one) => one.tagName + ': ' + one.textContent.slice(0, 80))`)
