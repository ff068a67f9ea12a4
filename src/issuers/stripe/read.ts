import type { Merchant } from '../../domain/entities.ts'
import type { IssuerCard } from '../issuer.ts'
import {
  cardIdInMetadata,
  type IssuerJsonObject,
  issuerJsonObjectOrEmpty,
  readIssuerMerchant,
  textOrEmpty,
  readMerchantMoney,
  type MerchantMoneyField,
} from '../read.ts'

/** A valid Stripe id; empty: the value is no such id. */
export const stripeIdOf = (value: unknown): string =>
  /^[A-Za-z0-9_]{1,128}$/.test(textOrEmpty(value)) ? textOrEmpty(value) : ''

/** Reads from Stripe's event whether it concerns real money (`isLive` true) or a sandbox (`isLive` false). */
export const stripeModeOf = (event: IssuerJsonObject): { isLive?: boolean } =>
  typeof event['livemode'] === 'boolean' ? { isLive: event['livemode'] } : {}

/** Unix milliseconds of a time in Unix seconds; 0: the value is no such time. */
export const stripeTime = (value: unknown): number => (Number.isSafeInteger(value) ? (value as number) * 1000 : 0)

/** Reads a card of Stripe, given as its id or as a whole object, whose metadata may name the Purser card. */
export function stripeCardOf(value: unknown): IssuerCard | null {
  const token = stripeIdOf(typeof value === 'string' ? value : issuerJsonObjectOrEmpty(value)['id'])
  return token === ''
    ? null
    : {
        token,
        cardId: cardIdInMetadata(issuerJsonObjectOrEmpty(issuerJsonObjectOrEmpty(value)['metadata'])['purser_card']),
      }
}

export function stripeMerchant(value: unknown): Merchant {
  const { name, city, category_code: mcc, country, network_id: networkId } = issuerJsonObjectOrEmpty(value)
  return readIssuerMerchant({ name, city, mcc, country, networkId })
}

const HUNDREDTHS = 100
/** Currencies without decimals in ISO 4217 whose amounts Stripe nevertheless writes in hundredths. */
const IN_HUNDREDTHS: ReadonlySet<string> = new Set(['ISK', 'UGX'])

/** The amount that the merchant asked for, as an authorization, a transaction or a request of Stripe has it. */
export function stripeMerchantMoney(object: IssuerJsonObject, cardCurrency: string): MerchantMoneyField {
  const read = readMerchantMoney(
    { amount: object['merchant_amount'], currency: object['merchant_currency'] },
    cardCurrency,
  )
  const { merchantMoney: money } = read
  if (money === undefined || !IN_HUNDREDTHS.has(money.currency)) return read
  const whole = Math.floor(money.amount / HUNDREDTHS)
  return whole * HUNDREDTHS === money.amount ? { merchantMoney: { ...money, amount: whole } } : {}
}
