import type { Page } from 'playwright-core'

/**
 * Waits until what a page shows has been shown for so long that keys and buttons decide about it. A test that advances the page's clock
 * waits, too: the page draws its buttons anew after the clock's timers.
 */
export async function settled(page: Page): Promise<void> {
  await page.locator('main:not(:has([data-new]))').waitFor()
}
