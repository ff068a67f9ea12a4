import { isBrandName } from '../known-names/known-names.ts'
import { merchantNameShapeOf } from '../descriptor/shape.ts'
import { storeNumberTail } from '../descriptor/number-tail.ts'
import type { MerchantNameWord } from '../descriptor/words.ts'
import { endsWithShop, isShopWord } from './shop-word.ts'
import {
  toleranceOfWordsBehindName,
  isMerchantNameCutOff,
  type MerchantNameReadFromEnd,
  type MerchantNameTolerance,
} from './tolerance.ts'

const THREE_DIGITS = /^[0-9]{3}$/
const TWO_OR_THREE_DIGITS = /^[0-9]{2,3}$/
/** Matches a number that is cut off at the end of a full field, after a word that announces a number: "STORES 72". */
const CUT_NUMBER = /^[0-9]{1,2}$/
const ANY_DIGIT = /[0-9]/
/** Matches a marker that has lost its space before the number: "LOC4412", "STORE163", "NR12". */
const GLUED_SIGN = /^(?:loc|store|str|shop|nr|no|num|unit|fil|br|kiosk|pos|term|tm)[0-9]{1,8}$/

/**
 * Recognizes a store, order or telephone number after a merchant's name, with or without a marker: "#0042", "163", "(163)", "18 776",
 * "LOC4412".
 */
export const storeNumberNameTolerance: MerchantNameTolerance = {
  name: 'number',
  length: (tailed) => {
    const { words, end } = tailed
    const known = storeNumberTail(words, end).length
    // The "STORE" of "STORE 12" is left to the tolerance of shop words, because "Thrift Store" may be the name.
    if (known > 0) return known === 2 && endsWithShop(words, end - 1) ? 1 : known
    const last = words[end - 1]
    if (last === undefined || last.gap === 'dot' || last.gap === 'slash' || last.gap === 'star') return 0
    if (GLUED_SIGN.test(last.text)) return 1
    if (isShortBehindLong(tailed, last)) return 1
    if (isMerchantNameCutOff(tailed) && CUT_NUMBER.test(last.text))
      return isShopWord(words[end - 2]?.text ?? '') ? 1 : 0
    if (toleranceOfWordsBehindName(tailed) === 'number' || !THREE_DIGITS.test(last.text)) return 0
    const pair = words[end - 2]
    return pair?.gap === 'space' && TWO_OR_THREE_DIGITS.test(pair.text) && isName(words[end - 3]) ? 2 : 1
  },
}

/**
 * Whether the word is a shop's number of one or two digits, at the end of a name of several words: "THE ENTERTAINER 14". Behind a short
 * name such a number belongs to the name ("Pier 1", "Studio 54"), and behind a known one it may be another product ("Office 365").
 */
function isShortBehindLong({ words, end, taken }: MerchantNameReadFromEnd, last: MerchantNameWord): boolean {
  if (taken.length > 0 || end < 3 || last.gap !== 'space' || !SHORT_NUMBER.test(last.text)) return false
  const { run } = merchantNameShapeOf(words.slice(0, end - 1))
  return run.length >= LONG_NAME && !ANY_DIGIT.test(run) && !isBrandName(run)
}

const SHORT_NUMBER = /^[0-9]{1,2}$/
const LONG_NAME = 11

const isName = (word: MerchantNameWord | undefined) => word !== undefined && !ANY_DIGIT.test(word.text)
