import type { Asking } from '../../../src/services/issuers/issuer-endpoint.ts'
import { centsOf, currencyOf, fieldsOf, readMerchant, textOf } from '../../../src/issuers/read.ts'

/** An invented issuer that asks for decisions, and waits for answers as long as a test demands. */
export const third = {
  name: 'third',
  inbound: {
    answerWithinMs: 60_000,
    isSigned: ({ headers }, secrets) => secrets.includes(textOf(headers['third-secret'])),
    parseAuthorization: (body) => {
      const { id, of, card, cents, currency, shop } = fieldsOf(body)
      const amount = centsOf(cents)
      if (amount === null || textOf(of) === '') return null
      return {
        key: textOf(id),
        reference: textOf(of),
        card: { token: textOf(card), cardId: textOf(card) },
        amount,
        heldBefore: 'unsaid',
        currency: currencyOf(currency),
        merchant: readMerchant({ name: shop, city: null, mcc: null, country: null, networkId: null }),
        areCredentialsWrong: false,
        givesBack: false,
        echo: textOf(of),
      }
    },
    answer: ({ echo }, verdict) => ({
      status: verdict.decision === 'approve' ? 200 : 402,
      headers: { 'content-type': 'text/plain' },
      body: echo,
    }),
    parseEvent: (body) => {
      const { id, of, card, cents, currency } = fieldsOf(body)
      const token = { token: textOf(card), cardId: textOf(card) }
      const shared = { key: textOf(id), card: token, merchant: {}, currency: currencyOf(currency) }
      const reference = textOf(of) === '' ? null : textOf(of)
      return {
        card: token,
        facts: [{ ...shared, kind: 'capture', reference, amount: centsOf(cents) ?? 0, isFinal: true }],
      }
    },
  },
} as const satisfies Asking
