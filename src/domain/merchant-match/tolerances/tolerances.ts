import { currencyTolerance } from './currency.ts'
import { legalForm } from './legal-form.ts'
import { ownPlace } from './own-place.ts'
import { partOfPlace } from './part-of-place.ts'
import { placeTolerance } from './place.ts'
import { shopWord } from './shop-word.ts'
import { storeNumber } from './store-number.ts'
import { streetTolerance } from './street.ts'
import type { Tolerance } from './tolerance.ts'
import { tradeWord } from './trade-word.ts'
import { webAddress } from './web-address.ts'

/** All tolerances, from those that rely on what the authorization itself states to those that guess. */
export const tolerances: readonly Tolerance[] = [
  ownPlace,
  currencyTolerance,
  webAddress,
  legalForm,
  storeNumber,
  shopWord,
  tradeWord,
  streetTolerance,
  placeTolerance,
  partOfPlace,
]
