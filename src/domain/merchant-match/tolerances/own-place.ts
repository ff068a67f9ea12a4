import { isMerchantNameCutOff, type MerchantNameReadFromEnd, type MerchantNameTolerance } from './tolerance.ts'

const SHORTEST_CUT = 3

/**
 * Recognizes, after a merchant's name and any separator, the city that the authorization itself states: "PIZZA EXPRESS-ST PAULS" in St
 * Pauls. At the end of a full field the city may be cut off.
 */
export const ownPlaceNameTolerance: MerchantNameTolerance = {
  name: 'own_place',
  isMarked: true,
  length: (tailed) => {
    const { where, end } = tailed
    if (where.city.length === 0) return 0
    for (let length = Math.min(where.city.length, end - 1); length > 0; length -= 1) {
      if (isCity(tailed, length)) return length
    }
    return 0
  },
}

function isCity(tailed: MerchantNameReadFromEnd, length: number): boolean {
  const { words, end, where } = tailed
  let run = ''
  for (let at = end - length; at < end; at += 1) {
    const word = words[at]
    if (word === undefined || word.gap === 'star') return false
    run += word.text
  }
  const city = where.city.join('')
  return run === city || (run.length >= SHORTEST_CUT && isMerchantNameCutOff(tailed) && city.startsWith(run))
}
