import { compileMerchantList, type MerchantList } from './merchant-list.ts'
import { behindPayeeApp } from './descriptor/processors.ts'

/**
 * Matches characters that a reader of a name does not see: zero-width and direction marks, soft hyphens, variation selectors and fillers.
 */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/**
 * Compiles a list of merchants that are never paid. An allow list accepts a name only if nothing about the name is odd. Nobody must be able
 * to evade a block list by oddities, so it also reads a name as a person would: full-width and styled letters count as plain ones,
 * invisible characters are dropped, and after the prefix of a payment app the payee is read.
 */
export function compileBlockList(names: readonly string[]): MerchantList {
  const asWritten = compileMerchantList(names)
  const listedBy = new Map(names.map((name) => [asSeen(name), name]))
  const seen = compileMerchantList([...listedBy.keys()])
  return {
    matches(observed, where) {
      const plain = asSeen(observed)
      const entry = seen.matches(plain, where) ?? seen.matches(behindPayeeApp(plain), where)
      return asWritten.matches(observed, where) ?? (entry === undefined ? undefined : listedBy.get(entry))
    },
  }
}

const asSeen = (name: string): string => name.replaceAll(UNSEEN, '').normalize('NFKC')
