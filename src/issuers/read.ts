import type { Merchant } from '../domain/entities.ts'

/** An object of an issuer's, of which nothing is believed: fields come and go with its versions. */
export type Fields = Readonly<Record<string, unknown>>

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Cents, whatever their sign; null: it is no amount. */
export const centsOf = (value: unknown): number | null =>
  Number.isSafeInteger(value) ? Math.abs(value as number) : null

export const currencyOf = (value: unknown): string => textOf(value).slice(0, 3).toUpperCase()

/** Which card of Purser's it says that it is. */
export const cardIdOf = (value: unknown): string | null =>
  /^card_[0-9a-z]{1,58}$/.test(textOf(value)) ? textOf(value) : null

const MOST = { name: 256, city: 100, networkId: 64 } as const

/** What of a merchant has the form that Purser's rules read; the rest is as if it were not sent. */
export const readMerchant = ({ name, city, mcc, country, networkId }: Record<keyof Merchant, unknown>): Merchant => ({
  ...clipped('name', name),
  ...(/^[0-9]{4}$/.test(textOf(mcc)) ? { mcc: textOf(mcc) } : {}),
  ...clipped('city', city),
  ...(/^[A-Za-z]{2}$/.test(textOf(country)) ? { country: textOf(country).toUpperCase() } : {}),
  ...clipped('networkId', networkId),
})

const clipped = (field: keyof typeof MOST, value: unknown): Merchant => {
  const text = textOf(value).replaceAll('\0', '').toWellFormed().slice(0, MOST[field])
  return text === '' ? {} : { [field]: text }
}
