import type { Dispatcher as HttpDispatcher, Pool } from 'undici'
import { abortAfter } from '../lib/traffic/result-in-time.ts'
import { type DeliverySendError, deliverySendErrorOf } from './send-error.ts'
import { createVettedConnections, type VettedConnectionsOptions } from './vetted-connections.ts'

/** Milliseconds for one attempt to send a delivery, from the DNS look-up to the last byte read (contract, section 12). */
const DEADLINE_MS = 10_000
/**
 * How many bytes of an answer are read at most. An answer is read to its end so that the connection can be reused; a
 * longer answer closes the connection.
 */
const MAX_BODY_BYTES = 64 * 1024
const SNIPPET_BYTES = 1024

export interface OutgoingWebhookRequest {
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string
}

/** The answer to a request that sent a delivery: a status, or the error that replaces it. */
export interface DeliveryAnswer {
  readonly statusCode: number | null
  readonly error: DeliverySendError | null
  readonly snippet: string | null
}

export interface WebhookRequestSender {
  /** Sends one request to a receiver. Never rejects. The caller may end it early with `attempt.abort('interrupted')`. */
  send(request: OutgoingWebhookRequest, attempt: AbortController): Promise<DeliveryAnswer>
  close(): Promise<void>
}

/** Makes a sender that connects only to addresses that were vetted a moment before. */
export function createWebhookRequestSender(options: VettedConnectionsOptions): WebhookRequestSender {
  const ways = createVettedConnections(options)

  const post = async (request: OutgoingWebhookRequest, signal: AbortSignal): Promise<DeliveryAnswer> => {
    const way = await ways.to(request.url)
    if (way === null) return failure('address_refused')
    signal.throwIfAborted()
    return exchange(way.pool, way.url, { ...request, signal })
  }

  return {
    close: () => ways.close(),
    async send(request, attempt) {
      try {
        return await abortAfter(DEADLINE_MS, attempt, () => post(request, attempt.signal))
      } catch (error) {
        return failure(
          attempt.signal.aborted ? (attempt.signal.reason as DeliverySendError) : deliverySendErrorOf(error),
        )
      }
    },
  }
}

const failure = (error: DeliverySendError): DeliveryAnswer => ({ statusCode: null, error, snippet: null })

async function exchange(
  pool: Pool,
  url: URL,
  request: OutgoingWebhookRequest & { signal: AbortSignal },
): Promise<DeliveryAnswer> {
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: `${url.pathname}${url.search}`,
    headers: request.headers,
    body: request.body,
    signal: request.signal,
  })
  return { statusCode, error: null, snippet: await readSnippet(body) }
}

/** Reads the beginning of a receiver's answer as a text that PostgreSQL accepts: whole UTF-8 characters, no NUL. */
async function readSnippet(body: HttpDispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (bytes < SNIPPET_BYTES) chunks.push(chunk)
      bytes += chunk.length
      if (bytes > MAX_BODY_BYTES) break // leaving the loop closes the connection
    }
  } catch {
    // The connection broke while the body was read. The status of the answer still counts, because the receiver has sent it.
  }
  const text = decodeWhole(Buffer.concat(chunks)).replaceAll('\0', '')
  return decodeWhole(Buffer.from(text)) // again, because a byte that is not UTF-8 has become three bytes
}

/** The first 1 KiB of a receiver's answer as text, without a character that the cut split. */
const decodeWhole = (bytes: Buffer): string =>
  new TextDecoder().decode(bytes.subarray(0, SNIPPET_BYTES), { stream: true })
