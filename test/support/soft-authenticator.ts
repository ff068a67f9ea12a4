import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { TEST_PASSWORD } from './records/some-person.ts'

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url')

const PRESENT_AND_VERIFIED = 0x05
const HAS_CREDENTIAL = 0x40

/** The values of a passkey's signature or registration that a dishonest browser or authenticator may change. */
export interface DishonestPasskeyValues {
  readonly challenge?: string
  readonly origin?: string
  readonly host?: string
  readonly type?: string
  readonly flags?: number
  readonly counter?: number
}

/** A passkey authenticator with one ES256 credential, in memory. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32)
  counter = 0
  readonly #origin: string
  readonly #keys: { readonly privateKey: KeyObject; readonly publicKey: KeyObject }

  constructor(origin: string) {
    this.#origin = origin
    this.#keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  }

  get credentialId(): string {
    return base64url(this.id)
  }

  register({ challenge }: { readonly challenge: string }, twist: DishonestPasskeyValues = {}) {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const data = Buffer.concat([
      this.#data(HAS_CREDENTIAL, twist),
      Buffer.alloc(16),
      length,
      this.id,
      coseKey(this.#keys.publicKey),
    ])
    const head = Buffer.concat([Buffer.from([0xa3]), text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])])
    const attestationObject = Buffer.concat([head, text('authData'), byteString(data)])
    return {
      clientData: this.#clientData('webauthn.create', challenge, twist),
      attestationObject: base64url(attestationObject),
    }
  }

  sign({ challenge }: { readonly challenge: string }, twist: DishonestPasskeyValues = {}) {
    this.counter += 1
    const clientData = this.#clientData('webauthn.get', challenge, twist)
    const data = this.#data(0, { counter: this.counter, ...twist })
    const signed = Buffer.concat([data, sha256(Buffer.from(clientData, 'base64url'))])
    return {
      credentialId: this.credentialId,
      clientData,
      authenticatorData: base64url(data),
      signature: base64url(sign('sha256', signed, this.#keys.privateKey)),
    }
  }

  #clientData(type: string, challenge: string, twist: DishonestPasskeyValues): string {
    return base64url(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false, ...pick(twist) }))
  }

  #data(
    more: number,
    { host = new URL(this.#origin).hostname, flags = PRESENT_AND_VERIFIED, counter = 0 }: DishonestPasskeyValues,
  ) {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(host), Buffer.from([flags | more]), count])
  }
}

const pick = ({ challenge, origin, type }: DishonestPasskeyValues) => ({
  ...(challenge !== undefined && { challenge }),
  ...(origin !== undefined && { origin }),
  ...(type !== undefined && { type }),
})

const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
const byteString = (value: Buffer) =>
  Buffer.concat([Buffer.from([0x59, value.length >> 8, value.length & 0xff]), value])

/** A public key in COSE form: the CBOR of `{1: 2, 3: -7, -1: 1, -2: x, -3: y}`. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' }) as { x?: string; y?: string }
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01])
  const point = (label: number, value: string) =>
    Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(value, 'base64url')])
  return Buffer.concat([head, point(0x21, x), point(0x22, y)])
}

/** Registers one credential twice for a person. Resolves to the reply to the second registration. */
export async function registerPasskeyTwice(
  baseUrl: string,
  { cookie }: { readonly cookie: string },
): Promise<Response> {
  const { origin } = new URL(baseUrl)
  const authenticator = new SoftwareAuthenticator(origin.replace('http:', 'https:'))
  const post = (path: string, body: object) =>
    fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { cookie, origin, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const keep = async () => {
    const { options } = (await (await post('/passkeys/options', {})).json()) as { options: { challenge: string } }
    return post('/passkeys', { name: 'Key', password: TEST_PASSWORD, ...authenticator.register(options) })
  }
  await keep()
  return keep()
}

/** Deletes a passkey that does not exist, as a person who is signed in. */
export const deleteUnknownPasskey = (baseUrl: string, { cookie }: { readonly cookie: string }): Promise<Response> =>
  fetch(`${baseUrl}/passkeys/pky_00000000000000000000000000`, {
    method: 'DELETE',
    headers: { cookie, origin: new URL(baseUrl).origin },
  })
