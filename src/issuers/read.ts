import { isCurrency } from '../domain/currencies.ts'
import type { Merchant, MerchantMoney } from '../domain/entities.ts'

/** An unvalidated object from an issuer: fields come and go with the issuer's API versions. */
export type IssuerJsonObject = Readonly<Record<string, unknown>>

export const issuerJsonObjectOrEmpty = (value: unknown): IssuerJsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as IssuerJsonObject) : {}

export const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The cents of an issuer's amount, without their sign; null: the value is not an amount. */
export const issuerCentsOf = (value: unknown): number | null =>
  Number.isSafeInteger(value) ? Math.abs(value as number) : null

export const currencyCodeOf = (value: unknown): string => textOrEmpty(value).slice(0, 3).toUpperCase()

/** The field of an issuer's request or fact with the amount that the merchant asked for. */
export interface MerchantMoneyField {
  readonly merchantMoney?: MerchantMoney
}

interface MoneyFields {
  readonly amount: unknown
  readonly currency: unknown
}

/**
 * The amount that a merchant asked for, in minor units as ISO 4217 has them. `cardCurrency`: the currency of the card. Empty: the merchant
 * asked in the card's currency, so that nothing was converted, or the values are no money.
 */
export function readMerchantMoney({ amount, currency }: MoneyFields, cardCurrency: string): MerchantMoneyField {
  const [cents, code] = [issuerCentsOf(amount), currencyCodeOf(currency)]
  return cents === null || !isCurrency(code) || code === cardCurrency
    ? {}
    : { merchantMoney: { amount: cents, currency: code } }
}

/** The Purser card id in an issuer's metadata; null: the value is no card id. */
export const cardIdInMetadata = (value: unknown): string | null =>
  /^card_[0-9a-z]{1,58}$/.test(textOrEmpty(value)) ? textOrEmpty(value) : null

const MOST = { name: 256, city: 100, networkId: 64 } as const

/** Reads a merchant. Values that Purser's rules cannot use, such as an MCC that is not four digits, are left out. */
export const readIssuerMerchant = ({
  name,
  city,
  mcc,
  country,
  networkId,
}: Record<keyof Merchant, unknown>): Merchant => ({
  ...clipped('name', name),
  ...(/^[0-9]{4}$/.test(textOrEmpty(mcc)) ? { mcc: textOrEmpty(mcc) } : {}),
  ...clipped('city', city),
  ...(/^[A-Za-z]{2}$/.test(textOrEmpty(country)) ? { country: textOrEmpty(country).toUpperCase() } : {}),
  ...clipped('networkId', networkId),
})

const clipped = (field: keyof typeof MOST, value: unknown): Merchant => {
  const text = textOrEmpty(value).replaceAll('\0', '').toWellFormed().slice(0, MOST[field])
  return text === '' ? {} : { [field]: text }
}
