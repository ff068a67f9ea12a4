import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'

const ALGORITHM = 'ECDH-ES'

export interface FillerKey {
  /** What is registered with Purser. */
  readonly publicJwk: JWK
  readonly privateKey: CryptoKey
}

/** The key of this machine's filler, from a file that its user alone may read; made where there is none. */
export async function fillerKey(path: string): Promise<FillerKey> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  const jwk = text === null ? await newKey(path) : (JSON.parse(text) as JWK)
  return { publicJwk: publicPart(jwk), privateKey: (await importJWK(jwk, ALGORITHM)) as CryptoKey }
}

async function newKey(path: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { crv: 'P-256', extractable: true })
  const jwk = await exportJWK(privateKey)
  jwk.kid = await calculateJwkThumbprint(jwk)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(path, JSON.stringify(jwk), { mode: 0o600, flag: 'wx' })
  return jwk
}

const publicPart = ({ d: _private, ...rest }: JWK): JWK => rest
