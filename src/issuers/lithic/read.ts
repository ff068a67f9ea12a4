import type { Merchant } from '../../domain/entities.ts'
import { type Fields, fieldsOf, readMerchant, textOf } from '../read.ts'
import { countryOf } from './countries.ts'

/** A token as Lithic makes them. Empty: it is none. */
export const tokenOf = (value: unknown): string => (/^[0-9A-Za-z_-]{1,128}$/.test(textOf(value)) ? textOf(value) : '')

/** Milliseconds; 0: it is no time. */
export const momentOf = (value: unknown): number => {
  const at = Date.parse(textOf(value))
  return Number.isSafeInteger(at) ? at : 0
}

/** `{amount, currency}`; null: there is none. */
export function moneyOf(value: unknown): { readonly amount: number; readonly currency: string } | null {
  const { amount, currency } = fieldsOf(value)
  if (!Number.isSafeInteger(amount)) return null
  return { amount: amount as number, currency: textOf(currency).slice(0, 3).toUpperCase() }
}

export function merchantOf(value: unknown): Merchant {
  const { descriptor: name, city, mcc, country, acceptor_id: networkId }: Fields = fieldsOf(value)
  return readMerchant({ name, city, mcc, country: countryOf(textOf(country)), networkId })
}
