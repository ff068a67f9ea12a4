import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A brand as name-suggestion-index lists it. */
export interface ListedBrand {
  readonly name: string
  readonly wikidata: string
  /** ISO 3166 codes of the brand's countries. Empty: the brand is in every country. */
  readonly countries: readonly string[]
  /** The official name and the alternative names of the brand. */
  readonly otherNames: readonly string[]
  /** The folders of name-suggestion-index that have the brand, such as `tourism/hotel`, and the cuisines of its restaurants. */
  readonly trades: readonly string[]
}

interface Item {
  readonly locationSet?: { readonly include?: readonly unknown[] }
  readonly tags: Readonly<Record<string, string>>
}

/** Every brand of the index, once for each name and company. */
export function listedBrands(): ListedBrand[] {
  const path = join(import.meta.dirname, 'node_modules/name-suggestion-index/dist/json/nsi.min.json')
  const { nsi } = JSON.parse(readFileSync(path, 'utf8')) as { nsi: Record<string, { items: readonly Item[] }> }
  const brands = new Map<string, ListedBrand>()
  for (const [folder, { items }] of Object.entries(nsi)) {
    if (!folder.startsWith('brands/')) continue
    for (const { tags, locationSet } of items) {
      const name = tags.name ?? tags.brand
      const wikidata = tags['brand:wikidata'] ?? ''
      if (name === undefined) continue
      const countries = (locationSet?.include ?? []).filter(
        (country): country is string => typeof country === 'string' && /^[a-z]{2}$/.test(country),
      )
      const otherNames = [tags.official_name, tags.alt_name].flatMap((names) => names?.split(';') ?? [])
      const { otherNames: known = [], trades = [] } = brands.get(`${name} ${wikidata}`) ?? {}
      const cuisines = tags.cuisine?.split(';') ?? []
      brands.set(`${name} ${wikidata}`, {
        name,
        wikidata,
        countries: countries.map((code) => code.toUpperCase()),
        otherNames: [...known, ...otherNames.map((other) => other.trim())],
        trades: [...new Set([...trades, folder.replace('brands/', ''), ...cuisines])],
      })
    }
  }
  return [...brands.values()]
}
