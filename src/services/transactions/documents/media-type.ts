import { isUtf8 } from 'node:buffer'
import type { DocumentMediaType } from '../../../contract/resources/papers/transaction-documents.ts'

/** The bytes with which a file of a type begins. `at`: where they are. */
const SIGNATURES: readonly (readonly [DocumentMediaType, readonly { at: number; bytes: Buffer }[]])[] = [
  ['application/pdf', [{ at: 0, bytes: Buffer.from('%PDF-') }]],
  ['image/jpeg', [{ at: 0, bytes: Buffer.of(0xff, 0xd8, 0xff) }]],
  ['image/png', [{ at: 0, bytes: Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) }]],
  [
    'image/webp',
    [
      { at: 0, bytes: Buffer.from('RIFF') },
      { at: 8, bytes: Buffer.from('WEBPVP8') },
    ],
  ],
]

/**
 * The type of a document, by its first bytes alone: nothing is unpacked or decoded, whatever the file claims to contain. Null: the file is
 * of no type that a receipt has.
 */
export function documentMediaType(bytes: Buffer): DocumentMediaType | null {
  const signed = SIGNATURES.find(([, marks]) =>
    marks.every(({ at, bytes: mark }) => bytes.subarray(at, at + mark.length).equals(mark)),
  )
  return signed?.[0] ?? (isMail(bytes) ? 'message/rfc822' : null)
}

/** How many bytes of a mail's header are looked at. */
const HEADER_BYTES = 64 * 1024
/** Matches a line of a header (RFC 5322, section 2.2) with a name as mails have them, and a line that continues the one before. */
const HEADER_LINE = /^(?:[A-Za-z0-9_.-]{1,100}:.*|[ \t].*)$/
const NEEDED = ['from', 'date'] as const

/** Whether the bytes begin with the header of a mail: lines of names and texts, among them a sender and a date, up to an empty line. */
function isMail(bytes: Buffer): boolean {
  const head = bytes.subarray(0, HEADER_BYTES)
  const end = /\r?\n\r?\n/.exec(head.toString('latin1'))
  const header = end === null ? head : head.subarray(0, end.index)
  if ((end === null && bytes.length > HEADER_BYTES) || header.includes(0) || !isUtf8(header)) return false
  const lines = header.toString('utf8').split(/\r?\n/)
  if (!lines.every((line) => HEADER_LINE.test(line))) return false
  const names = new Set(lines.map((line) => line.slice(0, Math.max(0, line.indexOf(':'))).toLowerCase()))
  return NEEDED.every((name) => names.has(name))
}
