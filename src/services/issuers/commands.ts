import { type Credentials, noCredentials } from '../../domain/decision/credentials.ts'
import type { AdviseCommand, AuthorizeCommand, FactCommand } from '../../domain/batch/commands/commands.ts'
import type { Merchant } from '../../domain/entities.ts'
import { issuerDeclined } from '../../domain/transactions/issuer-declined.ts'
import type { AuthorizationRequest, IssuerFact } from '../../issuers/issuer.ts'
import type { Deps } from '../request/context.ts'
import { merchantOf } from '../input/merchant-input.ts'
import { referenceOf } from '../network/network-reference.ts'

/** A request of which it is known what is held already. */
export interface KnownRequest extends AuthorizationRequest {
  readonly heldBefore: number | null
  /** The issuer does not say whether it is the first, so that this one is told from another by its key alone. */
  readonly isKnownByKey: boolean
}

/** A card of Purser's that an issuer's request is about. */
export interface OfCard {
  readonly accountId: string
  readonly cardId: string
}

export type NamingDeps = Pick<Deps, 'vault' | 'settings'>

/** As `POST /network/authorizations` makes it: whichever door a purchase of a card comes by, it is decided once. */
export const authorizeCommand = (deps: NamingDeps, of: OfCard, request: AuthorizationRequest): AuthorizeCommand => ({
  kind: 'authorize',
  ...of,
  amount: request.amount,
  currency: request.currency,
  ...namesOf(deps, of, request),
  credentials: credentialsOf(request),
  hasReferencesByCard: true,
})

const credentialsOf = ({ areCredentialsWrong }: AuthorizationRequest): Credentials =>
  areCredentialsWrong ? { ...noCredentials, cvv: 'wrong' } : noCredentials

/** What the issuer holds where it was answered a decline: nothing, or what it held before. Any event of its own says it better. */
export const undoCommand = (deps: NamingDeps, of: OfCard, request: KnownRequest): AdviseCommand => ({
  ...adviceOf(deps, of, request),
  factHash: factHashOf(deps, of, `undo ${request.key}`),
  approved: request.heldBefore !== null,
  amount: request.heldBefore ?? request.amount,
  reasons: request.heldBefore === null ? [issuerDeclined('not answered in time')] : [],
})

/** What the issuer held before it asked for more, where Purser never heard of it. */
export const heldBeforeCommand = (deps: NamingDeps, of: OfCard, request: KnownRequest): AdviseCommand => ({
  ...adviceOf(deps, of, request),
  factHash: factHashOf(deps, of, `before ${request.key}`),
  approved: true,
  amount: request.heldBefore ?? 0,
  reasons: [],
})

const adviceOf = (deps: NamingDeps, of: OfCard, request: AuthorizationRequest) =>
  ({ kind: 'advise', ...of, currency: 'USD', ...namesOf(deps, of, request), asOf: 0 }) as const

export function factCommand(deps: NamingDeps, of: OfCard, fact: IssuerFact): FactCommand {
  const { key, amount, currency } = fact
  const shared = { ...of, factHash: factHashOf(deps, of, key), amount, currency, ...namesOf(deps, of, fact) }
  if (fact.kind !== 'authorization') return { ...shared, kind: 'post', moved: fact.kind, final: fact.isFinal }
  const { approved, asOf, captured } = fact
  return { ...shared, kind: 'advise', approved, captured, asOf, reasons: approved ? [] : [issuerDeclined(fact.reason)] }
}

/** As the network door keeps them: a fact that is told there too is the same one. */
export const factHashOf = ({ vault }: NamingDeps, { accountId, cardId }: OfCard, key: string): string =>
  vault.fingerprint('fact', accountId, cardId, key).toString('base64url')

export const namesOf = (
  deps: NamingDeps,
  of: OfCard,
  { merchant, reference }: { readonly merchant: Merchant; readonly reference: string | null },
) => ({
  merchant: merchantOf(merchant, deps.settings),
  ...referenceOf(deps, of, reference ?? undefined),
})
