import type { IssuerSheet } from '../sheet.ts'

/** The sheet of Lithic: what Purser shows people about it, and within how many milliseconds it answers it. */
export const lithicSheet = {
  // Lithic wants an answer within three seconds, and waits for six.
  answerWithinMs: 1500,
  signature: {
    header: 'webhook-signature',
    form: '`v1,<base64>`, with `webhook-id` and `webhook-timestamp`, as Standard Webhooks defines it',
  },
  key: {
    variable: 'PURSER_LITHIC_KEY',
    placeholder: '...',
    hint: 'An API key, of the sandbox unless PURSER_LITHIC_ENVIRONMENT is production.',
  },
  endpoints: {
    authorizations: {
      setUp: 'Enroll this URL as the responder of Auth Stream Access (POST /v1/responder_endpoints).',
      secret: {
        variable: 'PURSER_LITHIC_ASA_SECRET',
        placeholder: 'whsec_...',
        hint: 'The secret of the responder (GET /v1/auth_stream/secret).',
      },
      exampleAnswer: { result: 'UNAUTHORIZED_MERCHANT', token: '5f3c3f1e-8d0b-4a57-9d0c-0a1f7a4d2b6e' },
    },
    events: {
      setUp: 'Create an event subscription for this URL, with card_transaction.updated and card.updated.',
      secret: {
        variable: 'PURSER_LITHIC_EVENT_SECRET',
        placeholder: 'whsec_...',
        hint: 'The secret of the event subscription (GET /v1/event_subscriptions/{token}/secret).',
      },
    },
    challenges: {
      setUp:
        'For challenges (3-D Secure), which may be left out: enroll this URL as the responder of 3DS decisioning (POST /v1/responder_endpoints), and add three_ds_authentication.challenge to the event subscription.',
      secret: {
        variable: 'PURSER_LITHIC_THREE_DS_SECRET',
        placeholder: 'whsec_...',
        hint: 'Only for challenges: the secret of 3DS decisioning (GET /v1/three_ds_decisioning/secret).',
      },
      exampleAnswer: { three_ds_authentication_decision: 'CHALLENGE_REQUESTED' },
    },
  },
  exampleEvent: null,
  wantsHolders: false,
  numberSession: {
    boundTo: 'origin',
    description: 'the origin of the page that will show the number',
    hint: 'Name the page that shows it: https://cards.example.com',
    session: 'a session',
  },
  timeoutAdvice: null, // Lithic always declines.
} as const satisfies IssuerSheet
