import type { domFunctions } from './dom.ts'
import type { Button, payButtonFunctions } from './pay-button.ts'
import type { Ceiling, totalFunctions } from './totals.ts'

/* The press of the button that pays. It runs in pages, as dom.ts says. */

declare const page: typeof domFunctions & typeof payButtonFunctions & typeof totalFunctions

/** Whether a button was pressed. `disabled`: it waits for the page. */
export interface Pressed {
  readonly how: 'pressed' | 'disabled' | 'covered' | 'hidden'
  /** Whether it says that it pays: one that was named may lead on to another step only. */
  readonly isPaying?: boolean
  /** The total that the page shows since then, if it is above the ceiling. A page that is leaving cannot be asked for it any more. */
  readonly total?: string | null
}

/** Presses a button as a person would: not while it is disabled, and not through what covers it. */
export function pressed(button: Button, ceiling: Ceiling | null): Pressed {
  if (page.isDisabled(button)) return { how: 'disabled' }
  const sight = page.sightOf(button)
  if (sight !== 'shown') return { how: sight }
  const isPaying = page.saysItPays(button)
  button.click()
  return { how: 'pressed', isPaying, total: ceiling === null ? null : page.totalAbove(ceiling) }
}

export const pressingFunctions = { pressed }
