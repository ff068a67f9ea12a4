import type { FastifyRequest } from 'fastify'
import { ApiError } from '../contract/errors.ts'

const JSON_TYPE = /^application\/([\w.-]+\+)?json *(;|$)/i
const OTHER_CHARSET = /charset *= *"?(?!utf-?8\b)/i

type Done = (error: Error | null, body?: Buffer) => void

/** Takes the bytes of a JSON body; anything else on a body is 415. An empty body needs no type. */
export function acceptJson(request: FastifyRequest, body: Buffer, done: Done): void {
  const { 'content-type': type = '', 'content-encoding': encoding } = request.headers
  if (body.length === 0) done(null)
  else if (JSON_TYPE.test(type) && !OTHER_CHARSET.test(type) && encoding === undefined) done(null, body)
  else done(new ApiError('unsupported_media_type'))
}
