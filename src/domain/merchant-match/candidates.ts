import { type CompiledMerchant, readingsAt, spellingsOf } from './compiled-merchant.ts'
import { NOWHERE, type Whereabouts } from './places/whereabouts.ts'
import { isOwn, mayBeShortened } from './shortened-words.ts'

/**
 * Makes the question whether a listed name may be the observed one, which `isListedMerchant` then decides: they share a key, a beginning or,
 * where words may be shortened, a word of their own and the number of words. What is asked of the observed name is computed once, so that
 * many listed names cost look-ups, and only a few of them comparisons.
 */
export function candidatesFor(
  observed: CompiledMerchant,
  where: Whereabouts = NOWHERE,
): (listed: CompiledMerchant) => boolean {
  const readings = readingsAt(observed, where)
  const keys = new Set<string | null>([observed.key, observed.sellerKey])
  for (const { known, shape } of readings) {
    if (known === undefined) keys.add(shape.run)
    else keys.add(known.key).add(known.sellerKey)
  }
  keys.delete(null)
  const cut = observed.cut?.text
  const mayBeInShort = mayBeShortened(observed.words) ? inShort(readings.map(({ words }) => words)) : () => false
  return (listed) => {
    for (const { key, spaced } of spellingsOf(listed)) {
      if (keys.has(key)) return true
      if (cut !== undefined && (spaced.startsWith(cut) || key?.startsWith(cut) === true)) return true
    }
    return mayBeInShort(listed.words)
  }
}

type Words = CompiledMerchant['words']

/** Makes the question whether words may be those of one of the readings, of which some are shortened. */
function inShort(readings: readonly Words[]): (listed: Words) => boolean {
  const byCount = new Map<number, Set<string>>()
  for (const words of readings) {
    const own = byCount.get(countOf(words)) ?? new Set()
    byCount.set(countOf(words), own)
    for (const { text } of words) if (isOwn(text)) own.add(text)
    if (words.some(isBehindAmpersand)) own.add('and')
  }
  return (listed) => {
    const own = byCount.get(countOf(listed))
    return own !== undefined && listed.some((word) => own.has(word.text) || (isBehindAmpersand(word) && own.has('and')))
  }
}

const isBehindAmpersand = ({ gap }: Words[number]) => gap === 'ampersand'

/** How many words a name has without a "the" at its beginning, an ampersand being one. */
function countOf(words: Words): number {
  let count = words[0]?.text === 'the' ? -1 : 0
  for (const [at, word] of words.entries()) count += at > 0 && isBehindAmpersand(word) ? 2 : 1
  return count
}
