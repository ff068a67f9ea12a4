import { expect, it } from 'vitest'
import { formsOf } from '../support/number-scan.ts'
import { CONTROL } from './card-life.ts'
import { DETAILS, huntLeaks } from './leak-hunt.ts'

/** `node test/faults/nothing-leaks.ts` does the same with more cards, and shows what was looked through. */
it('a card number and its CVV stand nowhere but in the answer to who may read them', { timeout: 60_000 }, async () => {
  const surfaces = await huntLeaks(1)
  const allForms = Object.keys(formsOf(CONTROL)).length
  for (const { name, bytes, control, controlForms, numbers, cvvs } of surfaces) {
    expect([name, bytes > 0]).toEqual([name, true])
    if (name === DETAILS) {
      expect([name, numbers, cvvs]).toEqual([name, 2, 2])
    } else {
      if (control !== null) expect([name, controlForms]).toEqual([name, allForms])
      expect([name, numbers, cvvs ?? 0]).toEqual([name, 0, 0])
    }
  }
})
