import { currencyCodeNameTolerance } from './currency.ts'
import { legalFormNameTolerance } from './legal-form.ts'
import { ownPlaceNameTolerance } from './own-place.ts'
import { partOfPlaceNameTolerance } from './part-of-place.ts'
import { placeNameTolerance } from './place.ts'
import { shopWordNameTolerance } from './shop-word.ts'
import { storeNumberNameTolerance } from './store-number.ts'
import { streetNameTolerance } from './street.ts'
import type { MerchantNameTolerance } from './tolerance.ts'
import { tradeWordNameTolerance } from './trade-word.ts'
import { webAddressNameTolerance } from './web-address.ts'

/** All tolerances, from those that rely on what the authorization itself states to those that guess. */
export const merchantNameTolerances: readonly MerchantNameTolerance[] = [
  ownPlaceNameTolerance,
  currencyCodeNameTolerance,
  webAddressNameTolerance,
  legalFormNameTolerance,
  storeNumberNameTolerance,
  shopWordNameTolerance,
  tradeWordNameTolerance,
  streetNameTolerance,
  placeNameTolerance,
  partOfPlaceNameTolerance,
]
