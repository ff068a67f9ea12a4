import { badField, entryPath, memberPath, named } from '../../contract/complaints/json-path.ts'

/** Matches invisible format characters, except the joiners and direction marks that languages written from right to left need. */
const UNSEEN = /(?![\u200C-\u200F\u061C])\p{Cf}/u

/** The step of a path that stands for every member of an object, or every entry of a list. */
const EACH = '*'

/**
 * The paths of the texts that callers write themselves and people read when they decide: purposes, names and the like. Names of shops
 * (`merchant.name`, `blockedMerchants`) and texts that an agent has from a shop (`orderReference`) are not among them.
 */
const CALLERS_TEXTS: readonly (readonly string[])[] = [
  ['purpose'],
  ['label'],
  ['name'],
  ['name', EACH],
  ['passkey', 'name'],
  ['externalId'],
  ['expectedMerchant'],
  ['merchant'],
  ['why'],
  ['note'],
  ['reason'],
  ['description'],
  ['items', EACH, 'description'],
  ['policy', 'allowedMerchants', EACH],
  ['shadowPolicy', 'allowedMerchants', EACH],
  ['wanted', 'policy', 'allowedMerchants', EACH],
  ['wanted', 'allow', 'merchant'],
]

/**
 * Refuses characters that are invisible, or that reverse the text behind them, in the purposes and names that a caller gives (contract,
 * section 2, Texts that callers send).
 */
export function refuseUnseen(body: unknown): void {
  for (const textPath of CALLERS_TEXTS) refuseAt(body, textPath, '')
}

function refuseAt(value: unknown, [step, ...rest]: readonly string[], path: string): void {
  if (step === undefined) return refuseIn(value, path)
  if (typeof value !== 'object' || value === null) return
  if (step !== EACH) return refuseAt((value as Partial<Record<string, unknown>>)[step], rest, memberPath(path, step))
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) refuseAt(entry, rest, entryPath(path, index))
  } else {
    for (const [name, member] of Object.entries(value)) refuseAt(member, rest, memberPath(path, name))
  }
}

function refuseIn(value: unknown, path: string): void {
  if (typeof value !== 'string' || !UNSEEN.test(value)) return
  throw badField(path, `${named(path)} has a character in it that nobody sees.`, {
    hint: /merchant/i.test(path)
      ? 'Leave out characters of the Unicode class Cf, such as U+200B and U+202E. A shop whose name has some is told by its id (`allowedMerchantIds`).'
      : 'Leave out characters of the Unicode class Cf, such as U+200B and U+202E.',
  })
}
