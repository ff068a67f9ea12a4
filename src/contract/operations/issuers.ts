import { Type } from 'typebox'
import type { IssuerNames } from '../resources/cards.ts'
import type { ErrorCode } from '../errors.ts'

/** Issuers other than Purser, which ask and tell. */
export type AskingIssuer = Exclude<(typeof IssuerNames)[number], 'purser'>

/** The header that each of them signs in, over the bytes of the body, five minutes old or ahead at most. */
export const issuerSignatures: Readonly<Record<AskingIssuer, { readonly header: string; readonly form: string }>> = {
  stripe: { header: 'Stripe-Signature', form: '`t=<unix seconds>,v1=<hex>`, as Stripe signs its events' },
  lithic: {
    header: 'webhook-signature',
    form: '`v1,<base64>`, with `webhook-id` and `webhook-timestamp`, as Standard Webhooks has it',
  },
}

interface IssuerDoor {
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly response: object
  /** What each is answered. */
  readonly examples: Readonly<Record<AskingIssuer, object>>
}

/**
 * Where issuers ask and tell. They stand outside of `/v1`: no API key, no role, no client calls them, and their bodies are those of the
 * issuer, of which nothing is believed but what is signed.
 */
export const issuerDoors: Readonly<Record<'answerIssuer' | 'tellIssuerEvent', IssuerDoor>> = {
  answerIssuer: {
    path: '/issuers/{issuer}/authorizations',
    summary: 'Answer an issuer that asks about a purchase',
    description:
      'What the issuer asks is decided as the network door decides it, and answered directly, as the issuer wants to be answered, before ' +
      'it stops waiting: with a decline where nobody could decide by then. Only where the secrets of the issuer are set.',
    response: Type.Object({}, { additionalProperties: true, description: 'What the issuer wants to be answered.' }),
    examples: {
      stripe: {
        approved: false,
        metadata: { purser_transaction: 'txn_01kdvy2n7rj4t8w0q3m5x9zb6c', purser_reason: 'mcc_blocked' },
      },
      lithic: { result: 'UNAUTHORIZED_MERCHANT', token: '5f3c3f1e-8d0b-4a57-9d0c-0a1f7a4d2b6e' },
    },
  },
  tellIssuerEvent: {
    path: '/issuers/{issuer}/events',
    summary: 'Take what an issuer tells',
    description:
      'An event of the issuer has its effect as a fact, once, however often and in whatever order it comes; one that Purser does not know ' +
      'has none. Only where the secrets of the issuer are set.',
    response: Type.Object({ received: Type.Boolean() }),
    examples: { stripe: { received: true }, lithic: { received: true } },
  },
}

/** Codes that both can answer. */
export const issuerDoorErrors: readonly ErrorCode[] = [
  'invalid_request',
  'invalid_api_key',
  'payload_too_large',
  'rate_limited',
  'internal_error',
  'unavailable',
]
