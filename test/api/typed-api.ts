import type { ApiKeyRole } from '../../src/contract/resources/api-keys.ts'
import type { ErrorReplyBody } from '../../src/contract/errors.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { type OperationName, operations, type OperationOutputOf } from '../../src/contract/operations.ts'
import { type ManualClock, type Rig, startRig } from './http-rig.ts'

export interface Answer<N extends OperationName> {
  readonly status: number
  readonly body: OperationOutputOf<N> & Partial<ErrorReplyBody>
  /** The body as it was sent. */
  readonly text: string
}

/** What a test sends: anything, since wrong requests are tested too. */
export interface Request {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Calls an operation over HTTP by its name, with one API key. */
export type Caller = <N extends OperationName>(name: N, request?: Request) => Promise<Answer<N>>

export interface Api {
  readonly rig: Rig
  readonly clock: ManualClock
  readonly admin: Caller
  /** A caller with another key of the same account. */
  as(role: ApiKeyRole, agentId?: string): Promise<Caller>
  /** An admin of an account of its own. */
  otherAccount(): Promise<Caller>
  caller(secret: string): Caller
  stop(): Promise<void>
}

/** A node over HTTP, where it is 2026-01-31 at noon until a test moves the clock. */
export async function startApi(options: Parameters<typeof startRig>[0] = {}): Promise<Api> {
  const rig = await startRig(options)
  rig.clock.time = Date.UTC(2026, 0, 31, 12)
  const caller =
    (secret: string): Caller =>
    (name, request) =>
      call(rig, { name, secret, ...request })
  return {
    rig,
    clock: rig.clock,
    admin: caller(await rig.key()),
    as: async (role, agentId) => caller(await rig.key({ role, ...(agentId === undefined ? {} : { agentId }) })),
    otherAccount: async () => caller(await rig.key({ accountId: await rig.account() })),
    caller,
    stop: () => rig.close(),
  }
}

async function call<N extends OperationName>(
  { app }: Rig,
  { name, secret, params = {}, query = {}, body }: Request & { name: N; secret: string },
): Promise<Answer<N>> {
  const { method, path }: Operation = operations[name]
  const url = path.replaceAll(/\{(\w+)\}/g, (_whole, key: string) => encodeURIComponent(params[key] ?? ''))
  const reply = await app.inject({
    method,
    url: `/v1${url}`,
    query: { ...query },
    headers: { authorization: `Bearer ${secret}`, accept: 'application/json' },
    ...(body === undefined ? {} : { payload: body as object }),
  })
  return { status: reply.statusCode, body: reply.json(), text: reply.body }
}
