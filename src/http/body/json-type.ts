import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../contract/errors.ts'

const JSON_TYPE = /^application\/([\w.-]+\+)?json *(;|$)/i
/**
 * Matches the parameter `charset` of a content type, in quotes or bare. Its value is captured and then compared: a negative lookahead ("not
 * followed by UTF-8") would step back over the opening quote.
 */
const CHARSET = /charset *= *(?:"([^"]*)"|([^ ;"]*))/gi
const UTF_8 = /^utf-?8$/i

declare module 'fastify' {
  interface FastifyRequest {
    /** True: the body is a file, and no JSON. */
    isRawFile: boolean
  }
  interface FastifyContextConfig {
    /** True: a body that is no JSON is a file. */
    takesFile?: boolean
  }
}

type Done = (error: Error | null, body?: Buffer) => void

/**
 * Passes on the bytes of a JSON body, or of a file where the operation takes one, and refuses any other content type with 415. An empty body
 * needs no content type.
 */
export function acceptJsonBody(request: FastifyRequest, body: Buffer, done: Done): void {
  const { 'content-type': type = '', 'content-encoding': encoding } = request.headers
  if (body.length === 0) done(null)
  else if (JSON_TYPE.test(type) && isUtf8(type) && encoding === undefined) done(null, body)
  else if (request.routeOptions.config.takesFile === true && !JSON_TYPE.test(type) && encoding === undefined) {
    request.isRawFile = true
    done(null, body)
  } else done(new ApiError('unsupported_media_type', encoding === undefined ? otherCharset(type) : compressed))
}

const isUtf8 = (type: string): boolean =>
  type.matchAll(CHARSET).every(([, quoted, bare = '']) => UTF_8.test(quoted ?? bare))

const compressed = {
  message: 'The body is compressed, or encoded in another way.',
  hint: 'Send it as it is, without the header `Content-Encoding`.',
}

/** The message about JSON in another encoding than UTF-8. Empty: the body is no JSON at all, and the catalogue's message fits. */
const otherCharset = (type: string): { message?: string; hint?: string } =>
  JSON_TYPE.test(type)
    ? {
        message: 'The body is JSON, but not in UTF-8.',
        hint: 'Send it as UTF-8, with the header `Content-Type: application/json`.',
      }
    : {}
