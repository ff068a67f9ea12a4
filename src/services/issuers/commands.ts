import { type SentCredentials, noSentCredentials } from '../../domain/credentials.ts'
import type { AdviseCommand, AuthorizeCommand, NetworkFactCommand } from '../../domain/batch/commands/commands.ts'
import type { Merchant } from '../../domain/entities.ts'
import { issuerDeclined } from '../../domain/transactions/issuer-declined.ts'
import type { AuthorizationRequest, IssuerFact } from '../../issuers/issuer.ts'
import type { NodeDeps } from '../request/context.ts'
import { merchantOfInput } from '../input/merchant-input.ts'
import { networkReferenceOf } from '../network/network-reference.ts'

/** An issuer's request for an authorization, with the amount that is already held for the purchase. */
export interface IssuerRequestWithHold extends AuthorizationRequest {
  /** The amount that is already held for the purchase, in cents. Null: this is the first request of the purchase. */
  readonly heldBefore: number | null
  /**
   * True: the issuer does not say whether a request is the first of its purchase, so that only the `key` tells requests of one purchase
   * apart.
   */
  readonly isKnownByKey: boolean
}

/** The Purser card that an issuer's message is about. */
export interface IssuerMessageCardIds {
  readonly accountId: string
  readonly cardId: string
}

export type IssuerCommandDeps = Pick<NodeDeps, 'vault' | 'settings'>

/**
 * Makes the command for an issuer's request for an authorization. It is the command that `POST /network/authorizations` makes, so that a
 * purchase that comes by both ways is decided once.
 */
export const issuerAuthorizeCommand = (
  deps: IssuerCommandDeps,
  of: IssuerMessageCardIds,
  request: AuthorizationRequest,
): AuthorizeCommand => ({
  kind: 'authorize',
  ...of,
  amount: request.amount,
  currency: request.currency,
  merchantMoney: request.merchantMoney,
  ...merchantAndReference(deps, of, request),
  credentials: credentialsOf(request),
  hasReferencesByCard: true,
  ...(request.isAuthenticated ? { isAuthenticated: true } : {}),
})

const credentialsOf = ({ areCredentialsWrong }: AuthorizationRequest): SentCredentials =>
  areCredentialsWrong ? { ...noSentCredentials, cvv: 'wrong' } : noSentCredentials

/**
 * Makes the advice that undoes an approval which came too late. The issuer was answered a decline, so the issuer holds nothing, or the
 * amount that it held before the request. `asOf` is 0, so that every event of the issuer itself counts as newer.
 */
export const undoAuthorizationCommand = (
  deps: IssuerCommandDeps,
  of: IssuerMessageCardIds,
  request: IssuerRequestWithHold,
): AdviseCommand => ({
  ...adviceOf(deps, of, request),
  factHash: issuerFactHash(deps, of, `undo ${request.key}`),
  approved: request.heldBefore !== null,
  amount: request.heldBefore ?? request.amount,
  reasons: request.heldBefore === null ? [issuerDeclined('not answered in time')] : [],
})

/**
 * Records an authorization that Purser does not know, before its increment is decided: an advice with the amount that the issuer holds
 * already.
 */
export const adviceCommandOfEarlierHold = (
  deps: IssuerCommandDeps,
  of: IssuerMessageCardIds,
  request: IssuerRequestWithHold,
): AdviseCommand => ({
  ...adviceOf(deps, of, request),
  factHash: issuerFactHash(deps, of, `before ${request.key}`),
  approved: true,
  amount: request.heldBefore ?? 0,
  reasons: [],
})

const adviceOf = (deps: IssuerCommandDeps, of: IssuerMessageCardIds, request: AuthorizationRequest) =>
  ({ kind: 'advise', ...of, currency: request.currency, ...merchantAndReference(deps, of, request), asOf: 0 }) as const

export function issuerFactCommand(
  deps: IssuerCommandDeps,
  of: IssuerMessageCardIds,
  fact: IssuerFact,
): NetworkFactCommand {
  const { key, amount, currency, merchantMoney } = fact
  const shared = {
    ...of,
    factHash: issuerFactHash(deps, of, key),
    amount,
    currency,
    merchantMoney,
    ...merchantAndReference(deps, of, fact),
  }
  if (fact.kind !== 'authorization') return { ...shared, kind: 'post', moved: fact.kind, final: fact.isFinal }
  const { approved, asOf, captured } = fact
  return { ...shared, kind: 'advise', approved, captured, asOf, reasons: approved ? [] : [issuerDeclined(fact.reason)] }
}

/**
 * The keyed hash by which a fact is recognized. The network API computes it in the same way, so a fact that comes from both an issuer and
 * the network API counts once.
 */
export const issuerFactHash = (
  { vault }: IssuerCommandDeps,
  { accountId, cardId }: IssuerMessageCardIds,
  key: string,
): string => vault.fingerprint('fact', accountId, cardId, key).toString('base64url')

export const merchantAndReference = (
  deps: IssuerCommandDeps,
  of: IssuerMessageCardIds,
  { merchant, reference }: { readonly merchant: Merchant; readonly reference: string | null },
) => ({
  merchant: merchantOfInput(merchant, deps.settings),
  ...networkReferenceOf(deps, of, reference ?? undefined),
})
