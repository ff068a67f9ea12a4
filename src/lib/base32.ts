/** The digits of Crockford's base32 in lower case, in the order of their values. Ids consist of them. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

const CODES = Uint8Array.from(ALPHABET, (character) => character.charCodeAt(0))
const VALUES = new Uint8Array(128)
for (const [value, code] of CODES.entries()) VALUES[code] = value

/** The character code of a base32 digit, given as a number from 0 to 31. */
export const base32DigitCode = (value: number): number => CODES[value] as number

/** A number below 2^53 as a text of `characters` base32 digits. */
export function encodeBase32(value: number, characters: number): string {
  let text = ''
  for (let rest = value, i = 0; i < characters; i += 1) {
    text = (ALPHABET[rest % 32] as string) + text
    rest = Math.floor(rest / 32)
  }
  return text
}

/** The number that a text of at most ten base32 digits encodes. A character that is no digit counts as 0. */
export function decodeBase32(text: string): number {
  let value = 0
  for (let i = 0; i < text.length; i += 1) value = value * 32 + (VALUES[text.charCodeAt(i)] ?? 0)
  return value
}
