import type { domFunctions } from './dom.ts'
import type { PayButton, payButtonFunctions } from './pay-button.ts'
import type { PurchaseCeiling, pageTotalFunctions } from './totals.ts'

/* The press of the button that pays. It runs in pages, as dom.ts says. */

declare const page: typeof domFunctions & typeof payButtonFunctions & typeof pageTotalFunctions

/** The result of pressing a button. `disabled`: it was not pressed, because it waits for the page. */
export interface PayButtonPressResult {
  readonly how: 'pressed' | 'disabled' | 'covered' | 'hidden'
  /** Whether the button's text says that it pays. A button that the selector names may lead only to the checkout's next step. */
  readonly isPaying?: boolean
  /** The total that the page shows after the press, if it is above the ceiling. Later, the shop's page may be gone. */
  readonly total?: string | null
}

/** Presses a button as a person would: not if it is disabled, and not through an element that covers it. */
export function pressButton(button: PayButton, ceiling: PurchaseCeiling | null): PayButtonPressResult {
  if (page.isDisabled(button)) return { how: 'disabled' }
  const sight = page.sightOf(button)
  if (sight !== 'shown') return { how: sight }
  const isPaying = page.saysItPays(button)
  button.click()
  return { how: 'pressed', isPaying, total: ceiling === null ? null : page.totalAbove(ceiling) }
}

export const buttonPressPageFunctions = { pressed: pressButton }
