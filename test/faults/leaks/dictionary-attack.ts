import { hash } from 'node:crypto'
import { luhnDigit } from '../../../src/vault/card-number.ts'
import type { ByteWindowFilter } from '../../support/byte-windows.ts'
import { hashForms } from './hash-forms.ts'
import { type Asked, guesses } from './request-texts.ts'

/** A card as whoever reads the database knows it, beside its number. */
export interface Target {
  readonly bin: string
  readonly pan: string
  readonly requests: readonly Asked[]
}

/** A hash that may stand somewhere, and that would give a number away. */
export interface Suspect {
  readonly pan: string
  /** How it was made, of what, and how it is written. */
  readonly how: string
  readonly bytes: Buffer
}

const ALGORITHMS = ['sha256', 'sha1', 'md5'] as const
const CVVS = Array.from({ length: 1000 }, (_, cvv) => String(cvv).padStart(3, '0'))

/**
 * Tries every number that BIN and last four digits leave, in every text that may have been hashed, and looks for the hashes. With
 * each of 1000 CVVs the number and its neighbours are tried, `near` in all: the rest of the dictionary is not hidden any better.
 */
export function attack({ bin, pan, requests }: Target, places: ByteWindowFilter, near: number): Suspect[] {
  const dictionary = candidates(bin, pan.slice(-4))
  const start = Math.min(dictionary.indexOf(pan), dictionary.length - near)
  const neighbours = dictionary.slice(start, start + near)
  const suspects: Suspect[] = []
  for (const { name, hasCvv, text } of guesses(requests, pan)) {
    for (const number of hasCvv ? neighbours : dictionary) {
      for (const cvv of hasCvv ? CVVS : ['']) {
        const hashed = text(number, cvv)
        for (const algorithm of ALGORITHMS) {
          const digest = hash(algorithm, hashed, 'buffer')
          for (const [written, bytes] of hashForms(digest, places)) {
            suspects.push({ pan: number, how: `${algorithm} of ${name}, ${written}`, bytes })
          }
        }
      }
    }
  }
  return suspects
}

/** All valid numbers with that BIN and these last digits. */
export function candidates(bin: string, last4: string): string[] {
  const unknown = 16 - bin.length - last4.length
  return Array.from({ length: 10 ** unknown }, (_, digits) => {
    const body = bin + String(digits).padStart(unknown, '0') + last4.slice(0, -1)
    return body + luhnDigit(body)
  }).filter((number) => number.endsWith(last4))
}
