import { Type } from 'typebox'
import { type ExternalIssuer, externalIssuers, issuerTitle } from '../../issuers/names.ts'
import { issuerSheets } from '../../issuers/sheets.ts'
import type { ErrorCode } from '../errors.ts'

/**
 * The header with each issuer's signature over the bytes of the body. The time in the signature may be five minutes old or ahead at most.
 */
export const issuerSignatures = externalIssuers.map((name) => ({ name, ...issuerSheets[name].signature }))

/** Examples for the API document: an event of each issuer whose sheet has one, with the issuer's title. */
export const issuerExampleEvents = externalIssuers.flatMap((name) => {
  const { exampleEvent } = issuerSheets[name]
  return exampleEvent === null ? [] : [{ title: issuerTitle(name), event: exampleEvent }]
})

interface IssuerEndpoint {
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly response: object
  /** An example of the endpoint's answer to each issuer. */
  readonly examples: Readonly<Partial<Record<ExternalIssuer, object>>>
}

type Endpoints = (typeof issuerSheets)[ExternalIssuer]['endpoints']

/** The examples of an endpoint's answer: one from each issuer whose sheet has an example for this endpoint. */
const examplesOf = (example: (endpoints: Endpoints) => object | undefined): IssuerEndpoint['examples'] =>
  Object.fromEntries(
    externalIssuers.flatMap((name) => {
      const shown = example(issuerSheets[name].endpoints)
      return shown === undefined ? [] : [[name, shown]]
    }),
  )

/** The titles of the issuers that ask Purser whether the cardholder agrees to a purchase (3-D Secure). */
const challengers = externalIssuers.flatMap((name) =>
  issuerSheets[name].endpoints.challenges === null ? [] : [issuerTitle(name)],
)

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
    examples: examplesOf(({ authorizations }) => authorizations.exampleAnswer),
  },
  answerIssuerChallenge: {
    path: '/issuers/{issuer}/challenges',
    summary: 'Answer an issuer that asks whether the cardholder agrees',
    description:
      'Answers from the intents of the card (3-D Secure): approved if exactly one fits and needs no person any more, otherwise the ' +
      `cardholder is to be challenged, and a challenge waits for a person. The endpoint exists only for ${challengers.join(', ')}.`,
    response: Type.Object({}, { additionalProperties: true, description: 'The answer in the form of the issuer.' }),
    examples: examplesOf(({ challenges }) => challenges?.exampleAnswer),
  },
  tellIssuerEvent: {
    path: '/issuers/{issuer}/events',
    summary: 'Record an event of an issuer',
    description:
      'Records the event as a fact, once, however often and in whatever order events come. An event that Purser does not know has no ' +
      'effect. The endpoint exists only where the secrets of the issuer are set.',
    response: Type.Object({ received: Type.Boolean() }),
    examples: examplesOf(() => ({ received: true })),
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
