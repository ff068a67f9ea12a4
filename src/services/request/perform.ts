import type { ApiError } from '../../contract/errors.ts'
import { isDryRun, type Operation } from '../../contract/operation.ts'
import { type OperationName, operations } from '../../contract/operations.ts'
import { answerStepDeadlinesMs } from '../../lib/traffic/deadlines.ts'
import { type AuditedAct, type Actor, auditedActOfSystem } from '../../domain/audit/audited-act.ts'
import { assert } from '../../lib/assert.ts'
import { withAuditTrail, inAuditedTransaction, type AuditedTx } from '../../store/audit/trail.ts'
import { limitStatementTime } from '../../store/connection/session-settings.ts'
import { idempotencyClaimKey, type IdempotencyClaim } from '../../store/requests/idempotency.ts'
import {
  type NodeDeps,
  AlreadyExistingAnswer,
  FileAnswer,
  type ApiAnswerFormat,
  type HttpRequestSource,
  type Principal,
  type ReadOperationContext,
  CommittedRefusal,
  RedirectAnswer,
  SignInAnswer,
  SignOutAnswer,
  JsonTextAnswer,
} from './context.ts'
import { apiErrorOfFailure } from './known-error.ts'
import { type OperationHandler, type OperationHandlers, isReplyReplayed, operationMayStoreData } from './handler.ts'
import { type RequestFieldReader, withIdKindHint } from './id-kinds.ts'
import {
  isAnswerOfOperation,
  runOncePerIdempotencyClaim,
  idempotencyInProgressError,
  storedIdempotentReply,
} from './idempotency.ts'
import { errorReply, textOperationReply, type OperationReply } from './reply.ts'
import { requireShownSubjectHash } from './shown.ts'
import { createSingleFlight } from '../../lib/traffic/single-flight.ts'

/** An authenticated and authorized request for an operation. */
export interface AuthorizedOperationCall {
  readonly name: OperationName
  /** The caller. Null: the operation is keyless, so its body says who the caller is. */
  readonly principal: Principal | null
  readonly from: HttpRequestSource
  /** The `requestId` of the reply, which the caller may have chosen. */
  readonly requestId: string
  /** Purser's own id of the request, `req_...`, for the audit trail. */
  readonly ownId: string
  /** The claim of the Idempotency-Key. Absent: no Idempotency-Key was sent. */
  readonly claim: IdempotencyClaim | null
  /** Reads fields of the request, validated or not, for the hints of errors. */
  readonly sent: RequestFieldReader
  readonly format: ApiAnswerFormat
  readonly lastEventId: string | undefined
  /** Aborted when the caller was answered or its connection has ended. Reads then stop, and their statements are canceled. */
  readonly gone: AbortSignal
  /** Aborted when a request that waits for a change has to be answered with the present state. */
  readonly waitsUntil: AbortSignal
  /** Validates the input. Throws an `ApiError`, which is stored for the claim like any other answer. */
  readonly input: () => unknown
}

/** Runs a request. Errors of the catalogue become replies; it rejects only for a fault of Purser itself. */
export type PerformOperation = (call: AuthorizedOperationCall) => Promise<OperationReply>

/** Makes the function that is the only way from a request to its service. It handles database transactions, idempotency and replies. */
export function createOperationPerformer(deps: NodeDeps, handlers: OperationHandlers): PerformOperation {
  const singleFlight = createSingleFlight(answerStepDeadlinesMs.idempotency)

  return async (call) => {
    const handler = handlers[call.name] as OperationHandler<OperationName>
    const { claim } = call
    try {
      if (claim === null || handler.kind === 'read') return await run(deps, handler, call)
      const keepsReply = isReplyReplayed(handler)
      return await singleFlight.run(idempotencyClaimKey(claim), {
        work: () => (keepsReply ? runClaimed(deps, handler, { ...call, claim }) : run(deps, handler, call)),
        answered: () => (keepsReply ? storedIdempotentReply(deps, claim) : Promise.resolve(null)),
        late: idempotencyInProgressError,
      })
    } catch (thrown) {
      const error = apiErrorOfFailure(thrown, { storesNothing: !operationMayStoreData(handler) })
      if (error === null) throw thrown
      return refused(call, error)
    }
  }
}

