import type { IssuerSheet } from '../sheet.ts'

/** The issuer sheet of the example issuer Acme: what Purser shows people about it, and within how many milliseconds Purser answers it. */
export const acmeSheet = {
  // The example issuer Acme waits two seconds for an answer.
  answerWithinMs: 1200,
  signature: { header: 'acme-signature', form: '`t=<unix seconds>,v1=<hex>`: an HMAC-SHA256 over `{t}.{body}`' },
  key: {
    variable: 'PURSER_ACME_KEY',
    placeholder: 'acme_test_...',
    hint: 'An API key of Acme. Purser creates and freezes cards with it.',
  },
  endpoints: {
    authorizations: {
      setUp: 'Enter this URL as the one that decides.',
      secret: {
        variable: 'PURSER_ACME_AUTHORIZATION_SECRET',
        placeholder: 'whsec_...',
        hint: 'The secret of that URL.',
      },
      exampleAnswer: { approved: false, reason: 'mcc_blocked' },
    },
    events: {
      setUp: 'Enter this URL as the one for events.',
      secret: { variable: 'PURSER_ACME_EVENT_SECRET', placeholder: 'whsec_...', hint: 'The secret of that URL.' },
    },
    challenges: null,
  },
  exampleEvent: null,
  wantsHolders: false,
  numberSession: null,
  timeoutAdvice: null, // Acme declines.
} as const satisfies IssuerSheet
