import { ApiError } from '../../contract/errors.ts'
import type { HttpMethod, Operation } from '../../contract/operation.ts'
import { type OperationName, operations } from '../../contract/operations.ts'
import type { HttpRequestSource, ServiceSettings } from '../../services/request/context.ts'
import type { Caller } from '../../services/request/authenticate.ts'
import type { PerformOperation } from '../../services/request/perform.ts'
import { errorReply, type ServerRefusalReason, type OperationReply } from '../../services/request/reply.ts'
import { forbiddenError } from '../admission/admission.ts'
import { type OperationInputReader, operationInputReader } from '../body/input.ts'

/** A request that the API's client makes. */
export interface ApiRequest {
  readonly method: HttpMethod
  /** The path below `/v1`, with its parameters filled in. */
  readonly path: string
  readonly query?: object | undefined
  readonly body?: unknown
  readonly options?: { readonly signal?: AbortSignal } | undefined
}

export interface ApiCallSender {
  readonly caller: Caller
  readonly origin: HttpRequestSource
  readonly requestId: string
  readonly ownId: string
  /** Called for each answer to an in-process call with status 500 or 503, to count it. */
  readonly refused: (operation: OperationName, reason: ServerRefusalReason) => void
  /** Throws if the caller may no longer see the answer, because its API key was revoked while the call waited. */
  readonly confirm: (roles: Operation['roles']) => Promise<void>
  /**
   * A signal that aborts when the client of the tool has disconnected. The signal in a request's options also aborts when the node stops or
   * the call is canceled.
   */
  readonly gone: AbortSignal
}

export type InProcessApiCall = (from: ApiCallSender, request: ApiRequest) => Promise<OperationReply>

interface Route {
  readonly name: OperationName
  readonly operation: Operation
  readonly pattern: RegExp
}

interface InProcessOptions {
  readonly perform: PerformOperation
  readonly settings: Pick<ServiceSettings, 'cardBin'>
  readonly served: readonly OperationName[]
}

/**
 * Calls operations of this node, without a socket, for a caller who has passed `admission`. The caller's role and the input are checked as
 * over HTTP.
 */
export function createInProcessApiCall({ perform, settings, served }: InProcessOptions): InProcessApiCall {
  const routes = served.map((name): Route => {
    const operation: Operation = operations[name]
    return { name, operation, pattern: patternOf(operation.path) }
  })
  const readers = new Map<OperationName, OperationInputReader>()
  const readerOf = ({ name, operation }: Route): OperationInputReader => {
    const reader = readers.get(name) ?? operationInputReader(operation, settings)
    readers.set(name, reader)
    return reader
  }

  return async (from, { method, path, query, body, options }) => {
    const {
      caller: { principal },
      origin,
      requestId,
      ownId,
      refused,
      confirm,
      gone,
    } = from
    const route = routes.find(({ operation, pattern }) => operation.method === method && pattern.test(path))
    if (route === undefined) return errorReply(new ApiError('not_found'), requestId)
    const { name, operation, pattern } = route
    if (!operation.roles.includes(principal.role)) return errorReply(forbiddenError(operation.roles), requestId)
    const params = decoded(pattern.exec(path)?.groups ?? {})
    const answer = await perform({
      name,
      principal,
      from: origin,
      requestId,
      ownId,
      claim: null,
      sent: (field) => params[field] ?? (body as Record<string, unknown> | undefined)?.[field],
      format: 'json',
      lastEventId: undefined,
      gone,
      waitsUntil: options?.signal ?? NEVER,
      input: () =>
        readerOf(route)({
          params,
          query: asTexts(query),
          body: { value: body, looseIntegers: undefined, inexact: undefined },
        }),
    })
    if (answer.refusal !== undefined) refused(name, answer.refusal)
    if (operation.waits !== true) return answer
    return confirm(operation.roles).then(
      () => answer,
      (error: unknown) => {
        if (error instanceof ApiError) return errorReply(error, requestId)
        throw error
      },
    )
  }
}

const NEVER = new AbortController().signal

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)

const decoded = (groups: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decodeURIComponent(text)]))

const asTexts = (query: object = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
