import { invalidRequestError } from '../../contract/errors.ts'
import type { OperationInputOf } from '../../contract/operations.ts'
import type { PostalAddress } from '../../contract/primitives.ts'
import type { CardWithAllFields } from '../../domain/changes/card.ts'
import type { CustomerWithAllFields } from '../../domain/changes/customer.ts'
import type { ExternalIssuer } from '../../issuers/names.ts'
import { issuerSheetOf } from '../../issuers/sheets.ts'
import type { LockedCustomers } from '../../store/locks/customer-lock.ts'
import { insertIssuerCall } from '../../store/issuer-calls/issuer-calls.ts'
import { findIssuerCardholder, storeCardholderRequest } from '../../store/issuers/issuer-holders.ts'
import type { IssuerCardholderRequest } from '../../store/rows/issuer-tables.ts'
import type { ServiceSettings, WriteOperationContext } from '../request/context.ts'
import { issuersOfAccount } from '../accounts/issuers-of.ts'

type Body = OperationInputOf<'createCard'>['body']

/**
 * The issuer at which a new card is created. Null: Purser creates it. Throws `invalid_request` for an issuer that cannot issue the card.
 */
export async function chosenCardIssuer(
  { tx, principal, settings }: WriteOperationContext,
  { issuer: requested, type }: Body,
): Promise<ExternalIssuer | null> {
  if ((requested ?? settings.issuer) === 'purser') return null
  const able = await issuersOfAccount(tx, principal.accountId, settings)
  const issuer = requested ?? able[0]
  if (issuer === undefined || issuer === 'purser') return null
  if (!able.includes(issuer)) {
    throw invalidRequestError(
      'issuer',
      `\`${issuer}\` issues no cards here.`,
      'parameter_invalid',
      'Leave `issuer` out, or have the operator set up its key (docs/guides/issuers.md).',
    )
  }
  if (type === 'physical') {
    throw invalidRequestError(
      'type',
      `\`${issuer}\` issues virtual cards alone here.`,
      'parameter_invalid',
      'Leave `type` out, or take `purser` as the `issuer`.',
    )
  }
  return issuer
}

/** Throws where an issuer makes no cards in the currency of a customer. */
export function checkIssuerCurrency(issuer: ExternalIssuer | null, currency: string, settings: ServiceSettings): void {
  if (issuer === null) return
  const able = settings.issuerCurrencies[issuer]
  if (able.includes(currency)) return
  throw invalidRequestError(
    'issuer',
    `\`${issuer}\` issues cards in ${able.join(', ')} here, and the customer is in ${currency}.`,
    'parameter_invalid',
    'Take `purser` as the `issuer`, or have the operator set up the currency (docs/guides/issuers.md).',
  )
}

/**
 * Queues the calls that create a card at its issuer. They are made after the commit, so the card exists even if the issuer does not answer.
 */
export async function queueCardCreation(
  locked: LockedCustomers,
  customer: CustomerWithAllFields,
  card: CardWithAllFields & { issuer: string },
): Promise<void> {
  if (issuerSheetOf(card.issuer)?.wantsHolders === true) await beginHolder(locked, customer, card)
  await insertIssuerCall(locked, card)
}

async function beginHolder(
  locked: LockedCustomers,
  customer: CustomerWithAllFields,
  card: CardWithAllFields & { issuer: string },
): Promise<void> {
  const holder = { customerId: customer.id, accountId: customer.accountId, issuer: card.issuer }
  if ((await findIssuerCardholder(locked.tx, holder)) !== undefined) return
  const request = cardholderRequest(customer, card.billing)
  await storeCardholderRequest(locked, { ...holder, request, createdAt: card.createdAt })
}

/** The fields of a customer that an issuer needs before it issues a card for them. Throws `invalid_request` where something is missing. */
export function cardholderRequest(
  { type, name, email, phone }: CustomerWithAllFields,
  billing: PostalAddress | null,
): IssuerCardholderRequest {
  if (billing === null) {
    throw invalidRequestError(
      'billing',
      'The first card of a customer at this issuer needs a billing address.',
      'parameter_missing',
      'Send `billing` with `line1`, `city`, `postalCode` and `country`.',
    )
  }
  if (name === null) {
    throw invalidRequestError(
      'customerId',
      'The issuer makes cards out to a name, and this customer has none.',
      'parameter_invalid',
      'Give the customer a `name` first.',
    )
  }
  return { type, name, email, phone, billing }
}
