import {
  compileMerchantName,
  readingsOfMerchant,
  spellingsOfListedName,
  type CompiledMerchant,
} from './compiled-merchant.ts'
import {
  isCutOffListedMerchantName,
  isListedMerchant,
  isSameMerchantName,
  isReadingOfListedName,
} from './comparison.ts'
import { compileMerchantList } from './merchant-list.ts'
import type { MerchantNameReading } from './descriptor/readings.ts'
import type { MerchantNameToleranceName } from './tolerances/tolerance.ts'
import { UNKNOWN_MERCHANT_WHEREABOUTS } from './places/whereabouts.ts'

/** The reasons why two names are one merchant, or why they are not. */
export interface MerchantNameMatchExplanation {
  readonly matches: boolean
  /** The differences between the names that were tolerated, in the order in which they stand in the observed name. */
  readonly tolerated: readonly Tolerated[]
  /** A sentence for people that says whether the names match, and why. */
  readonly message: string
  /** The name to add to the policy's list so that the observed name is recognized. Undefined: it is recognized already. */
  readonly add?: string
}

interface Tolerated {
  readonly tolerance: keyof typeof merchantNameToleranceReasons
  readonly text: string
  readonly why: string
}

/** Why each kind of difference between two names is tolerated, in one sentence for people. */
export const merchantNameToleranceReasons = {
  shop_word: 'Acquirers add words that say "shop" and not who.',
  legal_form: 'The legal form of a company says nothing of who it is, whole or cut off.',
  number: 'Numbers of stores, orders and telephones change from purchase to purchase.',
  place: 'A city, a district, a state or a country behind the name says where, not who.',
  own_place: 'The authorization itself says that the merchant is there.',
  street: 'A street behind the name says where, not who.',
  currency: 'The currency stands behind some names.',
  web_address: 'A shop is known by its own address on the web.',
  glued: 'A country or "com" has lost the space before it.',
  processor: 'A payment facilitator stands before the name of its seller.',
  short_form: 'The brand itself bills under this name.',
  cut: 'The field of the name was full, and the listed name goes on from there.',
  spelling: 'Systems write capitals, no accents, other spaces and signs, and common words in short.',
} as const satisfies Record<MerchantNameToleranceName | 'processor' | 'short_form' | 'cut' | 'spelling', string>

/** Compares an observed name with a listed name as decisions do, and explains the result. */
export function explainMerchantNameMatch(
  observedName: string,
  listedName: string,
  where = UNKNOWN_MERCHANT_WHEREABOUTS,
): MerchantNameMatchExplanation {
  const observed = compileMerchantName(observedName)
  const listed = compileMerchantName(listedName)
  const names = spellingsOfListedName(listed)
  const readings = readingsOfMerchant(observed, where)
  const matches = isListedMerchant(observed, listed, where)
  if (!matches) return refusal(observed, listedName, readings, where)
  const reading = readings.find((each) => names.some((name) => isReadingOfListedName(each, name)))
  const tolerated = [...before(observed), ...instead(observed, names, reading), ...behind(reading)]
  const isSame = tolerated.length === 0
  const message = isSame ? 'They are the same name.' : `${observedName} is ${listedName}, as an acquirer writes it.`
  return { matches, tolerated, message }
}

const tolerate = (tolerance: Tolerated['tolerance'], text: string): Tolerated => ({
  tolerance,
  text,
  why: merchantNameToleranceReasons[tolerance],
})

const before = ({ name, isSeller }: CompiledMerchant): Tolerated[] =>
  isSeller ? [tolerate('processor', prefixOf(name))] : []

const prefixOf = (name: string): string => /^[^ *]*(?: ?\*| +)/.exec(name.trimStart())?.[0].trim() ?? ''

/**
 * Says how the observed name itself differs from the listed name: it is cut off, a short form, or another spelling. Text before or after
 * the name is not counted here.
 */
function instead(
  observed: CompiledMerchant,
  names: readonly CompiledMerchant[],
  reading: MerchantNameReading | undefined,
): Tolerated[] {
  const [listed] = names
  if (listed === undefined || observed.name === listed.name) return []
  const isStrict = names.some((name) => isSameMerchantName(observed, name))
  if (reading === undefined && !isStrict) {
    return [
      tolerate(names.some((name) => isCutOffListedMerchantName(observed, name)) ? 'cut' : 'spelling', observed.name),
    ]
  }
  if (reading === undefined) return [tolerate('short_form', observed.name)]
  if (reading.known?.isBill === true) return [tolerate('short_form', textOf(reading))]
  return textOf(reading) === listed.name || observed.name.startsWith(listed.name)
    ? []
    : [tolerate('spelling', textOf(reading))]
}

const behind = (reading: MerchantNameReading | undefined): Tolerated[] =>
  (reading?.steps ?? []).map(({ tolerance, text }) => tolerate(tolerance, text)).toReversed()

const textOf = ({ words }: MerchantNameReading): string =>
  words
    .map(({ spelled: word }) => word)
    .join(' ')
    .toUpperCase()

function refusal(
  observed: CompiledMerchant,
  listed: string,
  readings: readonly MerchantNameReading[],
  where = UNKNOWN_MERCHANT_WHEREABOUTS,
): MerchantNameMatchExplanation {
  const shortest = readings.at(-1)
  const { near, add } = compileMerchantList([listed]).advise(observed.name, where)
  const left = shortest === undefined ? observed.name : textOf(shortest)
  const nearness = near === undefined ? '' : ' The names are near each other: look twice before you list both.'
  return {
    matches: false,
    tolerated: behind(shortest),
    message: `${left} is not ${listed}: no tolerance explains the difference.${nearness}`,
    add,
  }
}
