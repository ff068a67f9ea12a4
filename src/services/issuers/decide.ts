import type { Outcome } from '../../domain/batch/outcome.ts'
import { systemAct } from '../../domain/audit/record.ts'
import { assert } from '../../lib/assert.ts'
import type { AuthorizationRequest, Verdict } from '../../issuers/issuer.ts'
import { transactionOfReference } from '../../store/transactions.ts'
import type { Deps } from '../request/context.ts'
import { authorizeCommand, heldBeforeCommand, type OfCard } from './commands.ts'

export type DecidingDeps = Pick<Deps, 'engine' | 'vault' | 'settings' | 'database'>

export const ISSUER_ACT = systemAct('answerIssuer')

/** Decides what an issuer asks about a card, as the network door would. Rejects where nobody can. */
export function decideRequest(deps: DecidingDeps, of: OfCard, request: AuthorizationRequest): Promise<Verdict> {
  return request.heldBefore === null ? decideFirst(deps, of, request) : decideMore(deps, of, request)
}

async function decideFirst(deps: DecidingDeps, of: OfCard, request: AuthorizationRequest): Promise<Verdict> {
  const answer = await deps.engine.submit(authorizeCommand(deps, of, request), ISSUER_ACT)
  assert(answer.kind === 'outcome', 'what has no key is decided')
  return verdictOf(answer.outcome)
}

/** More is asked of an authorization that is known, or of one that the issuer holds without having asked. */
async function decideMore(deps: DecidingDeps, of: OfCard, request: AuthorizationRequest): Promise<Verdict> {
  const { accountId, cardId } = of
  const { amount, key } = request
  const transactionId = await transactionOf(deps, of, request)
  const named = deps.vault.fingerprint('issuer request', accountId, cardId, key)
  const claim = {
    accountId,
    keyId: cardId, // in its bucket
    key: named.toString('base64url'),
    operation: 'answerIssuer',
    bodyHash: named,
    render: (outcome: Outcome) => ({ status: 200, body: JSON.stringify(verdictOf(outcome, transactionId)) }),
  }
  const answer = await deps.engine.submit({ kind: 'increment', accountId, transactionId, amount }, ISSUER_ACT, claim)
  assert(answer.kind !== 'key_reused', 'a request of an issuer asks one thing')
  return answer.kind === 'replayed' ? (JSON.parse(answer.body) as Verdict) : verdictOf(answer.outcome, transactionId)
}

async function transactionOf(deps: DecidingDeps, of: OfCard, request: AuthorizationRequest): Promise<string> {
  const held = heldBeforeCommand(deps, of, request)
  const known = await transactionOfReference(deps.database.db, of.cardId, held.referenceHash ?? '')
  if (known !== undefined) return known
  const answer = await deps.engine.submit(held, ISSUER_ACT)
  assert(answer.kind === 'outcome' && answer.outcome.kind === 'posted', 'what an issuer holds is never refused')
  return answer.outcome.transaction.id
}

function verdictOf(outcome: Outcome, transactionId = ''): Verdict {
  if (outcome.kind !== 'decided') {
    if (outcome.kind === 'refused' && outcome.code === 'card_not_found')
      return { decision: 'undecided', why: 'unknown_card' }
    return { decision: 'decline', transactionId, reason: outcome.kind === 'refused' ? outcome.code : null }
  }
  const { transaction, decision } = outcome
  return { decision: decision.decision, transactionId: transaction.id, reason: decision.reasons[0]?.code ?? null }
}
