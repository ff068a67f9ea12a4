import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../contract/errors.ts'
import type { IssuerEndpoint } from '../services/issuers/issuer-endpoint.ts'
import type { UnauthenticatedLimit } from './admission/unauthenticated-limit.ts'

interface Raw {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const MAX_BODY_BYTES = 256 * 1024
/** None is signed, so none is looked at. */
const ANY_TYPE = { 'content-type': 'application/octet-stream' }
const JSON_TYPE = { 'content-type': 'application/json' }
const HEARD: Raw = { status: 200, headers: JSON_TYPE, body: '{"received":true}' }
const TOO_LARGE = new ApiError('payload_too_large', { message: 'The body is larger than 256 KiB.' })
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

interface IssuersOptions {
  readonly endpoints: readonly IssuerEndpoint[]
  readonly unauthenticated: UnauthenticatedLimit
}

/** Where issuers ask and tell, outside of `/v1`: their signature is the key, over the bytes as they came. */
export function registerIssuers(app: FastifyInstance, { endpoints, unauthenticated }: IssuersOptions): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.addHook('onRequest', (request, _reply, next) => {
      request.operation = 'issuer'
      request.headers = ANY_TYPE // beside those that it has
      next()
    })
    scope.setErrorHandler((thrown: { readonly code?: string }) => {
      throw thrown.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? TOO_LARGE : thrown
    })
    for (const endpoint of endpoints) {
      scope.post(`/issuers/${endpoint.name}/authorizations`, async (request, reply) =>
        sendRaw(reply, await answered(request, endpoint.authorize(rawOf(request)))),
      )
      scope.post(`/issuers/${endpoint.name}/events`, async (request, reply) => {
        request.mayBeStored = true
        await answered(request, endpoint.tell(rawOf(request)))
        return sendRaw(reply, HEARD)
      })
    }
    done()
  })

  /** The signature is the key. Whoever has none is told so as often as others without one, and no more. */
  const answered = async <T>({ ip }: FastifyRequest, answer: Promise<T> | null): Promise<T> => {
    if (answer !== null) return answer
    await unauthenticated.take(ip)
    throw new ApiError('invalid_api_key', {
      message: 'The request is not signed by the issuer, or not within five minutes.',
      hint: 'Send the bytes that the issuer signed, with its header, and check the secret of this endpoint.',
    })
  }
}

const rawOf = ({ headers, body }: FastifyRequest) => ({
  headers,
  body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
})

function sendRaw(reply: FastifyReply, { status, headers, body }: Raw): FastifyReply {
  const { request, server } = reply
  if (reply.sent) return reply
  server.telemetry.replied({
    operation: request.operation,
    status,
    durationMs: performance.now() - request.startedAtMs,
  })
  return reply
    .code(status)
    .headers({ ...HEADERS, ...headers })
    .send(body)
}
