import { readDescriptor, type Descriptor } from './descriptor.ts'
import type { KnownName } from './known-names.ts'
import { shapeOf } from './shape.ts'
import type { Whereabouts } from './tails.ts'
import { readWords } from './words.ts'

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
}

/** Longer names match nothing: cutting them would let "Apple", 250 spaces and "Repairs" pass for Apple. */
const MAX_NAME_LENGTH = 256
/** Width of the acquirer's name field. */
const FIELD_WIDTH = 22
/** A cut name tells less: what is left of it must have this many letters and spaces. */
const MIN_CUT_LENGTH = 10

/** Most names come again and again; as many are remembered. */
const MAX_REMEMBERED = 4096
const remembered = new Map<string, CompiledMerchant>()

/** Reads a name, observed or listed. Linear in its length. */
export function compileMerchant(name: string): CompiledMerchant {
  if (name.length > MAX_NAME_LENGTH) return { ...read(''), name }
  const known = remembered.get(name)
  if (known !== undefined) return known
  if (remembered.size === MAX_REMEMBERED) remembered.clear()
  const merchant = read(name)
  remembered.set(name, merchant)
  return merchant
}

function read(name: string): CompiledMerchant {
  const descriptor = readDescriptor(readWords(name))
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
