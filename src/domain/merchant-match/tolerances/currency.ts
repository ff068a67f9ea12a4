import type { MerchantNameTolerance } from './tolerance.ts'

/** Currency codes, except those that are also words ("ALL", "TRY", "TOP", "MAD"). */
const codes = new Set(
  `usd eur gbp chf sek nok dkk pln czk huf ron bgn aud nzd cad jpy cny hkd sgd inr brl mxn zar ils aed sar krw thb myr idr
  php twd rub uah kzt clp cop pen ars vnd`.split(/\s+/),
)

/** Recognizes a currency code at the very end of a merchant's name: "DELIVEROO.CO.UK GBP", "ZOOM.GBP". */
export const currencyCodeNameTolerance: MerchantNameTolerance = {
  name: 'currency',
  length: ({ words, end }) => {
    const last = words[end - 1]
    return (last?.gap === 'space' || last?.gap === 'dot') && end === words.length && codes.has(last.text) ? 1 : 0
  },
}
