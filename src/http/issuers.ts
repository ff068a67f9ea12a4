import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../contract/errors.ts'
import type { IssuerEndpoint } from '../services/issuers/issuer-endpoint.ts'
import type { UnauthenticatedRequestLimit } from './admission/unauthenticated-limit.ts'

interface Raw {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const MAX_BODY_BYTES = 256 * 1024
/** Replaces the content type of every issuer's request: issuers do not sign it, so it must have no effect. */
const ANY_TYPE = { 'content-type': 'application/octet-stream' }
const JSON_TYPE = { 'content-type': 'application/json' }
const HEARD: Raw = { status: 200, headers: JSON_TYPE, body: '{"received":true}' }
const TOO_LARGE = new ApiError('payload_too_large', { message: 'The body is larger than 256 KiB.' })
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

interface IssuersOptions {
  readonly endpoints: readonly IssuerEndpoint[]
  readonly unauthenticated: UnauthenticatedRequestLimit
}

/**
 * Registers the endpoints that issuers call, outside of `/v1`. An issuer is authenticated by its signature over the bytes of the body, not
 * by an API key.
 */
export function registerIssuerEndpoints(app: FastifyInstance, { endpoints, unauthenticated }: IssuersOptions): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.addHook('onRequest', (request, _reply, next) => {
      request.operation = 'issuer'
      request.headers = ANY_TYPE // the setter of `headers` adds to those that the request has
      next()
    })
    scope.setErrorHandler((thrown: { readonly code?: string }) => {
      throw thrown.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? TOO_LARGE : thrown
    })
    for (const endpoint of endpoints) {
      scope.post(`/issuers/${endpoint.name}/authorizations`, async (request, reply) =>
        sendRaw(reply, await answered(request, endpoint.authorize(rawOf(request)))),
      )
      const { authenticate } = endpoint
      if (authenticate !== undefined) {
        scope.post(`/issuers/${endpoint.name}/challenges`, async (request, reply) => {
          request.mayBeStored = true
          return sendRaw(reply, await answered(request, authenticate(rawOf(request))))
        })
      }
      scope.post(`/issuers/${endpoint.name}/events`, async (request, reply) => {
        request.mayBeStored = true
        await answered(request, endpoint.recordEvent(rawOf(request)))
        return sendRaw(reply, HEARD)
      })
    }
    done()
  })

  /**
   * Awaits the answer to an issuer. Where the answer is null, the signature was wrong: such requests are refused with 401, and are limited
   * by address like other requests without a valid key.
   */
  const answered = async <T>({ ip }: FastifyRequest, answer: Promise<T> | null): Promise<T> => {
    if (answer !== null) return answer
    await unauthenticated.take(ip)
    throw new ApiError('invalid_api_key', {
      message: 'The request was not signed by the issuer within the last five minutes.',
      hint: "Send the bytes that the issuer signed, with the issuer's header, and check the secret of this endpoint.",
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
