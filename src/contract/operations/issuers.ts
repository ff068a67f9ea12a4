import { Type } from 'typebox'
import type { IssuerNames } from '../resources/cards.ts'
import type { ErrorCode } from '../errors.ts'

/** Issuers other than Purser: they ask for decisions and report events. */
export type AskingIssuer = Exclude<(typeof IssuerNames)[number], 'purser'>

/**
 * The header with each issuer's signature over the bytes of the body. The time in the signature may be five minutes old or ahead at most.
 */
export const issuerSignatures: Readonly<Record<AskingIssuer, { readonly header: string; readonly form: string }>> = {
  stripe: { header: 'Stripe-Signature', form: '`t=<unix seconds>,v1=<hex>`, as Stripe signs its events' },
  lithic: {
    header: 'webhook-signature',
    form: '`v1,<base64>`, with `webhook-id` and `webhook-timestamp`, as Standard Webhooks defines it',
  },
}

interface IssuerEndpoint {
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly response: object
  /** An example of the answer to each issuer. */
  readonly examples: Readonly<Partial<Record<AskingIssuer, object>>>
}

/**
 * The endpoints that issuers call, for decisions and to report events. They are outside of `/v1`, without API keys and roles, and the
 * clients do not have them. A body has the issuer's own form and counts only if the issuer has signed it.
 */
export const issuerEndpoints: Readonly<
  Record<'answerIssuer' | 'answerIssuerChallenge' | 'tellIssuerEvent', IssuerEndpoint>
> = {
  answerIssuer: {
    path: '/issuers/{issuer}/authorizations',
    summary: 'Answer an issuer that asks about a purchase',
    description:
      'Decides the purchase as the network API does, and answers in the form of the issuer before the issuer stops waiting: with a ' +
      'decline if no decision was possible by then. The endpoint exists only where the secrets of the issuer are set.',
    response: Type.Object({}, { additionalProperties: true, description: 'The answer in the form of the issuer.' }),
    examples: {
      stripe: {
        approved: false,
        metadata: { purser_transaction: 'txn_01kdvy2n7rj4t8w0q3m5x9zb6c', purser_reason: 'mcc_blocked' },
      },
      lithic: { result: 'UNAUTHORIZED_MERCHANT', token: '5f3c3f1e-8d0b-4a57-9d0c-0a1f7a4d2b6e' },
    },
  },
  answerIssuerChallenge: {
    path: '/issuers/{issuer}/challenges',
    summary: 'Answer an issuer that asks whether the cardholder agrees',
    description:
      'Answers from the intents of the card (3-D Secure): approved if exactly one fits and needs no person any more, otherwise the ' +
      'cardholder is to be challenged, and a challenge waits for a person. The endpoint exists only for Lithic. Stripe asks by an event.',
    response: Type.Object({}, { additionalProperties: true, description: 'The answer in the form of the issuer.' }),
    examples: { lithic: { three_ds_authentication_decision: 'CHALLENGE_REQUESTED' } },
  },
  tellIssuerEvent: {
    path: '/issuers/{issuer}/events',
    summary: 'Record an event of an issuer',
    description:
      'Records the event as a fact, once, however often and in whatever order events come. An event that Purser does not know has no ' +
      'effect. The endpoint exists only where the secrets of the issuer are set.',
    response: Type.Object({ received: Type.Boolean() }),
    examples: { stripe: { received: true }, lithic: { received: true } },
  },
}

/** The error codes of the endpoints that issuers call. */
export const issuerEndpointErrors: readonly ErrorCode[] = [
  'invalid_request',
  'invalid_api_key',
  'payload_too_large',
  'rate_limited',
  'internal_error',
  'unavailable',
]
