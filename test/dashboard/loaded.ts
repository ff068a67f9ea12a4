import type { Page } from 'playwright-core'

/** Waits until a page of the dashboard has its heading, and nothing on it loads any more. */
export async function loaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('main:not(:has(.animate-pulse))').waitFor()
}
