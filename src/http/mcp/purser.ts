import { ApiError } from '../../contract/errors.ts'
import type { ApiKeyRole } from '../../contract/resources/api-keys.ts'
import type { OperationName } from '../../contract/operations.ts'
import type { AccessTokenScope } from '../../contract/token-scopes.ts'
import type { Caller } from '../../services/request/authenticate.ts'
import type { ServerRefusalReason } from '../../services/request/reply.ts'
import { NodeWorkTurns } from '../../lib/traffic/turns.ts'
import { callerOfRequest, type IdentifyCaller } from '../admission/admission.ts'
import { recheckCaller, watchCallerRights } from '../admission/end-with-caller.ts'
import { requestLogFields } from '../admission/refusals.ts'
import { createMcpFaultFilter } from './faults.ts'
import type { InProcessApiCall } from './in-process.ts'
import type { McpHandler } from './mount.ts'
import type { McpProtectedResource } from './protected-resource.ts'

export interface PurserMcpOptions {
  readonly ask: InProcessApiCall
  readonly identify: IdentifyCaller
  /** The resource for which clients get access tokens. Null: there are no access tokens. */
  readonly resource: McpProtectedResource | null
  readonly version: string
  /** Whether this node shows card numbers to keys that may see them. */
  readonly showsNumbers: boolean
  readonly now: () => number
  readonly onError: (error: Error, requestId?: string) => void
}

/** Makes the handler of MCP requests: Purser's tools, which call the operations of this node. */
export async function createPurserMcp({
  ask,
  identify,
  resource,
  version,
  showsNumbers,
  now,
  onError,
}: PurserMcpOptions): Promise<McpHandler> {
  const [
    { inProcessApiClient: clientOver },
    { createMcpHttpHandler: createHandler },
    { createMcpServer: createServer },
    { accessTokenScopesFor: scopesFor },
    { isListenMessage: isListening, answerListeningClient: listen },
  ] = await Promise.all([
    import('../../mcp/client.ts'),
    import('../../mcp/handler.ts'),
    import('../../mcp/server.ts'),
    import('../../mcp/token-scopes.ts'),
    import('../../mcp/listening.ts'),
  ])
  const faults = createMcpFaultFilter(onError)
  const listeners = new NodeWorkTurns({ ofName: MOST_LISTENING })
  const handler = createHandler(createServer, faults.complain)
  return {
    handle: ({ request, web, body, gone, signal }) => {
      const caller = callerOfRequest(request)
      demandScopes(caller, scopesFor(body), resource)
      const origin = { address: request.ip, userAgent: request.headers['user-agent'], host: request.headers.host ?? '' }
      const identifyAgain: IdentifyCaller = (again) => {
        demandUnexpired(caller, now())
        return identify(again)
      }
      const confirm = (roles: readonly ApiKeyRole[]) => recheckCaller({ request, identify: identifyAgain, roles })
      const roles = [caller.principal.role]
      const watch = (end: () => void) => watchCallerRights({ request, identify: identifyAgain, roles }, end)
      const { id: requestId, ownId, server } = request
      const refused = (operation: OperationName, reason: ServerRefusalReason) =>
        server.refusals.note({ operation, reason, fields: requestLogFields(request) })
      const purser = clientOver((call) => ask({ caller, origin, requestId, ownId, refused, confirm, gone }, call))
      const report = (error: Error) => onError(error, requestId)
      const asking = { purser, asker: askerOf(caller), version, showsNumbers, now, signal, report }
      const tell = (uri: string) => handler.bell.resourceUpdated(uri)
      const serve = (message: unknown, until: AbortSignal) =>
        handler.handle(until === signal ? web : kept(new Request(web, { signal: until }), until), asking, message)
      const answer = (watching: (end: () => void) => () => void) =>
        faults.during(() => listen(asking, { message: body, serve, tell, watchCaller: watching }))
      if (!isListening(body)) return answer(watch)
      const leave = listeners.enter(caller.principal.id, { tooMany, noRoom: tooMany })
      return answer(inTurn(watch, leave)).catch((error: unknown) => {
        leave()
        throw error
      })
    },
    close: () => handler.close(),
  }
}

/** Gives back the turn that an open MCP stream holds, once the stream's caller is no longer watched. */
const inTurn = (watch: (end: () => void) => () => void, leave: () => void) => (end: () => void) => {
  const stop = watch(end)
  return () => {
    stop()
    leave()
  }
}

/** How many MCP streams one caller may listen to at a time on this node. */
const MOST_LISTENING = 16

const tooMany = (): ApiError =>
  new ApiError('rate_limited', {
    message: `This caller listens ${MOST_LISTENING} times already.`,
    hint: 'Listen for several resources with one message.',
    retryAfterSeconds: 5,
  })

/** The MCP requests with open streams, kept in memory: a request whose memory is freed no longer passes on the abort of its signal. */
const open = new Set<Request>()

/** Keeps an MCP request in memory until its signal aborts. */
function kept(request: Request, until: AbortSignal): Request {
  if (until.aborted) return request
  open.add(request)
  until.addEventListener('abort', () => open.delete(request), { once: true })
  return request
}

/** Throws 403 `insufficient_scope` where the request's access token lacks a scope. */
function demandScopes(
  { principal: { token } }: Caller,
  needed: readonly AccessTokenScope[],
  resource: McpProtectedResource | null,
): void {
  if (token === undefined || needed.every((scope) => token.scopes.includes(scope))) return
  throw new ApiError('insufficient_scope', {
    details: { scopes: needed },
    ...(resource === null ? {} : { challenge: resource.challenge('insufficient_scope', needed) }),
  })
}

/**
 * Throws 401 if the access token of a request has expired since it was checked. The node knows this even while the issuer does not answer.
 */
function demandUnexpired({ principal: { token } }: Caller, now: number): void {
  if (token !== undefined && token.expiresAt <= now) throw new ApiError('invalid_token')
}

const askerOf = ({ principal: { role, agentId } }: Caller) => ({ role, agentId })
