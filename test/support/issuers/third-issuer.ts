import type { ExternalIssuerMessages } from '../../../src/services/issuers/issuer-endpoint.ts'
import {
  issuerCentsOf,
  currencyCodeOf,
  issuerJsonObjectOrEmpty,
  readIssuerMerchant,
  textOrEmpty,
} from '../../../src/issuers/read.ts'

/** An invented issuer that asks for decisions, and waits for answers as long as a test demands. */
export const inventedTestIssuer = {
  name: 'third',
  inbound: {
    answerWithinMs: 60_000,
    isSigned: ({ headers }, secrets) => secrets.includes(textOrEmpty(headers['third-secret'])),
    parseAuthorization: (body) => {
      const { id, of, card, cents, currency, shop } = issuerJsonObjectOrEmpty(body)
      const amount = issuerCentsOf(cents)
      if (amount === null || textOrEmpty(of) === '') return null
      return {
        key: textOrEmpty(id),
        reference: textOrEmpty(of),
        card: { token: textOrEmpty(card), cardId: textOrEmpty(card) },
        amount,
        heldBefore: 'unsaid',
        currency: currencyCodeOf(currency),
        merchant: readIssuerMerchant({ name: shop, city: null, mcc: null, country: null, networkId: null }),
        areCredentialsWrong: false,
        givesBack: false,
        echo: textOrEmpty(of),
      }
    },
    answer: ({ echo }, verdict) => ({
      status: verdict.decision === 'approve' ? 200 : 402,
      headers: { 'content-type': 'text/plain' },
      body: echo,
    }),
    parseEvent: (body) => {
      const { id, of, card, cents, currency } = issuerJsonObjectOrEmpty(body)
      const token = { token: textOrEmpty(card), cardId: textOrEmpty(card) }
      const shared = { key: textOrEmpty(id), card: token, merchant: {}, currency: currencyCodeOf(currency) }
      const reference = textOrEmpty(of) === '' ? null : textOrEmpty(of)
      return {
        card: token,
        facts: [{ ...shared, kind: 'capture', reference, amount: issuerCentsOf(cents) ?? 0, isFinal: true }],
      }
    },
  },
} as const satisfies ExternalIssuerMessages
