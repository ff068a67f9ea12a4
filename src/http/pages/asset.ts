import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip'

/** A served file in memory that was compressed once, so that sending it costs only the writing. */
export interface CompressedAsset {
  readonly contentType: string
  /** A hash of the asset's content. */
  readonly hash: string
  readonly compressed: Readonly<Record<Encoding, Buffer>>
  /**
   * The served file's bytes without compression. Null: the file is only sent compressed, so a client that names no encoding gets gzip,
   * which HTTP lets a server choose (RFC 9110, section 12.5.3).
   */
  readonly plain: Buffer | null
  readonly hasOwnAddress: boolean
}

export interface StaticAssetSource {
  readonly contentType: string
  readonly content: Buffer
  /** True: the file is only sent compressed, because sending a large file uncompressed would keep the node too busy. */
  readonly onlyCompressed?: true
  /** True: the file's address changes with its content, so browsers may keep the file for ever. */
  readonly hasOwnAddress?: boolean
}

/**
 * The level of the brotli compression. At this level a few MB take half a second, outside the event loop. Higher levels save a tenth of the
 * size and take ten times as long.
 */
const BROTLI_LEVEL = 6
const HASH_LENGTH = 16

export async function compressAsset(source: StaticAssetSource): Promise<CompressedAsset> {
  const { contentType, content, onlyCompressed, hasOwnAddress = false } = source
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(content, { params }), promisify(gzip)(content)])
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, HASH_LENGTH)
  return { contentType, hash, compressed: { br, gzip: gzipped }, plain: onlyCompressed ? null : content, hasOwnAddress }
}

/** Makes an asset when it is first requested: compressing all of them at the start would take half a second. */
export function compressAssetOnRequest(source: () => StaticAssetSource): () => Promise<CompressedAsset> {
  let made: Promise<CompressedAsset> | null = null
  return () => (made ??= compressAsset(source()))
}

/**
 * Sends an asset, or 304 where the client has it already. An asset whose address contains the hash of its content may be cached for ever.
 */
export function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: CompressedAsset): FastifyReply {
  const { hash, contentType, compressed, plain, hasOwnAddress } = asset
  const isNamed = hasOwnAddress || (request.query as Record<string, unknown>)['v'] === hash
  reply.header('cache-control', isNamed ? 'public, max-age=31536000, immutable' : 'no-cache')
  reply.header('etag', `W/"${hash}"`).header('vary', 'accept-encoding')
  if (request.headers['if-none-match']?.includes(hash)) return reply.code(304).send()
  const encoding = encodingFor(request.headers['accept-encoding'], plain !== null)
  if (encoding !== null) reply.header('content-encoding', encoding)
  return reply.header('content-type', contentType).send(encoding === null ? plain : compressed[encoding])
}

/**
 * The encoding for a client, by its `Accept-Encoding`. Null: the client gets the file without compression. `;q=0`, which excludes an
 * encoding, is ignored: no browser excludes both gzip and brotli.
 */
function encodingFor(accepted: string | string[] | undefined, hasPlain: boolean): Encoding | null {
  const names = String(accepted ?? '')
  if (/\bbr\b/i.test(names)) return 'br'
  return /\bgzip\b/i.test(names) || !hasPlain ? 'gzip' : null
}
