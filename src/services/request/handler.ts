import type { InputOf, OperationName, OutputOf } from '../../contract/operations.ts'
import type { IdempotencyClaim } from '../../store/requests/idempotency.ts'
import type { KeylessService, Later, ReadContext, ReadService, WriteContext, WriteService } from './context.ts'
import type { Reply } from './reply.ts'

/** The engine commits in batches, so it stores the reply of an idempotent request itself: see `through-engine.ts`. */
export type EngineService<N extends OperationName> = (
  context: ReadContext,
  input: InputOf<N>,
  idempotency: IdempotencyClaim | null,
) => Promise<Reply>

/** It stores of an idempotent request what it needs itself: see `runAnew`. */
export type AnewService<N extends OperationName> = (
  context: WriteContext,
  input: InputOf<N>,
  idempotency: IdempotencyClaim | null,
) => Promise<Awaited<ReturnType<WriteService<N>>> | Later<OutputOf<N>>>

/**
 * How an operation runs: without a transaction, in one, or through the engine's batches. `read`: it has no effect, so that no
 * reply of it is kept: asked again with the same idempotency key, it reads again. `lengthy`: without one as well, because
 * it takes longer than one may stay open; the reply of its idempotency key is stored when it is done. `anew`: in one, for every
 * request, whatever its idempotency key, and what it answers may be made after the commit. `keyless`: for whoever signs in with it.
 */
export type Handler<N extends OperationName> =
  | { readonly kind: 'read' | 'lengthy'; readonly run: ReadService<N> }
  | { readonly kind: 'write'; readonly run: WriteService<N>; readonly tried: ReadService<N> | null }
  | { readonly kind: 'anew'; readonly run: AnewService<N> }
  | { readonly kind: 'engine'; readonly run: EngineService<N> }
  | { readonly kind: 'keyless'; readonly run: KeylessService<N> }

/** One handler for each operation: one that is missing does not compile. */
export type Handlers = { readonly [N in OperationName]: Handler<N> }

/** Whether a request for it may leave something in the database, beside a reply that is kept for its idempotency key. */
export const mayStore = ({ kind }: Pick<Handler<OperationName>, 'kind'>): boolean =>
  kind !== 'read' && kind !== 'lengthy'

export const read = <N extends OperationName>(run: ReadService<N>): Handler<N> => ({ kind: 'read', run })
export const lengthy = <N extends OperationName>(run: ReadService<N>): Handler<N> => ({ kind: 'lengthy', run })
/** `tried`: what a dry run answers, which reads and decides as the change does and saves nothing. Without it the change is made and taken back. */
export const write = <N extends OperationName>(
  run: WriteService<N>,
  tried: ReadService<N> | null = null,
): Handler<N> => ({ kind: 'write', run, tried })
export const anew = <N extends OperationName>(run: AnewService<N>): Handler<N> => ({ kind: 'anew', run })
export const engine = <N extends OperationName>(run: EngineService<N>): Handler<N> => ({ kind: 'engine', run })
export const keyless = <N extends OperationName>(run: KeylessService<N>): Handler<N> => ({ kind: 'keyless', run })
