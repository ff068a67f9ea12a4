import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip'

/** A file in memory, compressed once: as it is sent, it costs nothing but to be written. */
export interface Asset {
  readonly contentType: string
  /** Begins with it where the content does. */
  readonly hash: string
  readonly compressed: Readonly<Record<Encoding, Buffer>>
  /** Null: whoever asks for no encoding gets gzip, which HTTP lets a server choose (RFC 9110, section 12.5.3). */
  readonly plain: Buffer | null
  readonly hasOwnAddress: boolean
}

export interface AssetSource {
  readonly contentType: string
  readonly content: Buffer
  /** Sent only compressed: a large file at full speed would be all that the node does. */
  readonly onlyCompressed?: true
  /** Other content would stand at another address: it is kept for ever. */
  readonly hasOwnAddress?: boolean
}

/** Half a second for a few MB, outside the event loop; higher levels save a tenth of the size and take ten times as long. */
const BROTLI_LEVEL = 6
const HASH_LENGTH = 16

export async function compressedAsset(source: AssetSource): Promise<Asset> {
  const { contentType, content, onlyCompressed, hasOwnAddress = false } = source
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(content, { params }), promisify(gzip)(content)])
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, HASH_LENGTH)
  return { contentType, hash, compressed: { br, gzip: gzipped }, plain: onlyCompressed ? null : content, hasOwnAddress }
}

/** Sends it, or 304 to whoever has it. Under an address that names its content it never changes. */
export function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  const { hash, contentType, compressed, plain, hasOwnAddress } = asset
  const isNamed = hasOwnAddress || (request.query as Record<string, unknown>)['v'] === hash
  reply.header('cache-control', isNamed ? 'public, max-age=31536000, immutable' : 'no-cache')
  reply.header('etag', `W/"${hash}"`).header('vary', 'accept-encoding')
  if (request.headers['if-none-match']?.includes(hash)) return reply.code(304).send()
  const encoding = encodingFor(request.headers['accept-encoding'], plain !== null)
  if (encoding !== null) reply.header('content-encoding', encoding)
  return reply.header('content-type', contentType).send(encoding === null ? plain : compressed[encoding])
}

/** Whoever excludes one by `;q=0` names the other or none: nobody but a test does. */
function encodingFor(accepted: string | string[] | undefined, hasPlain: boolean): Encoding | null {
  const names = String(accepted ?? '')
  if (/\bbr\b/i.test(names)) return 'br'
  return /\bgzip\b/i.test(names) || !hasPlain ? 'gzip' : null
}
