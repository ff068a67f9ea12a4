import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { badField } from '../../contract/complaints/json-path.ts'
import { ApiError } from '../../contract/errors.ts'
import type { Admit } from '../admission/admission.ts'
import { demandOneHost } from '../admission/host.ts'
import { readJsonBody } from '../body/json-body.ts'
import { acceptJson } from '../body/json-type.ts'
import { knownHosts } from './known-hosts.ts'

/** What answers MCP. */
export interface McpHandler {
  handle(request: McpRequest): Promise<Response>
  /** Ends what is under way. */
  close(): Promise<void>
}

/** A request that has passed the gates. */
export interface McpRequest {
  readonly request: FastifyRequest
  /** The same for the web, without its body. */
  readonly web: Request
  /** What its JSON says. */
  readonly body: unknown
  /** Aborts when the client is gone or the node stops. */
  readonly signal: AbortSignal
}

export interface McpMountOptions {
  readonly publicUrl: string | null
  readonly admit: Admit
  /** Loads what answers, for the first who asks: a node that nobody asks has nothing of it in memory. */
  readonly load: () => Promise<McpHandler>
}

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/**
 * Model Context Protocol over HTTP, without sessions: whatever a request needs stands in it, so any node answers it. Only `POST`: a
 * session would be what `GET` and `DELETE` are for.
 */
export async function mcpMount(scope: FastifyInstance, { publicUrl, admit, load }: McpMountOptions) {
  let loading: Promise<McpHandler> | null = null
  const calls = openCalls()
  // Waits end with what is so far, and are answered; only then is the handler closed, which answers nothing any more.
  scope.addHook('preClose', (done) => {
    calls.stop()
    done()
  })
  scope.addHook('onClose', async () => (await loading?.catch(() => null))?.close())
  scope.removeAllContentTypeParsers()
  for (const type of ['application/json', '*']) scope.addContentTypeParser(type, { parseAs: 'buffer' }, acceptJson)
  for (const hook of [demandOneHost, knownHosts(publicUrl)]) scope.addHook('onRequest', hook)
  scope.addHook('onRequest', (request, reply, next) => {
    request.operation = 'mcp'
    reply.headers(HEADERS)
    next()
  })
  scope.addHook('onRequest', admit)

  scope.post('/mcp', async (request, reply) => {
    const { gone, over } = calls.begin(reply)
    const body = readJsonBody(request.body as Buffer | undefined).value
    if (body === undefined) throw noMessage()
    if (Array.isArray(body)) return reply.code(400).send(BATCH_REFUSED)
    loading ??= load()
    const handler = await loading
    return pass(reply, await handler.handle({ request, web: webRequest(request, gone), body, signal: over }))
  })
  scope.route({
    method: ['GET', 'DELETE', 'PUT', 'PATCH'],
    url: '/mcp',
    handler: (_request, reply) => {
      reply.header('allow', 'POST')
      throw new ApiError('method_not_allowed', { message: 'This path takes POST alone: there are no sessions.' })
    },
  })
}

/** Those that are at work. Signals that follow others cost more than these few. */
function openCalls() {
  const open = new Set<AbortController>()
  let stopping = false
  return {
    /** `gone` aborts where the connection ends before the answer has left; `over` then, and where the node stops. */
    begin({ raw }: FastifyReply): { gone: AbortSignal; over: AbortSignal } {
      const [gone, over] = [new AbortController(), new AbortController()]
      if (stopping) over.abort()
      open.add(over)
      raw.once('close', () => {
        open.delete(over)
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
  badField('', 'The body is empty.', {
    reason: 'body_parse_error',
    hint: 'Send a JSON-RPC message as `application/json`.',
  })

/**
 * JSON-RPC's own error for an array of messages: the rate limit counts requests, and each message of an array would be a call
 * that it does not count.
 */
const BATCH_REFUSED = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32600, message: 'An array of messages is not taken. Send each message in a request of its own.' },
}

/** What the protocol reads. The key is none of it. */
const OF_PROTOCOL = /^(?:accept|mcp-.+)$/
/** Of the body, whatever else was said of it: it is JSON that was read. */
const TYPE: [string, string] = ['content-type', 'application/json']

/** Without its body, which is read already. */
function webRequest({ headers, url }: FastifyRequest, signal: AbortSignal): Request {
  const read = Object.entries(headers).filter(([name]) => OF_PROTOCOL.test(name))
  const pairs = read.map(([name, value]): [string, string] => [name, String(value)])
  return new Request(`http://purser${url}`, { method: 'POST', headers: [TYPE, ...pairs], signal })
}

async function pass(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const { status, headers, body } = response
  reply.code(status)
  for (const [name, value] of headers) reply.header(name, value)
  const { server, request } = reply
  server.telemetry.replied({ operation: 'mcp', status, durationMs: performance.now() - request.startedAtMs })
  if (headers.get('content-type')?.startsWith('text/event-stream')) {
    return reply.send(Readable.fromWeb(body as ReadableStream<Uint8Array>))
  }
  return body === null ? reply.send() : reply.send(Buffer.from(await response.arrayBuffer()))
}
