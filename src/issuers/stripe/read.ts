import type { Merchant } from '../../domain/entities.ts'
import type { IssuerCard } from '../issuer.ts'
import { cardIdOf, type Fields, fieldsOf, readMerchant, textOf } from '../read.ts'

/** An id as Stripe makes them. Empty: it is none. */
export const idOf = (value: unknown): string => (/^[A-Za-z0-9_]{1,128}$/.test(textOf(value)) ? textOf(value) : '')

/** Of real money, or of a sandbox. */
export const modeOf = (event: Fields): { isLive?: boolean } =>
  typeof event['livemode'] === 'boolean' ? { isLive: event['livemode'] } : {}

/** Seconds in, milliseconds out. */
export const momentOf = (value: unknown): number => (Number.isSafeInteger(value) ? (value as number) * 1000 : 0)

/** By its id alone, or as a whole object, which may say whose it is in Purser. */
export function cardOf(value: unknown): IssuerCard | null {
  const token = idOf(typeof value === 'string' ? value : fieldsOf(value)['id'])
  return token === '' ? null : { token, cardId: cardIdOf(fieldsOf(fieldsOf(value)['metadata'])['purser_card']) }
}

export function merchantOf(value: unknown): Merchant {
  const { name, city, category_code: mcc, country, network_id: networkId } = fieldsOf(value)
  return readMerchant({ name, city, mcc, country, networkId })
}
