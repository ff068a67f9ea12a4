import { brands, type Brand } from './brands.ts'
import { hasOnlyPermittedNameSpaces, merchantNameShapeOf, type MerchantNameShape } from '../descriptor/shape.ts'
import { splitMerchantNameIntoWords } from '../descriptor/words.ts'

/** A spelling of a known brand. */
export interface BrandSpelling {
  /** The brand's name as letters without spaces or accents. */
  readonly key: string
  /** The name of another brand that bills for this brand, as letters without spaces or accents. Null: the brand bills itself. */
  readonly sellerKey: string | null
  /** True: the spelling is one that the brand's acquirer writes as its descriptor. False: it is a name of the brand. */
  readonly isBill: boolean
  readonly brand: Brand
  readonly shape: MerchantNameShape
}

/** Finds the known name with the given shape. `look-alike`: the letters are a brand's, but the spaces or accents are not. */
export function findBrandSpelling(shape: MerchantNameShape): BrandSpelling | 'look-alike' | undefined {
  const known = byRun.get(shape.run)
  if (known === undefined) return undefined
  const accentsFit = shape.spelled === shape.run || known.some((name) => name.shape.spelled === shape.spelled)
  const fitting = known.find(
    (name) =>
      hasOnlyPermittedNameSpaces(shape.spaced, name.shape.seams) && (!shape.hasArticle || name.shape.hasArticle),
  )
  return accentsFit && fitting !== undefined ? fitting : 'look-alike'
}

export const isBrandName = (run: string): boolean => byRun.has(run)

export const isMerchantBillingName = (run: string): boolean => byRun.get(run)?.some((name) => name.isBill) ?? false

/** Whether `owner` is the name of the merchant whose letters are `run`, of its brand, or of the brand that bills for it. */
export function isBrandOwnedBy(owner: string, run: string): boolean {
  const owners = byRun.get(owner)
  return (
    run === owner ||
    (byRun.get(run)?.some((name) => owners?.some(({ key }) => key === name.key || key === name.sellerKey)) ?? false)
  )
}

const runOf = (name: string) => merchantNameShapeOf(splitMerchantNameIntoWords(name)).run

const list = (entries = '') => entries.split('|').filter(Boolean)

const byRun = new Map<string, BrandSpelling[]>()
for (const brand of brands) {
  const key = runOf(brand.name)
  const sellerKey = brand.seller === undefined ? null : runOf(brand.seller)
  const add = (name: string, isBill: boolean) => {
    const shape = merchantNameShapeOf(splitMerchantNameIntoWords(name))
    byRun.set(shape.run, [...(byRun.get(shape.run) ?? []), { key, sellerKey, isBill, brand, shape }])
  }
  for (const name of [brand.name, ...list(brand.also)]) add(name, false)
  for (const name of list(brand.bills)) add(name, true)
}

/** The keys of the brands that bill under a name with these letters. Empty: the letters are no brand's name. */
export const billersOfName = (run: string): readonly string[] =>
  byRun.get(run)?.map(({ key, sellerKey }) => sellerKey ?? key) ?? nobody
const nobody: readonly string[] = []

/** The letters of all spellings of the brands with this key, or that are billed under it. */
export const spellingsOfBrand = (key: string): readonly string[] => runsByKey.get(key) ?? nobody
const runsByKey = new Map<string, string[]>()
for (const [run, names] of byRun) {
  for (const key of new Set(
    names.flatMap((name) => [name.key, ...(name.sellerKey === null ? [] : [name.sellerKey])]),
  )) {
    const runs = runsByKey.get(key)
    if (runs === undefined) runsByKey.set(key, [run])
    else runs.push(run)
  }
}

const alphabetical = [...byRun.keys()].toSorted((a, b) => (a < b ? -1 : 1))

/** The letters of those spellings of brands that begin with `beginning`, in alphabetical order. */
export function brandSpellingsBeginningWith(beginning: string): readonly string[] {
  let [low, high] = [0, alphabetical.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((alphabetical[middle] as string) < beginning) low = middle + 1
    else high = middle
  }
  let end = low
  while (alphabetical[end]?.startsWith(beginning) === true) end += 1
  return alphabetical.slice(low, end)
}
