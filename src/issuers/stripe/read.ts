import type { Merchant } from '../../domain/entities.ts'
import type { IssuerCard } from '../issuer.ts'

/** An object of Stripe's, of which nothing is believed: fields come and go with its versions. */
export type Fields = Readonly<Record<string, unknown>>

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** An id as Stripe makes them. Empty: it is none. */
export const idOf = (value: unknown): string => (/^[A-Za-z0-9_]{1,128}$/.test(textOf(value)) ? textOf(value) : '')

/** Cents, whatever their sign; null: it is no amount. */
export const centsOf = (value: unknown): number | null =>
  Number.isSafeInteger(value) ? Math.abs(value as number) : null

/** Seconds in, milliseconds out. */
export const momentOf = (value: unknown): number => (Number.isSafeInteger(value) ? (value as number) * 1000 : 0)

/** By its id alone, or as a whole object, which may say whose it is in Purser. */
export function cardOf(value: unknown): IssuerCard | null {
  const token = idOf(typeof value === 'string' ? value : fieldsOf(value)['id'])
  if (token === '') return null
  const cardId = textOf(fieldsOf(fieldsOf(value)['metadata'])['purser_card'])
  return { token, cardId: /^card_[0-9a-z]{1,58}$/.test(cardId) ? cardId : null }
}

const MOST = { name: 256, city: 100, networkId: 64 } as const

/** What of a merchant has the form that Purser's rules read; the rest is as if it were not sent. */
export function merchantOf(value: unknown): Merchant {
  const { name, city, category_code: mcc, country, network_id: networkId } = fieldsOf(value)
  return {
    ...clipped('name', name),
    ...(/^[0-9]{4}$/.test(textOf(mcc)) ? { mcc: textOf(mcc) } : {}),
    ...clipped('city', city),
    ...(/^[A-Za-z]{2}$/.test(textOf(country)) ? { country: textOf(country).toUpperCase() } : {}),
    ...clipped('networkId', networkId),
  }
}

const clipped = (field: keyof typeof MOST, value: unknown): Merchant => {
  const text = textOf(value).replaceAll('\0', '').toWellFormed().slice(0, MOST[field])
  return text === '' ? {} : { [field]: text }
}

export const currencyOf = (value: unknown): string => textOf(value).slice(0, 3).toUpperCase()
