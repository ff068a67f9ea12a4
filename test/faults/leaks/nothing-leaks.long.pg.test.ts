import { expect, it } from 'vitest'
import { cardNumberForms } from '../../support/number-scan.ts'
import { CONTROL } from './card-life.ts'
import { DETAILS, huntLeaks } from './leak-hunt.ts'
import { inBytes, inTexts } from './planted-hashes.ts'

const ALL_FORMS = Object.keys(cardNumberForms(CONTROL)).length
const HOLD_BYTES = new Set(['the tables', 'the write-ahead log', 'all other files of the database'])

/** `node test/faults/scripts/nothing-leaks.ts` does the same with more cards, and shows what was looked through. */
it('a card number and its CVV stand nowhere but in the answer to who may read them, in clear or in a hash that gives them away', async () => {
  const surfaces = await huntLeaks(1)
  for (const { name, bytes, control, controlForms, numbers, cvvs, plantedHashes, cracked } of surfaces) {
    expect([name, bytes > 0, cracked]).toEqual([name, true, []])
    if (name === DETAILS) {
      expect([name, numbers, cvvs]).toEqual([name, 4, 4])
    } else {
      expect([name, numbers, cvvs ?? 0]).toEqual([name, 0, 0])
      if (control === null) continue
      expect([name, controlForms]).toEqual([name, ALL_FORMS])
      const least = HOLD_BYTES.has(name) ? inBytes : inTexts
      expect([name, plantedHashes]).toEqual([name, expect.arrayContaining([...least])])
    }
  }
})
