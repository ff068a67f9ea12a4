import { currencyTolerance } from './currency.ts'
import { legalFormTolerance } from './legal-form.ts'
import { ownPlaceTolerance } from './own-place.ts'
import { partOfPlaceTolerance } from './part-of-place.ts'
import { placeTolerance } from './place.ts'
import { shopWordTolerance } from './shop-word.ts'
import { storeNumberTolerance } from './store-number.ts'
import { streetTolerance } from './street.ts'
import type { Tolerance } from './tolerance.ts'
import { tradeWordTolerance } from './trade-word.ts'
import { webAddressTolerance } from './web-address.ts'

/** All tolerances, from those that rely on what the authorization itself states to those that guess. */
export const tolerances: readonly Tolerance[] = [
  ownPlaceTolerance,
  currencyTolerance,
  webAddressTolerance,
  legalFormTolerance,
  storeNumberTolerance,
  shopWordTolerance,
  tradeWordTolerance,
  streetTolerance,
  placeTolerance,
  partOfPlaceTolerance,
]
