import type { OperationInputOf, OperationName, OperationOutputOf } from '../../contract/operations.ts'
import type { Operation } from '../../contract/operation.ts'
import { inAuditedTransaction } from '../../store/audit/trail.ts'
import type { IdempotencyClaim } from '../../store/requests/idempotency.ts'
import {
  type KeylessOperationService,
  AnswerAfterCommit,
  type ReadOperationContext,
  type ReadOperationService,
  type WriteOperationContext,
  type WriteOperationService,
} from './context.ts'
import { runOncePerIdempotencyClaim, storedIdempotentReply } from './idempotency.ts'
import type { OperationReply } from './reply.ts'

/** The arguments that the service of a command gets beside its context and input. */
export interface EngineServiceArguments {
  readonly operation: Operation
  /** The claim of the request's Idempotency-Key. Null: the request has none. */
  readonly claim: IdempotencyClaim | null
  /** Makes the reply to the request from the service's answer. */
  readonly reply: (answer: unknown) => OperationReply
}

type CommandService<N extends OperationName> = (
  context: ReadOperationContext,
  input: OperationInputOf<N>,
  commanded: EngineServiceArguments,
) => Promise<OperationReply>

/**
 * How an operation runs. `readOperationHandler`: without a transaction. It has no effect, so no reply is stored: a repeat with the same idempotency key
 * reads again. `change`: in one transaction, together with the reply that is stored for its idempotency key. `tried` answers a dry run
 * without writing; null: a dry run makes the change and rolls it back. `command`: the service commits its own transactions, with everything
 * that they store for the request's idempotency key. `isReplayed`: the reply is stored, and a repeated request gets it. `keylessOperationHandler`: without
 * a key or session, for signing in.
 */
export type OperationHandler<N extends OperationName> =
  | { readonly kind: 'read'; readonly run: ReadOperationService<N> }
  | {
      readonly kind: 'change'
      readonly run: WriteOperationService<N>
      readonly tried: ReadOperationService<N> | null
      readonly prepare?: WritePreparation<N>
    }
  | { readonly kind: 'command'; readonly run: CommandService<N>; readonly isReplayed: boolean }
  | { readonly kind: 'keyless'; readonly run: KeylessOperationService<N> }

/** Reads what a change needs before its transaction begins, because a transaction must not wait for the engine. Returns the change. */
export type WritePreparation<N extends OperationName> = (
  context: ReadOperationContext,
  input: OperationInputOf<N>,
) => Promise<WriteOperationService<N>>

/** The handlers of all operations. Where a handler is missing, the code does not compile. */
export type OperationHandlers = { readonly [N in OperationName]: OperationHandler<N> }

/** Whether a request for the operation may store anything beside a reply for its idempotency key. */
export const operationMayStoreData = ({ kind }: Pick<OperationHandler<OperationName>, 'kind'>): boolean =>
  kind !== 'read'

/** Whether a repeated request with the same idempotency key gets the reply of the first request. */
export const isReplyReplayed = (handler: OperationHandler<OperationName>): boolean =>
  handler.kind === 'change' || (handler.kind === 'command' && handler.isReplayed)

export const readOperationHandler = <N extends OperationName>(run: ReadOperationService<N>): OperationHandler<N> => ({
  kind: 'read',
  run,
})

export const writeOperationHandler = <N extends OperationName>(
  run: WriteOperationService<N>,
  tried: ReadOperationService<N> | null = null,
): OperationHandler<N> => ({ kind: 'change', run, tried })

export const preparedWriteHandler = <N extends OperationName>(
  run: WriteOperationService<N>,
  prepare: WritePreparation<N>,
): OperationHandler<N> => ({ kind: 'change', run, tried: null, prepare })

export const keylessOperationHandler = <N extends OperationName>(
  run: KeylessOperationService<N>,
): OperationHandler<N> => ({
  kind: 'keyless',
  run,
})

/** A service whose command the engine commits in a batch, together with the reply of an idempotent request: see `through-engine.ts`. */
export type EngineService<N extends OperationName> = (
  context: ReadOperationContext,
  input: OperationInputOf<N>,
  idempotency: IdempotencyClaim | null,
) => Promise<OperationReply>

/** The handler of an operation that is a command of the engine. */
export const engineOperationHandler = <N extends OperationName>(run: EngineService<N>): OperationHandler<N> => ({
  kind: 'command',
  run: (context, input, { claim }) => run(context, input, claim),
  isReplayed: true,
})

/** The handler of an operation that takes longer than a transaction may, and so runs several. Its reply is stored when it is done. */
export const multiTransactionOperationHandler = <N extends OperationName>(
  run: ReadOperationService<N>,
): OperationHandler<N> => ({
  kind: 'command',
  run: async (context, input, { claim, operation, reply }) => {
    if (claim === null) return reply(await run(context, input))
    const stored = await storedIdempotentReply(context, claim)
    if (stored !== null) return stored
    const answer = reply(await run(context, input))
    return runOncePerIdempotencyClaim(context, { claim, operation }, () => Promise.resolve(answer))
  },
  isReplayed: true,
})

/** A service that runs again for every request with the same idempotency key: see `runOperationAtEveryRequest`. */
export type EveryRequestService<N extends OperationName> = (
  context: WriteOperationContext,
  input: OperationInputOf<N>,
  idempotency: IdempotencyClaim | null,
) => Promise<Awaited<ReturnType<WriteOperationService<N>>> | AnswerAfterCommit<OperationOutputOf<N>>>

/** The handler of an operation that runs in a transaction for every request, repeated or not. Its answer may be made after the commit. */
export const everyRequestHandler = <N extends OperationName>(run: EveryRequestService<N>): OperationHandler<N> => ({
  kind: 'command',
  run: async (context, input, { claim, reply }) => {
    const answer = await inAuditedTransaction(context.database, context, (writing) =>
      run({ ...context, ...writing }, input, claim),
    )
    context.wakeDispatcher()
    return reply(answer instanceof AnswerAfterCommit ? await answer.make() : answer)
  },
  isReplayed: false,
})
