import { ApiError, invalidRequestError } from '../../contract/errors.ts'
import type { AuthorizationAnswer, PostingAnswer } from '../../contract/resources/transactions.ts'
import type { EngineCommand } from '../../domain/batch/commands/commands.ts'
import type { EngineCommandOutcome, EngineCommandRefusal } from '../../domain/batch/outcome.ts'
import type { IdempotencyClaim } from '../../store/requests/idempotency.ts'
import type { ReadOperationContext } from '../request/context.ts'
import { withIdKindHint } from '../request/id-kinds.ts'
import { intentPayabilityOf } from './payability.ts'
import { intentView } from './intent-view.ts'
import { errorReply, textOperationReply, type TextOperationReply } from '../request/reply.ts'
import type { TransactionState } from '../../domain/transactions/transaction.ts'
import { transactionApiAnswer } from '../../domain/transactions/transaction-answer.ts'

/**
 * Runs a command of the engine. The engine commits it in a batch, together with the reply that is stored for its Idempotency-Key. The
 * replies to all commands are made here, also to refused commands. Throws only where the engine did not take the command.
 */
export async function runEngineCommand(
  { engine, requestId, act, sent, settings, principal }: ReadOperationContext,
  claim: IdempotencyClaim | null,
  command: EngineCommand,
): Promise<TextOperationReply> {
  const render = (outcome: EngineCommandOutcome): TextOperationReply =>
    replyOf(outcome, command, { requestId, sent, settings, principal })
  const answer = await engine.submit(command, act, claim && { ...claim, render })
  if (answer.kind === 'key_reused') throw new ApiError('idempotency_key_reused')
  if (answer.kind === 'replayed') return { status: answer.status, body: answer.body, replayed: true }
  return answer.rendered ? { ...answer.rendered, replayed: false } : render(answer.outcome)
}

type ReplyContext = Pick<ReadOperationContext, 'requestId' | 'sent' | 'settings' | 'principal'>

function replyOf(
  outcome: EngineCommandOutcome,
  { kind }: EngineCommand,
  { requestId, sent, settings, principal }: ReplyContext,
): TextOperationReply {
  if (outcome.kind === 'refused') return errorReply(withIdKindHint(refusal(outcome), sent, principal), requestId)
  if (outcome.kind === 'decided')
    return textOperationReply(200, authorizationAnswer(outcome.transaction, outcome.decision))
  if (outcome.kind === 'posted') {
    if (kind === 'post') return textOperationReply(200, postingAnswer(outcome))
    return textOperationReply(kind === 'force_capture' ? 201 : 200, transactionApiAnswer(outcome.transaction))
  }
  return textOperationReply(kind === 'declare_intent' && !outcome.isExisting ? 201 : 200, {
    ...intentView(outcome.intent, outcome.names, settings),
    ...(outcome.notPayable && intentPayabilityOf(outcome.notPayable)),
  })
}

function refusal({ code, message, param, hint, details }: EngineCommandRefusal): ApiError {
  if (code === 'invalid_request' && message !== undefined) {
    return invalidRequestError(param ?? 'amount', message, 'parameter_invalid', hint ?? 'Send a smaller number.')
  }
  return new ApiError(code, {
    ...(message === undefined ? {} : { message }),
    ...(param === undefined ? {} : { param }),
    ...(hint === undefined ? {} : { hint }),
    ...(details === undefined ? {} : { details }),
  })
}

/**
 * The answer to a capture or refund: the transaction that it was applied to, and the credit for the part of a refund that exceeds the
 * transaction.
 */
const postingAnswer = (posted: {
  readonly transaction: TransactionState
  readonly credit?: TransactionState
}): PostingAnswer => ({
  transaction: transactionApiAnswer(posted.transaction),
  ...(posted.credit === undefined ? {} : { credit: transactionApiAnswer(posted.credit) }),
})

/** The answer of the operations below `/v1/network` to an authorization or an increment. */
const authorizationAnswer = (
  transaction: TransactionState,
  { decision, reasons, flags }: Pick<TransactionState, 'decision' | 'reasons' | 'flags'>,
): AuthorizationAnswer => ({
  transactionId: transaction.id,
  decision,
  reasons: reasons as AuthorizationAnswer['reasons'],
  flags,
  transaction: transactionApiAnswer(transaction),
})
