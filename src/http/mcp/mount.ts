import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { invalidRequestFieldError } from '../../contract/complaints/json-path.ts'
import { ApiError } from '../../contract/errors.ts'
import type { RequestAdmissionHook } from '../admission/admission.ts'
import { demandSingleHeaders } from '../admission/single-headers.ts'
import { inexactNumberError, readJsonBody } from '../body/json-body.ts'
import { acceptJsonBody } from '../body/json-type.ts'
import { logApiKeyRequest } from '../routes/log-request.ts'
import { acceptedMcpAnswerForm, acceptsEventStreams } from './accepted.ts'
import { refuseUnknownHosts } from './known-hosts.ts'

export interface McpHandler {
  handle(request: McpRequest): Promise<Response>
  /** Ends the calls of MCP tools that are under way. */
  close(): Promise<void>
}

/** A request for MCP that has passed `admission`. */
export interface McpRequest {
  readonly request: FastifyRequest
  /** The request as a web `Request`, without its body. */
  readonly web: Request
  /** The body of the MCP request as parsed JSON. */
  readonly body: unknown
  /** A signal that aborts when the MCP client has disconnected. */
  readonly gone: AbortSignal
  /** A signal that aborts when the MCP client has disconnected or the node stops. */
  readonly signal: AbortSignal
}

export interface McpMountOptions {
  readonly publicUrl: string | null
  /** Further names of this node, at which pages may call it. */
  readonly allowedHosts: readonly string[]
  readonly admit: RequestAdmissionHook
  /** Loads the MCP handler at the first request: a node that gets no MCP request keeps none of it in memory. */
  readonly load: () => Promise<McpHandler>
}

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/**
 * Serves the Model Context Protocol over HTTP, without sessions: a request contains all that its answer needs, so any node can answer it.
 * `/mcp` takes only `POST`, because `GET` and `DELETE` are for sessions, and the `OPTIONS` of browsers.
 */
export async function mcpMount(scope: FastifyInstance, { publicUrl, allowedHosts, admit, load }: McpMountOptions) {
  let loading: Promise<McpHandler> | null = null
  const calls = openCalls((count) => scope.telemetry.mcpCallsOpen(count))
  // When the node stops, MCP calls that wait for a change are answered at once with the current state. Only then is the handler closed,
  // because a closed handler answers nothing.
  scope.addHook('preClose', (done) => {
    calls.stop()
    done()
  })
  scope.addHook('onClose', async () => (await loading?.catch(() => null))?.close())
  scope.removeAllContentTypeParsers()
  for (const type of ['application/json', '*']) scope.addContentTypeParser(type, { parseAs: 'buffer' }, acceptJsonBody)
  for (const hook of [demandSingleHeaders, refuseUnknownHosts(allowedHosts, publicUrl)])
    scope.addHook('onRequest', hook)
  scope.addHook('onRequest', (request, reply, next) => {
    request.operation = 'mcp'
    reply.headers(HEADERS)
    next()
  })
  scope.addHook('onRequest', admit)

  scope.post('/mcp', async (request, reply) => {
    const { gone, over } = calls.begin(reply)
    const { value: body, inexact } = readJsonBody(request.body as Buffer | undefined)
    if (inexact !== undefined) throw inexactNumberError(inexact)
    if (body === undefined) throw noMessage()
    if (Array.isArray(body)) return reply.code(400).send(BATCH_REFUSED)
    const { accept } = request.headers
    const endless = methodOf(body) === LISTEN
    const form = endless ? (acceptsEventStreams(accept) ? 'stream' : null) : acceptedMcpAnswerForm(accept)
    if (form === null) return reply.code(406).send(NOT_ACCEPTABLE)
    loading ??= load()
    const handler = await loading
    const response = await handler.handle({ request, web: webRequest(request, gone), body, gone, signal: over })
    return pass(reply, form === 'object' ? await eventStreamAsObject(response) : response)
  })
  scope.route({
    method: ['GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'],
    url: '/mcp',
    handler: (_request, reply) => {
      reply.header('allow', 'POST')
      throw new ApiError('method_not_allowed', { message: 'This path takes only POST: there are no sessions.' })
    },
  })
}

