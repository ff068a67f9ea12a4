import { ownPlaceNameTolerance } from './own-place.ts'
import { placeNameTolerance } from './place.ts'
import { toleranceOfWordsBehindName, type MerchantNameTolerance } from './tolerance.ts'

/** Words that say in which part of a place a shop is. */
const parts = new Set(
  `north south east west northeast northwest southeast southwest central centre center city airport downtown uptown midtown
  station stn terminal centrum zentrum mitte nord sud ouest est hbf bahnhof gare aeroport aeropuerto flughafen norte sur oeste`.split(
    /\s+/,
  ),
)

/**
 * Recognizes the part of a place, beside the place: "MERCURE GRAZ CITY", "SHELL HEATHROW AIRPORT", "SUBWAY NORTH TULSA". By itself such a
 * word may belong to another name: "Apple Center".
 */
export const partOfPlaceNameTolerance: MerchantNameTolerance = {
  name: 'place',
  length: (tailed) => {
    const { words, end } = tailed
    const last = words[end - 1]
    if (last?.gap !== 'space' || end < 2 || !parts.has(last.text)) return 0
    if (toleranceOfWordsBehindName(tailed) === 'place' || toleranceOfWordsBehindName(tailed) === 'own_place') return 1
    const before = { ...tailed, end: end - 1 }
    return ownPlaceNameTolerance.length(before) > 0 || placeNameTolerance.length(before) > 0 ? 1 : 0
  },
}
