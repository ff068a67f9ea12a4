import type { Merchant } from '../../domain/entities.ts'
import {
  type IssuerJsonObject,
  issuerJsonObjectOrEmpty,
  readIssuerMerchant,
  readMerchantMoney,
  type MerchantMoneyField,
  textOrEmpty,
} from '../read.ts'
import { countryCodeOfAlpha3 } from '../../domain/countries.ts'

/** A valid Lithic token; empty: the value is no such token. */
export const lithicTokenOf = (value: unknown): string =>
  /^[0-9A-Za-z_-]{1,128}$/.test(textOrEmpty(value)) ? textOrEmpty(value) : ''

/** Unix milliseconds of an ISO 8601 time; 0: the value is no such time. */
export const lithicTime = (value: unknown): number => {
  const at = Date.parse(textOrEmpty(value))
  return Number.isSafeInteger(at) ? at : 0
}

/** Reads Lithic's `{amount, currency}`, with the amount in cents; null: the value is no such object. */
export function lithicMoneyOf(value: unknown): { readonly amount: number; readonly currency: string } | null {
  const { amount, currency } = issuerJsonObjectOrEmpty(value)
  if (!Number.isSafeInteger(amount)) return null
  return { amount: amount as number, currency: textOrEmpty(currency).slice(0, 3).toUpperCase() }
}

/** The amount that the merchant asked for. `amounts`: of a request, a transaction or one of its events. */
export const lithicMerchantMoney = (amounts: IssuerJsonObject, cardCurrency: string): MerchantMoneyField => {
  const { amount, currency } = issuerJsonObjectOrEmpty(amounts['merchant'])
  return readMerchantMoney({ amount, currency }, cardCurrency)
}

export function lithicMerchant(value: unknown): Merchant {
  const {
    descriptor: name,
    city,
    mcc,
    country,
    acceptor_id: networkId,
  }: IssuerJsonObject = issuerJsonObjectOrEmpty(value)
  return readIssuerMerchant({ name, city, mcc, country: countryCodeOfAlpha3(textOrEmpty(country)), networkId })
}
