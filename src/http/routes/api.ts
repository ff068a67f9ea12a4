import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { type OperationName, operations } from '../../contract/operations.ts'
import type { ApiKeyAuthenticator } from '../../services/request/authenticate.ts'
import type { SessionAuthenticator } from '../../services/people/session-authenticator.ts'
import type { NodeDeps } from '../../services/request/context.ts'
import { createIdempotencyClaims } from '../../services/request/idempotency.ts'
import type { OperationHandlers } from '../../services/request/handler.ts'
import type { PerformOperation } from '../../services/request/perform.ts'
import type { RequestAdmissionHook, IdentifyCaller } from '../admission/admission.ts'
import { allowedMethodsOfPath, resourceEndingHint } from './allowed-methods.ts'
import { demandSingleHeaders } from '../admission/single-headers.ts'
import { acceptJsonBody } from '../body/json-type.ts'
import { nearestRouteHint, unknownRouteError } from './nearest-route.ts'
import { registerOperationRoute } from './operation-route.ts'
import { eventLoopTurnBudgetHook } from '../admission/turn-budget.ts'

export interface RegisterApiOptions {
  readonly deps: NodeDeps
  readonly handlers: OperationHandlers
  readonly perform: PerformOperation
  readonly authenticator: ApiKeyAuthenticator
  readonly sessions: SessionAuthenticator
  readonly identify: IdentifyCaller
  readonly admit: RequestAdmissionHook
}

const PREFIX = '/v1'

/** Headers of every reply of the API: only its caller may see a reply, and no browser may show it as a page. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}

/**
 * Binds every operation to its route. A request is checked in this order: overload, API key, rate limit, route and method, role,
 * idempotency key, content type, body, and last the operation itself.
 */
export async function registerApi(
  app: FastifyInstance,
  { deps, handlers, perform, authenticator, sessions, identify, admit }: RegisterApiOptions,
): Promise<void> {
  const served = servedOperations(deps.testClock !== null)
  const services = {
    authenticator,
    sessions,
    identify,
    perform,
    handlers,
    claims: createIdempotencyClaims(deps.vault),
    settings: deps.settings,
  }

  app.decorateRequest('idempotencyKey', null)
  app.decorateRequest('isRawFile', false)
  await app.register(
    (v1, _options, done) => {
      v1.removeAllContentTypeParsers()
      // The content type `application/json` has a parser of its own, because for `*` alone Fastify would parse the header of every request.
      for (const type of ['application/json', '*']) v1.addContentTypeParser(type, { parseAs: 'buffer' }, acceptJsonBody)
      v1.addHook('onRequest', (_request, reply, next) => {
        reply.headers(HEADERS)
        next()
      })
      v1.addHook('onRequest', demandSingleHeaders)
      v1.addHook('onRequest', eventLoopTurnBudgetHook())
      v1.addHook('onRequest', admit)
      v1.addHook('onRequest', refuseUnknownRoutes(served.map((name) => operations[name])))
      v1.setNotFoundHandler(() => undefined) // never reached: with this handler, the hooks above run also for paths without a route
      for (const name of served) registerOperationRoute(v1, name, services)
      done()
    },
    { prefix: PREFIX },
  )
}

/**
 * The names of the operations that this node serves. Operations of the test clock are among them only where the clock is on (contract,
 * section 11).
 */
export function servedOperations(hasTestClock: boolean): OperationName[] {
  const names = Object.keys(operations) as OperationName[]
  return names.filter((name) => hasTestClock || !('testClockOnly' in operations[name]))
}

/** Makes a hook that runs before the body is read: a request to an unknown route is answered 404 or 405, whatever its content type. */
function refuseUnknownRoutes(served: readonly Operation[]) {
  const methodsOf = allowedMethodsOfPath(served)
  const hintFor = nearestRouteHint(served)
  const hintToEnd = resourceEndingHint(served)
  return (request: FastifyRequest, reply: FastifyReply, next: (error?: Error) => void): void => {
    if (!request.is404) return next()
    const [path = ''] = request.url.slice(PREFIX.length).split('?', 1)
    const methods = methodsOf(path)
    if (methods.length === 0) return next(unknownRouteError(hintFor(path)))
    reply.header('allow', methods.join(', '))
    const message = `This path takes only ${methods.join(' and ')}.`
    const hint = hintToEnd(request.method, path)
    next(new ApiError('method_not_allowed', { message, ...(hint === undefined ? {} : { hint }) }))
  }
}
