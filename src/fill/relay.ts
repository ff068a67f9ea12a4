import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { PaymentCard } from './card.ts'
import { FillError, UNKNOWN_PAYMENT_OUTCOME } from './fill-error.ts'
import { textWithoutCard } from './without-card.ts'

export interface RelayedRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** The shop's answer, without the card. */
export interface ShopAnswer {
  readonly status: number
  /** The headers of the shop's answer, one pair for each header line: a name may occur several times. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
}

const ANSWERED_WITHIN_MS = 30_000
const MOST_ANSWERED_BYTES = 8 * 1024 * 1024
/**
 * Matches the headers of the browser's request and of the shop's answer that are not passed on: they belong to one connection, or are
 * written anew for the next one.
 */
const NOT_PASSED_ON =
  /^(?:host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-length|content-encoding|accept-encoding|:.*)$/i

/**
 * Sends a request from this process and returns the answer without the card. The number is in no browser, so nobody who debugs or
 * intercepts a browser can read it. Redirects are not followed, because the body would be sent along. Throws a FillError where the outcome
 * of the request is unknown.
 */
export async function relayRequestWithoutCard(
  { url, method, headers, body }: RelayedRequest,
  card: PaymentCard,
): Promise<ShopAnswer> {
  const send = URL.parse(url)?.protocol === 'http:' ? httpRequest : httpsRequest
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const kept = Object.entries(headers).filter(([name]) => !NOT_PASSED_ON.test(name))
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const sent = send(
    url,
    {
      method,
      headers: { ...Object.fromEntries(kept), 'accept-encoding': 'gzip, deflate, br', ...length },
      signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
    },
    resolve,
  )
  sent.on('error', reject)
  sent.end(body)
  try {
    const response = await promise
    const text = (await read(response)).toString('latin1')
    return {
      status: response.statusCode ?? 0,
      headers: pairs(response.rawHeaders)
        .filter(([name]) => !NOT_PASSED_ON.test(name))
        .map(([name, value]) => [name, textWithoutCard(card, value)] as const),
      body: Buffer.from(textWithoutCard(card, text), 'latin1'),
    }
  } catch {
    // The cause of the error is left out, because it may repeat the request with the card.
    throw new FillError(`The shop did not answer. ${UNKNOWN_PAYMENT_OUTCOME}`, { isSent: true })
  }
}

async function read(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of decompressed(response) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MOST_ANSWERED_BYTES) throw new Error('The shop answered too much')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function decompressed(response: IncomingMessage): Readable {
  const inflate = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress }
  const encoding = response.headers['content-encoding']?.toLowerCase() as keyof typeof inflate | undefined
  const stream = encoding === undefined ? undefined : inflate[encoding]?.()
  if (stream === undefined) return response
  response.on('error', (error) => stream.destroy(error))
  return response.pipe(stream)
}

const pairs = (raw: readonly string[]): (readonly [string, string])[] =>
  raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []))
