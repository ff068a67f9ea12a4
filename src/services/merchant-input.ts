import type { MerchantInput } from '../contract/decisions.ts'
import type { Merchant } from '../domain/entities.ts'

/** A merchant as rules see it: the country in upper case, an absent merchant without any field. */
export const merchantOf = ({ country, ...merchant }: MerchantInput = {}): Merchant =>
  country === undefined ? merchant : { ...merchant, country: country.toUpperCase() }
