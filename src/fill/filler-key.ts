import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  type webcrypto,
} from 'node:crypto'
import { link, mkdir, open, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { FillError } from './fill-error.ts'

/** The key pair that card numbers are sealed for. The private key never leaves this machine. */
export interface FillerKeyPair {
  readonly file: string
  readonly privateKey: KeyObject
  /** The public key as a JWK, in the form in which Purser registers it. */
  readonly publicKey: FillerPublicJwk
}

/** A public key on the curve X25519, the only kind of key that a filler makes. */
export interface FillerPublicJwk {
  readonly kty: 'OKP'
  readonly crv: 'X25519'
  readonly x: string
}

const BY_OTHERS = 0o077

/**
 * Reads the filler's key from the file, and makes the file where there is none. A new file has mode 0600, and is written whole or not at
 * all. If several processes make the file at once, the first key stays. Throws a FillError.
 */
export async function ensureFillerKey(file: string): Promise<FillerKeyPair> {
  const draft = `${file}.${randomUUID()}.new`
  const jwk = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' })
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(draft, `${JSON.stringify(jwk)}\n`, { mode: 0o600, flag: 'wx', flush: true })
    // `link` fails if the file exists, so a key file that another process has made stays.
    await link(draft, file).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'EEXIST') throw cause
    })
  } catch (cause) {
    const { code = 'failed' } = cause as NodeJS.ErrnoException
    throw new FillError(`The key file ${file} cannot be made (${code}).`, { fixedBy: 'owner' })
  } finally {
    await rm(draft, { force: true })
  }
  return readFillerKey(file)
}

/** Reads the filler's key from the file. Throws a FillError if the file's mode would have let other users read it. */
export async function readFillerKey(file: string): Promise<FillerKeyPair> {
  const handle = await open(file).catch((cause: NodeJS.ErrnoException) => {
    const what = cause.code === 'ENOENT' ? 'is not there' : `cannot be read (${cause.code ?? 'failed'})`
    throw new FillError(`The key file ${file} ${what}. "purser fill key" makes one.`, { fixedBy: 'owner' })
  })
  try {
    const { mode } = await handle.stat()
    if ((mode & BY_OTHERS) !== 0) {
      throw new FillError(
        `Others can read or write the key file ${file}. Make a new one elsewhere, or take that away with: chmod 600 ${file}`,
        { fixedBy: 'owner' },
      )
    }
    return keyOf(file, await handle.readFile('utf8'))
  } finally {
    await handle.close()
  }
}

function keyOf(file: string, text: string): FillerKeyPair {
  try {
    const privateKey = createPrivateKey({ key: JSON.parse(text) as webcrypto.JsonWebKey, format: 'jwk' })
    const publicKey = createPublicKey(privateKey).export({ format: 'jwk' })
    if (isOfFillers(publicKey)) return { file, privateKey, publicKey }
  } catch {
    // The cause of the error is left out, because its message may repeat the private key.
  }
  throw new FillError(`The key file ${file} holds no private key on X25519. "purser fill key" makes one.`, {
    fixedBy: 'owner',
  })
}

const isOfFillers = (jwk: webcrypto.JsonWebKey): jwk is webcrypto.JsonWebKey & FillerPublicJwk =>
  jwk.kty === 'OKP' && jwk.crv === 'X25519'
