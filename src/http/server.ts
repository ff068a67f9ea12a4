import fastify, { type FastifyInstance } from 'fastify'
import { CoalescedJob } from '../lib/traffic/coalesced.ts'
import { receiptKeySet } from '../services/transactions/receipts.ts'
import type { NodeDeps } from '../services/request/context.ts'
import type { OperationHandlers } from '../services/request/handler.ts'
import type { IssuerEndpoint } from '../services/issuers/issuer-endpoint.ts'
import { errorReply } from '../services/request/reply.ts'
import { createSessionAuthenticator } from '../services/people/session-authenticator.ts'
import { type ApiKeyAuthenticator, createApiKeyAuthenticator } from '../services/request/authenticate.ts'
import { createTokenAuthenticator } from '../services/request/authenticate-token.ts'
import { createRateLimiter } from '../services/request/rate-limit.ts'
import { createOperationPerformer, type PerformOperation } from '../services/request/perform.ts'
import {
  createRequestAdmissionHook,
  type RequestAdmissionGates,
  callerIdentification,
  type IdentifyCaller,
} from './admission/admission.ts'
import { requestArrivalLimits } from './admission/arrival.ts'
import { cleanForwardedFor } from './admission/forwarded-for.ts'
import { limitRequestAnswerTime } from './admission/answer-in-time.ts'
import { registerApi, servedOperations } from './routes/api.ts'
import { makeServerDrainable } from './drain.ts'
import { apiErrorOfThrown } from './errors.ts'
import { registerIssuerEndpoints } from './issuers.ts'
import type { HttpLogger } from './logger.ts'
import { createInProcessApiCall } from './mcp/in-process.ts'
import { mcpMount, type McpMountOptions } from './mcp/mount.ts'
import { mcpProtectedResource, type McpProtectedResource } from './mcp/protected-resource.ts'
import { createPurserMcp } from './mcp/purser.ts'
import { mcpCallerIdentification } from './mcp/token-identification.ts'
import { registerPages } from './pages/pages.ts'
import { logServerRefusals, requestLogFields } from './admission/refusals.ts'
import { callersRequestId, isRequestIdMadeByPurser } from './routes/request-id.ts'
import { sendApiReply } from './routes/send.ts'
import type { HttpSettings } from './settings.ts'
import { traceHttpRequests } from './trace-requests.ts'
import { createUnauthenticatedRequestLimit } from './admission/unauthenticated-limit.ts'
import type { HttpTelemetry } from './telemetry.ts'
import { closeUnreadHttpReplies } from './admission/unsent.ts'

export interface HttpServerOptions {
  readonly deps: NodeDeps
  readonly handlers: OperationHandlers
  readonly logger: HttpLogger
  readonly telemetry: HttpTelemetry
  readonly settings: HttpSettings
  /** The endpoints that issuers call. Absent: no issuer calls this node. */
  readonly endpoints?: readonly IssuerEndpoint[]
}

const MAX_BODY_BYTES = 1024 * 1024
// The greatest length of a path parameter: more characters than a request line can have, so that long ids, too, reach the services, which
// answer 404.
const MAX_PARAMETER_LENGTH = 16_384
const KEEP_ALIVE_MS = 72_000 // longer than common proxies keep connections open, so that the proxies close first

