import type { ApiError } from '../../contract/errors.ts'
import { isDryRun, type Operation } from '../../contract/operation.ts'
import { type OperationName, operations } from '../../contract/operations.ts'
import { deadlines } from '../../lib/traffic/deadlines.ts'
import { type Act, systemAct } from '../../domain/audit/record.ts'
import { assert } from '../../lib/assert.ts'
import { audited, changing, type Writing } from '../../store/audit/trail.ts'
import { claimKey } from '../../store/journal/stored-replies.ts'
import type { Tx } from '../../store/connection/db.ts'
import type { IdempotencyClaim } from '../../store/requests/idempotency.ts'
import {
  type Deps,
  Existing,
  File,
  type Format,
  Later,
  type Origin,
  type Principal,
  Refusal,
  SentAway,
  SignedIn,
  SignedOut,
  Written,
} from './context.ts'
import { knownError } from './failure.ts'
import { type Handlers, mayStore } from './handler.ts'
import { type Sent, withKindOfId } from './id-kinds.ts'
import { isAnswer, oncePerClaim, stillRunning, storedReply } from './idempotency.ts'
import { errorReply, reply, type Reply } from './reply.ts'
import { tried } from './dry-run.ts'
import { createSingleFlight } from '../../lib/traffic/single-flight.ts'

/** One request for one operation, authenticated and allowed. */
export interface Call {
  readonly name: OperationName
  /** Null: the operation is keyless. */
  readonly principal: Principal | null
  readonly from: Origin
  /** What the reply names the request by. */
  readonly requestId: string
  /** `req_...`: what the audit trail names it by, whatever id the caller gave it. */
  readonly ownId: string
  /** Absent: no Idempotency-Key was sent. */
  readonly claim: IdempotencyClaim | null
  /** What was sent, validated or not, for the hints of errors. */
  readonly sent: Sent
  readonly format: Format
  readonly lastEventId: string | undefined
  /** Aborted when the connection of the caller has ended. */
  readonly gone: AbortSignal
  /** The validated input. Throws `ApiError`, which is an answer like any other and stored with the claim. */
  readonly input: () => unknown
}

/** Answers every error of the catalogue as a reply; throws only what Purser itself did wrong. */
export type Perform = (call: Call) => Promise<Reply>

/** The one way from a request to its service: transaction, idempotency and outcome are decided here and nowhere else. */
export function createPerform(deps: Deps, handlers: Handlers): Perform {
  const singleFlight = createSingleFlight(deadlines.idempotency)

  return async (call) => {
    const { claim } = call
    const { kind } = handlers[call.name]
    const isAnew = kind === 'anew'
    try {
      if (claim === null || kind === 'read') return await runOnce(deps, handlers, call)
      return await singleFlight.run(claimKey(claim), {
        work: () => runClaimed(deps, handlers, { ...call, claim }),
        answered: () => (isAnew ? Promise.resolve(null) : storedReply(deps, claim)),
        late: stillRunning,
      })
    } catch (thrown) {
      const error = knownError(thrown, { storesNothing: !mayStore(handlers[call.name]) })
      if (error === null) throw thrown
      return refused(call, error)
    }
  }
}

async function runOnce(deps: Deps, handlers: Handlers, call: Call): Promise<Reply> {
  const handler = handlers[call.name]
  const input = call.input() as never
  const { principal, requestId, ownId, sent, from } = call
  if (handler.kind === 'keyless') {
    return outcome(call, await handler.run({ ...deps, requestId, from, act: systemAct(call.name, ownId) }, input))
  }
  assert(principal !== null, 'only a keyless operation goes without a caller')
  const asked = { ...deps, principal, requestId, from, sent, act: actOf(call, principal) }
  if (handler.kind === 'anew') {
    const change = async (writing: Writing): Promise<unknown> =>
      handler.run({ ...asked, ...writing }, input, call.claim)
    const answer = await changing(deps.database, asked, change)
    deps.wakeDispatcher()
    return outcome(call, answer instanceof Later ? await answer.make() : answer)
  }
  const { format, lastEventId, gone } = call
  const context = { ...asked, db: deps.database.db, format, lastEventId, gone }
  if (handler.kind === 'write') {
    const change = async (writing: Writing) => outcome(call, await handler.run({ ...asked, ...writing }, input))
    const operation: Operation = operations[call.name]
    if (isDryRun(operation, (input as { query: object }).query)) {
      if (handler.tried !== null) return outcome(call, await handler.tried(context, input))
      return tried((work) => changing(deps.database, asked, work), change)
    }
    const answer = await changing(deps.database, asked, change)
    deps.wakeDispatcher()
    return answer
  }
  if (handler.kind !== 'engine') return outcome(call, await handler.run(context, input))
  return handler.run(context, input, call.claim)
}

async function runClaimed(deps: Deps, handlers: Handlers, call: Call & { claim: IdempotencyClaim }): Promise<Reply> {
  const { claim, principal, requestId, from, sent } = call
  assert(principal !== null, "a claim is a caller's")
  const operation: Operation = operations[call.name]
  const handler = handlers[call.name]
  if (handler.kind === 'anew') return runOnce(deps, handlers, call)
  const once = (work: (tx: Tx) => Promise<Reply>) => oncePerClaim(deps, { claim, operation }, work)
  try {
    if (handler.kind === 'engine' || handler.kind === 'keyless') return await runOnce(deps, handlers, call)
    if (handler.kind === 'lengthy') {
      const stored = await storedReply(deps, claim)
      if (stored !== null) return stored
      const answer = await runOnce(deps, handlers, call)
      return await once(() => Promise.resolve(answer))
    }
    const act = actOf(call, principal)
    const answer = await once((tx) =>
      audited(tx, { ids: deps.ids, vault: deps.vault, act }, async (writing) => {
        const input = call.input() as never
        const context = {
          ...deps,
          principal,
          requestId,
          from,
          sent,
          act,
          ...writing,
          db: tx,
          format: call.format,
          lastEventId: undefined,
          gone: call.gone,
        }
        return outcome(call, await handler.run(context, input))
      }),
    )
    deps.wakeDispatcher()
    return answer
  } catch (thrown) {
    // The work is rolled back; the error is the answer that this key gets from now on.
    const error = knownError(thrown)
    if (error === null || !isAnswer(error)) throw thrown
    return await once(() => Promise.resolve(refused(call, error)))
  }
}

const actOf = ({ name, ownId }: Call, principal: Principal): Act => ({
  actor: { type: principal.type, id: principal.id, name: principal.name },
  requestId: ownId,
  operation: name,
})

const refused = (call: Call, error: ApiError): Reply => errorReply(withKindOfId(error, call.sent), call.requestId)

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
