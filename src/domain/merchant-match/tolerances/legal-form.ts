import { legalForms } from '../descriptor/vocabulary.ts'
import { legalFormTail } from '../descriptor/tails.ts'
import {
  toleranceOfWordsBehindName,
  isMerchantNameCutOff,
  type MerchantNameReadFromEnd,
  type MerchantNameTolerance,
} from './tolerance.ts'

/** Legal forms that were cut off, because the field was full or a file on the way was narrower: "LIM", "LIMIT", "GMB". */
const cutForms = new Set('lt lim limi limit limite gmb incorp corpo corporat pt pte l li i ll'.split(' '))
/** Words that stand beside a legal form, but are none themselves: "HOLDNG LTD", "COM IND LTDA", "SRL UNIPERSONALE". */
const companions = new Set(
  'holding holdings holdng hldgs hldg group grp intl international handels vertriebs comercio com ind industria unipersonale sf uk deutschland'.split(
    ' ',
  ),
)

/** Recognizes a legal form, whole or cut off, and its companions after a merchant's name: "GMBH", "PLC", "UAB". */
export const legalFormNameTolerance: MerchantNameTolerance = {
  name: 'legal_form',
  isMarked: true,
  length: (tailed) => {
    const { words, end } = tailed
    const last = words[end - 1]
    const before = words[end - 2]
    if (last === undefined || before === undefined) return 0
    const { length } = legalFormTail(words, end)
    if (length > 0) return length
    if (last.gap !== 'space') return 0
    if (isCutForm(tailed, last.text, before.text)) return 1
    if (!companions.has(last.text)) return 0
    // A word such as HOLDING counts only next to a legal form, before or after it: "HOLDING LTD", "PLC SF".
    return toleranceOfWordsBehindName(tailed) === 'legal_form' || (last.text !== 'com' && legalForms.has(before.text))
      ? 1
      : 0
  },
}

/** Whether the text is a cut-off legal form. A single letter counts only after a country, or at the end of a full field. */
const isCutForm = (tailed: MerchantNameReadFromEnd, text: string, before: string) =>
  cutForms.has(text) &&
  ((text.length > 2 && !text.startsWith('ll')) || text.endsWith('t') || before === 'uk' || isMerchantNameCutOff(tailed))
