import { ApiError } from '../../contract/errors.ts'
import type { Role } from '../../contract/resources/api-keys.ts'
import type { OperationName } from '../../contract/operations.ts'
import type { TokenScope } from '../../contract/token-scopes.ts'
import type { Caller } from '../../services/request/authenticate.ts'
import type { Refusal } from '../../services/request/reply.ts'
import { callerOf, type Identify } from '../admission/admission.ts'
import { confirmCaller } from '../admission/end-with-caller.ts'
import { namesOf } from '../admission/refusals.ts'
import { createFaults } from './faults.ts'
import type { Ask } from './in-process.ts'
import type { McpHandler } from './mount.ts'
import type { ProtectedResource } from './protected-resource.ts'

export interface PurserMcpOptions {
  readonly ask: Ask
  readonly identify: Identify
  /** Where clients get access tokens. Null: there are none. */
  readonly resource: ProtectedResource | null
  readonly version: string
  /** Whether this node shows card numbers to keys that may see them. */
  readonly showsNumbers: boolean
  readonly now: () => number
  readonly onError: (error: Error, requestId?: string) => void
}

/** Makes the handler of MCP requests: Purser's tools, which call the operations of this node. */
export async function purserMcp({
  ask,
  identify,
  resource,
  version,
  showsNumbers,
  now,
  onError,
}: PurserMcpOptions): Promise<McpHandler> {
  const [{ clientOver }, { createHandler }, { createServer }, { scopesFor }, { listen }] = await Promise.all([
    import('../../mcp/client.ts'),
    import('../../mcp/handler.ts'),
    import('../../mcp/server.ts'),
    import('../../mcp/token-scopes.ts'),
    import('../../mcp/listening.ts'),
  ])
  const faults = createFaults(onError)
  const handler = createHandler(createServer, faults.complain)
  return {
    handle: ({ request, web, body, signal }) => {
      const caller = callerOf(request)
      demandScopes(caller, scopesFor(body), resource)
      const origin = { address: request.ip, userAgent: request.headers['user-agent'], host: request.headers.host ?? '' }
      const confirm = (roles: readonly Role[]) => confirmCaller({ request, identify, roles })
      const { id: requestId, ownId, server } = request
      const refused = (operation: OperationName, reason: Refusal) =>
        server.refusals.note({ operation, reason, fields: namesOf(request) })
      const purser = clientOver((call) => ask({ caller, origin, requestId, ownId, refused, confirm }, call))
      const report = (error: Error) => onError(error, requestId)
      const asking = { purser, asker: askerOf(caller), version, showsNumbers, now, signal, report }
      const tell = (uri: string) => handler.bell.resourceUpdated(uri)
      const serve = (message: unknown, until: AbortSignal) =>
        handler.handle(until === signal ? web : new Request(web, { signal: until }), asking, message)
      return faults.during(() => listen(asking, { message: body, serve, tell }))
    },
    close: () => handler.close(),
  }
}

/** Throws 403 `insufficient_scope` where the request's access token lacks a scope. */
function demandScopes({ scopes }: Caller, needed: readonly TokenScope[], resource: ProtectedResource | null): void {
  if (scopes === undefined || needed.every((scope) => scopes.includes(scope))) return
  throw new ApiError('insufficient_scope', {
    details: { scopes: needed },
    ...(resource === null ? {} : { challenge: resource.challenge('insufficient_scope', needed) }),
  })
}

const askerOf = ({ principal: { role, agentId } }: Caller) => ({ role, agentId })
