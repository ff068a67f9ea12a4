import { ApiError, invalidRequestError } from '../../contract/errors.ts'
import type { OperationInputOf, OperationOutputOf } from '../../contract/operations.ts'
import { serviceUnavailableError } from '../../contract/unavailable.ts'
import type { CardWithAllFields } from '../../domain/changes/card.ts'
import { type IssuerCardNumber, IssuerRefusal, type IssuerApiCalls } from '../../issuers/issuer.ts'
import { issuerSheetOf } from '../../issuers/sheets.ts'
import { assertPresent } from '../../lib/assert.ts'
import { MINUTE_MS, isoTimestamp } from '../../lib/clock.ts'
import { findCardNumber } from '../../store/numbers/card-secrets.ts'
import { findIssuerCall } from '../../store/issuer-calls/issuer-calls.ts'
import { openCardNumber } from './open-number.ts'
import { CommittedRefusal, type WriteOperationContext } from '../request/context.ts'

/**
 * The source of a disclosed number. `within` gets it from the vault in the transaction of the read, for a card that has its number. `after` gets it from the card's issuer
 * after the commit, so that no issuer is called while the customer is locked.
 */
export type CardNumberSource<Shown> =
  | { readonly within: (card: CardWithAllFields) => Promise<Shown> }
  | { readonly after: () => Promise<Shown> }

/**
 * The source of a card number. A number at an issuer is available only where the setting `issuerReveal` is `proxy`, so that it may pass
 * through Purser.
 */
export async function cardNumberSource(
  context: WriteOperationContext,
  card: CardWithAllFields,
): Promise<CardNumberSource<IssuerCardNumber> | CommittedRefusal> {
  if (card.issuer === null) return { within: (numbered) => credentialsOf(context, numbered) }
  if (context.settings.issuerReveal !== 'proxy') return new CommittedRefusal('number_at_issuer')
  return atIssuer(context, card, (issuer, token) => issuer.readNumber(token))
}

/** How many milliseconds a session that shows a card number is valid. Every issuer allows sessions of this length. */
const SESSION_MS = 5 * MINUTE_MS

type Session = Omit<OperationOutputOf<'createNumberSession'>, 'accessEventId'>

/**
 * Makes the source of a session with which a browser gets the card number directly from the card's issuer. Throws `invalid_request` for a
 * card that Purser issues.
 */
export async function issuerNumberSessionSource(
  context: WriteOperationContext,
  card: CardWithAllFields,
  { nonce, origin }: OperationInputOf<'createNumberSession'>['body'],
): Promise<CardNumberSource<Session> | CommittedRefusal> {
  const sheet = issuerSheetOf(card.issuer)
  if (sheet === undefined)
    throw invalidRequestError(
      'cardId',
      'Purser issues this card: its number is read by `POST /cards/{cardId}/details`.',
    )
  if (sheet.numberSession === null) return new CommittedRefusal('number_at_issuer')
  const { boundTo, hint } = sheet.numberSession
  const to = { nonce, origin }[boundTo]
  if (to === undefined) {
    throw invalidRequestError(
      boundTo,
      `The issuer of this card shows its number to a ${boundTo} alone.`,
      'parameter_missing',
      hint,
    )
  }
  return atIssuer(context, card, async (issuer, token) => {
    const { secret, expiresAt } = await issuer.openSession(token, {
      [boundTo]: to,
      until: context.clock.now() + SESSION_MS,
    })
    return { issuer: card.issuer as Session['issuer'], session: secret, expiresAt: isoTimestamp(expiresAt) }
  })
}

/** When the number of a card that its issuer has not made yet is worth another try. */
const SOON_SECONDS = 2

async function atIssuer<Shown>(
  { tx, issuers: called }: WriteOperationContext,
  card: CardWithAllFields,
  ask: (issuer: IssuerApiCalls, token: string) => Promise<Shown>,
): Promise<CardNumberSource<Shown> | CommittedRefusal> {
  const issuer = called.get(card.issuer ?? '')
  if (issuer === undefined) return new CommittedRefusal('number_at_issuer')
  const token = (await findIssuerCall(tx, card.id))?.card_token ?? null
  if (token === null) {
    return new CommittedRefusal('card_not_active', {
      message: 'The issuer has not made this card yet.',
      hint: 'Read the card until `issuer.state` is `ready`.',
      retryAfterSeconds: SOON_SECONDS,
    })
  }
  return { after: () => ask(issuer, token).catch(refused) }
}

/** Throws the error for a read that failed at the issuer. Its access event was committed before, and stays `granted`. */
function refused(error: unknown): never {
  if (error instanceof IssuerRefusal) throw new ApiError('number_at_issuer', { message: error.message })
  throw serviceUnavailableError('issuer_unavailable')
}

async function credentialsOf({ tx, vault }: WriteOperationContext, card: CardWithAllFields): Promise<IssuerCardNumber> {
  const number = assertPresent(await findCardNumber(tx, card.accountId, card.id), 'a card of Purser has a number')
  const sealed = assertPresent(number.sealed, 'only numbers of closed cards are destroyed')
  const { pan, cvv } = await openCardNumber(vault, { accountId: card.accountId, cardId: card.id }, sealed)
  const shown = assertPresent(cvv, 'only CVVs of closed cards are destroyed')
  return { pan: pan.reveal(), cvv: shown.reveal(), exp: `${number.expMonth}/${number.expYear.slice(-2)}` }
}