async function run(
  deps: NodeDeps,
  handler: OperationHandler<OperationName>,
  call: AuthorizedOperationCall,
): Promise<OperationReply> {
  const operation: Operation = operations[call.name]
  const input = call.input() as never
  if (operation.decides === true) requireShownSubjectHash(call.principal, input)
  const { requestId, from, claim } = call
  if (handler.kind === 'keyless') {
    const act = auditedActOfSystem(call.name, call.ownId)
    return outcome(call, await handler.run({ ...deps, requestId, from, act }, input))
  }
  const context = contextOf(deps, call)
  if (handler.kind === 'read') return outcome(call, await handler.run(reading(context), input))
  if (handler.kind === 'command') {
    return handler.run(context, input, { operation, claim, reply: (answer) => outcome(call, answer) })
  }
  const write = handler.prepare === undefined ? handler.run : await handler.prepare(context, input)
  const change = async (writing: AuditedTx) => outcome(call, await write({ ...context, ...writing }, input))
  if (isDryRun(operation, (input as { query: object }).query)) {
    if (handler.tried !== null) return outcome(call, await handler.tried(reading(context), input))
    return tryAndRollBack(
      (work) => inAuditedTransaction(deps.database, context, work),
      async (writing: AuditedTx) => {
        await limitStatementTime(writing.tx, answerStepDeadlinesMs.answer)
        return change(writing)
      },
    )
  }
  const answer = await (claim === null
    ? inAuditedTransaction(deps.database, context, change)
    : runOncePerIdempotencyClaim(deps, { claim, operation }, (tx) => withAuditTrail(tx, context, change)))
  deps.wakeDispatcher()
  return answer
}

/** Runs a request with an idempotency key. An error that answers the request is stored after the work was rolled back. */
async function runClaimed(
  deps: NodeDeps,
  handler: OperationHandler<OperationName>,
  call: AuthorizedOperationCall & { claim: IdempotencyClaim },
): Promise<OperationReply> {
  const { claim } = call
  try {
    return await run(deps, handler, call)
  } catch (thrown) {
    const error = apiErrorOfFailure(thrown)
    if (error === null || !isAnswerOfOperation(error)) throw thrown
    const operation: Operation = operations[call.name]
    return await runOncePerIdempotencyClaim(deps, { claim, operation }, () => Promise.resolve(refused(call, error)))
  }
}

function contextOf(deps: NodeDeps, call: AuthorizedOperationCall): ReadOperationContext {
  const { principal, requestId, from, sent, format, lastEventId, gone, waitsUntil } = call
  assert(principal !== null, 'only a keyless operation goes without a caller')
  const act = actOf(call, principal)
  return { ...deps, principal, requestId, from, sent, act, db: deps.database.db, format, lastEventId, gone, waitsUntil }
}

/** The context of work that stores nothing. Its statements are canceled when the caller has gone. */
const reading = (context: ReadOperationContext): ReadOperationContext => ({
  ...context,
  db: context.database.dbUntil(context.gone),
})

/** A holder of an access token is another actor than whoever has the secret of the same key. */
function actorOf({ type, id, name, token }: Principal): Actor {
  if (token === undefined) return { type, id, name }
  return { type: 'token', id, name: `${name} (subject ${token.subject}, client ${token.clientId})` }
}

const actOf = ({ name, ownId }: AuthorizedOperationCall, principal: Principal): AuditedAct => ({
  actor: actorOf(principal),
  requestId: ownId,
  operation: name,
})

const refused = (call: AuthorizedOperationCall, error: ApiError): OperationReply =>
  errorReply(withIdKindHint(error, call.sent, call.principal), call.requestId)

function outcome(call: AuthorizedOperationCall, result: unknown): OperationReply {
  const operation: Operation = operations[call.name]
  if (result instanceof JsonTextAnswer) return { status: operation.status, body: result.json, replayed: false }
  if (result instanceof FileAnswer) return { status: operation.status, body: '', replayed: false, file: result }
  if (result instanceof CommittedRefusal) return refused(call, result.error)
  if (result instanceof SignInAnswer)
    return { ...textOperationReply(operation.status, result.body), session: result.opened }
  if (result instanceof RedirectAnswer)
    return { ...textOperationReply(operation.status, result.body), providerBrowser: result.browserSecret }
  if (result instanceof SignOutAnswer) return { ...textOperationReply(operation.status, result.body), session: null }
  return result instanceof AlreadyExistingAnswer
    ? textOperationReply(operation.otherStatus ?? operation.status, result.body)
    : textOperationReply(operation.status, result)
}

/** Thrown to roll a dry run's database transaction back. It carries the answer out of it. */
class Tried extends Error {
  readonly answer: unknown
  constructor(answer: unknown) {
    super('This was only tried.')
    this.answer = answer
  }
}

/**
 * Makes a change and rolls it back, so that a dry run answers, or refuses, exactly like the change itself. The events, the audit entry and
 * the customer's new version are rolled back, too.
 */
async function tryAndRollBack<Writing, Answer>(
  change: (work: (writing: Writing) => Promise<never>) => Promise<never>,
  work: (writing: Writing) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await change(async (writing) => {
      throw new Tried(await work(writing))
    })
  } catch (error) {
    if (error instanceof Tried) return error.answer as Answer
    throw error
  }
}
