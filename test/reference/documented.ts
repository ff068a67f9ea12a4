import { createPrivateKey, hash, sign } from 'node:crypto'
import { exampleApiKeySecret } from '../../src/contract/example-secret.ts'
import { luhnDigit, TEST_BIN } from '../../src/vault/card-number.ts'

/** What the reference shows in the place of what is another one in each installation. */
const TAIL = '01kdvy2n7rj4t8w0q3m5x9'

/** `of('cust', 2)`: the second customer of the story. Resources are numbered as they first appear. */
export const of = (prefix: string, number: number): string => `${prefix}_${TAIL}${String(number).padStart(4, '0')}`

/** Well-formed, and nobody's. */
export const nobodys = (prefix: string): string => of(prefix, 9999)

const BODY = 123_456_789

/** The number of the card of that number: under the test BIN, with a valid check digit. */
export function panOf(number: number): string {
  const body = `${TEST_BIN}${String(BODY + number)}`
  return `${body}${luhnDigit(body)}`
}
export const CVV = '123'

export const secretOf = (number: number): string => exampleApiKeySecret(number)
export const webhookSecretOf = (number: number): string =>
  `whsec_${'0123456789abcdef'.repeat(3)}${String(number).padStart(16, '0')}`

/** What an invitation's link ends with. */
export const resetOf = (number: number): string => `reset_${'A'.repeat(39)}${String(number).padStart(4, '0')}`
export const invitationOf = (number: number): string => `invite_${'A'.repeat(39)}${String(number).padStart(4, '0')}`

/** The hash of what is decided about, by the id of it. `number`: of the hashes that it has had. */
export const subjectHashOf = (id: string, number = 1): string => hash('sha256', `subject ${number} of ${id}`, 'hex')

export const RECEIVER = 'https://example.com/purser-events'

/** Signs the head of the documented chain. Its private half is in every copy of these sources. */
const signingKey = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 'documentation')]),
  format: 'der',
  type: 'pkcs8',
})
export const PUBLIC_KEY = `-----BEGIN PUBLIC KEY-----\n${Buffer.from(
  signingKey.export({ format: 'jwk' }).x ?? '',
  'base64url',
).toString('base64')}\n-----END PUBLIC KEY-----\n`
export const signed = (text: string): string => sign(null, Buffer.from(text), signingKey).toString('base64')
