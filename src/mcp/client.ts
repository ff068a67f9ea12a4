import { Api } from '../../clients/typescript/src/generated.ts'
import type { ApiRequest } from '../../clients/typescript/src/send.ts'
import { PurserError } from '../../clients/typescript/src/purser-error.ts'
import type { ErrorReplyBody } from '../contract/errors.ts'

export { PurserError } from '../../clients/typescript/src/purser-error.ts'
/** The client of the API. Its requests go over HTTP, or are calls within this process. */
export type { Api } from '../../clients/typescript/src/generated.ts'

interface Reply {
  readonly status: number
  readonly body: string | Uint8Array
  readonly retryAfterSeconds?: number
}

/** Makes a client that calls this node within the process, without a socket. */
export const inProcessApiClient = (ask: (request: ApiRequest) => Promise<Reply>): Api =>
  new Api(async <T>(request: ApiRequest): Promise<T> => {
    const { status, body, retryAfterSeconds } = await ask(request)
    const said = JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as unknown
    if (status < 400) return said as T
    const { error, requestId } = said as ErrorReplyBody
    throw new PurserError({ ...error, status, requestId, retryAfterSeconds })
  })
