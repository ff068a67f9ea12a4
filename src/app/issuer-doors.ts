import { stripe } from '../issuers/stripe/stripe.ts'
import { createIssuerDoor, type IssuerDeps, type IssuerDoor } from '../services/issuers/door.ts'
import type { Settings } from './options.ts'

/** One for each issuer that is set up: none costs nothing. */
export function issuerDoors(deps: IssuerDeps, settings: Settings): IssuerDoor[] {
  const { stripeAuthorizationSecret: authorizations, stripeEventSecret: events } = settings
  if (authorizations === null || events === null) return []
  return [createIssuerDoor(deps, stripe, { authorizations: authorizations.split(','), events: events.split(',') })]
}
