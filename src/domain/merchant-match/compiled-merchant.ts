import { LastUsed } from '../../lib/last-used.ts'
import { readDescriptor, type Descriptor } from './descriptor/descriptor.ts'
import { withSeparator } from './descriptor/lost-separator.ts'
import { readingsOf, type Reading } from './descriptor/readings.ts'
import type { KnownName } from './known-names/known-names.ts'
import { shapeOf } from './descriptor/shape.ts'
import { otherSpellings } from './spellings.ts'
import type { Whereabouts } from './descriptor/tails.ts'
import { NOWHERE, type Whereabouts as AuthorizedPlace } from './places/whereabouts.ts'
import { readWords, type Word } from './descriptor/words.ts'

/** A merchant name made ready to be compared. Nothing in it depends on what it is compared with. */
export interface CompiledMerchant {
  /** As it was given. */
  readonly name: string
  /** Merchants with different keys are different, but for a cut name. Null where the name says nobody, or is too long. */
  readonly key: string | null
  /** The key of the brand that bills this product of its own under both names: `GOOGLE *CLOUD`. */
  readonly sellerKey: string | null
  /** Known brands are one merchant in all spellings and places. */
  readonly isBrand: boolean
  /** It stood behind a processor's prefix. */
  readonly isSeller: boolean
  readonly spaced: string
  readonly seams: string
  readonly whereabouts: Whereabouts
  /** Where the acquirer's field was full: what stands in it, to be compared as the beginning of a name. */
  readonly cut: string | null
  /** The words of who is named, behind a processor's prefix, with all that follows. */
  readonly words: readonly Word[]
  /** The acquirer's field was full. */
  readonly isFull: boolean
  /** Made when a comparison first needs it; a WeakMap beside the names costs three times as much. */
  readonly made: { readings?: readonly Reading[]; spellings?: readonly CompiledMerchant[] }
}

/** Longer names match nothing: cutting them would let "Apple", 250 spaces and "Repairs" pass for Apple. */
const MAX_NAME_LENGTH = 256
/** Width of the acquirer's name field. */
const FIELD_WIDTH = 22
/** Full fields: of 22 characters, of 23 or 25 as some networks have them, and with a space trimmed. */
const fullWidths: ReadonlySet<number> = new Set([21, 22, 23, 25])
/** A cut name tells less: what is left of it must have this many letters and spaces. */
const MIN_CUT_LENGTH = 10

/** Most names come again and again; as many are remembered. */
const MAX_REMEMBERED = 4096
const remembered = new LastUsed<CompiledMerchant>(MAX_REMEMBERED)

/** Reads a name, observed or listed. Linear in its length. */
export function compileMerchant(name: string): CompiledMerchant {
  if (name.length > MAX_NAME_LENGTH) return { ...read(''), name, isFull: false }
  const known = remembered.get(name)
  if (known !== undefined) return known
  const merchant = read(name)
  remembered.set(name, merchant)
  return merchant
}

function read(name: string): CompiledMerchant {
  const descriptor = readDescriptor(readWords(withSeparator(name)))
  const { shape, known, whereabouts } = descriptor
  const isBrand = typeof known === 'object'
  return {
    name,
    key: isBrand ? known.key : keyOf(descriptor),
    sellerKey: isBrand && isBilledBySeller(known, descriptor) ? known.sellerKey : null,
    isBrand,
    isSeller: descriptor.isSeller,
    spaced: shape.spaced,
    seams: shape.seams,
    whereabouts,
    cut: cutOf(name, descriptor),
    words: descriptor.words,
    isFull: fullWidths.has(name.trimEnd().length),
    made: {},
  }
}

const isBilledBySeller = ({ isBill, sellerKey }: KnownName, { hasStar, shape }: Descriptor) =>
  isBill || (hasStar && sellerKey !== null && shape.run.startsWith(sellerKey))

function keyOf({ shape, known }: Descriptor): string | null {
  if (shape.run === '') return null
  // A brand's letters with spaces or accents of its own: equal to itself only.
  return known === 'look-alike' ? `~${shape.hasArticle} ${shape.spelled} ${shape.spaced}` : shape.run
}

function cutOf(name: string, { words }: Descriptor): string | null {
  const { length } = name.trimEnd()
  const isFull = length === FIELD_WIDTH || length === FIELD_WIDTH - 1
  if (!isFull) return null
  const { spaced, spelled, run } = shapeOf(words)
  if (spaced.length < MIN_CUT_LENGTH || spelled !== run) return null
  // The character that fell off, or was trimmed, was a space: the name went on with another word.
  return length === FIELD_WIDTH ? spaced : `${spaced} `
}

/** A listed name and how systems spell it, made once. */
export function spellingsOf(listed: CompiledMerchant): readonly CompiledMerchant[] {
  listed.made.spellings ??= [listed, ...otherSpellings(listed.name).map(compileMerchant)]
  return listed.made.spellings
}

/** All ways to read an observed name; those without the authorization's own place are made once. */
export function readingsAt(merchant: CompiledMerchant, where: AuthorizedPlace): readonly Reading[] {
  if (where !== NOWHERE) return readingsOf(merchant, where)
  merchant.made.readings ??= readingsOf(merchant, NOWHERE)
  return merchant.made.readings
}
