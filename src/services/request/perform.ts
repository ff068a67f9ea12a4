import type { ApiError } from '../../contract/errors.ts'
import { isDryRun, type Operation } from '../../contract/operation.ts'
import { type OperationName, operations } from '../../contract/operations.ts'
import { deadlines } from '../../lib/traffic/deadlines.ts'
import { type Act, type Actor, systemAct } from '../../domain/audit/record.ts'
import { assert } from '../../lib/assert.ts'
import { audited, changing, type Writing } from '../../store/audit/trail.ts'
import { limitStatements } from '../../store/connection/session-settings.ts'
import { claimKey, type IdempotencyClaim } from '../../store/requests/idempotency.ts'
import {
  type Deps,
  Existing,
  File,
  type Format,
  type Origin,
  type Principal,
  type ReadContext,
  Refusal,
  SentAway,
  SignedIn,
  SignedOut,
  Written,
} from './context.ts'
import { knownError } from './failure.ts'
import { type Handler, type Handlers, isReplayed, mayStore } from './handler.ts'
import { type Sent, withKindOfId } from './id-kinds.ts'
import { isAnswer, oncePerClaim, stillRunning, storedReply } from './idempotency.ts'
import { errorReply, reply, type Reply } from './reply.ts'
import { tried } from './dry-run.ts'
import { checkNamesShown } from './shown.ts'
import { createSingleFlight } from '../../lib/traffic/single-flight.ts'

/** An authenticated and authorized request for an operation. */
export interface Call {
  readonly name: OperationName
  /** The caller. Null: the operation is keyless, so its body says who the caller is. */
  readonly principal: Principal | null
  readonly from: Origin
  /** The `requestId` of the reply, which the caller may have chosen. */
  readonly requestId: string
  /** Purser's own id of the request, `req_...`, for the audit trail. */
  readonly ownId: string
  /** The claim of the Idempotency-Key. Absent: no Idempotency-Key was sent. */
  readonly claim: IdempotencyClaim | null
  /** Reads fields of the request, validated or not, for the hints of errors. */
  readonly sent: Sent
  readonly format: Format
  readonly lastEventId: string | undefined
  /** Aborted when the caller was answered or its connection has ended. Reads then stop, and their statements are canceled. */
  readonly gone: AbortSignal
  /** Aborted when a request that waits for a change has to be answered with the present state. */
  readonly waitsUntil: AbortSignal
  /** Validates the input. Throws an `ApiError`, which is stored for the claim like any other answer. */
  readonly input: () => unknown
}

/** Runs a request. Errors of the catalogue become replies; it rejects only for a fault of Purser itself. */
export type Perform = (call: Call) => Promise<Reply>

/** Makes the function that is the only way from a request to its service. It handles transactions, idempotency and replies. */
export function createPerform(deps: Deps, handlers: Handlers): Perform {
  const singleFlight = createSingleFlight(deadlines.idempotency)

  return async (call) => {
    const handler = handlers[call.name] as Handler<OperationName>
    const { claim } = call
    try {
      if (claim === null || handler.kind === 'read') return await run(deps, handler, call)
      const keepsReply = isReplayed(handler)
      return await singleFlight.run(claimKey(claim), {
        work: () => (keepsReply ? runClaimed(deps, handler, { ...call, claim }) : run(deps, handler, call)),
        answered: () => (keepsReply ? storedReply(deps, claim) : Promise.resolve(null)),
        late: stillRunning,
      })
    } catch (thrown) {
      const error = knownError(thrown, { storesNothing: !mayStore(handler) })
      if (error === null) throw thrown
      return refused(call, error)
    }
  }
}

async function run(deps: Deps, handler: Handler<OperationName>, call: Call): Promise<Reply> {
  const operation: Operation = operations[call.name]
  const input = call.input() as never
  checkNamesShown(operation, call.principal, input)
  const { requestId, from, claim } = call
  if (handler.kind === 'keyless') {
    const act = systemAct(call.name, call.ownId)
    return outcome(call, await handler.run({ ...deps, requestId, from, act }, input))
  }
  const context = contextOf(deps, call)
  if (handler.kind === 'read') return outcome(call, await handler.run(reading(context), input))
  if (handler.kind === 'command') {
    return handler.run(context, input, { operation, claim, reply: (answer) => outcome(call, answer) })
  }
  const change = async (writing: Writing) => outcome(call, await handler.run({ ...context, ...writing }, input))
  if (isDryRun(operation, (input as { query: object }).query)) {
    if (handler.tried !== null) return outcome(call, await handler.tried(reading(context), input))
    return tried(
      (work) => changing(deps.database, context, work),
      async (writing: Writing) => {
        await limitStatements(writing.tx, deadlines.answer)
        return change(writing)
      },
    )
  }
  const answer = await (claim === null
    ? changing(deps.database, context, change)
    : oncePerClaim(deps, { claim, operation }, (tx) => audited(tx, context, change)))
  deps.wakeDispatcher()
  return answer
}

/** Runs a request with an idempotency key. An error that answers the request is stored after the work was rolled back. */
async function runClaimed(
  deps: Deps,
  handler: Handler<OperationName>,
  call: Call & { claim: IdempotencyClaim },
): Promise<Reply> {
  const { claim } = call
  try {
    return await run(deps, handler, call)
  } catch (thrown) {
    const error = knownError(thrown)
    if (error === null || !isAnswer(error)) throw thrown
    const operation: Operation = operations[call.name]
    return await oncePerClaim(deps, { claim, operation }, () => Promise.resolve(refused(call, error)))
  }
}

function contextOf(deps: Deps, call: Call): ReadContext {
  const { principal, requestId, from, sent, format, lastEventId, gone, waitsUntil } = call
  assert(principal !== null, 'only a keyless operation goes without a caller')
  const act = actOf(call, principal)
  return { ...deps, principal, requestId, from, sent, act, db: deps.database.db, format, lastEventId, gone, waitsUntil }
}

/** The context of work that stores nothing. Its statements are canceled when the caller has gone. */
const reading = (context: ReadContext): ReadContext => ({ ...context, db: context.database.dbUntil(context.gone) })

/** A holder of an access token is another actor than whoever has the secret of the same key. */
function actorOf({ type, id, name, token }: Principal): Actor {
  if (token === undefined) return { type, id, name }
  return { type: 'token', id, name: `${name} (subject ${token.subject}, client ${token.clientId})` }
}

const actOf = ({ name, ownId }: Call, principal: Principal): Act => ({
  actor: actorOf(principal),
  requestId: ownId,
  operation: name,
})

const refused = (call: Call, error: ApiError): Reply =>
  errorReply(withKindOfId(error, call.sent, call.principal), call.requestId)

function outcome(call: Call, result: unknown): Reply {
  const operation: Operation = operations[call.name]
  if (result instanceof Written) return { status: operation.status, body: result.json, replayed: false }
  if (result instanceof File) return { status: operation.status, body: '', replayed: false, file: result }
  if (result instanceof Refusal) return refused(call, result.error)
  if (result instanceof SignedIn) return { ...reply(operation.status, result.body), session: result.opened }
  if (result instanceof SentAway)
    return { ...reply(operation.status, result.body), providerBrowser: result.browserSecret }
  if (result instanceof SignedOut) return { ...reply(operation.status, result.body), session: null }
  return result instanceof Existing
    ? reply(operation.otherStatus ?? operation.status, result.body)
    : reply(operation.status, result)
}
