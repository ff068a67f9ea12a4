import type { EngineCommandOutcome } from '../../domain/batch/outcome.ts'
import { auditedActOfSystem } from '../../domain/audit/audited-act.ts'
import { assert } from '../../lib/assert.ts'
import type { AuthorizationRequest, AuthorizationVerdict } from '../../issuers/issuer.ts'
import { transactionOfReference } from '../../store/transactions/transactions.ts'
import type { NodeDeps } from '../request/context.ts'
import { networkReferenceHashes } from '../network/network-reference.ts'
import {
  issuerAuthorizeCommand,
  adviceCommandOfEarlierHold,
  type IssuerRequestWithHold,
  merchantAndReference,
  type IssuerMessageCardIds,
} from './commands.ts'

export type IssuerDecisionDeps = Pick<NodeDeps, 'engine' | 'vault' | 'settings' | 'database'>

const UNAVAILABLE: AuthorizationVerdict = { decision: 'undecided', why: 'unavailable' }

export const ANSWER_ISSUER_AUDIT_ACT = auditedActOfSystem('answerIssuer')

/**
 * Completes an issuer's request with the cents that are already held for the purchase. Where the issuer does not say how many, they are
 * taken from Purser's transaction.
 */
export async function issuerRequestWithHold(
  deps: IssuerDecisionDeps,
  of: IssuerMessageCardIds,
  request: AuthorizationRequest,
): Promise<IssuerRequestWithHold> {
  const { heldBefore } = request
  if (heldBefore !== 'unsaid') return { ...request, heldBefore, isKnownByKey: false }
  const known = await transactionOf(deps, of, request)
  return { ...request, heldBefore: known?.authorized_amount ?? null, isKnownByKey: true }
}

/** Decides an issuer's request as `POST /network/authorizations` would. Rejects where the engine cannot decide. */
export async function decideIssuerRequest(
  deps: IssuerDecisionDeps,
  of: IssuerMessageCardIds,
  request: IssuerRequestWithHold,
): Promise<AuthorizationVerdict> {
  if (request.givesBack) return { decision: 'approve', transactionId: '', reason: null }
  return request.heldBefore === null ? decideFirst(deps, of, request) : decideMore(deps, of, request)
}

async function decideFirst(
  deps: IssuerDecisionDeps,
  of: IssuerMessageCardIds,
  request: IssuerRequestWithHold,
): Promise<AuthorizationVerdict> {
  const claim = request.isKnownByKey ? claimOf(deps, of, request) : null
  return verdictOf(await deps.engine.submit(issuerAuthorizeCommand(deps, of, request), ANSWER_ISSUER_AUDIT_ACT, claim))
}

/**
 * Decides an issuer's request for an increment. Where Purser does not know the authorization, the amount that the issuer already holds is
 * recorded first.
 */
async function decideMore(
  deps: IssuerDecisionDeps,
  of: IssuerMessageCardIds,
  request: IssuerRequestWithHold,
): Promise<AuthorizationVerdict> {
  const { amount } = request
  const transactionId = (await transactionOf(deps, of, request))?.id ?? (await holdFirst(deps, of, request))
  if (transactionId === null) return UNAVAILABLE
  const command = { kind: 'increment', accountId: of.accountId, transactionId, amount } as const
  return verdictOf(
    await deps.engine.submit(command, ANSWER_ISSUER_AUDIT_ACT, claimOf(deps, of, request, transactionId)),
    transactionId,
  )
}

/** The idempotency claim of an issuer's request: a repeated request gets the stored answer. */
function claimOf(
  deps: IssuerDecisionDeps,
  { accountId, cardId }: IssuerMessageCardIds,
  { key }: IssuerRequestWithHold,
  transactionId = '',
) {
  const named = deps.vault.fingerprint('issuer request', accountId, cardId, key)
  return {
    accountId,
    keyId: cardId, // puts the reply into the bucket of the card
    key: named.toString('base64url'),
    operation: 'answerIssuer',
    bodyHash: named,
    render: (outcome: EngineCommandOutcome) => ({
      status: 200,
      body: JSON.stringify(verdictOfOutcome(outcome, transactionId)),
    }),
  }
}

const transactionOf = (deps: IssuerDecisionDeps, of: IssuerMessageCardIds, request: AuthorizationRequest) =>
  transactionOfReference(deps.database.db, of.cardId, networkReferenceHashes(merchantAndReference(deps, of, request)))

/**
 * Records the amount that an issuer already holds for a purchase. Null: the amount is in another currency than the card's, and cannot be
 * counted.
 */
async function holdFirst(
  deps: IssuerDecisionDeps,
  of: IssuerMessageCardIds,
  request: IssuerRequestWithHold,
): Promise<string | null> {
  const answer = await deps.engine.submit(adviceCommandOfEarlierHold(deps, of, request), ANSWER_ISSUER_AUDIT_ACT)
  assert(answer.kind === 'outcome', 'only claims are answered by replies')
  return answer.outcome.kind === 'posted' ? answer.outcome.transaction.id : null
}

type Answer = Awaited<ReturnType<IssuerDecisionDeps['engine']['submit']>>

function verdictOf(answer: Answer, transactionId?: string): AuthorizationVerdict {
  assert(answer.kind !== 'key_reused', 'a request of an issuer asks one thing')
  if (answer.kind === 'replayed') return JSON.parse(answer.body) as AuthorizationVerdict
  return verdictOfOutcome(answer.outcome, transactionId)
}

function verdictOfOutcome(outcome: EngineCommandOutcome, transactionId = ''): AuthorizationVerdict {
  if (outcome.kind !== 'decided') {
    if (outcome.kind === 'refused' && outcome.code === 'card_not_found')
      return { decision: 'undecided', why: 'unknown_card' }
    return { decision: 'decline', transactionId, reason: outcome.kind === 'refused' ? outcome.code : null }
  }
  const { transaction, decision } = outcome
  return { decision: decision.decision, transactionId: transaction.id, reason: decision.reasons[0]?.code ?? null }
}
