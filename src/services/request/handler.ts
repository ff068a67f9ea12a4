import type { InputOf, OperationName, OutputOf } from '../../contract/operations.ts'
import type { Operation } from '../../contract/operation.ts'
import { changing } from '../../store/audit/trail.ts'
import type { IdempotencyClaim } from '../../store/requests/idempotency.ts'
import {
  type KeylessService,
  Later,
  type ReadContext,
  type ReadService,
  type WriteContext,
  type WriteService,
} from './context.ts'
import { oncePerClaim, storedReply } from './idempotency.ts'
import type { Reply } from './reply.ts'

/** What a command is given beside its input. */
export interface Commanded {
  readonly operation: Operation
  /** Null: the request has no Idempotency-Key. */
  readonly claim: IdempotencyClaim | null
  /** The reply of what a service answers. */
  readonly reply: (answer: unknown) => Reply
}

type CommandService<N extends OperationName> = (
  context: ReadContext,
  input: InputOf<N>,
  commanded: Commanded,
) => Promise<Reply>

/**
 * How an operation runs.
 * `read`: without a transaction. It has no effect, so that no reply of it is kept: asked again with the same idempotency key, it reads again.
 * `change`: in one transaction, with the reply that is kept for its idempotency key. `tried`: what a dry run answers, which reads and decides
 * as the change does and saves nothing; null: the change is made and taken back.
 * `command`: it commits what it does itself, and what it keeps for its idempotency key. `isReplayed`: that is its reply, which a repeat gets.
 * `keyless`: for whoever signs in with it.
 */
export type Handler<N extends OperationName> =
  | { readonly kind: 'read'; readonly run: ReadService<N> }
  | { readonly kind: 'change'; readonly run: WriteService<N>; readonly tried: ReadService<N> | null }
  | { readonly kind: 'command'; readonly run: CommandService<N>; readonly isReplayed: boolean }
  | { readonly kind: 'keyless'; readonly run: KeylessService<N> }

/** One handler for each operation: one that is missing does not compile. */
export type Handlers = { readonly [N in OperationName]: Handler<N> }

/** Whether a request for it may leave something in the database, beside a reply that is kept for its idempotency key. */
export const mayStore = ({ kind }: Pick<Handler<OperationName>, 'kind'>): boolean => kind !== 'read'

/** Whether a repeat with the same idempotency key gets the reply of the first request. */
export const isReplayed = (handler: Handler<OperationName>): boolean =>
  handler.kind === 'change' || (handler.kind === 'command' && handler.isReplayed)

export const read = <N extends OperationName>(run: ReadService<N>): Handler<N> => ({ kind: 'read', run })

export const write = <N extends OperationName>(
  run: WriteService<N>,
  tried: ReadService<N> | null = null,
): Handler<N> => ({ kind: 'change', run, tried })

export const keyless = <N extends OperationName>(run: KeylessService<N>): Handler<N> => ({ kind: 'keyless', run })

/** The engine commits in batches, so it stores the reply of an idempotent request itself: see `through-engine.ts`. */
export type EngineService<N extends OperationName> = (
  context: ReadContext,
  input: InputOf<N>,
  idempotency: IdempotencyClaim | null,
) => Promise<Reply>

/** A command of the engine. */
export const engine = <N extends OperationName>(run: EngineService<N>): Handler<N> => ({
  kind: 'command',
  run: (context, input, { claim }) => run(context, input, claim),
  isReplayed: true,
})

/** It takes longer than a transaction may stay open, and runs its own. The reply of its idempotency key is stored when it is done. */
export const lengthy = <N extends OperationName>(run: ReadService<N>): Handler<N> => ({
  kind: 'command',
  run: async (context, input, { claim, operation, reply }) => {
    if (claim === null) return reply(await run(context, input))
    const stored = await storedReply(context, claim)
    if (stored !== null) return stored
    const answer = reply(await run(context, input))
    return oncePerClaim(context, { claim, operation }, () => Promise.resolve(answer))
  },
  isReplayed: true,
})

/** It stores of an idempotent request what it needs itself: see `runAnew`. */
export type AnewService<N extends OperationName> = (
  context: WriteContext,
  input: InputOf<N>,
  idempotency: IdempotencyClaim | null,
) => Promise<Awaited<ReturnType<WriteService<N>>> | Later<OutputOf<N>>>

/** In one transaction for every request, whatever its idempotency key. What it answers may be made after the commit. */
export const anew = <N extends OperationName>(run: AnewService<N>): Handler<N> => ({
  kind: 'command',
  run: async (context, input, { claim, reply }) => {
    const answer = await changing(context.database, context, (writing) => run({ ...context, ...writing }, input, claim))
    context.wakeDispatcher()
    return reply(answer instanceof Later ? await answer.make() : answer)
  },
  isReplayed: false,
})
