import { badField, memberPath, named } from '../../contract/complaints/json-path.ts'

/** Format characters, but for the joiners and the marks of direction that languages written from right to left need. */
const UNSEEN = /(?![\u200C-\u200F\u061C])\p{Cf}/u

const FIELDS = ['purpose', 'label', 'name'] as const

/**
 * Refuses characters that nobody sees, or that turn what follows around, in the purpose and the names that a caller gives (contract, section
 * 2, Texts that callers send). Only fields of the body itself are looked at: the name of a shop stands deeper, and is taken as it comes.
 */
export function refuseUnseen(body: unknown): void {
  if (typeof body !== 'object' || body === null) return
  for (const field of FIELDS) refuseIn((body as Partial<Record<string, unknown>>)[field], field)
}

function refuseIn(value: unknown, path: string): void {
  if (typeof value === 'string' && UNSEEN.test(value)) {
    throw badField(path, `${named(path)} has a character in it that nobody sees.`, {
      hint: 'Leave out characters of the Unicode class Cf, such as U+200B and U+202E.',
    })
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === 'string') refuseIn(member, memberPath(path, name))
  }
}
