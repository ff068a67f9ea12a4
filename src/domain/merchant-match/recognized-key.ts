import { compileMerchantName, readingsOfMerchant, type CompiledMerchant } from './compiled-merchant.ts'
import type { MerchantNameReading } from './descriptor/readings.ts'
import { billersOfName, brandSpellingsBeginningWith, spellingsOfBrand } from './known-names/known-names.ts'
import { UNKNOWN_MERCHANT_WHEREABOUTS, type MerchantWhereabouts } from './places/whereabouts.ts'

/**
 * Names of one merchant have no key in common by which all of them could be found: "JOES PIZZA NEW YORK" and "JOES PIZZA CHICAGO" are both
 * "JOES PIZZA", but not each other. So each name has one recognized key, under which it is stored, and a name is looked for under the few keys
 * that the names which `isSameMerchant` calls the same can have. What is found is compared.
 */

/** The most characters of a merchant name's letters in a recognized key. Names that begin alike for so long share a key. */
const LONGEST = 64
/** The key of purchases without a merchant's name. No name has it, because keys of names have only letters and digits. */
const NAMELESS = '!'

/**
 * Returns the recognized key under which a name is stored: mostly the letters of the name without what acquirers append, or the key of the
 * brand. If the name may be read as two names with nothing in common, the key is what both begin with, which may be empty.
 */
export function merchantNameKey(name: string | null | undefined): string {
  if (name === null || name === undefined) return NAMELESS
  const merchant = compileMerchantName(name)
  merchant.made.recognizedKey ??= keyOf(merchant)
  return merchant.made.recognizedKey
}

function keyOf(merchant: CompiledMerchant): string {
  const readings = readingsOfMerchant(merchant, UNKNOWN_MERCHANT_WHEREABOUTS)
  const forms = [...formsOf(merchant, readings)]
  const brands = [merchant.isBrand ? merchant.key : null, ...readings.map(({ known }) => known?.key ?? null)]
  const shortest = forms.toSorted((a, b) => a.length - b.length)[0]?.slice(0, LONGEST) ?? ''
  const candidates = [...brands.flatMap((brand) => (brand === null ? [] : billersOfName(brand))), shortest]
  return candidates.find((key) => forms.every((form) => leadsTo(form, key))) ?? commonBeginning(forms)
}

/**
 * The forms of a merchant's name: its letters as they are compared. If two names are the same merchant wherever a purchase is made, they
 * have a form in common, or the form of a cut-off name begins a form of the other name.
 */
function formsOf(merchant: CompiledMerchant, readings: readonly MerchantNameReading[]): Set<string> {
  const forms = new Set<string>()
  const add = (form: string | null | undefined) => {
    if (form !== null && form !== undefined && form !== '') forms.add(form)
  }
  add(lettersOf(merchant.spaced))
  // A recognized key with `~` belongs to a brand's look-alike. It equals only the key of the same letters, which is a form already.
  if (merchant.key?.startsWith('~') === false) add(merchant.key)
  add(merchant.sellerKey)
  add(cutLetters(merchant))
  for (const { shape, known } of readings) {
    add(known === undefined ? shape.run : known.key)
    if (known?.isBill === true) add(known.sellerKey)
  }
  return forms
}

const AND = 'and'
const lettersOf = (spaced: string) => spaced.replaceAll(/[ &]/g, '')
const cutLetters = ({ cut }: CompiledMerchant) => (cut === null ? null : lettersOf(cut.text))

/** Whether a merchant's name with this form of letters is looked for under the recognized key. */
const leadsTo = (form: string, key: string): boolean => form.startsWith(key) || keysOf(form).has(key)

/** The recognized keys that a name with this form may be stored under: all beginnings of the form, and the brands whose names begin it. */
function keysOf(form: string): Set<string> {
  const keys = new Set([''])
  for (let end = 1; end <= Math.min(form.length, LONGEST); end += 1) {
    const beginning = form.slice(0, end)
    keys.add(beginning)
    for (const biller of billersOfName(beginning)) keys.add(biller)
  }
  return keys
}

function commonBeginning([first = '', ...others]: readonly string[]): string {
  let end = Math.min(first.length, LONGEST)
  for (const other of others) while (!other.startsWith(first.slice(0, end))) end -= 1
  return first.slice(0, end)
}

/** The recognized keys under which the names of one merchant are looked for. */
export interface MerchantLookupKeys {
  readonly keys: ReadonlySet<string>
  /**
   * Beginnings of further keys under which the merchant's names are looked for. A name that was cut off may go on with anything. And a
   * stored name is also compared as it reads at the place of the purchase, which was not known when its key was made.
   */
  readonly beginnings: readonly string[]
}

/** Returns the recognized keys of all merchants' names that `isSameMerchant` may call the same as this one. */
export function merchantLookupKeys(
  name: string | undefined,
  where: MerchantWhereabouts = UNKNOWN_MERCHANT_WHEREABOUTS,
): MerchantLookupKeys {
  if (name === undefined) return { keys: new Set([NAMELESS]), beginnings: [] }
  const merchant = compileMerchantName(name)
  const forms = formsOf(merchant, readingsOfMerchant(merchant, where))
  const open = new Set<string>()
  const cut = cutLetters(merchant)
  if (cut !== null) open.add(cut)
  if (where !== UNKNOWN_MERCHANT_WHEREABOUTS && merchant.key !== null) {
    for (const form of [merchant.key, ...spellingsOfBrand(merchant.key)]) {
      open.add(form)
      // An "and" at the end of a name belongs to the form, but before a place it is dropped: "SALT AND PARIS" is stored as "saltparis".
      if (form.endsWith(AND)) open.add(form.slice(0, -AND.length))
    }
  }
  const keys = new Set<string>()
  for (const form of forms) for (const key of keysOf(form)) keys.add(key)
  for (const beginning of open) {
    for (const run of brandSpellingsBeginningWith(beginning)) for (const biller of billersOfName(run)) keys.add(biller)
  }
  return { keys, beginnings: [...open].map((beginning) => beginning.slice(0, LONGEST)) }
}

/** Whether a merchant's name that is stored under this recognized key may be the merchant that is looked for. */
export const matchesMerchantLookupKeys = ({ keys, beginnings }: MerchantLookupKeys, key: string): boolean =>
  keys.has(key) || beginnings.some((beginning) => key.startsWith(beginning))
