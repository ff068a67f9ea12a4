import { type ByteWindowFilter, LEAST_SEARCHED_BYTES } from '../../support/byte-windows.ts'

/** A form of a hash that may stand somewhere: its first bytes, since of a hash that was cut less is left. */
export type HashForm = readonly [name: string, bytes: Buffer]

/** Filled anew for each hash: there are millions. */
const scratch = Buffer.alloc(LEAST_SEARCHED_BYTES)

/** The ways in which a hash is usually kept, as far as they may stand in the places. */
export function hashForms(digest: Buffer, places: ByteWindowFilter): HashForm[] {
  const forms: HashForm[] = []
  const look = (name: string, bytes: Buffer) => {
    if (places.mayHold(bytes)) forms.push([name, Buffer.from(bytes)])
  }
  const lookForText = (name: string, text: string) => {
    scratch.write(text, 'latin1')
    look(name, scratch)
  }
  const hex = digest.toString('hex', 0, LEAST_SEARCHED_BYTES / 2)
  const base64 = digest.toString('base64', 0, (LEAST_SEARCHED_BYTES * 3) / 4)
  look('raw', digest.subarray(0, LEAST_SEARCHED_BYTES))
  lookForText('hex', hex)
  lookForText('HEX', hex.toUpperCase())
  lookForText('base64', base64)
  const isSafe = !base64.includes('+') && !base64.includes('/')
  if (!isSafe) lookForText('base64url', base64.replaceAll('+', '-').replaceAll('/', '_'))
  return forms
}