/**
 * The MCP calls that are not answered yet, each with two abort controllers, which cost less than `AbortSignal.any`. `report` is called with
 * the number of calls whenever it changes.
 */
function openCalls(report: (count: number) => void) {
  const open = new Set<AbortController>()
  let stopping = false
  return {
    /**
     * Begins an MCP call. `gone` aborts when the connection ends before the answer was sent. `over` aborts in that case, too, and when the
     * node stops.
     */
    begin({ raw }: FastifyReply): { gone: AbortSignal; over: AbortSignal } {
      const [gone, over] = [new AbortController(), new AbortController()]
      if (stopping) over.abort()
      open.add(over)
      report(open.size)
      raw.once('close', () => {
        open.delete(over)
        report(open.size)
        if (raw.writableFinished) return
        gone.abort()
        over.abort()
      })
      return { gone: gone.signal, over: over.signal }
    },
    stop(): void {
      stopping = true
      for (const over of open) over.abort()
    },
  }
}

const noMessage = (): ApiError =>
  invalidRequestFieldError('', 'The body is empty.', {
    reason: 'body_parse_error',
    hint: 'Send a JSON-RPC message as `application/json`.',
  })

/**
 * The error of JSON-RPC for an array of messages. Arrays are refused, because the rate limit counts requests and an array would have
 * several calls in one request.
 */
const BATCH_REFUSED = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32600, message: 'An array of messages is refused. Send each message in a request of its own.' },
}

/** The method of the MCP message whose answer is a stream without an end. */
const LISTEN = 'subscriptions/listen'

function methodOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'method' in message ? message.method : undefined
}

/** The JSON-RPC error for a caller whose `Accept` allows neither an event stream nor an object. */
const NOT_ACCEPTABLE = {
  jsonrpc: '2.0',
  id: null,
  error: {
    code: -32000,
    message: `Accept does not take the answer, which is application/json or text/event-stream (\`${LISTEN}\`: only the latter). Leave the header out, or name both.`,
  },
}

/** Matches the headers that the MCP protocol reads. The API key is not among them. */
const OF_PROTOCOL = /^mcp-.+$/
/** The header `Accept` for the MCP handler, which demands both forms. Which form the caller gets is decided by `acceptedMcpAnswerForm`. */
const ACCEPT: [string, string] = ['accept', 'application/json, text/event-stream']
/** The header `Content-Type` for the MCP handler: the body was already read as JSON, whatever its own content type said. */
const TYPE: [string, string] = ['content-type', 'application/json']

/** The MCP request as a web `Request`, without its body, which was read already. */
function webRequest({ headers, url }: FastifyRequest, signal: AbortSignal): Request {
  const read = Object.entries(headers).filter(([name]) => OF_PROTOCOL.test(name))
  const pairs = read.map(([name, value]): [string, string] => [name, String(value)])
  return new Request(`http://purser${url}`, { method: 'POST', headers: [TYPE, ACCEPT, ...pairs], signal })
}

async function pass(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const { status, headers, body } = response
  reply.code(status)
  for (const [name, value] of headers) reply.header(name, value)
  const { server, request } = reply
  server.telemetry.replied({ operation: 'mcp', status, durationMs: performance.now() - request.startedAtMs })
  logApiKeyRequest(request, { status, body: '' })
  if (headers.get('content-type')?.startsWith('text/event-stream')) {
    return reply.send(Readable.fromWeb(body as ReadableStream<Uint8Array>))
  }
  return body === null ? reply.send() : reply.send(Buffer.from(await response.arrayBuffer()))
}

/**
 * Turns an event stream into the object that it ends with, for callers that cannot read event streams. Earlier messages of the stream, such
 * as progress, are left out. Answers that are no event stream stay as they are.
 */
async function eventStreamAsObject(response: Response): Promise<Response> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) return response
  const events = (await response.text()).split('\n\n')
  const messages = events.flatMap((event) => {
    const data = event.split('\n').flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? [])
    return data.join('') === '' ? [] : [data.join('\n')]
  })
  const headers = new Headers(response.headers)
  headers.set('content-type', 'application/json')
  return new Response(messages.at(-1) ?? null, { status: response.status, headers })
}
