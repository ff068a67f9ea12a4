import type { MerchantNameWord } from '../descriptor/words.ts'

/** Matches a word that has lost the space before "UK", "COM" or a number: `MOONPIGUK`, `BESTBUYCOM8064`, `MCDONALDS1571`. */
const GLUED = /^([a-z]{5,}?)(couk|com|uk|(?=[0-9]))([0-9]{3,})?$/

/** Matches a word that has lost the space before a legal form, as in web addresses: `ROMPALTD.COM`. No English word ends like these. */
const GLUED_FORM = /^([a-z]{2,})(ltd|plc|llc|gmbh)()$/

/** Returns the words of a merchant's name without the suffix that is glued to the last one. Null: the last word has no such suffix. */
export function withoutGluedNameSuffix(
  words: readonly MerchantNameWord[],
): { readonly words: readonly MerchantNameWord[]; readonly text: string } | null {
  const last = words.at(-1)
  if (last === undefined || last.spelled !== last.text) return null
  const [, name, suffix, number = ''] = GLUED.exec(last.text) ?? GLUED_FORM.exec(last.text) ?? []
  if (name === undefined || suffix === undefined) return null
  const word: MerchantNameWord = { text: name, spelled: name, seams: name, gap: last.gap }
  return { words: [...words.slice(0, -1), word], text: `${suffix}${number}`.toUpperCase() }
}