/** Makes the whole HTTP side of Purser: the API below `/v1`, and beside it health, metrics, documents and the dashboard. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { deps, handlers, logger, telemetry, settings } = options
  const app = fastify({
    logger: false,
    genReqId: (request) => callersRequestId(request) ?? deps.ids('req'),
    requestIdHeader: false,
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: settings.trustedProxies === null ? false : [...settings.trustedProxies],
    ...requestArrivalLimits({ ids: deps.ids, logger, timeoutMs: settings.requestTimeoutMs }),
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false, // a request that arrived before the stop is answered, and its connection closed
    rewriteUrl: (request) => decodableUrl(request.url ?? '/'),
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH, ignoreTrailingSlash: true },
  })
  app.decorate('telemetry', telemetry)
  app.decorate('requestLog', deps.requestLog)
  app.decorateRequest('operation', 'unknown')
  app.decorateRequest('startedAtMs', 0)
  app.decorateRequest('ownId', '')
  logServerRefusals(app, { logger })
  app.addHook('onRequest', (request, reply, next) => {
    if (settings.trustedProxies !== null) cleanForwardedFor(request.raw.headers)
    request.startedAtMs = performance.now()
    request.ownId = isRequestIdMadeByPurser(request.id) ? request.id : deps.ids('req')
    reply.header('x-request-id', request.id)
    next()
  })
  sendTestClockDate(app, deps)
  traceHttpRequests(app)
  // A request with an unknown value of `Expect` is served like any other: Node would refuse it with an empty reply.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  for (const add of [limitRequestAnswerTime, closeUnreadHttpReplies, makeServerDrainable]) add(app)
  if (settings.accessLog) logAccess(app, logger)
  app.addHook('preClose', (done) => {
    deps.liveEvents.stop()
    deps.intentWaits.stop()
    done()
  })
  app.setErrorHandler((thrown, request, reply) => {
    const report = (error: unknown) => {
      request.fault = error
    }
    return sendApiReply(reply, errorReply(apiErrorOfThrown(thrown, report), request.id))
  })
  app.decorateRequest('caller', null)
  const authenticator = createApiKeyAuthenticator(deps)
  const sessions = createSessionAuthenticator(deps)
  const unauthenticated = createUnauthenticatedRequestLimit(settings.keylessRequestsPerMinute)
  const identify = callerIdentification({ authenticator, sessions, unauthenticated })
  const gates = { unauthenticated, limiter: settings.rateLimit ? createRateLimiter(deps) : null }
  const admit = createRequestAdmissionHook({ ...gates, identify })
  const perform = createOperationPerformer(deps, handlers)
  await registerApi(app, { deps, handlers, perform, authenticator, sessions, identify, admit })
  const resource = resourceOf(options)
  const hooks = { identify, authenticator, gates, perform, resource }
  if (settings.mcp) await app.register(mcpMount, mcpOptions(options, hooks))
  registerIssuerEndpoints(app, { endpoints: options.endpoints ?? [], unauthenticated })
  const keySet = new CoalescedJob(() => receiptKeySet(deps))
  await registerPages(app, {
    settings,
    admit,
    unauthenticated,
    hasTestClock: deps.testClock !== null,
    receiptKeySet: () => keySet.run(),
    resource,
  })
  return app
}

interface McpHooks {
  readonly identify: IdentifyCaller
  readonly authenticator: ApiKeyAuthenticator
  readonly gates: Omit<RequestAdmissionGates, 'identify'>
  readonly perform: PerformOperation
  readonly resource: McpProtectedResource | null
}

/** `/mcp` as a resource with access tokens. Null where it is not served, or accepts only API keys. */
const resourceOf = ({ deps: { accessTokens }, settings: { mcp } }: HttpServerOptions): McpProtectedResource | null =>
  mcp && accessTokens !== null ? mcpProtectedResource(accessTokens.issuer, accessTokens.resource) : null

/** How the caller of a request to `/mcp` is found: also by an access token, if an issuer of tokens is set. */
function mcpIdentify(
  { deps }: HttpServerOptions,
  { identify, authenticator, gates: { unauthenticated }, resource }: McpHooks,
): IdentifyCaller {
  if (deps.accessTokens === null || resource === null) return identify
  const tokens = createTokenAuthenticator(deps.accessTokens, authenticator, deps)
  return mcpCallerIdentification({ identify, tokens, resource, unauthenticated })
}

function mcpOptions(options: HttpServerOptions, hooks: McpHooks): McpMountOptions {
  const { deps, settings, logger } = options
  const { gates, perform, resource } = hooks
  const identify = mcpIdentify(options, hooks)
  const ask = createInProcessApiCall({
    perform,
    settings: deps.settings,
    served: servedOperations(deps.testClock !== null),
  })
  const onError = (error: Error, requestId?: string) => logger.error({ err: error, requestId }, 'MCP')
  const showsNumbers = settings.mcpCardDetails === 'plain'
  return {
    publicUrl: settings.publicUrl,
    allowedHosts: settings.allowedHosts,
    admit: createRequestAdmissionHook({ ...gates, identify }),
    load: () =>
      createPurserMcp({
        ask,
        identify,
        resource,
        version: settings.version,
        showsNumbers,
        now: () => deps.clock.now(),
        onError,
      }),
  }
}

/**
 * Makes a URL with an incomplete percent encoding decodable, by taking the percent sign literally. Such a request is checked like any
 * other, and then answered 404.
 */
function decodableUrl(url: string): string {
  if (!url.includes('%')) return url
  const [path = '', ...query] = url.split('?')
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}

/**
 * Writes one line to the log for each request, when its connection has closed the response: method, pattern of the route, status, duration
 * and ids. The request's URL itself is left out, because its query may contain what somebody searches for. `aborted` says that the caller
 * disconnected before the reply was sent.
 */
function logAccess(app: FastifyInstance, logger: HttpLogger): void {
  app.addHook('onRequest', (request, reply, next) => {
    reply.raw.once('close', () => {
      const durationMs = Math.round(performance.now() - request.startedAtMs)
      const { method } = request
      const aborted = reply.raw.writableFinished ? {} : { aborted: true }
      logger.info({ method, ...requestLogFields(request), status: reply.statusCode, durationMs, ...aborted }, 'request')
    })
    next()
  })
}

/**
 * Lets replies have the test clock's time in the header `Date`, if there is a test clock: clients compute with the node's time, and not
 * with their own.
 */
function sendTestClockDate(app: FastifyInstance, { clock, testClock }: Pick<NodeDeps, 'clock' | 'testClock'>): void {
  if (testClock === null) return
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.header('date', new Date(clock.now()).toUTCString())
    done(null, payload)
  })
}
