import { compileMerchantList, type MerchantList } from './merchant-list.ts'
import { nameBehindPayeeApp } from './descriptor/processors.ts'

/**
 * Matches characters that a reader of a name does not see: zero-width and direction marks, soft hyphens, variation selectors and fillers.
 */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/**
 * Compiles a list of merchants that are never paid. Nobody must be able to evade the list by an odd spelling, so names are also compared as
 * a person would read them: full-width and styled letters count as plain ones, invisible characters are dropped, and of a payment app's
 * descriptor the payee is read. An allow list does none of this, because an odd name should not match it.
 */
export function compileBlockList(names: readonly string[]): MerchantList {
  const asWritten = compileMerchantList(names)
  const listedBy = new Map(names.map((name) => [asSeen(name), name]))
  const seen = compileMerchantList([...listedBy.keys()])
  return {
    matches(observed, where) {
      const plain = asSeen(observed)
      const entry = seen.matches(plain, where) ?? seen.matches(nameBehindPayeeApp(plain), where)
      return asWritten.matches(observed, where) ?? (entry === undefined ? undefined : listedBy.get(entry))
    },
  }
}

const asSeen = (name: string): string => name.replaceAll(UNSEEN, '').normalize('NFKC')
