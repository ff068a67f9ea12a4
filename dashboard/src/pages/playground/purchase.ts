import type { EvaluateSpendBody, Transaction } from '@purser/client'
import { amountFormatError, parseAmount, machineReadableAmount } from '../../lib/amount.ts'

const purchaseFields = ['cardId', 'amount', 'merchant', 'mcc', 'country'] as const
export type PlaygroundField = (typeof purchaseFields)[number]
export type PlaygroundFields = Partial<Record<PlaygroundField, string>>

/** The fields of the playground's form from a link, without the empty ones. */
export function playgroundFieldsOf(search: URLSearchParams): PlaygroundFields {
  const given = purchaseFields.map((name) => [name, search.get(name)] as const)
  return Object.fromEntries(given.filter(([, value]) => value)) as PlaygroundFields
}

/** The query string of a link that opens the playground with these fields. */
export const playgroundQueryString = (fields: PlaygroundFields): string =>
  new URLSearchParams(
    purchaseFields.flatMap((name) => (fields[name] ? [[name, fields[name]] as [string, string]] : [])),
  ).toString()

/** The query string of a link that opens the playground with a transaction's purchase. */
export const playgroundSearchOf = ({ cardId, amount, currency, merchant }: Transaction): string =>
  new URLSearchParams({
    cardId,
    // The amount is written without the separators of any language, because the link may be opened in another browser.
    amount: machineReadableAmount(amount, currency),
    ...(merchant.name && { merchant: merchant.name }),
    ...(merchant.mcc && { mcc: merchant.mcc }),
    ...(merchant.country && { country: merchant.country }),
  }).toString()

/** The purchase of the playground's form. Undefined as long as it has no card or no amount. */
export function playgroundPurchase(fields: PlaygroundFields, currency: string): EvaluateSpendBody | undefined {
  const { cardId, merchant: name, mcc, country } = fields
  const amount = parseAmount(fields.amount ?? '', currency)
  if (cardId === undefined || amount === undefined || amount === 0) return undefined
  const merchant = { ...(name && { name }), ...(mcc && { mcc }), ...(country && { country: country.toUpperCase() }) }
  return { cardId, amount, ...(Object.keys(merchant).length > 0 && { merchant }) }
}

/** The error below the field for the amount. False: none. */
export function playgroundAmountError(text: string, currency: string): string | false {
  if (text === '') return false
  const amount = parseAmount(text, currency)
  if (amount === undefined) return amountFormatError(currency)
  return amount === 0 && 'The amount has to be above 0.'
}

/** The errors below the playground's fields for category and country. False: none. */
export const playgroundFieldErrors: Readonly<Record<'mcc' | 'country', (text: string) => string | false>> = {
  mcc: (text) => text !== '' && !/^\d{4}$/.test(text) && 'Four digits, for instance 5734.',
  country: (text) => text !== '' && !/^[A-Za-z]{2}$/.test(text) && 'Two letters, for instance US.',
}
