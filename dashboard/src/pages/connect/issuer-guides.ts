import type { IssuerConnection } from '@purser/client'

export interface IssuerGuide {
  /** Instructions for each of the two URLs at the issuer. */
  readonly authorizations: string
  readonly events: string
  /** The description of each setting, by its name. */
  readonly settings: Readonly<Record<string, string>>
  /** All of them, to fill in. */
  readonly example: string
}

/** Instructions for each issuer: a summary of docs/guides/stripe.md and docs/guides/lithic.md. */
export const issuerGuides: Readonly<Record<IssuerConnection['name'], IssuerGuide>> = {
  stripe: {
    authorizations:
      'Under Issuing, real-time authorizations: enter this URL, and choose that Stripe declines where there is no answer.',
    events:
      'Under Webhooks: add this URL for issuing_authorization.created, issuing_authorization.updated, issuing_transaction.created and issuing_card.updated.',
    settings: {
      PURSER_STRIPE_KEY:
        'A restricted key that may write Issuing and read events. Purser makes and freezes cards with it.',
      PURSER_STRIPE_AUTHORIZATION_SECRET: 'The signing secret that Stripe shows with the first URL.',
      PURSER_STRIPE_EVENT_SECRET: 'The signing secret that Stripe shows with the second URL.',
      PURSER_ISSUER: 'Set to stripe, new cards are issued by Stripe unless somebody chooses otherwise.',
    },
    example: [
      'PURSER_STRIPE_KEY=rk_test_...',
      'PURSER_STRIPE_AUTHORIZATION_SECRET=whsec_...',
      'PURSER_STRIPE_EVENT_SECRET=whsec_...',
      'PURSER_ISSUER=stripe',
    ].join('\n'),
  },
  lithic: {
    authorizations: 'Enroll this URL as the responder of Auth Stream Access (POST /v1/responder_endpoints).',
    events: 'Create an event subscription for this URL, with card_transaction.updated and card.updated.',
    settings: {
      PURSER_LITHIC_KEY: 'An API key, of the sandbox unless PURSER_LITHIC_ENVIRONMENT is production.',
      PURSER_LITHIC_ASA_SECRET: 'The secret of the responder (GET /v1/auth_stream/secret).',
      PURSER_LITHIC_EVENT_SECRET: 'The secret of the event subscription (GET /v1/event_subscriptions/{token}/secret).',
      PURSER_ISSUER: 'Set to lithic, new cards are issued by Lithic unless somebody chooses otherwise.',
    },
    example: [
      'PURSER_LITHIC_KEY=...',
      'PURSER_LITHIC_ASA_SECRET=whsec_...',
      'PURSER_LITHIC_EVENT_SECRET=whsec_...',
      'PURSER_ISSUER=lithic',
    ].join('\n'),
  },
}
