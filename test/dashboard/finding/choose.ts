import type { Page } from 'playwright-core'

/** Chooses in a combobox by the keyboard, as soon as the API has found it. */
export async function choose(page: Page, label: string, typed: string, option: string | RegExp): Promise<void> {
  const field = page.getByRole('combobox', { name: label, exact: true })
  await field.fill(typed)
  await page.getByRole('option', { name: option, selected: true }).waitFor()
  await field.press('Enter')
  await page.getByRole('combobox', { name: label, exact: true, expanded: false }).waitFor()
}
