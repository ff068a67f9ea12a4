import type { IssuerSheet } from '../sheet.ts'

/** The sheet of Stripe Issuing: what Purser shows people about it, and within how many milliseconds it answers it. */
export const stripeSheet = {
  // Stripe decides after two seconds, including the time that request and answer need to get over the internet.
  answerWithinMs: 1200,
  signature: { header: 'Stripe-Signature', form: '`t=<unix seconds>,v1=<hex>`, as Stripe signs its events' },
  key: {
    variable: 'PURSER_STRIPE_KEY',
    placeholder: 'rk_test_...',
    hint: 'A restricted key that may write Issuing and read events. Purser makes and freezes cards with it.',
  },
  endpoints: {
    authorizations: {
      setUp:
        'Under Issuing, real-time authorizations: enter this URL, and choose that Stripe declines where there is no answer.',
      secret: {
        variable: 'PURSER_STRIPE_AUTHORIZATION_SECRET',
        placeholder: 'whsec_...',
        hint: 'The signing secret that Stripe shows with the first URL.',
      },
      exampleAnswer: {
        approved: false,
        metadata: { purser_transaction: 'txn_01kdvy2n7rj4t8w0q3m5x9zb6c', purser_reason: 'mcc_blocked' },
      },
    },
    events: {
      setUp:
        'Under Webhooks: add this URL for issuing_authorization.created, issuing_authorization.updated, issuing_transaction.created and issuing_card.updated.',
      secret: {
        variable: 'PURSER_STRIPE_EVENT_SECRET',
        placeholder: 'whsec_...',
        hint: 'The signing secret that Stripe shows with the second URL.',
      },
    },
    challenges: null,
  },
  exampleEvent: {
    id: 'evt_1PurserExample',
    type: 'issuing_authorization.request',
    livemode: false,
    data: { object: {} },
  },
  wantsHolders: true,
  numberSession: {
    boundTo: 'nonce',
    description: 'the nonce of Stripe.js in the browser that will show the number',
    hint: 'Make one by Stripe.js in the browser.',
    session: 'an ephemeral key',
  },
  timeoutAdvice: "In Stripe's dashboard, set what happens without an answer to decline (docs/guides/stripe.md).",
} as const satisfies IssuerSheet
