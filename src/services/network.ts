import { ApiError, invalidRequest } from '../contract/errors.ts'
import type { Outcome } from '../domain/batch/outcome.ts'
import type { Command } from '../domain/batch/commands.ts'
import type { IdempotencyClaim } from '../store/idempotency.ts'
import type { ReadContext } from './context.ts'
import { engine, type EngineReply, type EngineService, type Handlers } from './handler.ts'
import { merchantOf } from './merchant-input.ts'
import { cardOfNetwork } from './network-card.ts'
import { errorReply } from './reply.ts'
import { authorizationAnswer, transactionView } from './transaction-view.ts'

/**
 * The network door (contract, section 10): each call becomes a command of the engine, which commits it in a batch
 * together with its idempotency record. What a command is answered is written here once, for all calls.
 */
export const createAuthorization: EngineService<'createAuthorization'> = async (context, { body }, claim) => {
  const { cardId, credentialsValid } = await cardOfNetwork(context, body)
  return perform(context, claim, {
    kind: 'authorize',
    accountId: context.principal.accountId,
    cardId,
    amount: body.amount,
    currency: (body.currency ?? 'USD').toUpperCase(),
    merchant: merchantOf(body.merchant),
    networkReference: body.networkReference ?? null,
    credentialsValid,
  })
}

export const createForceCapture: EngineService<'createForceCapture'> = async (context, { body }, claim) => {
  const { cardId } = await cardOfNetwork(context, body)
  const { accountId } = context.principal
  const merchant = merchantOf(body.merchant)
  return perform(context, claim, {
    kind: 'force_capture',
    accountId,
    cardId,
    amount: body.amount,
    currency: 'USD',
    merchant,
  })
}

export const incrementAuthorization: EngineService<'incrementAuthorization'> = (context, { params, body }, claim) =>
  perform(context, claim, { kind: 'increment', ...stepOf(context, params.transactionId), amount: body.amount })

export const settleAuthorization: EngineService<'settleAuthorization'> = (context, { params, body }, claim) =>
  perform(context, claim, {
    kind: 'settle',
    ...stepOf(context, params.transactionId),
    ...amountOf(body),
    final: body.final ?? true,
  })

export const reverseAuthorization: EngineService<'reverseAuthorization'> = (context, { params, body }, claim) =>
  perform(context, claim, { kind: 'reverse', ...stepOf(context, params.transactionId), ...amountOf(body) })

export const createRefund: EngineService<'createRefund'> = (context, { body }, claim) =>
  perform(context, claim, { kind: 'refund', ...stepOf(context, body.transactionId), ...amountOf(body) })

type NetworkOperation =
  | 'createAuthorization'
  | 'incrementAuthorization'
  | 'settleAuthorization'
  | 'reverseAuthorization'
  | 'createRefund'
  | 'createForceCapture'

const stepOf = ({ principal }: ReadContext, transactionId: string) => ({
  accountId: principal.accountId,
  transactionId,
})
const amountOf = ({ amount }: { amount?: number }) => (amount === undefined ? {} : { amount })

async function perform<N extends NetworkOperation>(
  context: ReadContext,
  claim: IdempotencyClaim | null,
  command: Command,
): Promise<EngineReply<N>> {
  const render = (outcome: Outcome) => renderOutcome(outcome, command, context.requestId)
  const answer = await context.engine.submit(command, claim && { ...claim, render })
  if (answer.kind === 'key_reused') throw new ApiError('idempotency_key_reused')
  if (answer.kind === 'replayed') return { status: answer.status, body: JSON.parse(answer.body), replayed: true }
  const { outcome } = answer
  if (outcome.kind === 'refused') throw refusal(outcome)
  return { ...success(outcome, command), replayed: false } as EngineReply<N>
}

/** The reply that is stored with the commit: what the caller gets now, and whoever repeats the request. */
function renderOutcome(outcome: Outcome, command: Command, requestId: string): { status: number; body: string } {
  if (outcome.kind === 'refused') return errorReply(refusal(outcome), requestId)
  const { status, body } = success(outcome, command)
  return { status, body: JSON.stringify(body) }
}

type Refused = Extract<Outcome, { kind: 'refused' }>

const refusal = ({ code, message }: Refused): ApiError =>
  code === 'invalid_request' && message !== undefined
    ? invalidRequest('amount', message)
    : new ApiError(code, message === undefined ? {} : { message })

const success = (outcome: Exclude<Outcome, Refused>, command: Command) =>
  outcome.kind === 'decided'
    ? { status: 200, body: authorizationAnswer(outcome.transaction, outcome.decision) }
    : { status: command.kind === 'force_capture' ? 201 : 200, body: transactionView(outcome.transaction) }

export const networkHandlers = {
  createAuthorization: engine(createAuthorization),
  incrementAuthorization: engine(incrementAuthorization),
  settleAuthorization: engine(settleAuthorization),
  reverseAuthorization: engine(reverseAuthorization),
  createRefund: engine(createRefund),
  createForceCapture: engine(createForceCapture),
} satisfies Pick<Handlers, NetworkOperation>
